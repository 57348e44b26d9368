//===- SelectedCode.cpp - Instruction selection for kernels ---------------===//
#include "SelectedCode.h"

#include "gtcompiler/Target/PassList.h"
#include "gtcompiler/Target/Target.h"

#include "gtcompiler/Target/Host/CodeGenerator.h"
#include "gtcompiler/Target/Host/Cpu.h"
#include "gtcompiler/Target/Host/FewerJumps.h"
#include "gtcompiler/Target/Host/SelectKernels.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <cstring>

using namespace gtcompiler;

namespace {

/// Notes whether functions are selected, and what LLVM's verifier says of them.
class Recorder final : public llvm::MachineFunctionPass {
public:
  static inline char ID = 0;
  static inline std::string errors, code;
  static inline bool isSelected;
  Recorder() : MachineFunctionPass(ID) {}

  bool runOnMachineFunction(llvm::MachineFunction &function) override {
    isSelected = function.getProperties().hasSelected();
    llvm::raw_string_ostream stream(errors), print(code);
    if (isSelected)
      function.verify(nullptr, "selected", &stream, /*AbortOnError=*/false);
    function.print(print);
    return false;
  }
};
} // namespace

std::string gtcompiler::select(const std::string &body, Level level) {
  std::string text = R"(
    define void @f(ptr %p, ptr %q, i64 %n) nounwind {
      %v = load DOUBLES, ptr %p, align 8
      %w = load DOUBLES, ptr %q, align 8
      %m = fcmp olt DOUBLES %v, %w
      )" + body + R"(
      ret void
    })";
  for (std::size_t at; (at = text.find("DOUBLES")) != std::string::npos;)
    text.replace(at, std::strlen("DOUBLES"), level.doubles);
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  if (!module)
    return "cannot be read: " + error.getMessage().str();
  TargetName name{level.cpu, ""};
  auto machine = llvm::cantFail(createTargetMachine(name, CodeGenLevel::HandPicked));
  machine->setFastISel(true);
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
  for (llvm::Function &function : *module) {
    function.addFnAttr("target-cpu", name.cpu);
    function.addFnAttr("prefer-vector-width", level.bits);
    function.addFnAttr("min-legal-vector-width", level.bits);
  }
  registerSelectKernels();
  registerFewerJumps();
  static const llvm::PassInfo &recorder = []() -> const llvm::PassInfo & {
    auto create = []() -> llvm::Pass * { return new Recorder; };
    auto *known =
        new llvm::PassInfo("Recorder", "gt-test-recorder", &Recorder::ID, create, false, false);
    llvm::PassRegistry::getPassRegistry()->registerPass(*known);
    return *known;
  }();
  (void)recorder;
  llvm::SmallVector<llvm::StringRef> names(handPickedPasses());
  auto *place = llvm::find(names, kSelect);
  place = names.insert(place, "gt-test-recorder");
  names.insert(place, kSelectKernels);
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  llvm::cantFail(addPasses(passes, *machine, names, stream, llvm::CodeGenFileType::ObjectFile));
  Recorder::errors.clear();
  Recorder::code.clear();
  llvm::cantFail(runPasses(passes, *module));
  EXPECT_FALSE(object.empty()) << body;
  EXPECT_EQ(Recorder::errors, "") << body;
  return Recorder::isSelected ? Recorder::code : "";
}

void gtcompiler::expectAll(std::initializer_list<Case> cases, Level level) {
  for (const Case &each : cases)
    EXPECT_NE(select(each.body, level).find(each.instruction), std::string::npos)
        << each.body << "\n"
        << each.instruction << " expected in\n"
        << Recorder::code;
}
