//===- KernelStages.h - From fields to LLVM, stage by stage -----*- C++ -*-===//
//
// All passes of the compilation, whichever machine it is for.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_PIPELINES_KERNELSTAGES_H
#define GTCOMPILER_PIPELINES_KERNELSTAGES_H

#include "gtcompiler/Pipelines/Stage.h"

#include "llvm/ADT/ArrayRef.h"

namespace gtcompiler {

/// The stages in order, for a module with `gt.machine`. After each of them holds:
///   stencils  every program is at the stencil level
///   loops     every program is at the loop level; buffers have their places
///   llvm      each kernel is a function of the LLVM dialect, and nothing else
///             is left; addresses are hoisted, rows in vectors
llvm::ArrayRef<Stage> kernelStages();

} // namespace gtcompiler

#endif // GTCOMPILER_PIPELINES_KERNELSTAGES_H
