//===- StencilPipeline.h - From fields to stencils --------------*- C++ -*-===//
//
// The first half of the compiler: everything between the text that the engine
// prints and kernels with loops.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_PIPELINES_STENCILPIPELINE_H
#define GTCOMPILER_PIPELINES_STENCILPIPELINE_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace gtcompiler {

/// Appends the passes that bring every `gt.program` of a module from the field
/// level to the stencil level. `manager` is a module's. `inCache`: what is kept between
/// kernels stays in the caches.
void buildStencilPipeline(mlir::OpPassManager &manager, bool inCache = true);

/// Makes `gt-stencil-pipeline` known to the textual form of pipelines.
void registerStencilPipeline();

} // namespace gtcompiler

#endif // GTCOMPILER_PIPELINES_STENCILPIPELINE_H
