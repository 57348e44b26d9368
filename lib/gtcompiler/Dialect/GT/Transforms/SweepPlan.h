//===- SweepPlan.h - What a sweep computes beside a scan --------*- C++ -*-===//
//
// Decides which scans, stores and materialised operations are computed in the kernel of
// a scan, while levels are assigned to what is in memory. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_SWEEPPLAN_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_SWEEPPLAN_H

#include "KernelPlan.h"
#include "Root.h"
#include <map>

namespace gtcompiler {

/// Whether a kernel writes what `store`, the root's, stores to its storage already.
bool isStored(const KernelPlan &plan, const Root &root, StoreOp store);

/// The roots must not move while it lives.
class SweepPlan {
public:
  SweepPlan(std::vector<Root> &roots, const llvm::DenseMap<mlir::Operation *, size_t> &index,
            const llvm::SmallPtrSetImpl<mlir::Value> &loadedStorages, const KernelPlan &plan,
            size_t kernelLimit)
      : roots(roots), index(index), loadedStorages(loadedStorages), plan(plan),
        kernelLimit(kernelLimit) {}

  /// The number of kernels that must have run before one that reads what `cone`, of
  /// `reader`, has of memory.
  unsigned levelBehind(const Root &reader, const Cone &cone) const;
  /// Makes the root, whose level is known, part of the kernel of a scan: one that it
  /// reads the results of, or, if it is a scan, a similar one of its level; or of its own.
  /// Roots come in program order.
  void join(Root &root);
  /// Values of sweeps that other kernels need in memory, when all roots have come.
  llvm::DenseSet<mlir::Value> readElsewhere() const;

  /// Operations that a root brings into a kernel.
  static size_t sizeOf(const Root &root);
  /// Level and number of the kernel of a scan, for its maker to remember.
  std::pair<unsigned, size_t> &kernelOf(const Root &scan) { return kernels.at(&scan); }

private:
  const Root *rootOf(const ConeNode &node) const;
  bool isResultOf(const Root &store, const Root &sweep) const;
  void noteWritten(const Root &root);
  bool mayWrite(const Root &root, mlir::Value storage, const Root &sweep) const;
  bool canJoin(const Root &root, const Root &sweep) const;
  llvm::SmallVector<Root *, 4> candidatesFor(const Root &root);

  std::vector<Root> &roots;
  const llvm::DenseMap<mlir::Operation *, size_t> &index;
  const llvm::SmallPtrSetImpl<mlir::Value> &loadedStorages;
  const KernelPlan &plan;
  size_t kernelLimit;
  std::map<const Root *, std::pair<unsigned, size_t>> kernels;
  llvm::DenseSet<std::pair<const Root *, mlir::Value>> written; ///< storages, by sweep
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_SWEEPPLAN_H
