//===- Translation.h - LLVM dialect to LLVM IR ------------------*- C++ -*-===//
#ifndef GTCOMPILER_TARGET_TRANSLATION_H
#define GTCOMPILER_TARGET_TRANSLATION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace gtcompiler {

/// Adds what `translateKernels` needs to `registry`.
void registerTranslation(mlir::DialectRegistry &registry);

/// The LLVM IR of `module`, which holds the LLVM dialect only. Null, with a
/// diagnostic, when something else is left in it.
std::unique_ptr<llvm::Module> translateKernels(mlir::ModuleOp module, llvm::LLVMContext &context);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_TRANSLATION_H
