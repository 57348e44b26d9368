//===- CodeGenerator.cpp - LLVM IR to an object file ----------------------===//
//
// The one place that knows LLVM's code generation passes. The kernels come as
// explicit vector code with shared values and hoisted row pointers, so no IR
// optimisation runs here, loop strength reduction is left out (it undoes the
// hoisting), and of about a hundred machine passes only those stay that change
// something. Nothing here is specific to stencils.
//
//===----------------------------------------------------------------------===//
#include "CodeGenerator.h"

#include "Cpu.h"
#include "SlowGathers.h"

#include "gtabi/KernelArgs.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/MC/MCContext.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace gtcompiler;

/// Instruction selection and register allocation have no registered pass that
/// could be made by name; these two names stand for them.
static constexpr llvm::StringRef kSelect = "isel";
static constexpr llvm::StringRef kAllocate = "greedy";

llvm::ArrayRef<llvm::StringRef> gtcompiler::handPickedPasses() {
  static constexpr llvm::StringRef names[] = {
      "pre-isel-intrinsic-lowering",
      "expand-ir-insts",             // integers wider than the machine's
      "scalarize-masked-mem-intrin", // masked bytes where the CPU has no such move
      "unreachableblockelim",
      kSelect,
      "finalize-isel",
      "early-machinelicm", // hoists constants: 5 % in cache
      "dead-mi-elimination",
      "x86-flags-copy-lowering", // flags that live across code that clobbers them
      "unreachable-mbb-elimination",
      "phi-node-elimination",
      "twoaddressinstruction",
      "register-coalescer",
      kAllocate,
      "virtregrewriter",
      "stack-slot-coloring",
      "prologepilog",
      "postrapseudos",
      "x86-expand-pseudo",
      "break-false-deps", // of conversions and square roots
  };
  return names;
}

struct CodeGenerator::State {
  TargetName name;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream{object};
  llvm::legacy::PassManager passes;
  unsigned vectorBits;
  bool hasFastGathers;
};

CodeGenerator::CodeGenerator(std::unique_ptr<State> s) : state(std::move(s)) {}
CodeGenerator::~CodeGenerator() = default;

/// The passes that `handPickedPasses` names must be known to LLVM's registry.
static void registerPasses() {
  static const bool once = [] {
    llvm::PassRegistry &registry = *llvm::PassRegistry::getPassRegistry();
    llvm::initializeCore(registry);
    llvm::initializeCodeGen(registry);
    llvm::initializeAnalysis(registry);
    llvm::initializeTransformUtils(registry);
    llvm::initializeScalarOpts(registry);
    return true;
  }();
  (void)once;
}

/// Adds the hand-picked passes, from IR to the object file in `stream`.
static llvm::Error addHandPickedPasses(llvm::legacy::PassManager &passes,
                                       llvm::TargetMachine &targetMachine,
                                       llvm::raw_pwrite_stream &stream) {
  registerPasses();
  auto &machine = static_cast<llvm::CodeGenTargetMachineImpl &>(targetMachine);
  passes.add(new llvm::TargetLibraryInfoWrapperPass(machine.getTargetTriple()));
  // Instruction by instruction, and by the graph what that cannot do: a third
  // less time, and the same speed of code whose addresses and values are shared.
  machine.setFastISel(true);
  llvm::TargetPassConfig *config = machine.createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  auto *info = new llvm::MachineModuleInfoWrapperPass(&machine);
  passes.add(info);
  passes.add(llvm::createTargetTransformInfoWrapperPass(machine.getTargetIRAnalysis()));

  for (llvm::StringRef name : handPickedPasses()) {
    if (name == kSelect) {
      if (config->addInstSelector())
        return llvm::createStringError("the target has no instruction selection");
    } else if (name == kAllocate) {
      passes.add(llvm::createGreedyRegisterAllocator());
    } else if (const llvm::PassInfo *pass =
                   llvm::PassRegistry::getPassRegistry()->getPassInfo(name)) {
      passes.add(pass->createPass());
    } else {
      return llvm::createStringError("LLVM has no pass '" + name + "'");
    }
  }
  config->setInitialized();
  if (machine.addAsmPrinter(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile,
                            info->getMMI().getContext()))
    return llvm::createStringError("the target writes no object files");
  passes.add(llvm::createFreeMachineFunctionPass());
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<CodeGenerator>> CodeGenerator::create(const TargetName &target,
                                                                     CodeGenLevel level) {
  auto machine = createTargetMachine(target, level);
  if (!machine)
    return machine.takeError();
  auto state = std::make_unique<State>();
  state->name = target;
  state->machine = std::move(*machine);
  state->vectorBits = 8 * gtcompiler::vectorBytes(target);
  state->hasFastGathers = gtcompiler::hasFastGathers(target);
  if (level == CodeGenLevel::HandPicked) {
    if (llvm::Error error = addHandPickedPasses(state->passes, *state->machine, state->stream))
      return error;
  } else {
    llvm::MCContext *context = nullptr;
    if (state->machine->addPassesToEmitMC(state->passes, context, state->stream,
                                          /*DisableVerify=*/true))
      return llvm::createStringError("the target writes no object files");
  }
  return std::unique_ptr<CodeGenerator>(new CodeGenerator(std::move(state)));
}

/// Gives `function` the target's attributes and clears the upper halves of the
/// vector registers before each return: the pass that does it has no name.
static void prepareFunction(llvm::Function &function, const TargetName &target, unsigned bits) {
  std::string width = std::to_string(bits);
  function.addFnAttr("target-cpu", target.cpu);
  function.addFnAttr("target-features", target.features);
  function.addFnAttr("prefer-vector-width", width);
  // Vectors as arguments of math functions must stay in one register each.
  function.addFnAttr("min-legal-vector-width", width);
  function.addFnAttr("probe-stack", "inline-asm");
  function.addFnAttr(llvm::Attribute::NoUnwind);
  if (bits < 256)
    return;
  for (llvm::BasicBlock &block : function)
    if (auto *ret = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      llvm::IRBuilder<>(ret).CreateIntrinsic(llvm::Intrinsic::x86_avx_vzeroupper, {});
}

/// Why `module` cannot be compiled, as far as it can be told before.
static llvm::Error checkModule(const llvm::Module &module) {
  if (!module.global_empty())
    return llvm::createStringError("kernels may not use the global variable '" +
                                   module.global_begin()->getName() + "'");
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic())
      return llvm::createStringError("kernels may not call '" + function.getName() + "'");
    for (const llvm::BasicBlock &block : function)
      for (const llvm::Instruction &instruction : block)
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->isInlineAsm())
          return llvm::createStringError("kernels may not have inline assembly");
  }
  return llvm::Error::success();
}

/// Collects LLVM's errors; without it, LLVM prints them and ends the process.
static void collectErrors(const llvm::DiagnosticInfo *info, void *messages) {
  if (info->getSeverity() != llvm::DS_Error)
    return;
  std::string &text = *static_cast<std::string *>(messages);
  text += text.empty() ? "" : "; ";
  llvm::raw_string_ostream stream(text);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info->print(printer);
}

llvm::Expected<llvm::ArrayRef<char>> CodeGenerator::run(llvm::Module &module) {
  if (llvm::Error error = checkModule(module))
    return error;
  module.setDataLayout(state->machine->createDataLayout());
  module.setTargetTriple(state->machine->getTargetTriple());
  module.setOverrideStackAlignment(gtabi::kStackAlignment);
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (!state->hasFastGathers)
      loadLaneByLane(function);
    prepareFunction(function, state->name, state->vectorBits);
  }
  std::string errors;
  llvm::LLVMContext &context = module.getContext();
  context.setDiagnosticHandlerCallBack(collectErrors, &errors);
  state->object.clear();
  state->passes.run(module);
  context.setDiagnosticHandlerCallBack(nullptr);
  if (!errors.empty())
    return llvm::createStringError("LLVM cannot compile the kernels: " + errors);
  return llvm::ArrayRef<char>(state->object.data(), state->object.size());
}
