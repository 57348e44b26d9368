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

/// The reference code of an operation that gives `dtype` and whose last operand
/// has the type `lastOperand`; not of the conversion, which is convertGrid's.
/// Throws TypeError if there is none.
RowFunction pointRow(detail::PointOp op, DType dtype, DType lastOperand, SourceLine line);
/// Computes an operation, conversions included, at `points`.
void computePoints(detail::PointOp op, std::span<const Grid *const> operands, Grid &result,
                   const Domain &points, SourceLine line);
/// True if the first operand is a condition.
bool hasCondition(detail::PointOp op);

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_POINTROWS_H
