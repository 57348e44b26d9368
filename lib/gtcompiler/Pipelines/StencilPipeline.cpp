//===- StencilPipeline.cpp - From fields to stencils ------------*- C++ -*-===//
//
// The order of the passes of the first half, and what holds after each.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Pipelines/StencilPipeline.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void gtcompiler::buildStencilPipeline(OpPassManager &manager, bool inCache) {
  OpPassManager &programs = manager.nest<ProgramOp>();
  // No reduction is left that is worth less than a kernel of its own.
  programs.addPass(createUnrollReductionsPass());
  // No two operations compute the same; none is unused.
  programs.addPass(createSimplifyPass());
  // What joins values near a point does so along columns first.
  programs.addPass(createSeparateWindowsPass());
  // Every point operation and reduction has a placement.
  PlaceFieldsPassOptions placement;
  placement.inCache = inCache;
  programs.addPass(createPlaceFieldsPass(placement));
  // No field is left; kernels stand in the order in which they run, and no
  // kernel reads what an earlier one has overwritten.
  programs.addPass(createFieldsToStencilsPass());
  // No kernel computes the same value twice, whatever way the positions of
  // fields were written.
  programs.addPass(createSimplifyPass());
  // No temporary has levels of a sweep that nobody reads.
  programs.addPass(createWriteAtPinsPass());
}

void gtcompiler::registerStencilPipeline() {
  PassPipelineRegistration<>("gt-stencil-pipeline", "From the field level to the stencil level",
                             [](OpPassManager &manager) { buildStencilPipeline(manager); });
}
