//===- CommonFunctions.h - Code that programs share -------------*- C++ -*-===//
//
// Reductions need functions that depend on what is reduced by their type alone, and end in
// kernels that reduce what others left: the same in program after program, and most of the
// code of a small one. Each is an object of its own, so that the bytes of an image don't
// depend on what was compiled before.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_COMMONFUNCTIONS_H
#define GTCOMPILER_LIB_TARGET_HOST_COMMONFUNCTIONS_H

#include "CodeGenerator.h"

#include "gtcompiler/Conversion/EqualCode.h"

#include "mlir/IR/OwningOpRef.h"

namespace gtcompiler {

/// The code of such functions for one code generator, and one MLIR context.
class CommonFunctions {
public:
  /// Takes the bodies of functions out of `module`, which holds the LLVM dialect, and returns
  /// their code, valid until the next call: `generator` makes it where it is not known.
  llvm::Expected<std::vector<CommonFunction>> takeFrom(mlir::ModuleOp module,
                                                       CodeGenerator &generator);

private:
  struct Known {
    mlir::OwningOpRef<mlir::ModuleOp> module; ///< the function, and what it calls
    OpenCode code;
  };

  llvm::Expected<const OpenCode *> codeOf(mlir::LLVM::LLVMFuncOp function,
                                          CodeGenerator &generator);
  void forget();

  EqualCode equal;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Known>> known; ///< by function
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_COMMONFUNCTIONS_H
