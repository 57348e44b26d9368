//===- FewPasses.h - What kernels need no passes for ------------*- C++ -*-===//
//
// Of the hand-picked passes many do nothing for a kernel whose instructions SelectKernels
// selects, all of them, with its constants in front of all loops.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_FEWPASSES_H
#define GTCOMPILER_LIB_TARGET_HOST_FEWPASSES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace gtcompiler {

/// Whether a hand-picked pass does something where no function needs all. LLVM's own selection,
/// which would stand behind SelectKernels, is one of those that do not: it has half a dozen
/// analyses made.
bool isForFew(llvm::StringRef pass);

/// Whether an instruction of `function` may be selected by LLVM, needs a constant that stands in
/// its loop, or writes a part of a register alone. `hasMasks`: of AVX-512. That none is selected
/// by LLVM is not certain: a function may turn out to be unselected (SelectKernels.h).
bool needsAllPasses(const llvm::Function &function, bool hasMasks);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_FEWPASSES_H
