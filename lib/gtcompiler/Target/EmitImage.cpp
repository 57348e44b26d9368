//===- EmitImage.cpp - Code and images as passes --------------------------===//
//
// The pass gt-emit-image and the pipelines gt-cpu-pipeline and gt-gpu-pipeline: the back
// end for gt-opt, file by file.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "gtcompiler/Pipelines/KernelStages.h"
#include "gtcompiler/Target/ImageWriter.h"
#include "gtcompiler/Target/Passes.h"
#include "gtcompiler/Target/Target.h"
#include "gtcompiler/Target/Translation.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace gtcompiler {
#define GEN_PASS_DEF_EMITIMAGEPASS
#include "gtcompiler/Target/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

/// Writes `bytes` to `path`; an empty path asks for nothing.
template <typename Bytes>
static LogicalResult writeFile(Operation *op, StringRef path, const Bytes &bytes) {
  if (path.empty())
    return success();
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (!error) {
    file.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    file.close();
    error = file.error();
    file.clear_error();
  }
  if (error)
    return op->emitError("cannot write '") << path << "': " << error.message();
  return success();
}

namespace {
class EmitImagePass : public gtcompiler::impl::EmitImagePassBase<EmitImagePass> {
public:
  using EmitImagePassBase::EmitImagePassBase;
  void getDependentDialects(DialectRegistry &registry) const override {
    EmitImagePassBase::getDependentDialects(registry);
    registerTranslation(registry);
  }
  void runOnOperation() override {
    if (failed(emit(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult emit(ModuleOp module);
};
} // namespace

LogicalResult EmitImagePass::emit(ModuleOp module) {
  auto fail = [&](llvm::Error error) { return module.emitError(llvm::toString(std::move(error))); };
  auto target = createTarget(targetOrHost(cpu, features),
                             stock ? CodeGenLevel::Stock : CodeGenLevel::HandPicked);
  if (!target)
    return fail(target.takeError());
  std::vector<CommonFunction> common;
  if (objectFile.empty()) { // which holds all code
    auto taken = (*target)->takeCommon(module);
    if (!taken)
      return fail(taken.takeError());
    common = std::move(*taken);
  }
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> kernels = translateKernels(module, context);
  if (!kernels)
    return failure();
  auto code = (*target)->generate(*kernels, common, /*withObject=*/!objectFile.empty());
  if (!code)
    return fail(code.takeError());
  FailureOr<std::vector<std::uint8_t>> image = writeImage(module, code->closed);
  if (failed(image))
    return failure();
  return success(succeeded(writeFile(module, objectFile, code->object)) &&
                 succeeded(writeFile(module, codeFile, code->closed.bytes)) &&
                 succeeded(writeFile(module, imageFile, *image)));
}

namespace {
struct CpuPipelineOptions : PassPipelineOptions<CpuPipelineOptions> {
  Option<std::string> imageFile{*this, "image-file", llvm::cl::desc("Where the image goes")};
  Option<std::string> codeFile{*this, "code-file", llvm::cl::desc("Where the machine code goes")};
  Option<std::string> objectFile{*this, "object-file", llvm::cl::desc("Where the object goes")};
  Option<std::string> cpu{*this, "cpu", llvm::cl::desc("LLVM CPU name; empty: this machine's")};
  Option<std::string> features{*this, "features",
                               llvm::cl::desc("LLVM features; empty: this machine's")};
  Option<bool> checkFinite{*this, "check-finite",
                           llvm::cl::desc("Let kernels report NaN and infinity")};
  Option<bool> inCache{*this, "in-cache", llvm::cl::desc("No call streams its results")};
  Option<bool> debugInfo{*this, "debug-info",
                         llvm::cl::desc("Give kernels the user's names and lines")};
  Option<bool> stock{*this, "stock",
                     llvm::cl::desc("Generate code with LLVM's own list of passes")};
};
} // namespace

/// From fields to what `emit` names, for its CPU or GPU.
static void buildPipeline(OpPassManager &manager, const StageOptions &stages,
                          const EmitImagePassOptions &emit) {
  SetMachinePassOptions machine;
  machine.cpu = emit.cpu;
  machine.features = emit.features;
  manager.addPass(createSetMachinePass(machine));
  for (const Stage &stage : kernelStages())
    stage.build(manager, stages);
  manager.addPass(createEmitImagePass(emit));
}

static void buildCpuPipeline(OpPassManager &manager, const CpuPipelineOptions &options) {
  EmitImagePassOptions emit;
  emit.imageFile = options.imageFile;
  emit.codeFile = options.codeFile;
  emit.objectFile = options.objectFile;
  emit.cpu = options.cpu;
  emit.features = options.features;
  emit.stock = options.stock;
  buildPipeline(manager,
                {.checkFinite = options.checkFinite,
                 .inCache = options.inCache,
                 .debugInfo = options.debugInfo},
                emit);
}

namespace {
struct GpuPipelineOptions : PassPipelineOptions<GpuPipelineOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("The GPU, as sm_90"),
                           llvm::cl::init("sm_75")};
  Option<std::string> ptxFile{*this, "ptx-file", llvm::cl::desc("Where the PTX goes")};
  Option<std::string> imageFile{*this, "image-file", llvm::cl::desc("Where the image goes")};
  Option<bool> checkFinite{*this, "check-finite",
                           llvm::cl::desc("Let kernels report NaN and infinity")};
  ListOption<std::int64_t> threadPoints{
      *this, "thread-points",
      llvm::cl::desc("Points of the last loop but one, and of the last, that a thread runs")};
  Option<bool> stock{*this, "stock",
                     llvm::cl::desc("Generate code with LLVM's own list of passes")};
};
} // namespace

static void buildGpuPipeline(OpPassManager &manager, const GpuPipelineOptions &options) {
  EmitImagePassOptions emit;
  emit.imageFile = options.imageFile;
  emit.objectFile = options.ptxFile;
  emit.cpu = options.chip;
  emit.stock = options.stock;
  StageOptions stages;
  stages.checkFinite = options.checkFinite;
  if (options.threadPoints.size() == stages.threadPoints.size())
    llvm::copy(options.threadPoints, stages.threadPoints.begin());
  else if (!options.threadPoints.empty())
    stages.threadPoints = {-1, -1}; // which the pass refuses
  buildPipeline(manager, stages, emit);
}

void gtcompiler::registerImagePipelines() {
  PassPipelineRegistration<CpuPipelineOptions>(
      "gt-cpu-pipeline", "From fields to an image for this machine's CPU", buildCpuPipeline);
  PassPipelineRegistration<GpuPipelineOptions>(
      "gt-gpu-pipeline", "From fields to PTX, and an image of it", buildGpuPipeline);
}

void gtcompiler::registerCompilerDialects(DialectRegistry &registry) {
  registry.insert<GTDialect, LLVM::LLVMDialect>();
  registerTranslation(registry);
}
