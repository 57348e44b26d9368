//===- Passes.h - Passes from stencils to LLVM ------------------*- C++ -*-===//
//
// The passes of Passes.td: what they take, leave and refuse stands there.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_PASSES_H
#define GTCOMPILER_CONVERSION_PASSES_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace gtcompiler {

#define GEN_PASS_DECL
#include "gtcompiler/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "gtcompiler/Conversion/Passes.h.inc"

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_PASSES_H
