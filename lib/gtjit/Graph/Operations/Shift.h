//===- Shift.h - The value some points away ---------------------*- C++ -*-===//
//
// The value at i is that of the input at i + offset.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_SHIFT_H
#define GTJIT_GRAPH_OPERATIONS_SHIFT_H

#include "gtjit/Graph/Operations/View.h"

namespace gtjit::detail {

struct ShiftNode final : ViewOf<ShiftNode> {
  static constexpr std::string_view operationName = "shift";
  Dimension dim;
  std::int64_t offset;

  ShiftNode(const NodeRef &input, Shift shift, SourceLine line);
  ShiftNode(const NodeType &type, NodeRef input, Shift shift, SourceLine line)
      : ViewOf(type, std::move(input), line), dim(shift.dim), offset(shift.offset) {}
  Domain reads(std::size_t n, const Domain &box) const override;
  bool readsOwnPoint() const override { return offset == 0; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_SHIFT_H
