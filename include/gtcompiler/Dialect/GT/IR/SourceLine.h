//===- SourceLine.h - The line that a location names ------------*- C++ -*-===//
//
// Locations come with the text and nest as deep as it says; MLIR's own search
// calls itself for each level.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_SOURCELINE_H
#define GTCOMPILER_DIALECT_GT_IR_SOURCELINE_H

#include "mlir/IR/Location.h"

#include <string>

namespace gtcompiler {

/// The first line that `location` names: a callee's before its caller's, of a
/// fused location in order. Null if there is none.
mlir::FileLineColLoc findLine(mlir::Location location);
/// "file:line" of that, or "unknown".
std::string sourceLine(mlir::Location location);

} // namespace gtcompiler

#endif // GTCOMPILER_DIALECT_GT_IR_SOURCELINE_H
