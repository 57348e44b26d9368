//===- EqualCode.h - Functions that are the same ----------------*- C++ -*-===//
//
// Kernels may differ and still be the same code: names of dimensions, and how many loops the engine
// walks for a kernel, are no part of it.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_EQUALCODE_H
#define GTCOMPILER_CONVERSION_EQUALCODE_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseMap.h"

namespace gtcompiler {

/// Functions of one MLIR context, which outlive this.
class EqualCode {
public:
  /// The first function that does what `function` does; `function` itself if there is none before.
  /// Names and linkage do not count.
  mlir::LLVM::LLVMFuncOp firstLike(mlir::LLVM::LLVMFuncOp function);

private:
  mlir::LLVM::LLVMFuncOp first;
  llvm::DenseMap<std::size_t, llvm::SmallVector<mlir::LLVM::LLVMFuncOp, 1>> known; ///< by hash
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_EQUALCODE_H
