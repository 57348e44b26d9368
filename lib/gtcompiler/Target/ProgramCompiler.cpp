//===- ProgramCompiler.cpp - Text to image --------------------------------===//
//
// Runs the stages in order. What a stage does is known elsewhere: passes in
// Pipelines, code in the target, its image in ImageWriter.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/ProgramCompiler.h"

#include "Dump.h"
#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "gtcompiler/Dialect/GT/IR/SourceLine.h"
#include "gtcompiler/Dialect/GT/IR/SourceText.h"
#include "gtcompiler/Target/ImageWriter.h"
#include "gtcompiler/Target/Passes.h"
#include "gtcompiler/Target/Translation.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <chrono>

using namespace gtcompiler;
using namespace mlir;

/// LLVM's context of so many programs is one: to make and to destroy it costs a
/// thirtieth of a small kernel, and it keeps types and constants of all.
static constexpr unsigned kProgramsOfContext = 64;

namespace {
/// Adds the time since the last call to the result, so that the stages add up
/// to the whole.
class StageClock {
public:
  explicit StageClock(std::vector<StageDuration> &result) : stages(result) {}
  void finish(const char *name) {
    auto now = std::chrono::steady_clock::now();
    stages.push_back({name, std::chrono::duration<double, std::milli>(now - last).count()});
    last = now;
  }

private:
  std::vector<StageDuration> &stages;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

/// The pass managers of some stages for one set of options.
struct StagePasses {
  ArrayRef<Stage> stages;
  StageOptions options;
  std::vector<std::unique_ptr<PassManager>> managers;
};
} // namespace

struct ProgramCompiler::State {
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<llvm::LLVMContext> kernels;
  std::vector<StagePasses> passes;
  std::vector<std::unique_ptr<Target>> targets;
  unsigned compilations = 0;

  const StagePasses &passesFor(ArrayRef<Stage> stages, const StageOptions &options);
  llvm::Expected<Target &> targetFor(const TargetName &name, CodeGenLevel level);
};

ProgramCompiler::ProgramCompiler() : state(std::make_unique<State>()) {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  state->context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // The constructor's flag does not reach the uniquers, which would go on locking.
  state->context->disableMultithreading();
  state->context->loadAllAvailableDialects();
}
ProgramCompiler::~ProgramCompiler() = default;

unsigned ProgramCompiler::compilations() const { return state->compilations; }

const StagePasses &ProgramCompiler::State::passesFor(ArrayRef<Stage> stages,
                                                     const StageOptions &options) {
  for (const StagePasses &known : passes)
    if (known.stages.data() == stages.data() && known.options == options)
      return known;
  StagePasses made = {stages, options, {}};
  for (const Stage &stage : stages) {
    auto manager = std::make_unique<PassManager>(context.get(), "builtin.module");
    manager->enableVerifier(false);
    stage.build(*manager, options);
    made.managers.push_back(std::move(manager));
  }
  passes.push_back(std::move(made));
  return passes.back();
}

llvm::Expected<Target &> ProgramCompiler::State::targetFor(const TargetName &name,
                                                           CodeGenLevel level) {
  for (auto &known : targets)
    if (known->name == name && known->level == level)
      return *known;
  auto made = createTarget(name, level);
  if (!made)
    return made.takeError();
  targets.push_back(std::move(*made));
  return *targets.back();
}

/// "file:line:col: severity: text", as compilers print it.
static void appendMessage(std::string &messages, const Diagnostic &diagnostic) {
  llvm::raw_string_ostream out(messages);
  if (FileLineColLoc place = findLine(diagnostic.getLocation()))
    out << place.getFilename().getValue() << ':' << place.getLine() << ':' << place.getColumn()
        << ": ";
  const char *severities[] = {"note", "warning", "error", "remark"};
  out << severities[unsigned(diagnostic.getSeverity())] << ": " << diagnostic << '\n';
  for (const Diagnostic &note : const_cast<Diagnostic &>(diagnostic).getNotes())
    appendMessage(messages, note);
}

namespace {
/// One run through the stages.
class Compilation {
public:
  Compilation(CompiledProgram &target, const ProgramOptions &given)
      : result(target), options(given), clock(target.stages),
        dump(given.dumpFolder, given.dumpName) {}

  LogicalResult runPasses(ModuleOp module, const StagePasses &passes);
  LogicalResult generate(ModuleOp module, Target &target, llvm::LLVMContext &context);
  LogicalResult fail(llvm::Error error) {
    result.messages += "error: " + llvm::toString(std::move(error)) + "\n";
    return failure();
  }

  CompiledProgram &result;
  const ProgramOptions &options;
  StageClock clock;
  Dump dump;
};
} // namespace

LogicalResult Compilation::runPasses(ModuleOp module, const StagePasses &passes) {
  for (auto [stage, manager] : llvm::zip(passes.stages, passes.managers)) {
    if (failed(manager->run(module)))
      return failure();
    clock.finish(stage.name.data());
    dump.write(stage.name, "mlir", [&](llvm::raw_ostream &out) { printForDump(module, out); });
  }
  return success();
}

LogicalResult Compilation::generate(ModuleOp module, Target &target, llvm::LLVMContext &context) {
  std::vector<CommonFunction> common;
  bool isAboutObject = options.debugInfo || !options.dumpFolder.empty();
  if (!isAboutObject) {
    auto taken = target.takeCommon(module);
    if (!taken)
      return fail(taken.takeError());
    common = std::move(*taken);
  }
  std::unique_ptr<llvm::Module> kernels = translateKernels(module, context);
  if (!kernels)
    return failure();
  clock.finish("translate");
  dump.write("translate", "ll", [&](llvm::raw_ostream &out) { kernels->print(out, nullptr); });

  auto code = target.generate(*kernels, common, isAboutObject);
  if (!code)
    return fail(code.takeError());
  clock.finish("codegen");
  dump.write("codegen", "o",
             [&](llvm::raw_ostream &out) { out.write(code->object.data(), code->object.size()); });

  auto image = writeImage(module, code->closed,
                          options.debugInfo ? code->debugObject : std::vector<std::uint8_t>());
  if (failed(image))
    return failure();
  result.image = std::move(*image);
  clock.finish("image");
  return success();
}

/// The text as a file that gt-opt compiles the same way.
static std::string makeReproducer(StringRef text, const std::string &messages) {
  std::string reproducer = "// Fails with: gt-opt --gt-cpu-pipeline <this file>\n";
  SmallVector<StringRef> lines;
  StringRef(messages).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    reproducer += "//   " + line.str() + "\n";
  return reproducer + text.str();
}

CompiledProgram ProgramCompiler::compile(StringRef text, const ProgramOptions &options) {
  CompiledProgram result;
  if (state->compilations++ % kProgramsOfContext == 0)
    state->kernels = std::make_unique<llvm::LLVMContext>();
  ScopedDiagnosticHandler collect(state->context.get(), [&](Diagnostic &diagnostic) {
    appendMessage(result.messages, diagnostic);
    return success();
  });
  Compilation compilation(result, options);
  auto run = [&]() -> LogicalResult {
    auto target = state->targetFor(options.target, options.level);
    if (!target)
      return compilation.fail(target.takeError());
    const StagePasses &passes =
        state->passesFor(target->stages(), {.checkFinite = options.checkFinite,
                                            .inCache = options.inCache,
                                            .quick = options.level == CodeGenLevel::Quick,
                                            .debugInfo = options.debugInfo,
                                            .threadPoints = options.threadPoints});
    compilation.clock.finish("prepare");
    compilation.dump.write("text", "mlir", [&](llvm::raw_ostream &out) { out << text; });
    if (auto place = findUnreadable(text)) {
      result.messages += unreadableMessage(text, *place, "<gtjit>") + "\n";
      return failure();
    }
    auto module = parseSourceString<ModuleOp>(text, state->context.get(), "<gtjit>");
    if (!module)
      return failure();
    (*module)->setAttr(GTDialect::kMachineAttrName,
                       target->machine(*state->context).withCosts(options.costs));
    compilation.clock.finish("parse");
    if (failed(compilation.runPasses(*module, passes)))
      return failure();
    return compilation.generate(*module, *target, *state->kernels);
  };
  result.ok = succeeded(run());
  if (!result.ok) {
    if (result.messages.empty())
      result.messages = "error: the compilation failed without a diagnostic\n";
    result.reproducer = makeReproducer(text, result.messages);
  }
  compilation.clock.finish("finish");
  return result;
}
