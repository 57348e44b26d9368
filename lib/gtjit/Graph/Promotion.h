//===- Promotion.h - Element types of operations ----------------*- C++ -*-===//
//
// The type rules: what operands are converted to, what the result is, which
// mixtures are errors. Numbers are weak: they take the type of what they meet.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_PROMOTION_H
#define GTJIT_GRAPH_PROMOTION_H

#include "gtjit/Graph/Build.h"

namespace gtjit::detail {

/// Types of an operation on given operands.
struct OperationTypes {
  DType operands; ///< type that the operands are converted to; a condition is bool
  DType result;
  bool weak; ///< the result's type comes from numbers alone
};
/// Throws DTypeError, at the last operand's line, for operands that do not
/// promote or a type that the operation is not defined for.
OperationTypes operationTypes(PointOp op, std::span<const Operand> operands);

/// Types of a value that is one of the operands at each point. `called`: what the
/// user wrote. Throws as operationTypes; complex values do not mix with real ones.
OperationTypes chosenTypes(std::string_view called, std::span<const Operand> operands);

/// The smallest type that holds the values of both: two floats, or two integers
/// other than u64 with a signed one.
DType widened(DType a, DType b);

/// The node in another type: a weak number as another number, else a cast; the
/// node itself if it has the type. Throws DTypeError for an integer that is
/// no value of the type, and for a complex value that would become real.
NodeRef converted(NodeRef node, DType type, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_PROMOTION_H
