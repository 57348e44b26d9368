//===- DirectTranslation.cpp - LLVM IR in one walk ------------------------===//
//
// MLIR's translation walks a module five times, looks for debug information and asks every
// operation for a dictionary of its attributes: three quarters of its time. Kernels have none of
// it, and some sixty kinds of operations.
//
//===----------------------------------------------------------------------===//
#include "DirectTranslation.h"

#include "ValueTranslation.h"

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Intrinsics.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
#include "mlir/Dialect/LLVMIR/LLVMConversionEnumsToLLVM.inc"

/// One run through a module.
class Translator {
public:
  explicit Translator(llvm::Module &made) : to(made), module(made), builder(to.builder) {}

  bool translate(ModuleOp kernels);

private:
  bool declare(LLVM::LLVMFuncOp function);
  bool declare(LLVM::AliasOp alias);
  bool define(LLVM::LLVMFuncOp function);
  bool translate(Operation &op);
  bool translate(LLVM::CallOp call);
  bool translate(LLVM::CondBrOp branch);
  void connect(Block &block);

  ValueTranslation to;
  llvm::Module &module;
  llvm::IRBuilder<llvm::TargetFolder> &builder;
  llvm::DenseMap<Block *, llvm::BasicBlock *> blocks;
  llvm::DenseMap<StringAttr, llvm::Function *> functions;
};
} // namespace

bool Translator::translate(LLVM::CallOp call) {
  using P = LLVM::CallOp::Properties;
  if (!saysOnly(call, &P::callee, &P::CConv, &P::fastmathFlags, &P::TailCallKind,
                &P::operandSegmentSizes, &P::op_bundle_sizes) ||
      !isPlain(call) || call.getTailCallKind() != LLVM::TailCallKind::None ||
      !call.getOpBundleOperands().empty())
    return false;
  auto operands = to(call.getCalleeOperands());
  llvm::CallInst *made;
  if (FlatSymbolRefAttr callee = call.getCalleeAttr()) {
    llvm::Function *function = functions.lookup(callee.getAttr());
    if (!function)
      return false;
    made = builder.CreateCall(function, operands);
  } else {
    auto *type = cast<llvm::FunctionType>(to(call.getCalleeFunctionType()));
    made = builder.CreateCall(type, operands.front(), llvm::ArrayRef(operands).drop_front());
  }
  made->setCallingConv(convertCConvToLLVM(call.getCConv()));
  if (call->getNumResults() == 1)
    to.values[call.getResult()] = made;
  return true;
}

bool Translator::translate(LLVM::CondBrOp branch) {
  if (branch.getBranchWeightsAttr() || branch.getLoopAnnotationAttr() ||
      branch.getTrueDest() == branch.getFalseDest())
    return false;
  builder.CreateCondBr(to(branch.getCondition()), blocks.lookup(branch.getTrueDest()),
                       blocks.lookup(branch.getFalseDest()));
  return true;
}

bool Translator::translate(Operation &op) {
  // Only values for arguments of other blocks may stand behind their use: see connect().
  unsigned used = isa<LLVM::BrOp>(op) ? 0 : isa<LLVM::CondBrOp>(op) ? 1 : op.getNumOperands();
  for (Value operand : op.getOperands().take_front(used))
    if (!to.values.contains(operand))
      return false;
  return llvm::TypeSwitch<Operation *, bool>(&op)
      .Case([&](LLVM::CallOp call) { return translate(call); })
      .Case([&](LLVM::CondBrOp branch) { return translate(branch); })
      .Case([&](LLVM::BrOp branch) {
        if (branch.getLoopAnnotationAttr())
          return false;
        builder.CreateBr(blocks.lookup(branch.getDest()));
        return true;
      })
      .Case([&](LLVM::ReturnOp end) {
        if (end.getArg())
          builder.CreateRet(to(end.getArg()));
        else
          builder.CreateRetVoid();
        return true;
      })
      .Case([&](LLVM::StoreOp store) {
        if (!isOrdinary(store))
          return false;
        complete(builder.CreateStore(to(store.getValue()), to(store.getAddr())), store);
        return true;
      })
      .Case([&](LLVM::MaskedStoreOp store) {
        builder.CreateMaskedStore(to(store.getValue()), to(store.getData()),
                                  llvm::Align(store.getAlignment()), to(store.getMask()));
        return true;
      })
      .Case([&](LLVM::Prefetch prefetch) {
        auto immediate = [&](std::uint32_t value) { return builder.getInt32(value); };
        llvm::Value *address = to(prefetch.getAddr());
        auto *callee = llvm::Intrinsic::getOrInsertDeclaration(&module, llvm::Intrinsic::prefetch,
                                                               {address->getType()});
        builder.CreateCall(callee, {address, immediate(prefetch.getRw()),
                                    immediate(prefetch.getHint()), immediate(prefetch.getCache())});
        return true;
      })
      .Default([&](Operation *other) {
        llvm::Value *value = other->getNumResults() == 1 ? to.translate(op) : nullptr;
        if (value)
          to.values[other->getResult(0)] = value;
        return value != nullptr;
      });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether the name of `symbol` is an ordinary one.
template <typename Symbol> static bool hasOrdinaryName(Symbol symbol) {
  return symbol.getVisibility_() == LLVM::Visibility::Default &&
         symbol.getUnnamedAddr().value_or(LLVM::UnnamedAddr::None) == LLVM::UnnamedAddr::None;
}

/// Whether what else is said of `op` is of the dialect `gt`, and nothing to LLVM.
static bool hasOwnAttributes(Operation *op) {
  return llvm::all_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return attribute.getNameDialect() && isa<GTDialect>(attribute.getNameDialect());
  });
}

bool Translator::declare(LLVM::LLVMFuncOp function) {
  using P = LLVM::LLVMFuncOp::Properties;
  if (!saysOnly(function, &P::sym_name, &P::function_type, &P::linkage, &P::CConv, &P::dso_local,
                &P::visibility_, &P::unnamed_addr) ||
      !hasOrdinaryName(function) || function.getCConv() == LLVM::CConv::PTX_Kernel ||
      !hasOwnAttributes(function) ||
      function.getLoc()->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>())
    return false;
  auto *made = llvm::Function::Create(cast<llvm::FunctionType>(to(function.getFunctionType())),
                                      convertLinkageToLLVM(function.getLinkage()),
                                      function.getName(), module);
  made->setCallingConv(convertCConvToLLVM(function.getCConv()));
  if (function.getDsoLocal())
    made->setDSOLocal(true);
  functions[function.getNameAttr()] = made;
  return true;
}

/// Another name of a function.
bool Translator::declare(LLVM::AliasOp alias) {
  using P = LLVM::AliasOp::Properties;
  auto address = dyn_cast<LLVM::AddressOfOp>(alias.getBody()->front());
  llvm::Function *function =
      address ? functions.lookup(address.getGlobalNameAttr().getAttr()) : nullptr;
  if (!saysOnly(alias, &P::alias_type, &P::linkage, &P::sym_name, &P::visibility_,
                &P::unnamed_addr) ||
      !hasOrdinaryName(alias) || !function || !isa<LLVM::ReturnOp>(address->getNextNode()) ||
      !hasOwnAttributes(alias))
    return false;
  llvm::GlobalAlias::create(to(alias.getType()), /*AddressSpace=*/0,
                            convertLinkageToLLVM(alias.getLinkage()), alias.getSymName(), function,
                            &module);
  return true;
}

/// Gives the arguments of `block` their values for each block that leads there.
void Translator::connect(Block &block) {
  for (Block *before : block.getPredecessors()) {
    Operation *end = before->getTerminator();
    for (unsigned n = 0; n < end->getNumSuccessors(); ++n) {
      if (end->getSuccessor(n) != &block)
        continue;
      SuccessorOperands given = cast<BranchOpInterface>(end).getSuccessorOperands(n);
      for (BlockArgument argument : block.getArguments())
        cast<llvm::PHINode>(to.values.lookup(argument))
            ->addIncoming(to.values.lookup(given[argument.getArgNumber()]), blocks.lookup(before));
    }
  }
}

bool Translator::define(LLVM::LLVMFuncOp function) {
  llvm::Function *made = functions.lookup(function.getNameAttr());
  to.values.clear();
  blocks.clear();
  for (Block &block : function.getBody())
    blocks[&block] = llvm::BasicBlock::Create(module.getContext(), "", made);
  for (auto [argument, value] : llvm::zip(function.getArguments(), made->args()))
    to.values[argument] = &value;
  for (Block &block : function.getBody()) {
    builder.SetInsertPoint(blocks.lookup(&block));
    if (!block.isEntryBlock())
      for (BlockArgument argument : block.getArguments())
        to.values[argument] = builder.CreatePHI(
            to(argument.getType()), std::distance(block.pred_begin(), block.pred_end()));
    for (Operation &op : block)
      if (!translate(op))
        return false;
  }
  for (Block &block : llvm::drop_begin(function.getBody()))
    connect(block);
  return true;
}

bool Translator::translate(ModuleOp kernels) {
  if (!hasOwnAttributes(kernels))
    return false;
  for (Operation &op : *kernels.getBody())
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
        function ? !declare(function) : !isa<LLVM::AliasOp>(op))
      return false;
  for (auto alias : kernels.getOps<LLVM::AliasOp>())
    if (!declare(alias))
      return false;
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal() && !define(function))
      return false;
  return true;
}

std::unique_ptr<llvm::Module> gtcompiler::translateDirectly(ModuleOp module,
                                                            llvm::LLVMContext &context) {
  auto made = std::make_unique<llvm::Module>("kernels", context);
  return Translator(*made).translate(module) ? std::move(made) : nullptr;
}
