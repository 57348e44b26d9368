//===- MlirPrecompiled.h - Headers that nearly every compiler file pulls in -===//
//
// Precompiled for the compiler's layers. Sources still include what they use:
// the build without precompiled headers has to stay possible.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

#include <string>
#include <vector>
