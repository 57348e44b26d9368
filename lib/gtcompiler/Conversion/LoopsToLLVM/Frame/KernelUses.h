//===- KernelUses.h - What a kernel reaches -----------------------*- C++ -*-===//
//
// The storages, ranges and scalars that a kernel finds in its KernelArgs,
// numbered as the image lists them.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_KERNELUSES_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_KERNELUSES_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace gtcompiler {

/// The functions of the host that a program calls, in the order of its image.
class ProgramImports {
public:
  explicit ProgramImports(ProgramOp program);
  unsigned of(CallOp call) const { return numbers.lookup(call.getCalleeAttr().getAttr()); }
  llvm::ArrayRef<ImageImportAttr> list() const { return imports; }

private:
  llvm::DenseMap<mlir::StringAttr, unsigned> numbers;
  llvm::SmallVector<ImageImportAttr, 0> imports;
};

/// `storages` and `ranges` are in the order of KernelInfo (gtabi/Image.h).
struct KernelUses {
  /// `imports`, those of the program, must outlive it.
  KernelUses(KernelOp kernel, const ProgramImports &imports);

  llvm::SetVector<mlir::Value> storages; ///< in the order of their first use
  llvm::SetVector<mlir::Value> ranges;   ///< loops, reduced, pins
  llvm::SetVector<mlir::Value> read;
  llvm::SetVector<mlir::Value> written;
  /// The program's scalar arguments that it uses, and where each begins in
  /// KernelArgs::scalars, in words of eight bytes.
  llvm::MapVector<mlir::Value, unsigned> scalars;
  std::int64_t lanes = 1; ///< of the widest row
  const ProgramImports &imports;

  unsigned storageIndex(mlir::Value storage) const { return indexIn(storages, storage); }
  unsigned rangeIndex(mlir::Value range) const { return indexIn(ranges, range); }

  /// The byte of KernelArgs::scalars at which `argument` begins.
  std::int64_t scalarOffset(mlir::Value argument) const { return 8 * scalars.lookup(argument); }

private:
  void addScalars(mlir::Operation *op);
  unsigned scalarEnd = 0; ///< words so far
  void addRead(mlir::Value memory, mlir::ValueRange pins);
  void addWritten(mlir::Value storage);
  static unsigned indexIn(const llvm::SetVector<mlir::Value> &set, mlir::Value value) {
    return llvm::find(set, value) - set.begin();
  }
};

/// What the threads of `kernel` reduce together; null if that is nothing.
PairwiseOp findTogether(KernelOp kernel);

/// The scalar arguments of the program from which it computes `scalar`, which
/// may be one of them, in the order of first use.
llvm::SetVector<mlir::Value> scalarArguments(mlir::Value scalar);

/// Words of eight bytes that a scalar takes as an argument.
unsigned scalarWords(mlir::Type type);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_KERNELUSES_H
