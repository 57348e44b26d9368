//===- PointTrace.cpp - How the value at a point came about ---------------===//
//
// The reference evaluator computes the points that the value needs; a walk from
// the value down its operands, without recursion, picks the intermediates.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Debug/PointTrace.h"

#include "gtjit/Debug/ValueText.h"
#include "gtjit/Reference/Observer.h"
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
bool isComputed(const Node &node) {
  return !node.memory() && (node.op == OpCode::Point || node.op == OpCode::Reduce);
}

bool isView(const Node &node) {
  return !node.memory() && (node.op == OpCode::Shift || node.op == OpCode::Slice ||
                            node.op == OpCode::Pin || node.op == OpCode::Broadcast);
}

/// A node and coordinates in its dimensions.
struct Place {
  const Node *node;
  std::vector<std::int64_t> point;
  auto operator<=>(const Place &) const = default;
};

/// The place's coordinates in the dimensions of an input, moved by a view.
Place inputPlace(const Place &place, const Node *input) {
  const Node &node = *place.node;
  Place result{input, {}};
  for (const NamedRange &range : input->domain) {
    std::int64_t coordinate = node.op == OpCode::Pin && range.dim == node.dim ? node.offset : 0;
    for (std::size_t d = 0; d < node.domain.ndim(); ++d)
      if (node.domain[d].dim == range.dim)
        coordinate = place.point[d];
    if (node.op == OpCode::Shift && range.dim == node.dim)
      coordinate += node.offset;
    result.point.push_back(coordinate);
  }
  return result;
}

/// Keeps what was computed.
class Keeper : public reference::Observer {
public:
  void computed(const Node &node, const Grid &values, const Domain &) override {
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
    if (place.node->op != OpCode::Broadcast)
      line = place.node->line;
    if (named->name.empty())
      named = place.node;
    place = inputPlace(place, place.node->inputs[0].get());
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
    bool hasOperands = node.op == OpCode::Point && !node.memory();
    if (!hasOperands || top.next == node.inputs.size()) {
      close();
      continue;
    }
    const Node *input = node.inputs[top.next++].get();
    open(inputPlace(top.place, input));
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
  if (step.node->op == OpCode::Reduce) {
    const Node &input = *step.node->inputs[0];
    text += std::string(spellingOf(*step.node)) + " over ";
    for (std::size_t n = 0; n < step.node->reduced.size(); ++n)
      text +=
          (n ? " x " : "") + toString(step.node->reduced[n](input.domain[step.node->reduced[n]]));
    return text + " = " + step.value;
  }
  std::vector<std::string> operands;
  for (unsigned number : step.operands)
    operands.push_back(steps[number].value);
  return text + operationText(step.node->point, operands) + " = " + step.value;
}

} // namespace

std::string detail::stepName(const TraceStep &step) {
  const Node &node = *step.node;
  if (!node.memory() && node.op == OpCode::Scalar)
    return "the number";
  std::string place = pointText(node.domain, step.point);
  if (!node.memory() && node.op == OpCode::Index)
    return "index at " + place;
  std::string name = !node.memory() && step.named->name.empty()
                         ? "the result of " + std::string(calledOf(node))
                         : describe(*step.named);
  return place.empty() ? name : name + " at " + place;
}

std::string PointTrace::text() const {
  std::vector<const TraceStep *> shown; // numbers stand in the lines that use them
  for (const TraceStep &step : steps)
    if (step.node->memory() || step.node->op != OpCode::Scalar || steps.size() == 1)
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
