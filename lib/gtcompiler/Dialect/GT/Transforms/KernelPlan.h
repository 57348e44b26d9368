//===- KernelPlan.h - Which kernels a program becomes -----------*- C++ -*-===//
//
// The kernels of a program, their loops, their results and their order, before
// any of them is written as IR; ranges that are made of others are. Private to
// this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELPLAN_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELPLAN_H

#include "Ranges.h"
#include <vector>

namespace gtcompiler {

/// A loop of a kernel.
struct Loop {
  mlir::StringAttr dim;
  RangeTerms terms;

  bool operator==(const Loop &other) const { return dim == other.dim && terms == other.terms; }
};

/// One value that a kernel computes at every point, and where it goes.
struct KernelResult {
  /// The reduction or materialised operation, or the store.
  mlir::Operation *op = nullptr;
  /// What is computed; without nodes if it is a scalar or a later step of a reduction.
  Cone cone;
  /// What a scan starts with.
  Cone start;
  /// The steps of the same reduction done before this kernel.
  unsigned step = 0;
  /// The loops of all kernels that compute parts of the same result; none if this
  /// is the only one.
  llvm::SmallVector<Loop, 4> whole = {};
};

/// One gt.stencil, gt.fold or gt.sweep to be. Results of a sweep are its scans, and
/// stores and materialised operations that read these at the point; operands before users.
struct Kernel {
  llvm::SmallVector<Loop, 4> loops;   ///< slow to fast
  mlir::Value along;                  ///< of a fold or sweep, else null
  bool lanes = false;                 ///< of a fold
  bool isNarrow = false;              ///< has a point or two in its fastest loop
  std::optional<Direction> direction; ///< of a sweep
  llvm::SmallVector<KernelResult, 1> results;
  llvm::SmallVector<KernelResult, 0> writes;     ///< stores of a fold, at each of its points
  llvm::SmallPtrSet<mlir::Value, 4> loaded;      ///< storages that it reads
  llvm::SmallPtrSet<mlir::Value, 4> loadedApart; ///< those that it reads not only at the point
  size_t size = 0;                               ///< operations at a point, at most
  /// What its stores compute or read, each once.
  llvm::DenseSet<std::pair<mlir::Operation *, PositionId>> nodes;
};

/// Adds the storages that a cone reads to those of a kernel.
void addLoaded(Kernel &kernel, const Cone &cone);

/// What a program becomes. Every kernel reads only what earlier ones or the
/// caller wrote; kernels of `stores` come last.
struct KernelPlan {
  std::vector<Kernel> intermediates;
  std::vector<Kernel> stores;
  /// Storages that values in memory are written to directly, because the only
  /// thing that happens to them is a store that covers all that is read.
  llvm::DenseMap<mlir::Value, mlir::Value> destinations;
  /// Results of a sweep that other kernels read.
  llvm::DenseSet<mlir::Value> readElsewhere;
  /// Dimensions of the program from slow to fast.
  llvm::SmallVector<mlir::StringAttr> dimOrder;
};

/// Plans the kernels of `program`, none with more than `kernelLimit` operations
/// unless a single result needs them. `positions` is filled on the way. Fails with
/// an error where a concatenation that has to be in memory is not.
mlir::FailureOr<KernelPlan> planKernels(ProgramOp program, PositionTable &positions,
                                        RangeWriter &ranges, const MaterialisedSet &materialised,
                                        size_t kernelLimit);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELPLAN_H
