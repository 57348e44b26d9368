//===- EqualKernels.h - Kernels that share code -----------------*- C++ -*-===//
//
// Programs repeat themselves: a thousand sums, a chain of the same step. What a
// kernel is called with is no part of its code, so kernels that differ in
// storages, ranges and numbers alone are compiled once.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_EQUALKERNELS_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_EQUALKERNELS_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "llvm/ADT/DenseMap.h"

namespace gtcompiler {

/// The kernels of one program.
class EqualKernels {
public:
  /// The first kernel that does what `kernel` does, with other arguments;
  /// `kernel` itself if there is none before.
  KernelOp firstLike(KernelOp kernel);

private:
  llvm::DenseMap<std::size_t, llvm::SmallVector<KernelOp, 1>> known; ///< by hash
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_EQUALKERNELS_H
