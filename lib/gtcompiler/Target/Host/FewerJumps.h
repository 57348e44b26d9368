//===- FewerJumps.h - Blocks that run into those behind them ----*- C++ -*-===//
//
// A pass behind all others: where blocks stand is decided.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_FEWERJUMPS_H
#define GTCOMPILER_LIB_TARGET_HOST_FEWERJUMPS_H

#include "llvm/ADT/StringRef.h"

namespace gtcompiler {

/// The name of the pass in LLVM's registry.
inline constexpr llvm::StringRef kFewerJumps = "gt-fewer-jumps";

/// Makes it known to LLVM's registry.
void registerFewerJumps();

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_FEWERJUMPS_H
