//===- SelectKernels.h - Instruction selection for kernels ------*- C++ -*-===//
//
// A pass in front of LLVM's own selection, which does nothing more for what it has done.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_SELECTKERNELS_H
#define GTCOMPILER_LIB_TARGET_HOST_SELECTKERNELS_H

#include "llvm/ADT/StringRef.h"

namespace gtcompiler {

/// The name of the pass in LLVM's registry. It selects the instructions of functions, one after
/// the other, for CPUs with AVX-512 or AVX2 and FMA, and leaves to LLVM's own pass, behind it,
/// those of which it does not know one.
inline constexpr llvm::StringRef kSelectKernels = "gt-select-kernels";
/// The same where none is behind it. A function that it cannot do has no instruction and the
/// attribute kUnselected.
inline constexpr llvm::StringRef kSelectKernelsAlone = "gt-select-kernels-alone";
inline constexpr llvm::StringRef kUnselected = "gt-unselected";

/// Makes both known to LLVM's registry.
void registerSelectKernels();

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_SELECTKERNELS_H
