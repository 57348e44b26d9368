//===- Passes.h - Code and images as passes ---------------------*- C++ -*-===//
//
// The passes of Passes.td, and the pipeline that ends in an image.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_PASSES_H
#define GTCOMPILER_TARGET_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace gtcompiler {

#define GEN_PASS_DECL
#include "gtcompiler/Target/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "gtcompiler/Target/Passes.h.inc"

/// Makes `gt-cpu-pipeline` and `gt-gpu-pipeline` known to the textual form of pipelines:
/// every stage from text of the engine to an image, with the options of `gt-emit-image`.
void registerImagePipelines();

/// Adds all dialects that the compiler reads or makes, and their translations.
void registerCompilerDialects(mlir::DialectRegistry &registry);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_PASSES_H
