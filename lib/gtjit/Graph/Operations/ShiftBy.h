//===- ShiftBy.h - The value some points away, point by point ---*- C++ -*-===//
//
// The value at i is that of the field at i + offsets(i). The user says between which
// bounds the offsets lie, so it is known where the result is defined although they are
// computed in the same kernel. Whether they do is looked at by each evaluation, before
// anything is stored.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_SHIFTBY_H
#define GTJIT_GRAPH_OPERATIONS_SHIFTBY_H

#include "gtjit/Connectivity.h"
#include "gtjit/Graph/Build.h"

namespace gtjit::detail {

/// A term of offsets in `dim` as i64. Throws DTypeError unless it is of integers.
NodeRef buildOffsetTerm(const NodeRef &offsets, Dimension dim, SourceLine line);
/// Integers in a signed type that holds those that are indices, under their name: what no i64 holds
/// becomes the largest.
NodeRef buildSigned(const NodeRef &integers, DType type, SourceLine line);
/// Offsets in `dim` as i64. Throws as buildOffsetTerm, ValueError if they lack the dimension.
NodeRef buildOffsets(const NodeRef &offsets, Dimension dim, SourceLine line);

/// How far a field is shifted.
struct ShiftByRequest {
  Dimension dim;
  NodeRef offsets; ///< of buildOffsets
  OffsetBounds bounds;
};
/// Throws ValueError if the field lacks the dimension, the bounds hold nothing, or
/// neither field nor offsets have an end.
NodeRef buildShiftBy(const NodeRef &field, const ShiftByRequest &by, SourceLine line);

struct ShiftByNode final : NodeOf<ShiftByNode> {
  static constexpr std::string_view operationName = "shift_by";
  Dimension dim;
  OffsetBounds bounds;
  Range image; ///< of the field: what may be read for any point of the node

  ShiftByNode(Dimension dim, OffsetBounds bounds) : dim(dim), bounds(bounds) {}
  NodeKind kind() const override { return NodeKind::Computed; }
  Domain reads(std::size_t n, const Domain &box) const override;
  std::optional<Range> allowedValues(std::size_t n) const override;
  void check(std::size_t n, const reference::Grid &offsets, const Domain &box) const override;
  std::vector<Domain> pointsReadAt(const Domain &box,
                                   std::span<const reference::Grid> offsets) const override;
  std::span<const Dimension> gathered() const override { return {&dim, 1}; }
  bool readsOwnPoint() const override { return false; }
  std::vector<Dimension>
  ordered(std::span<const std::vector<Dimension>> inputOrders) const override;
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view called() const override { return "as_offset"; }
  std::string shape(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_SHIFTBY_H
