//===- gt-opt.cpp - Runs passes on text of the gt dialect -------*- C++ -*-===//
//
// mlir-opt with the gt dialect, its passes and its pipelines. What they do is
// written where they are.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"
#include "gtcompiler/Pipelines/StencilPipeline.h"
#include "gtcompiler/Target/Passes.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  gtcompiler::registerCompilerDialects(registry);
  gtcompiler::registerGTPasses();
  gtcompiler::registerGTConversionPasses();
  gtcompiler::registerGTTargetPasses();
  gtcompiler::registerStencilPipeline();
  gtcompiler::registerCpuPipeline();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "gt-opt\n", registry));
}
