//===- Reduce.h - One value of those along dimensions -----------*- C++ -*-===//
//
// A reduction goes dimension by dimension, fastest first, in the stride order
// of its operand; the order is fixed when the expression is written.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_REDUCE_H
#define GTJIT_GRAPH_OPERATIONS_REDUCE_H

#include "gtjit/Graph/Build.h"

namespace gtjit::detail {

/// Dimensions in the order in which they are reduced.
struct ReducedDims {
  std::vector<Dimension> dims; ///< fastest first
  bool lanes = false;          ///< the first one is the operand's fastest dimension

  /// "I[0,4) x J[0,8)" of an operand.
  std::string text(const Domain &domain) const;
  /// Ranges of the operand, and the key's part: dimensions, and `kind` with
  /// what of the order the bits depend on.
  void flatten(Flattening &to, const Domain &domain, ReduceKind kind, bool isOrderFree) const;
  /// The box of an operand on `domain` that a box of the result reads.
  Domain reads(const Domain &domain, Domain box) const;
  /// Makes the operand the node's only input: on its domain, without these
  /// dimensions.
  void infer(Node &node, const NodeRef &operand, SourceLine line) const;
};
/// As a reduction of `operand` does it.
ReducedDims reducedDims(const Node &operand, const Dims &dims);

/// Throw unless the input has these dimensions, finite and once each, and
/// values of a type that the kind reduces. `spelling`: what the user wrote.
void checkReducedDims(const Node &input, std::string_view spelling, const Dims &dims,
                      SourceLine line);
void checkReducedType(const Node &input, std::string_view spelling, ReduceKind kind,
                      SourceLine line);

struct ReduceNode final : NodeOf<ReduceNode> {
  static constexpr std::string_view operationName = "reduce";
  ReduceKind combine;
  ReducedDims order;
  bool ofMean = false;      ///< the sum that a mean divides
  bool ofNeighbors = false; ///< in the order of the neighbours, whatever strides are

  ReduceNode(const NodeRef &operand, ReduceKind combine, ReducedDims order, SourceLine line);
  /// Whether it adds or multiplies, or joins bools.
  bool accumulates() const { return combine != ReduceKind::Min && combine != ReduceKind::Max; }
  /// How many dimensions, from the first, have so few points that code is made for their number.
  std::size_t unrolledDims() const;

  NodeKind kind() const override { return NodeKind::Computed; }
  Domain reads(std::size_t n, const Domain &box) const override;
  std::span<const Dimension> gathered() const override { return order.dims; }
  bool readsOwnPoint() const override { return false; }
  bool isComputedApart() const override { return unrolledDims() < order.dims.size(); }
  bool dependsOnStrides() const override { return accumulates() && isFloat(dtype) && !ofNeighbors; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view spelling() const override { return nameOf(combine); }
  std::string_view called() const override;
  std::string shape(std::span<const std::string> operands) const override;
  std::string computation(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;
};

/// What sums and products of a type are made in; other kinds keep the type.
DType accumulatedType(ReduceKind kind, DType type);

/// What means of a type have, and what they are made in.
DType meanType(DType type);
DType dividedType(DType type);
/// What a reduction of values of a type starts with: a number.
NodeRef buildStart(ReduceKind kind, DType type, SourceLine line);

/// The sum of a mean, of the type of the input. Throws what the mean throws for
/// the input's domain.
NodeRef buildMeanSum(const NodeRef &input, const Dims &dims, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_REDUCE_H
