//===- Reach.h - Which points of a storage a kernel touches -----*- C++ -*-===//
//
// What kernels that run part by part must know of each other: how far from a point of
// its loops a kernel reads and writes.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_REACH_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_REACH_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "llvm/ADT/DenseMap.h"

namespace gtcompiler {

/// The storages of a program that one of its kernels writes and another one touches.
class SharedStorages {
public:
  explicit SharedStorages(ProgramOp program);
  bool contains(mlir::Value storage) const { return shared.contains(storage); }

private:
  llvm::DenseSet<mlir::Value> shared;
};

/// How far `kernel` reaches in each dimension of `storage`. Empty if that is not the same for all
/// points, as where an index says where to read, or if one of the dimensions has no loop.
llvm::SmallVector<ReachAttr> reachOf(KernelOp kernel, mlir::Value storage);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_REACH_H
