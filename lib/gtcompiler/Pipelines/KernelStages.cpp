//===- KernelStages.cpp - From fields to LLVM, stage by stage -------------===//
//
// Only the order of passes.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Pipelines/KernelStages.h"

#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"
#include "gtcompiler/Pipelines/StencilPipeline.h"

#include "mlir/Pass/PassManager.h"

using namespace gtcompiler;

static void buildStencils(mlir::OpPassManager &manager, const StageOptions &options) {
  buildStencilPipeline(manager, options.inCache);
  if (options.checkFinite)
    manager.nest<ProgramOp>().addPass(createCheckFinitePass());
}

static void buildLoops(mlir::OpPassManager &manager, const StageOptions &options) {
  mlir::OpPassManager &programs = manager.nest<ProgramOp>();
  StencilsToLoopsPassOptions schedules;
  schedules.inCache = options.inCache;
  schedules.quick = options.quick;
  if (options.threadPoints[0] != 0)
    schedules.threadPoints.assign(options.threadPoints.begin(), options.threadPoints.end());
  programs.addPass(createStencilsToLoopsPass(schedules));
  programs.addPass(createLayOutScratchPass());
}

static void buildLLVM(mlir::OpPassManager &manager, const StageOptions &options) {
  LoopsToLLVMPassOptions emission;
  emission.shareCode = !options.debugInfo;
  manager.addPass(createLoopsToLLVMPass(emission));
  if (options.debugInfo)
    manager.addPass(createAddDebugInfoPass());
}

llvm::ArrayRef<Stage> gtcompiler::kernelStages() {
  static constexpr Stage stages[] = {
      {"stencils", buildStencils}, {"loops", buildLoops}, {"llvm", buildLLVM}};
  return stages;
}
