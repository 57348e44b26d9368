//===- Stage.h - Passes with a name -----------------------------*- C++ -*-===//
//
// The groups of passes that are timed and dumped.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_PIPELINES_STAGE_H
#define GTCOMPILER_PIPELINES_STAGE_H

#include "llvm/ADT/StringRef.h"

#include <array>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace gtcompiler {

/// What a caller asks of the passes; what they need to know of the machine stands
/// in the module, as `gt.machine`.
struct StageOptions {
  bool checkFinite = false; ///< kernels report NaN and infinity
  bool inCache = false;     ///< no call streams its results
  bool quick = false;       ///< little code instead of fast code
  bool debugInfo = false;   ///< kernels have the user's names and lines
  /// Points of the last loop but one, and of the last, that threads run; 0: chosen.
  std::array<std::int64_t, 2> threadPoints = {};

  bool operator==(const StageOptions &) const = default;
};

/// Some passes with a name: lower-case words that fit a file name.
struct Stage {
  llvm::StringLiteral name;
  /// Appends the passes; `manager` is a module's.
  void (*build)(mlir::OpPassManager &manager, const StageOptions &options);
};

} // namespace gtcompiler

#endif // GTCOMPILER_PIPELINES_STAGE_H
