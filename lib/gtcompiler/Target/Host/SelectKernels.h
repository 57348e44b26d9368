//===- SelectKernels.h - Instruction selection for kernels ------*- C++ -*-===//
//
// A pass in front of LLVM's own selection, which does nothing more for what it has done.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_SELECTKERNELS_H
#define GTCOMPILER_LIB_TARGET_HOST_SELECTKERNELS_H

#include "llvm/ADT/StringRef.h"

namespace gtcompiler {

/// The name of the pass in LLVM's registry.
inline constexpr llvm::StringRef kSelectKernels = "gt-select-kernels";

/// Makes the pass known to LLVM's registry. It selects the instructions of functions, one after
/// the other, for CPUs with AVX-512 or AVX2 and FMA, and leaves to LLVM those of which it does not
/// know one.
void registerSelectKernels();

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_SELECTKERNELS_H
