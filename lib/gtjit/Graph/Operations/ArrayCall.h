//===- ArrayCall.h - A function of the host on whole arrays -----*- C++ -*-===//
//
// An operation that no kernel computes: evaluations call the function between
// kernels (Evaluate/ArrayCalls.h), and its results are memory for what reads them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_ARRAYCALL_H
#define GTJIT_GRAPH_OPERATIONS_ARRAYCALL_H

#include "gtjit/Graph/Operations/Result.h"
#include "gtjit/Kernel/Imports.h"

namespace gtjit::detail {

/// One call. It is read through ResultNodes, also where there is one result.
struct ArrayCallNode final : NodeOf<ArrayCallNode> {
  static constexpr std::string_view operationName = "call_arrays";
  const ImportedFunction *function;
  Sequence<Domain> domains, computes; ///< of the results
  /// The results, once the function has been called; then the operands are gone. Guarded by the
  /// runtime's graph mutex.
  std::vector<ArrayView> values;

  ArrayCallNode(const ImportedFunction &called, const Node &first)
      : NodeOf(Where{first}), function(&called) {
    awaitsCall = true;
  }
  const Prototype &prototype() const { return function->prototype; }
  bool isDone() const { return !values.empty(); }

  NodeKind kind() const override { return NodeKind::Several; }
  unsigned resultCount() const override {
    return static_cast<unsigned>(prototype().results.size());
  }
  const Domain &domainOf(unsigned result) const override { return domains[result]; }
  const Domain &computeOf(unsigned result) const override { return computes[result]; }
  Domain reads(std::size_t n, const Domain &box) const override;
  bool readsOwnPoint() const override { return false; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  std::string_view spelling() const override { return function->symbol; }
  NodeRef rebuild(const Rebuilding &on) const override;
};

/// The call that a node is a result of; null if it is none, or if its values are in memory.
inline ArrayCallNode *arrayCallOf(const Node &node) {
  if (node.memory() || !as<ResultNode>(node))
    return nullptr;
  return const_cast<ArrayCallNode *>(as<ArrayCallNode>(*node.inputs[0]));
}

/// Lets a node that is a result have its values if its call has been made. Under the graph mutex.
void settleResult(Node &node);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_ARRAYCALL_H
