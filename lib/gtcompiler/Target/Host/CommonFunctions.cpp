//===- CommonFunctions.cpp - Code that programs share ---------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "CommonFunctions.h"

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "gtcompiler/Target/Translation.h"

#include "llvm/ADT/StringSet.h"

using namespace gtcompiler;
using namespace mlir;

/// Above it all are forgotten: a process may reduce in very many ways.
static constexpr unsigned kMostKnown = 128;

/// Whether other programs are likely to have `function`: code beside kernels, and kernels that
/// reduce what others have left.
static bool isCommon(LLVM::LLVMFuncOp function) {
  if (function.isExternal())
    return false;
  auto info = function->getAttrOfType<KernelInfoAttr>(GTDialect::kKernelAttrName);
  if (!info)
    return function.getLinkage() == LLVM::Linkage::Internal;
  return info.getAlong() && info.getScalars().empty() &&
         llvm::all_of(info.getStorages(),
                      [](StorageUseAttr use) { return use.getIsTemporary() || !use.getIsRead(); });
}

/// `function` as one that stands elsewhere.
static void makeDeclaration(LLVM::LLVMFuncOp function) {
  function.setLinkage(LLVM::Linkage::External);
  function.setDsoLocal(true);
}

/// A module of a function that does what `function` does and takes its body.
static OwningOpRef<ModuleOp> takeBody(LLVM::LLVMFuncOp function) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(function.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto taken = cast<LLVM::LLVMFuncOp>(builder.insert(function->cloneWithoutRegions()));
  taken->removeAttr(GTDialect::kKernelAttrName);
  taken.getBody().takeBody(function.getBody());
  makeDeclaration(function);
  llvm::StringSet<> declared;
  auto symbols = function->getParentOfType<ModuleOp>();
  taken.walk([&](LLVM::CallOp call) {
    std::optional<StringRef> callee = call.getCallee();
    if (!callee || !declared.insert(*callee).second)
      return;
    auto called = symbols.lookupSymbol<LLVM::LLVMFuncOp>(*callee);
    makeDeclaration(cast<LLVM::LLVMFuncOp>(builder.insert(called->cloneWithoutRegions())));
  });
  return module;
}

void CommonFunctions::forget() {
  equal = {};
  known.clear();
}

llvm::Expected<const OpenCode *> CommonFunctions::codeOf(LLVM::LLVMFuncOp function,
                                                         CodeGenerator &generator) {
  OwningOpRef<ModuleOp> module = takeBody(function);
  auto taken = cast<LLVM::LLVMFuncOp>(module->getBody()->front());
  LLVM::LLVMFuncOp first = equal.firstLike(taken);
  if (first != taken)
    return &known[first]->code;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> kernels = translateKernels(*module, context);
  if (!kernels)
    return llvm::createStringError("common code has no translation");
  auto code = generator.run(*kernels, [](llvm::StringRef) { return true; });
  if (!code)
    return code.takeError();
  auto entry = std::make_unique<Known>(Known{std::move(module), std::move(code->open)});
  return &(known[taken] = std::move(entry))->code;
}

llvm::Expected<std::vector<CommonFunction>> CommonFunctions::takeFrom(ModuleOp module,
                                                                      CodeGenerator &generator) {
  if (known.size() > kMostKnown)
    forget();
  llvm::StringSet<> withOtherNames;
  for (auto alias : module.getOps<LLVM::AliasOp>())
    alias.walk([&](LLVM::AddressOfOp address) { withOtherNames.insert(address.getGlobalName()); });
  std::vector<CommonFunction> taken;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!isCommon(function) || withOtherNames.contains(function.getName()))
      continue;
    auto code = codeOf(function, generator);
    if (!code) {
      forget();
      return code.takeError();
    }
    taken.push_back({function.getName().str(), *code});
  }
  return taken;
}
