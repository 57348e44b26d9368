//===- At.h - The value at indices that are computed ------------*- C++ -*-===//
//
// The value at a point is that of the field where some of its coordinates are what
// other fields hold for the point. Nothing is evaluated: that the indices lie in the
// field is looked at by each evaluation, before anything is stored, unless what they
// are computed from shows it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_AT_H
#define GTJIT_GRAPH_OPERATIONS_AT_H

#include "gtjit/Graph/Build.h"

namespace gtjit::detail {

/// What replaces one dimension.
struct AtIndex {
  Dimension to;    ///< of the field
  NodeRef indices; ///< integers
};
/// Replaces all dimensions at once. Throws DTypeError unless indices are integers, ValueError for
/// a dimension that the field lacks, that is replaced twice or that has no end.
NodeRef buildAt(const NodeRef &field, std::span<const AtIndex> indices, SourceLine line);

struct AtNode final : NodeOf<AtNode> {
  static constexpr std::string_view operationName = "at";
  /// What is known of input n + 1.
  struct Replaced {
    Range image;    ///< of the field: where the indices lie
    bool isChecked; ///< whether each evaluation has to see that they do
  };
  std::vector<Replaced> replaced;
  std::vector<Dimension> dims; ///< of the field, one for each of `replaced`

  NodeKind kind() const override { return NodeKind::Computed; }
  Domain reads(std::size_t n, const Domain &box) const override;
  std::optional<Range> allowedValues(std::size_t n) const override;
  bool isChecked(std::size_t n) const override { return n > 0 && replaced[n - 1].isChecked; }
  void check(std::size_t n, const reference::Grid &indices, const Domain &box) const override;
  std::vector<Domain> pointsReadAt(const Domain &box,
                                   std::span<const reference::Grid> indices) const override;
  std::span<const Dimension> gathered() const override { return dims; }
  bool readsOwnPoint() const override { return false; }
  std::vector<Dimension>
  ordered(std::span<const std::vector<Dimension>> inputOrders) const override;
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_AT_H
