//===- CallCut.cpp - A graph between calls on whole arrays ----------------===//
//
// Copies what reads the calls' results.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/CallCut.h"

#include <unordered_map>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Cutter {
public:
  Cutter(CallCut &cut, const std::function<NodeRef(const NodeRef &)> &leafOf)
      : cut(cut), leafOf(leafOf) {}
  NodeRef visit(const NodeRef &root);

private:
  static bool isWhole(const Node &node) { return node.memory() || !node.awaitsCall; }
  NodeRef made(const NodeRef &node);
  NodeRef cutOf(const NodeRef &node) const { return isWhole(*node) ? node : done.at(node.get()); }

  CallCut &cut;
  const std::function<NodeRef(const NodeRef &)> &leafOf;
  std::unordered_map<const Node *, NodeRef> done;
};

NodeRef Cutter::visit(const NodeRef &root) {
  std::vector<std::pair<NodeRef, std::size_t>> path{{root, 0}};
  while (!path.empty()) {
    auto &[node, next] = path.back();
    settleResult(*node);
    if (!isWhole(*node) && next < node->inputs.size()) {
      const NodeRef &input = node->inputs[next++];
      if (!done.contains(input.get()))
        path.push_back({input, 0});
      continue;
    }
    if (!isWhole(*node) && !done.contains(node.get()))
      done.emplace(node.get(), made(node));
    path.pop_back();
  }
  return cutOf(root);
}

NodeRef Cutter::made(const NodeRef &node) {
  if (as<ArrayCallNode>(*node)) {
    CallCut::Call &call = cut.calls.emplace_back(CallCut::Call{node, {}});
    for (const NodeRef &input : node->inputs)
      call.operands.push_back(cutOf(input));
    return node;
  }
  if (arrayCallOf(*node))
    return leafOf(node);
  NodeRef copy = node->clone();
  copy->awaitsCall = false;
  for (std::size_t n = 0; n < node->inputs.size(); ++n)
    copy->inputs[n] = cutOf(node->inputs[n]);
  return copy;
}

} // namespace

CallCut detail::cutCalls(const std::vector<NodeRef> &values,
                         const std::function<NodeRef(const NodeRef &result)> &leafOf) {
  CallCut cut;
  Cutter cutter(cut, leafOf);
  for (const NodeRef &value : values)
    cut.values.push_back(cutter.visit(value));
  return cut;
}
