//===- ImageDescription.h - How kernels are run, as attributes --*- C++ -*-===//
//
// Writes the attributes `gt.image` and `gt.kernel` for a program and its kernels.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_IMAGEDESCRIPTION_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_IMAGEDESCRIPTION_H

#include "Reach.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/KernelUses.h"

namespace gtcompiler {

/// What images call the storages, ranges and scalars of a program: its arguments
/// of each kind and its temporaries are numbered in order, a scalar by its first
/// word of eight bytes; other ranges are made of the arguments.
class ProgramNumbers {
public:
  explicit ProgramNumbers(ProgramOp program);
  /// Gives ranges that are computed their bounds; fails, with an error, at one that
  /// is made of too many others.
  mlir::LogicalResult computeBounds(ProgramOp program);

  unsigned of(mlir::Value value) const { return numbers.at(value); }
  BoundsAttr boundsOf(mlir::Value range) const { return bounds.at(range); }

  llvm::SmallVector<StorageType> storages; ///< the arguments' types
  unsigned rangeCount = 0;
  unsigned words = 0; ///< of all scalars

private:
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  llvm::DenseMap<mlir::Value, BoundsAttr> bounds;
};

/// The attribute `gt.image`: the arguments, temporaries, imports and remarks of a
/// program at the loop level.
ImageAttr describeProgram(ProgramOp program, const ProgramNumbers &numbers,
                          const ProgramImports &imports);

/// The attribute `gt.kernel` of a kernel whose code is for `machine`. `shared`: of the program.
KernelInfoAttr describeKernel(KernelOp kernel, const KernelUses &uses,
                              const ProgramNumbers &numbers, const SharedStorages &shared,
                              MachineAttr machine);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGE_IMAGEDESCRIPTION_H
