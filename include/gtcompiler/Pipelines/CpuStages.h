//===- CpuStages.h - From fields to LLVM, stage by stage --------*- C++ -*-===//
//
// All passes of the CPU's compilation, in the groups that are timed and dumped.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_PIPELINES_CPUSTAGES_H
#define GTCOMPILER_PIPELINES_CPUSTAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace gtcompiler {

/// What the passes need to know.
struct CpuOptions {
  unsigned vectorBytes = 64;
  bool hasHalf = true;      ///< instructions that convert f16
  bool checkFinite = false; ///< kernels report NaN and infinity
  bool debugInfo = false;   ///< kernels have the user's names and lines

  bool operator==(const CpuOptions &) const = default;
};

/// Some passes with a name: lower-case words that fit a file name.
struct CpuStage {
  llvm::StringLiteral name;
  /// Appends the passes; `manager` is a module's.
  void (*build)(mlir::OpPassManager &manager, const CpuOptions &options);
};

/// The stages in order. After each of them holds:
///   stencils  every program is at the stencil level
///   loops     every program is at the loop level; buffers have their places
///   llvm      each kernel is a function of the LLVM dialect, and nothing else
///             is left; addresses are hoisted, rows in vectors
llvm::ArrayRef<CpuStage> cpuStages();

} // namespace gtcompiler

#endif // GTCOMPILER_PIPELINES_CPUSTAGES_H
