//===- GraphShape.cpp - What makes a key, for people ----------------------===//

#include "gtjit/Observe/GraphShape.h"

#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>

namespace gtjit::detail {

/// What an entry does, without types.
static std::string operationOf(const FlatGraph &graph, unsigned position) {
  const FlatGraph::Entry &entry = graph.order[position];
  if (entry.isMemory)
    return "storage " + std::to_string(entry.argument);
  std::vector<std::string> inputs;
  for (std::size_t n = 0; n < graph.inputCount(position); ++n)
    inputs.push_back("#" + std::to_string(graph.input(position, n)));
  return entry.node->shape(inputs);
}

/// "[J, I] contiguous", slowest dimension first.
static std::string layoutOf(const ArrayView &view) {
  std::string text;
  bool isUnit = false;
  for (unsigned position : view.strideOrder()) {
    text += (text.empty() ? "" : ", ") + std::string(view.domain[position].dim.name());
    isUnit = view.strides[position] == 1;
  }
  return "[" + text + "]" + (isUnit ? " contiguous" : "");
}

GraphShape shapeOf(const FlatGraph &graph) {
  GraphShape shape;
  shape.line = graph.arguments.line;
  for (unsigned n = 0; n < graph.nodeCount(); ++n) {
    const Node &node = *graph.order[n].node;
    shape.operations.push_back(operationOf(graph, n));
    shape.types.push_back(std::string(name(node.dtype)));
    if (!graph.order[n].isMemory && node.kind() == NodeKind::Computed)
      shape.counted.push_back(std::string(node.spelling()));
  }
  for (const FlatGraph::Target &target : graph.targets)
    shape.operations.push_back("store #" + std::to_string(target.value) + " to storage " +
                               std::to_string(target.storage));
  shape.names.resize(graph.arguments.storages.size());
  for (unsigned n = 0; n < graph.nodeCount(); ++n)
    if (graph.order[n].isMemory)
      shape.names[graph.order[n].argument] = describe(*graph.order[n].node);
  for (std::size_t n = 0; n < graph.targets.size(); ++n)
    if (std::string &text = shape.names[graph.targets[n].storage]; text.empty())
      text = graph.stores[n].targetName.empty()
                 ? "the target"
                 : "'" + std::string(graph.stores[n].targetName) + "'";
  for (const ArrayView &view : graph.arguments.storages) {
    shape.types.push_back(std::string(name(view.dtype)));
    shape.layouts.push_back(layoutOf(view));
  }
  return shape;
}

std::string GraphShape::summary() const {
  std::map<std::string, int> counts;
  for (const std::string &operation : counted)
    ++counts[operation];
  std::vector<std::pair<std::string, int>> order(counts.begin(), counts.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  std::string text =
      std::to_string(counted.size()) + " operation" + (counted.size() == 1 ? "" : "s");
  for (std::size_t n = 0; n < order.size(); ++n)
    text += (n ? ", " : ": ") + std::to_string(order[n].second) + " " + order[n].first;
  return text;
}

/// Position of the first entry that differs, or the shorter one's length.
static std::size_t firstDifference(const std::vector<std::string> &a,
                                   const std::vector<std::string> &b) {
  return static_cast<std::size_t>(
      std::mismatch(a.begin(),
                    a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
                    b.begin())
          .first -
      a.begin());
}

static std::string placeOf(const GraphShape &shape) {
  std::string line = toString(shape.line);
  return line.empty() ? "" : " of " + line;
}

std::string difference(const GraphShape &made, const GraphShape &known) {
  std::size_t at = firstDifference(made.operations, known.operations);
  if (at < made.operations.size() || at < known.operations.size()) {
    auto nth = [&](const GraphShape &shape) {
      return at < shape.operations.size() ? "'" + shape.operations[at] + "'" : "no more";
    };
    return "other graph: step " + std::to_string(at) + " is " + nth(made) + ", " + nth(known) +
           " in the nearest" + placeOf(known);
  }
  at = firstDifference(made.types, known.types);
  if (at < made.types.size()) {
    std::size_t nodes = made.types.size() - made.names.size();
    std::string what = at < nodes ? "'" + made.operations[at] + "'" : made.names[at - nodes];
    for (std::size_t n = 0; n < made.names.size(); ++n)
      if (made.types[nodes + n] != known.types[nodes + n]) {
        at = nodes + n;
        what = made.names[n];
        break;
      }
    return "other dtype: " + what + " is " + made.types[at] + ", " + known.types[at] +
           " in the nearest" + placeOf(known);
  }
  at = firstDifference(made.layouts, known.layouts);
  if (at < made.layouts.size()) {
    return "other layout: " + made.names[at] + " is " + made.layouts[at] + ", " +
           known.layouts[at] + " in the nearest" + placeOf(known);
  }
  if (made.isChecked != known.isChecked)
    return made.isChecked ? "with the check for NaN" : "without the check for NaN";
  return "other use of storages or dimensions than in the nearest" + placeOf(known);
}

/// The hashes of all starts of a shape, the empty one first.
static std::vector<std::size_t> startsOf(const GraphShape &shape) {
  std::vector<std::size_t> starts{0};
  auto append = [&](std::string_view word) {
    starts.push_back(starts.back() * 31 + std::hash<std::string_view>()(word));
  };
  for (const auto *words : {&shape.operations, &shape.types, &shape.layouts}) {
    for (const std::string &word : *words)
      append(word);
    append(""); // tells the ends of the lists
  }
  return starts;
}

void ShapeIndex::add(const GraphShape &shape) {
  for (std::size_t start : startsOf(shape))
    byStart[start] = &shape;
}

const GraphShape *ShapeIndex::nearest(const GraphShape &shape) const {
  std::vector<std::size_t> starts = startsOf(shape);
  for (std::size_t n = starts.size(); n-- > 0;)
    if (auto found = byStart.find(starts[n]); found != byStart.end())
      return found->second;
  return nullptr;
}

} // namespace gtjit::detail
