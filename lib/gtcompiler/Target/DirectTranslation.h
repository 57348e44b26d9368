//===- DirectTranslation.h - LLVM IR in one walk ----------------*- C++ -*-===//
#ifndef GTCOMPILER_TARGET_DIRECTTRANSLATION_H
#define GTCOMPILER_TARGET_DIRECTTRANSLATION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace gtcompiler {

/// The LLVM IR of `module`, as MLIR's translation makes it, instruction by instruction. Null,
/// without a diagnostic, where it has what kernels of CPUs have not: globals and aliases, debug
/// information, attributes of arguments, flags of instructions.
std::unique_ptr<llvm::Module> translateDirectly(mlir::ModuleOp module, llvm::LLVMContext &context);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_DIRECTTRANSLATION_H
