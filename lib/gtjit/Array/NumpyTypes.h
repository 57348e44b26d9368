//===- NumpyTypes.h - NumPy's promotion of types ----------------*- C++ -*-===//
//
// Which operation of the table computes a NumPy ufunc, and in which type.
// Source: NumPy's type promotion with weak C++ numbers (NEP 50).
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_ARRAY_NUMPYTYPES_H
#define GTJIT_ARRAY_NUMPYTYPES_H

#include "gtjit/DType.h"
#include "gtjit/Types/PointTable.h"

#include <span>

namespace gtjit::detail {

/// The common type: kinds bool < integer < float < complex; a float and an
/// integer give the float that holds the integer (f16 for 8 bits, f32 for 16,
/// else f64), u64 and a signed integer f64. bf16, which NumPy lacks, gives f32
/// with any other type below that.
DType numpyPromote(DType a, DType b);

/// Type and kind of an operand.
struct NumpyOperand {
  DType dtype;
  bool number; ///< a C++ number: weak, but for bool
};

/// How a ufunc is computed: `op` on operands of type `operands`.
struct NumpyRule {
  PointOp op;
  DType operands;
  bool identity = false; ///< the operand itself: abs of bools
};

/// Throws TypeError for types that the ufunc does not take. The condition of a
/// selection is not among the operands.
NumpyRule numpyRule(PointOp op, std::span<const NumpyOperand> operands, SourceLine line);

/// NumPy's casting rule "same_kind": to the same kind of type or a higher one.
bool isSameKindCast(DType from, DType to);

} // namespace gtjit::detail

#endif // GTJIT_ARRAY_NUMPYTYPES_H
