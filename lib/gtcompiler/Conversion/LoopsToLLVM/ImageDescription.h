//===- ImageDescription.h - How kernels are run, as attributes --*- C++ -*-===//
//
// Writes the attributes of ImageAttributes.h for a program and its kernels.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGEDESCRIPTION_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGEDESCRIPTION_H

#include "KernelUses.h"

namespace gtcompiler {

/// What images call the storages, ranges and scalars of a program: its arguments
/// of each kind and its temporaries are numbered in order, a scalar by its first
/// word of eight bytes.
class ProgramNumbers {
public:
  explicit ProgramNumbers(ProgramOp program);
  unsigned of(mlir::Value value) const { return numbers.at(value); }

  unsigned storageCount = 0;
  unsigned rangeCount = 0;
  unsigned words = 0; ///< of all scalars

private:
  llvm::DenseMap<mlir::Value, unsigned> numbers;
};

/// The attribute `gt.image`: the arguments, temporaries and remarks of a
/// program at the loop level.
mlir::DictionaryAttr describeProgram(ProgramOp program, const ProgramNumbers &numbers);

/// The attribute `gt.kernel`.
mlir::DictionaryAttr describeKernel(KernelOp kernel, const KernelUses &uses,
                                    const ProgramNumbers &numbers);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_IMAGEDESCRIPTION_H
