//===- gt-opt.cpp - Runs passes on text of the gt dialect -------*- C++ -*-===//
//
// mlir-opt with the gt dialect, its passes and its pipelines. What they do is
// written where they are.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Dialect/GT/IR/SourceText.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"
#include "gtcompiler/Pipelines/StencilPipeline.h"
#include "gtcompiler/Target/Passes.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static void registerAll(DialectRegistry &registry) {
  gtcompiler::registerCompilerDialects(registry);
  gtcompiler::registerGTPasses();
  gtcompiler::registerGTConversionPasses();
  gtcompiler::registerGTTargetPasses();
  gtcompiler::registerStencilPipeline();
  gtcompiler::registerImagePipelines();
}

/// Reads, transforms and writes; tells what is wrong.
static LogicalResult transform(StringRef input, StringRef output, DialectRegistry &registry) {
  std::string message;
  auto source = openInputFile(input, &message);
  if (!source)
    return (llvm::errs() << message << "\n", failure());
  if (auto place = gtcompiler::findUnreadable(source->getBuffer()))
    return (llvm::errs() << gtcompiler::unreadableMessage(source->getBuffer(), *place, input)
                         << "\n",
            failure());
  auto target = openOutputFile(output, &message);
  if (!target)
    return (llvm::errs() << message << "\n", failure());
  if (failed(MlirOptMain(target->os(), std::move(source), registry,
                         MlirOptMainConfig::createFromCLOptions())))
    return failure();
  target->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM initialisation(argc, argv);
  llvm::cl::SetVersionPrinter(
      [](llvm::raw_ostream &out) { out << "gt-opt " GT_TOOL_VERSION "\n"; });
  DialectRegistry registry;
  registerAll(registry);
  auto [input, output] = registerAndParseCLIOptions(argc, argv, "gt-opt\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  return asMainReturnCode(transform(input, output, registry));
}
