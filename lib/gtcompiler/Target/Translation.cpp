//===- Translation.cpp - LLVM dialect to LLVM IR --------------------------===//
//
// Our own walk, and for what that leaves a thin door to MLIR's translation, with LLVM's
// verifier off: the dialect's own verifier has seen every operation.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Translation.h"

#include "DirectTranslation.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

void gtcompiler::registerTranslation(mlir::DialectRegistry &registry) {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
}

std::unique_ptr<llvm::Module> gtcompiler::translateKernels(mlir::ModuleOp module,
                                                           llvm::LLVMContext &context) {
  if (auto made = translateDirectly(module, context))
    return made;
  return mlir::translateModuleToLLVMIR(module, context, "kernels", /*disableVerification=*/true);
}
