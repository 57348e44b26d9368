//===- Passes.h - Passes over the gt dialect --------------------*- C++ -*-===//
//
// The passes of Passes.td: what they take, leave and refuse stands there.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_TRANSFORMS_PASSES_H
#define GTCOMPILER_DIALECT_GT_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace gtcompiler {

class ProgramOp;

#define GEN_PASS_DECL
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"

} // namespace gtcompiler

#endif // GTCOMPILER_DIALECT_GT_TRANSFORMS_PASSES_H
