//===- MathBitcode.h - Math functions for kernels on GPUs -------*- C++ -*-===//
//
// The engine's definitions of math functions (lib/gtjit/Math), compiled to bitcode when
// this library is built.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_NVPTX_MATHBITCODE_H
#define GTCOMPILER_LIB_TARGET_NVPTX_MATHBITCODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace gtcompiler {

/// Whether `name` is that of a math function: "gt_math_exp_f64".
bool isMathFunction(llvm::StringRef name);

/// Adds the definitions of those that `kernels` declares, and of what they need, to it. It has
/// the data layout of the target.
llvm::Error linkMath(llvm::Module &kernels);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_NVPTX_MATHBITCODE_H
