//===- PointTrace.cpp - How the value at a point came about ---------------===//
//
// The reference evaluator computes the points that the value needs; a walk from
// the value down its operands, without recursion, picks the intermediates.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/PointTrace.h"

#include "gtjit/Evaluate/ReferenceObserver.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Observe/ValueText.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>

using namespace gtjit;
using namespace gtjit::detail;
using reference::Grid;

namespace {

/// Whether the node's value comes from operands.
bool isComputed(const Node &node) { return !node.memory() && node.kind() == NodeKind::Computed; }

bool isView(const Node &node) { return !node.memory() && node.kind() == NodeKind::View; }

/// Whether one value of each operand is behind the node's.
bool hasOperands(const Node &node) {
  return isComputed(node) && node.readsOwnPoint() &&
         (node.inputs[0]->memory() || node.inputs[0]->kind() != NodeKind::Several);
}

/// A node and coordinates in its dimensions.
struct Place {
  const Node *node;
  std::vector<std::int64_t> point;
  auto operator<=>(const Place &) const = default;
};

/// What a place reads of an input: a box of one point, or of none.
Domain readOf(const Place &place, std::size_t n) {
  const Node &node = *place.node;
  Domain box;
  for (std::size_t d = 0; d < node.domain.ndim(); ++d)
    box = box.with(node.domain[d].dim(place.point[d], saturatingAdd(place.point[d], 1)));
  // One of several boxes does for a trace.
  return node.pointsRead(n, box).front();
}

/// The one point of an input that a place reads.
Place inputPlace(const Place &place, std::size_t n) {
  Place result{place.node->inputs[n].get(), {}};
  for (const NamedRange &range : readOf(place, n))
    result.point.push_back(range.range.lo());
  return result;
}

/// The one point that a view shows.
Place viewedPlace(const Place &view) {
  std::size_t n = 0;
  while (readOf(view, n).empty())
    ++n;
  return inputPlace(view, n);
}

/// Keeps what was computed.
class Keeper : public reference::Observer {
public:
  void computed(const Node &node, const Grid &values, std::span<const Domain>) override {
    if (!isView(node))
      grids[&node] = values;
  }

  const std::byte *valueAt(const Place &place) const {
    const Grid &grid = grids.at(place.node);
    const std::byte *value = grid.first;
    for (std::size_t d = 0; d < grid.box.ndim(); ++d)
      for (std::size_t own = 0; own < place.point.size(); ++own)
        if (place.node->domain[own].dim == grid.box[d].dim)
          value += (place.point[own] - grid.box[d].range.lo()) * grid.strides[d];
    return value;
  }

private:
  std::unordered_map<const Node *, Grid> grids;
};

/// Walks down from one place.
class Tracer {
public:
  explicit Tracer(const Keeper &values) : values(values) {}
  PointTrace walk(Place root);

private:
  struct Frame {
    TraceStep step;
    Place place;
    std::size_t next = 0;
  };
  void open(Place place);
  void close();

  const Keeper &values;
  PointTrace trace;
  std::map<Place, unsigned> known;
  std::vector<Frame> path;
};

/// Follows views to what computes the value, and opens that unless it is known.
void Tracer::open(Place place) {
  const Node *named = place.node;
  SourceLine line = path.empty() ? place.node->line : path.back().step.line;
  while (isView(*place.node)) {
    if (!place.node->readsOwnPoint() || place.node->isPart())
      line = place.node->line;
    if (named->name.empty())
      named = place.node;
    place = viewedPlace(place);
  }
  if (named->name.empty() || !place.node->name.empty())
    named = place.node;
  if (auto found = known.find(place); found != known.end()) {
    if (!path.empty())
      path.back().step.operands.push_back(found->second);
    return;
  }
  if (isComputed(*place.node))
    line = place.node->line;
  TraceStep step{place.node, named, line, place.point, {}, {}};
  step.value = valueText(place.node->dtype, values.valueAt(place));
  path.push_back({std::move(step), std::move(place)});
}

void Tracer::close() {
  Frame frame = std::move(path.back());
  path.pop_back();
  auto number = static_cast<unsigned>(trace.steps.size());
  known[std::move(frame.place)] = number;
  trace.steps.push_back(std::move(frame.step));
  if (!path.empty())
    path.back().step.operands.push_back(number);
}

PointTrace Tracer::walk(Place root) {
  open(root);
  Place last = path.back().place;
  while (!path.empty()) {
    Frame &top = path.back();
    const Node &node = *top.place.node;
    if (!hasOperands(node) || top.next == node.inputs.size()) {
      close();
      continue;
    }
    open(inputPlace(top.place, top.next++));
  }
  std::memcpy(trace.bytes, values.valueAt(last), itemsize(last.node->dtype));
  return std::move(trace);
}

std::string lineText(const TraceStep &step, const std::vector<TraceStep> &steps) {
  std::string text = toString(step.line);
  text += text.empty() ? "" : ": ";
  std::string place = pointText(step.node->domain, step.point);
  if (!isComputed(*step.node))
    return text + stepName(step) + " = " + step.value;
  if (!step.named->name.empty())
    text += "'" + step.named->name + "' ";
  text += place.empty() ? "" : "at " + place + ": ";
  std::vector<std::string> operands;
  for (unsigned number : step.operands)
    operands.push_back(steps[number].value);
  return text + step.node->computation(operands) + " = " + step.value;
}

} // namespace

std::string detail::stepName(const TraceStep &step) {
  const Node &node = *step.node;
  bool isSource = !node.memory() && node.kind() == NodeKind::Source;
  bool hasNoName = !node.memory() && step.named->name.empty();
  std::string name = isSource || hasNoName ? node.valueName() : describe(*step.named);
  std::string place = pointText(node.domain, step.point);
  return place.empty() ? name : name + " at " + place;
}

std::string PointTrace::text() const {
  std::vector<const TraceStep *> shown; // numbers stand in the lines that use them
  for (const TraceStep &step : steps)
    if (step.node->memory() || !as<NumberNode>(*step.node) || steps.size() == 1)
      shown.push_back(&step);
  std::size_t first = shown.size() > kMostSteps ? shown.size() - kMostSteps : 0;
  std::string result;
  if (first)
    result = "(" + std::to_string(first) + " values before these are left out)\n";
  for (std::size_t n = first; n < shown.size(); ++n)
    result += lineText(*shown[n], steps) + "\n";
  return result;
}

PointTrace detail::traceValue(const NodeRef &node, std::vector<std::int64_t> point) {
  std::vector<NamedRange> ranges;
  for (std::size_t d = 0; d < node->domain.ndim(); ++d)
    ranges.push_back(node->domain[d].dim(point[d], point[d] + 1));
  std::vector<StoreRequest> stores(1);
  stores[0].value = node;
  stores[0].region = Domain(ranges);
  Keeper keeper;
  reference::observe(stores, keeper);
  return Tracer(keeper).walk({node.get(), std::move(point)});
}
