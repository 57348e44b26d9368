//===- PassList.cpp - Code generation by a list of passes -----------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/PassList.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/MC/MCContext.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace gtcompiler;

/// Makes passes known to LLVM's registry; those of a target know themselves.
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

llvm::Error gtcompiler::addPasses(llvm::legacy::PassManagerBase &passes,
                                  llvm::TargetMachine &targetMachine,
                                  llvm::ArrayRef<llvm::StringRef> names, AddPrinter addPrinter) {
  registerPasses();
  auto &machine = static_cast<llvm::CodeGenTargetMachineImpl &>(targetMachine);
  passes.add(new llvm::TargetLibraryInfoWrapperPass(machine.getTargetTriple()));
  llvm::TargetPassConfig *config = machine.createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  auto *info = new llvm::MachineModuleInfoWrapperPass(&machine);
  passes.add(info);
  passes.add(llvm::createTargetTransformInfoWrapperPass(machine.getTargetIRAnalysis()));

  for (llvm::StringRef name : names) {
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
  if (!addPrinter(info->getMMI().getContext()))
    return llvm::createStringError("the target writes no such files");
  passes.add(llvm::createFreeMachineFunctionPass());
  return llvm::Error::success();
}

llvm::Error gtcompiler::addPasses(llvm::legacy::PassManagerBase &passes,
                                  llvm::TargetMachine &machine,
                                  llvm::ArrayRef<llvm::StringRef> names,
                                  llvm::raw_pwrite_stream &stream, llvm::CodeGenFileType type) {
  return addPasses(passes, machine, names, [&](llvm::MCContext &context) {
    return !static_cast<llvm::CodeGenTargetMachineImpl &>(machine).addAsmPrinter(
        passes, stream, nullptr, type, context);
  });
}

llvm::Error gtcompiler::checkIsClosed(const llvm::Module &module,
                                      llvm::function_ref<bool(llvm::StringRef name)> provided) {
  for (const llvm::GlobalVariable &variable : module.globals())
    if (!provided(variable.getName()))
      return llvm::createStringError("kernels may not use the global variable '" +
                                     variable.getName() + "'");
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !provided(function.getName()))
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

CollectedErrors::CollectedErrors(llvm::LLVMContext &of) : context(of) {
  context.setDiagnosticHandlerCallBack(collectErrors, &text);
}
CollectedErrors::~CollectedErrors() { context.setDiagnosticHandlerCallBack(nullptr); }

llvm::Error CollectedErrors::take() {
  if (text.empty())
    return llvm::Error::success();
  return llvm::createStringError("LLVM cannot compile the kernels: " + std::exchange(text, {}));
}

llvm::Error gtcompiler::runPasses(llvm::legacy::PassManager &passes, llvm::Module &module) {
  CollectedErrors errors(module.getContext());
  passes.run(module);
  return errors.take();
}

llvm::Error gtcompiler::runPasses(llvm::legacy::FunctionPassManager &passes, llvm::Module &module) {
  CollectedErrors errors(module.getContext());
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      passes.run(function);
  return errors.take();
}
