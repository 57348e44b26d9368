//===- Checks.h - Checks that several verifiers make ------------*- C++ -*-===//
//
// Comparisons of lists of dimensions, and the types that reductions take. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_IR_CHECKS_H
#define GTCOMPILER_LIB_DIALECT_GT_IR_CHECKS_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

namespace gtcompiler {

/// Whether two lists without repetitions have the same members.
bool haveSameDims(llvm::ArrayRef<mlir::StringAttr> first, llvm::ArrayRef<mlir::StringAttr> second);

/// The dimension of each range.
llvm::SmallVector<mlir::StringAttr> rangeDims(mlir::ValueRange ranges);

/// Emits an error at `op` if a dimension is listed twice.
mlir::LogicalResult verifyDistinct(mlir::Operation *op, llvm::ArrayRef<mlir::StringAttr> dims);

/// The dimensions of `field` that are not in `removed`.
llvm::SmallVector<mlir::StringAttr> otherDims(FieldType field,
                                              llvm::ArrayRef<mlir::StringAttr> removed);

/// Emits an error at `op` unless `field` has each of `dims`.
mlir::LogicalResult verifyHasDims(mlir::Operation *op, FieldType field,
                                  llvm::ArrayRef<mlir::StringAttr> dims);

/// Emits an error at `op` unless `ranges` are those of the dimensions of
/// `storage`, in their order.
mlir::LogicalResult verifyRangePerDim(mlir::Operation *op, StorageType storage,
                                      mlir::ValueRange ranges);

/// Emits an error at `op` unless `kind` reduces values of type `element`.
mlir::LogicalResult verifyReduces(mlir::Operation *op, ReduceKind kind, mlir::Type element);

/// Emits an error at `op` unless `offsets` has a number for each dimension of
/// `memory`, which has those of the pins, each once.
mlir::LogicalResult verifyPosition(mlir::Operation *op, mlir::Type memory, mlir::ValueRange pins,
                                   llvm::ArrayRef<int64_t> offsets);

/// Emits an error at `op` unless there is a dimension of `memory` for each of
/// `indices`, listed once and not pinned.
mlir::LogicalResult verifyIndices(mlir::Operation *op, mlir::Type memory, mlir::ValueRange pins,
                                  mlir::ValueRange indices, mlir::ArrayAttr indexDims);

/// Emits an error at `op` unless `result` is `field` with `replaced` dimensions
/// replaced by those of tables of indices, one for each.
mlir::LogicalResult verifyRemapped(mlir::Operation *op, FieldType field, mlir::ValueRange tables,
                                   llvm::ArrayRef<mlir::StringAttr> replaced, FieldType result);

/// Whether a loop point by point, or a row, around `op` gives `dim` an index.
bool hasIndex(mlir::Operation *op, mlir::StringAttr dim);

/// Whether `dim` is a dimension of the kernel's loops, that of `along` included.
bool isLoopDim(mlir::Operation *kernel, mlir::StringAttr dim);

/// Emits an error at an operation of `point` that happens at no point of `kernel`.
mlir::LogicalResult verifyPoint(mlir::Operation *kernel, mlir::Block &point);

/// Emits an error at a write of `point`, a block of a stencil or a sweep, to a storage
/// that is written twice, or, unless it is in place, read elsewhere than at the point
/// by one of `readers`.
mlir::LogicalResult verifyWrites(mlir::Block &point, llvm::ArrayRef<mlir::Block *> readers);

/// Emits an error at what a point of `row` may not do: constraints (C4) to (C6) of gt.row.
mlir::LogicalResult verifyPointsOfRow(RowOp row);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_IR_CHECKS_H
