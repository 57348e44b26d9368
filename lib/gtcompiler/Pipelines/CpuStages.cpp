//===- CpuStages.cpp - From fields to LLVM, stage by stage ----------------===//
//
// Only the order of passes.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Pipelines/CpuStages.h"

#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Pipelines/StencilPipeline.h"

#include "mlir/Pass/PassManager.h"

using namespace gtcompiler;

static void buildStencils(mlir::OpPassManager &manager, const CpuOptions &) {
  buildStencilPipeline(manager);
}

static void buildLoops(mlir::OpPassManager &manager, const CpuOptions &options) {
  StencilsToLoopsPassOptions passOptions;
  passOptions.vectorBytes = options.vectorBytes;
  passOptions.hasHalf = options.hasHalf;
  manager.addPass(createStencilsToLoopsPass(passOptions));
}

static void buildLLVM(mlir::OpPassManager &manager, const CpuOptions &) {
  manager.addPass(createLoopsToLLVMPass());
}

llvm::ArrayRef<CpuStage> gtcompiler::cpuStages() {
  static constexpr CpuStage stages[] = {
      {"stencils", buildStencils}, {"loops", buildLoops}, {"llvm", buildLLVM}};
  return stages;
}
