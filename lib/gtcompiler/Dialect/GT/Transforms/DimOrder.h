//===- DimOrder.h - The order of a program's loops --------------*- C++ -*-===//
//
// The dimensions of a program, so that the loops of its kernels follow the memory that they
// write. Knows nothing of kernels. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_DIMORDER_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_DIMORDER_H

#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"

namespace gtcompiler {

/// One order for the program, slow to fast: the first store's, then what other storages add, then
/// dimensions that no storage has.
llvm::SmallVector<mlir::StringAttr> orderDims(ProgramOp program);

/// The type of the first storage with dimensions that the program writes, whose rows its kernels
/// have; null if there is none.
StorageType firstStoredType(ProgramOp program);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_DIMORDER_H
