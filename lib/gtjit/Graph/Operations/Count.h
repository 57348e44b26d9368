//===- Count.h - The number of points of a field ----------------*- C++ -*-===//
//
// A weak integer that is known when a program is called.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_COUNT_H
#define GTJIT_GRAPH_OPERATIONS_COUNT_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

struct CountNode final : NodeOf<CountNode> {
  static constexpr std::string_view operationName = "count";
  std::vector<Dimension> dims; ///< of the input, whose points are counted

  explicit CountNode(std::vector<Dimension> dims) : dims(std::move(dims)) {}
  NodeKind kind() const override { return NodeKind::Source; }
  bool isScalar(bool) const override { return true; }
  void printRecorded(OperationText &text) const override;
  NodeRef rebuild(const Rebuilding &on) const override;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_COUNT_H
