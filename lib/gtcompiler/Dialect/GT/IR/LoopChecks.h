//===- LoopChecks.h - What operations of the loop level ask for -*- C++ -*-===//
//
// Checks that several verifiers share: where an operation may stand, and what its
// memory must have.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_LOOPCHECKS_H
#define GTCOMPILER_DIALECT_GT_IR_LOOPCHECKS_H

#include "Checks.h"

namespace gtcompiler {

/// Whether `op` may stand in a row: it happens at one point.
bool isAtPoint(mlir::Operation &op);
mlir::LogicalResult verifyNoArguments(mlir::Operation *nest, mlir::Block &block);
/// Emits an error at an operation of `block` that has no place among loops.
mlir::LogicalResult verifyAmongLoops(mlir::Operation *nest, mlir::Block &block);
/// Emits an error at `loop` unless `dim` is one of the kernel's dimensions that
/// no loop around gives an index.
mlir::LogicalResult verifyOpens(mlir::Operation *loop, mlir::StringAttr dim);
mlir::LogicalResult verifyIndex(mlir::Operation *op, mlir::StringAttr dim);
mlir::LogicalResult verifyElement(mlir::Operation *op, mlir::Type memory, mlir::Type value);
mlir::LogicalResult verifyLanes(mlir::Operation *op, int64_t lanes);
/// Emits an error at `op` if it stands in a row along which `memory` has no
/// dimension: what it writes would be one element for all points.
mlir::LogicalResult verifyAlongRow(mlir::Operation *op, mlir::Type memory);
/// Emits an error at `op` unless a span of `dim` has at most `extent` points, as
/// those of tiles have that are as large.
mlir::LogicalResult verifySpan(mlir::Operation *op, mlir::StringAttr dim, int64_t extent);
/// The same for the dimensions of `buffer` that have an index; of the others the
/// first element is meant.
mlir::LogicalResult verifyExtents(mlir::Operation *op, BufferType buffer);
/// The loop whose parts a row is in, if that is the next one around it that has parts.
LoopOp findParts(RowOp row);
/// (C5) of gt.put.
mlir::LogicalResult verifyAt(PutOp put);
/// (C6) of gt.prefetch.
mlir::LogicalResult verifyAhead(PrefetchOp fetch, RowOp row);

} // namespace gtcompiler

#endif // GTCOMPILER_DIALECT_GT_IR_LOOPCHECKS_H
