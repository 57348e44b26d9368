//===- KernelFacts.h - What a kernel touches ---------------------*- C++ -*-===//
//
// Looks at a gt.stencil or gt.fold before any code is emitted: which storages
// and ranges it needs, along which dimension its vectors go and how long they
// are. Emits nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELFACTS_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELFACTS_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace gtcompiler {

/// Facts about one kernel. `storages` and `ranges` number what the kernel
/// reads through KernelArgs, in the order of KernelInfo (gtabi/Image.h).
struct KernelFacts {
  mlir::Operation *op;
  mlir::Block *point;                           ///< what happens at one point
  llvm::SmallVector<mlir::StringAttr> loopDims; ///< slow to fast
  mlir::StringAttr reducedDim;                  ///< null for a stencil
  /// The dimension of the innermost loop: the reduced one of a fold with
  /// `lanes`, else the last loop dimension; null when there is none.
  mlir::StringAttr rowDim;
  std::int64_t vectorBytes = 0; ///< of a register
  std::int64_t lanes = 1;       ///< neighbours along rowDim that are computed at once

  /// Accesses of a stencil that are not contiguous along the row and are copied
  /// to scratch block by block, and the other dimension of a block: one along
  /// which the first of them is contiguous, or null. See Staging.h.
  llvm::SmallVector<AccessOp, 2> staged;
  mlir::StringAttr acrossDim;

  /// Writes that a call may ask to go past the caches. See Streaming.h.
  llvm::SmallVector<WriteOp, 2> streamed;

  llvm::SetVector<mlir::Value> storages;
  llvm::SetVector<mlir::Value> ranges; ///< loops, reduced, pins
  llvm::SetVector<mlir::Value> read;
  llvm::SetVector<mlir::Value> written;
  /// The program's scalar arguments that it uses, and where each begins in
  /// KernelArgs::scalars, in words of eight bytes.
  llvm::MapVector<mlir::Value, unsigned> scalars;
  std::int64_t flops = 0; ///< per point

  unsigned storageIndex(mlir::Value storage) const { return indexIn(storages, storage); }
  unsigned rangeIndex(mlir::Value range) const { return indexIn(ranges, range); }

  /// The byte of KernelArgs::scalars at which `argument` begins.
  std::int64_t scalarOffset(mlir::Value argument) const { return 8 * scalars.lookup(argument); }

private:
  static unsigned indexIn(const llvm::SetVector<mlir::Value> &set, mlir::Value value) {
    return llvm::find(set, value) - set.begin();
  }
};

/// Analyses a gt.stencil or gt.fold for vectors of `vectorBytes` bytes.
KernelFacts analyseKernel(mlir::Operation *kernel, std::int64_t vectorBytes);

/// The scalar arguments of the program from which it computes `scalar`, which
/// may be one of them, in the order of first use.
llvm::SetVector<mlir::Value> scalarArguments(mlir::Value scalar);

/// Words of eight bytes that a scalar takes as an argument.
unsigned scalarWords(mlir::Type type);

/// Whether the value of `access` changes along `dim`.
bool dependsOn(AccessOp access, mlir::StringAttr dim);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELFACTS_H
