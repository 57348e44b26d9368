//===- FoldStores.h - Stores in the kernels of reductions -------*- C++ -*-===//
//
// What is stored and reduced is computed and read once: a store becomes part of the
// kernel that reduces over the same points. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_FOLDSTORES_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_FOLDSTORES_H

#include "KernelPlan.h"

namespace gtcompiler {

/// Whether the rows of `reduce` may write what `store`, which needs `cone`, stores, as far as
/// these two say: they go over the same points in the same direction, one by one through
/// contiguous memory, and the points have little to share that only rows of stencils do.
bool mayShareRows(StoreOp store, const Cone &cone, ReduceOp reduce);

/// Whether there may be such kernels in `program` at all: not where points have threads, nor
/// where functions of the host are called, which may fail, or tables are looked up, whose columns
/// kernels of stencils fetch ahead.
bool mayStoreInFolds(ProgramOp program);

/// Moves stores to kernels of reductions in `levels`, which have run when those of `stores` do.
/// `levelOf`: the number of levels that must have run before what a store reads is in memory. No
/// kernel gets more than `kernelLimit` operations by it.
void joinFoldStores(ProgramOp program, std::vector<std::vector<Kernel>> &levels,
                    std::vector<Kernel> &stores, size_t kernelLimit,
                    llvm::function_ref<unsigned(mlir::Operation *)> levelOf);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_FOLDSTORES_H
