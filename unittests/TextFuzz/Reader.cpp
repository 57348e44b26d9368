//===- Reader.cpp - A program through the parser and the passes -----------===//

#include "Reader.h"

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "gtcompiler/Dialect/GT/IR/SourceText.h"
#include "gtcompiler/Pipelines/KernelStages.h"
#include "gtcompiler/Target/Passes.h"
#include "gtcompiler/Target/ProgramCompiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace textfuzz;
using namespace mlir;

namespace {
/// Counts errors, and keeps the first.
class Errors {
public:
  explicit Errors(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error && count++ == 0)
            first = diagnostic.str();
          return success();
        }) {}
  std::int64_t count = 0;
  std::string first;

private:
  ScopedDiagnosticHandler handler;
};
} // namespace

MLIRContext &Reader::freshContext() {
  if (uses++ % 500 == 0) {
    DialectRegistry registry;
    gtcompiler::registerCompilerDialects(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
  }
  return *context;
}

static std::string printed(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out);
  return text;
}

/// Whether all of it is this dialect's; what others print is theirs.
static bool isOurs(ModuleOp module) {
  return !module
              .walk([](Operation *op) {
                bool isKnown =
                    isa<ModuleOp>(op) || isa_and_nonnull<gtcompiler::GTDialect>(op->getDialect());
                return isKnown && op->getDiscardableAttrs().empty() ? WalkResult::advance()
                                                                    : WalkResult::interrupt();
              })
              .wasInterrupted();
}

std::string Reader::read(const std::string &text) {
  if (gtcompiler::findUnreadable(text)) // all tools refuse it
    return {};
  MLIRContext &own = freshContext();
  Errors errors(own);
  auto module = parseSourceString<ModuleOp>(text, &own);
  if (!module)
    return errors.count ? "" : "refused without an error";
  if (errors.count)
    return "accepted with an error: " + errors.first;
  ++accepted;
  std::string once = printed(*module);
  if (!isOurs(*module))
    return {};
  auto again = parseSourceString<ModuleOp>(once, &own);
  if (!again)
    return "cannot be read as it is printed: " + errors.first + "\n" + once;
  std::string twice = printed(*again);
  return once == twice ? "" : "is printed as\n" + once + "and read back as\n" + twice;
}

/// Of this process.
static gtcompiler::MachineAttr machine(MLIRContext &context) {
  static auto target = llvm::cantFail(
      gtcompiler::createTarget(gtcompiler::hostTarget(), gtcompiler::CodeGenLevel::HandPicked));
  return target->machine(context);
}

std::string Reader::transform(const std::string &text) {
  if (gtcompiler::findUnreadable(text))
    return {};
  MLIRContext &own = freshContext();
  Errors errors(own);
  auto module = parseSourceString<ModuleOp>(text, &own);
  if (!module)
    return {};
  (*module)->setAttr(gtcompiler::GTDialect::kMachineAttrName, machine(own));
  for (const gtcompiler::Stage &stage : gtcompiler::kernelStages()) {
    PassManager manager(&own, "builtin.module");
    manager.enableVerifier(false);
    stage.build(manager, {});
    bool isDone = succeeded(manager.run(*module));
    if (!isDone)
      return errors.count ? "" : "stage " + stage.name.str() + " fails without an error";
    if (failed(verify(*module)))
      return "stage " + stage.name.str() + " leaves what is not valid: " + errors.first;
  }
  ++transformed;
  return {};
}

std::string Reader::compile(const std::string &text) {
  static auto compiler = std::make_unique<gtcompiler::ProgramCompiler>();
  if (compiler->compilations() > 500)
    compiler = std::make_unique<gtcompiler::ProgramCompiler>();
  gtcompiler::ProgramOptions options;
  options.target = gtcompiler::targetOrHost("", "");
  gtcompiler::CompiledProgram program = compiler->compile(text, options);
  compiled += program.ok;
  bool isTold = StringRef(program.messages).contains("error: ");
  if (!program.ok && StringRef(program.messages).contains("without a diagnostic"))
    return "the compilation fails without a diagnostic";
  return program.ok || isTold ? "" : "the compilation fails without an error: " + program.messages;
}
