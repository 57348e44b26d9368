//===- Result.h - One result of an operation that has several ---*- C++ -*-===//
//
// The handle of the result: its type and domain, its value once evaluated.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_RESULT_H
#define GTJIT_GRAPH_OPERATIONS_RESULT_H

#include "gtjit/Graph/Node.h"

#include <vector>

namespace gtjit::detail {

struct ResultNode final : NodeOf<ResultNode> {
  static constexpr std::string_view operationName = "result";
  unsigned number;          ///< of the input's results
  std::string_view spelled; ///< the input's spelling, for when that has gone

  /// Over the domain that `several` says, unless its maker says otherwise.
  ResultNode(const NodeRef &several, unsigned number, DType type);

  NodeKind kind() const override { return NodeKind::Computed; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view spelling() const override { return spelled; }
  std::string shape(std::span<const std::string> operands) const override;
  std::string computation(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;
};

/// All results of `several`; `typeOf(n)` is the element type of the one with that number.
template <class TypeOf> std::vector<NodeRef> resultsOf(const NodeRef &several, TypeOf typeOf) {
  std::vector<NodeRef> results;
  for (unsigned n = 0; n < several->resultCount(); ++n)
    results.push_back(NodeRef(new ResultNode(several, n, typeOf(n))));
  return results;
}

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_RESULT_H
