//===- CpuStages.cpp - From fields to LLVM, stage by stage ----------------===//
//
// Only the order of passes.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Pipelines/CpuStages.h"

#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"
#include "gtcompiler/Pipelines/StencilPipeline.h"

#include "mlir/Pass/PassManager.h"

using namespace gtcompiler;

static void buildStencils(mlir::OpPassManager &manager, const CpuOptions &options) {
  buildStencilPipeline(manager);
  if (options.checkFinite)
    manager.nest<ProgramOp>().addPass(createCheckFinitePass());
}

static void buildLoops(mlir::OpPassManager &manager, const CpuOptions &options) {
  StencilsToLoopsPassOptions passOptions;
  passOptions.vectorBytes = options.vectorBytes;
  passOptions.hasHalf = options.hasHalf;
  passOptions.shareCode = !options.debugInfo;
  manager.addPass(createStencilsToLoopsPass(passOptions));
  if (options.debugInfo)
    manager.addPass(createAddDebugInfoPass());
}

llvm::ArrayRef<CpuStage> gtcompiler::cpuStages() {
  static constexpr CpuStage stages[] = {{"stencils", buildStencils}, {"loops", buildLoops}};
  return stages;
}
