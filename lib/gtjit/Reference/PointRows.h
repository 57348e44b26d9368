//===- PointRows.h - The table's reference code over rows -------*- C++ -*-===//
//
// Every operation of the table for every element type that it computes in.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_POINTROWS_H
#define GTJIT_REFERENCE_POINTROWS_H

#include "gtjit/Reference/Grid.h"
#include "gtjit/Types/PointTable.h"

namespace gtjit::reference {

/// Computes one row: operands first, the result last.
using RowFunction = void (*)(const Row &row);

/// The reference code of an operation whose operands have the type `dtype`
/// (but for the condition of `where`, a bool); null if it has none. Comparisons
/// give bools, all others `dtype`. Conversions are convertGrid's.
RowFunction pointRow(detail::PointOp op, DType dtype);
/// True if the first operand is a condition.
bool hasCondition(detail::PointOp op);
/// True for the conversion, `astype`.
bool isConversion(detail::PointOp op);
/// True if the result is a bool whatever the operands are.
bool isComparison(detail::PointOp op);

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_POINTROWS_H
