//===- DirectTranslation.cpp - LLVM IR in one walk ------------------------===//
//
// MLIR's translation walks a module five times, looks for debug information and asks every
// operation for a dictionary of its attributes: three quarters of its time. Kernels have none of
// it, and some sixty kinds of operations.
//
//===----------------------------------------------------------------------===//
#include "DirectTranslation.h"

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/TypeToLLVM.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Intrinsics.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
#include "mlir/Dialect/LLVMIR/LLVMConversionEnumsToLLVM.inc"

/// One run through a module.
class Translator {
public:
  Translator(llvm::Module &made)
      : module(made), builder(made.getContext(), llvm::TargetFolder(made.getDataLayout())),
        types(made.getContext()) {}

  bool translate(ModuleOp kernels);

  llvm::Value *operator()(Value value) const { return values.lookup(value); }
  llvm::SmallVector<llvm::Value *, 4> operator()(ValueRange range) const {
    return llvm::map_to_vector<4>(range, [&](Value value) { return values.lookup(value); });
  }
  llvm::Type *operator()(Type type) { return types.translateType(type); }

  llvm::Module &module;
  llvm::IRBuilder<llvm::TargetFolder> builder;

private:
  bool declare(LLVM::LLVMFuncOp function);
  bool declare(LLVM::AliasOp alias);
  bool define(LLVM::LLVMFuncOp function);
  bool translate(Operation &op);
  bool translate(LLVM::CallOp call);
  bool translate(LLVM::CondBrOp branch);
  llvm::Value *compute(Operation &op);
  llvm::Constant *constant(LLVM::ConstantOp op);
  void connect(Block &block);

  LLVM::TypeToLLVMIRTranslator types;
  llvm::DenseMap<Value, llvm::Value *> values;
  llvm::DenseMap<Block *, llvm::BasicBlock *> blocks;
  llvm::DenseMap<StringAttr, llvm::Function *> functions;
};

//===----------------------------------------------------------------------===//
// Operations that are one instruction
//===----------------------------------------------------------------------===//

/// Whether `op` says no more than its operands and types do.
template <typename Op> bool isPlain(Op op) {
  bool plain = true;
  if constexpr (requires { op.getOverflowFlags(); })
    plain &= op.getOverflowFlags() == LLVM::IntegerOverflowFlags::none;
  if constexpr (requires { op.getFastmathFlags(); })
    plain &= op.getFastmathFlags() == LLVM::FastmathFlags::none;
  if constexpr (requires { op.getIsExact(); })
    plain &= !op.getIsExact();
  if constexpr (requires { op.getIsDisjoint(); })
    plain &= !op.getIsDisjoint();
  if constexpr (requires { op.getNonNeg(); })
    plain &= !op.getNonNeg();
  return plain;
}

/// The value of an operation; null where it is not plain.
using Emit = llvm::Value *(*)(Operation & op, Translator &to);

template <typename Op, llvm::Instruction::BinaryOps code>
llvm::Value *emitBinary(Operation &op, Translator &to) {
  if (!isPlain(cast<Op>(op)))
    return nullptr;
  return to.builder.CreateBinOp(code, to(op.getOperand(0)), to(op.getOperand(1)));
}

template <typename Op, llvm::Instruction::CastOps code>
llvm::Value *emitCast(Operation &op, Translator &to) {
  if (!isPlain(cast<Op>(op)))
    return nullptr;
  return to.builder.CreateCast(code, to(op.getOperand(0)), to(op.getResult(0).getType()));
}

/// A call of an intrinsic of the result's type.
template <typename Op, unsigned id> llvm::Value *emitIntrinsic(Operation &op, Translator &to) {
  if (!isPlain(cast<Op>(op)))
    return nullptr;
  auto arguments = to(op.getOperands());
  auto *callee =
      llvm::Intrinsic::getOrInsertDeclaration(&to.module, id, {to(op.getResult(0).getType())});
  return to.builder.CreateCall(callee, arguments);
}

const llvm::DenseMap<TypeID, Emit> &plainInstructions() {
  using I = llvm::Instruction;
  namespace intrinsic = llvm::Intrinsic;
  static const llvm::DenseMap<TypeID, Emit> table = [] {
    llvm::DenseMap<TypeID, Emit> made;
#define GTJIT_EMIT(KIND, OP, CODE) made[TypeID::get<LLVM::OP>()] = &KIND<LLVM::OP, CODE>
    GTJIT_EMIT(emitBinary, AddOp, I::Add);
    GTJIT_EMIT(emitBinary, SubOp, I::Sub);
    GTJIT_EMIT(emitBinary, MulOp, I::Mul);
    GTJIT_EMIT(emitBinary, UDivOp, I::UDiv);
    GTJIT_EMIT(emitBinary, SDivOp, I::SDiv);
    GTJIT_EMIT(emitBinary, URemOp, I::URem);
    GTJIT_EMIT(emitBinary, SRemOp, I::SRem);
    GTJIT_EMIT(emitBinary, AndOp, I::And);
    GTJIT_EMIT(emitBinary, OrOp, I::Or);
    GTJIT_EMIT(emitBinary, XOrOp, I::Xor);
    GTJIT_EMIT(emitBinary, ShlOp, I::Shl);
    GTJIT_EMIT(emitBinary, LShrOp, I::LShr);
    GTJIT_EMIT(emitBinary, AShrOp, I::AShr);
    GTJIT_EMIT(emitBinary, FAddOp, I::FAdd);
    GTJIT_EMIT(emitBinary, FSubOp, I::FSub);
    GTJIT_EMIT(emitBinary, FMulOp, I::FMul);
    GTJIT_EMIT(emitBinary, FDivOp, I::FDiv);
    GTJIT_EMIT(emitCast, TruncOp, I::Trunc);
    GTJIT_EMIT(emitCast, ZExtOp, I::ZExt);
    GTJIT_EMIT(emitCast, SExtOp, I::SExt);
    GTJIT_EMIT(emitCast, FPTruncOp, I::FPTrunc);
    GTJIT_EMIT(emitCast, FPExtOp, I::FPExt);
    GTJIT_EMIT(emitCast, SIToFPOp, I::SIToFP);
    GTJIT_EMIT(emitCast, UIToFPOp, I::UIToFP);
    GTJIT_EMIT(emitCast, FPToSIOp, I::FPToSI);
    GTJIT_EMIT(emitCast, FPToUIOp, I::FPToUI);
    GTJIT_EMIT(emitCast, PtrToIntOp, I::PtrToInt);
    GTJIT_EMIT(emitCast, BitcastOp, I::BitCast);
    GTJIT_EMIT(emitIntrinsic, FMAOp, intrinsic::fma);
    GTJIT_EMIT(emitIntrinsic, FAbsOp, intrinsic::fabs);
    GTJIT_EMIT(emitIntrinsic, SqrtOp, intrinsic::sqrt);
    GTJIT_EMIT(emitIntrinsic, FFloorOp, intrinsic::floor);
    GTJIT_EMIT(emitIntrinsic, FCeilOp, intrinsic::ceil);
    GTJIT_EMIT(emitIntrinsic, FTruncOp, intrinsic::trunc);
    GTJIT_EMIT(emitIntrinsic, RoundEvenOp, intrinsic::roundeven);
    GTJIT_EMIT(emitIntrinsic, CopySignOp, intrinsic::copysign);
    GTJIT_EMIT(emitIntrinsic, MinimumOp, intrinsic::minimum);
    GTJIT_EMIT(emitIntrinsic, MaximumOp, intrinsic::maximum);
    GTJIT_EMIT(emitIntrinsic, SMinOp, intrinsic::smin);
    GTJIT_EMIT(emitIntrinsic, SMaxOp, intrinsic::smax);
    GTJIT_EMIT(emitIntrinsic, UMinOp, intrinsic::umin);
    GTJIT_EMIT(emitIntrinsic, UMaxOp, intrinsic::umax);
    GTJIT_EMIT(emitIntrinsic, CtPopOp, intrinsic::ctpop);
#undef GTJIT_EMIT
    return made;
  }();
  return table;
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

/// Whether an access of memory is an ordinary one, past the caches or not.
template <typename Access> bool isOrdinary(Access access) {
  typename Access::Properties &says = access.getProperties(), plain;
  plain.alignment = says.alignment;
  plain.ordering = says.ordering;
  plain.nontemporal = says.nontemporal;
  return says == plain && access.getOrdering() == LLVM::AtomicOrdering::not_atomic;
}

/// Gives `made` the alignment of `access`.
template <typename Made, typename Access> Made *align(Made *made, Access access) {
  if (std::optional<std::uint64_t> alignment = access.getAlignment())
    made->setAlignment(llvm::Align(*alignment));
  return made;
}

/// Gives `made` what an ordinary access says.
template <typename Made, typename Access> Made *complete(Made *made, Access access) {
  if (access.getNontemporal()) {
    auto *one = llvm::ConstantInt::get(llvm::Type::getInt32Ty(made->getContext()), 1);
    made->setMetadata(llvm::LLVMContext::MD_nontemporal,
                      llvm::MDNode::get(made->getContext(), llvm::ConstantAsMetadata::get(one)));
  }
  return align(made, access);
}

/// The value of `op`, which has one and is in no table; null where it is not known.
llvm::Value *emit(Operation &op, Translator &to) {
  auto typeOf = [&] { return to(op.getResult(0).getType()); };
  auto operand = [&](unsigned n) { return to(op.getOperand(n)); };
  using Result = llvm::Value *;
  return llvm::TypeSwitch<Operation *, Result>(&op)
      .Case([&](LLVM::GEPOp at) -> Result {
        if (at.getNoWrapFlags() != LLVM::GEPNoWrapFlags::none)
          return nullptr;
        llvm::SmallVector<llvm::Value *, 1> indices;
        for (auto index : at.getIndices())
          if (auto value = dyn_cast<Value>(index))
            indices.push_back(to(value));
          else
            indices.push_back(to.builder.getInt32(cast<IntegerAttr>(index).getInt()));
        return to.builder.CreateGEP(to(at.getElemType()), to(at.getBase()), indices);
      })
      .Case([&](LLVM::LoadOp load) -> Result {
        return isOrdinary(load) ? complete(to.builder.CreateLoad(typeOf(), operand(0)), load)
                                : nullptr;
      })
      .Case([&](LLVM::ICmpOp compare) {
        return to.builder.CreateICmp(convertICmpPredicateToLLVM(compare.getPredicate()), operand(0),
                                     operand(1));
      })
      .Case([&](LLVM::FCmpOp compare) {
        return isPlain(compare)
                   ? to.builder.CreateFCmp(convertFCmpPredicateToLLVM(compare.getPredicate()),
                                           operand(0), operand(1))
                   : nullptr;
      })
      .Case([&](LLVM::SelectOp choice) {
        return isPlain(choice) ? to.builder.CreateSelect(operand(0), operand(1), operand(2))
                               : nullptr;
      })
      .Case([&](LLVM::FNegOp negation) {
        return isPlain(negation) ? to.builder.CreateFNeg(operand(0)) : nullptr;
      })
      .Case([&](LLVM::InsertElementOp) {
        return to.builder.CreateInsertElement(operand(0), operand(1), operand(2));
      })
      .Case([&](LLVM::ExtractElementOp) {
        return to.builder.CreateExtractElement(operand(0), operand(1));
      })
      .Case([&](LLVM::ShuffleVectorOp shuffle) {
        return to.builder.CreateShuffleVector(operand(0), operand(1), shuffle.getMask());
      })
      .Case([&](LLVM::PoisonOp) { return llvm::PoisonValue::get(typeOf()); })
      .Case([&](LLVM::UndefOp) { return llvm::UndefValue::get(typeOf()); })
      .Case([&](LLVM::ZeroOp) { return llvm::Constant::getNullValue(typeOf()); })
      .Case([&](LLVM::MaskedLoadOp load) -> Result {
        if (!load.getPassThru() || load.getNontemporal())
          return nullptr;
        return to.builder.CreateMaskedLoad(typeOf(), operand(0), llvm::Align(load.getAlignment()),
                                           operand(1), operand(2));
      })
      .Case([&](LLVM::masked_gather gather) -> Result {
        if (gather.getPassThru().size() != 1)
          return nullptr;
        return to.builder.CreateMaskedGather(
            typeOf(), operand(0), llvm::Align(gather.getAlignment()), operand(1), operand(2));
      })
      .Case([&](LLVM::vector_reduce_or) {
        auto *callee = llvm::Intrinsic::getOrInsertDeclaration(
            &to.module, llvm::Intrinsic::vector_reduce_or, {operand(0)->getType()});
        return to.builder.CreateCall(callee, operand(0));
      })
      .Case([&](LLVM::CallIntrinsicOp call) -> Result {
        LLVM::CallIntrinsicOp::Properties &says = call.getProperties(), plain;
        plain.intrin = says.intrin;
        plain.fastmathFlags = says.fastmathFlags;
        plain.operandSegmentSizes = says.operandSegmentSizes;
        plain.op_bundle_sizes = says.op_bundle_sizes;
        if (says != plain || !isPlain(call) || !call.getOpBundleOperands().empty())
          return nullptr;
        auto arguments = to(call.getArgs());
        auto of = llvm::map_to_vector<4>(arguments, [](auto *value) { return value->getType(); });
        llvm::SmallVector<llvm::Type *, 4> overloads;
        auto id = llvm::Intrinsic::lookupIntrinsicID(call.getIntrin());
        auto *type = llvm::FunctionType::get(typeOf(), of, /*isVarArg=*/false);
        if (id == llvm::Intrinsic::not_intrinsic ||
            !llvm::Intrinsic::getIntrinsicSignature(id, type, overloads))
          return nullptr;
        return to.builder.CreateCall(
            llvm::Intrinsic::getOrInsertDeclaration(&to.module, id, overloads), arguments);
      })
      .Case([&](LLVM::AllocaOp memory) -> Result {
        if (memory.getInalloca())
          return nullptr;
        return align(to.builder.CreateAlloca(to(memory.getElemType()),
                                             typeOf()->getPointerAddressSpace(), operand(0)),
                     memory);
      })
      .Default([](Operation *) { return nullptr; });
}
} // namespace

/// The constant of `type` that `value` is.
static llvm::Constant *numberOf(llvm::Type *type, Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value); integer && type->isIntegerTy())
    return llvm::ConstantInt::get(type, integer.getValue().sextOrTrunc(type->getIntegerBitWidth()));
  auto number = dyn_cast<FloatAttr>(value);
  if (!number || !type->isFloatingPointTy() ||
      &number.getValue().getSemantics() != &type->getFltSemantics())
    return nullptr;
  return llvm::ConstantFP::get(type, number.getValue());
}

llvm::Constant *Translator::constant(LLVM::ConstantOp op) {
  llvm::Type *type = (*this)(op.getType());
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  auto *vector = dyn_cast<llvm::FixedVectorType>(type);
  if (!elements)
    return vector ? nullptr : numberOf(type, op.getValue());
  if (!vector)
    return nullptr;
  if (elements.isSplat()) {
    llvm::Constant *element =
        numberOf(vector->getElementType(), elements.getSplatValue<Attribute>());
    return element ? llvm::ConstantVector::getSplat(vector->getElementCount(), element) : nullptr;
  }
  llvm::SmallVector<llvm::Constant *, 64> numbers;
  for (Attribute element : elements.getValues<Attribute>())
    numbers.push_back(numberOf(vector->getElementType(), element));
  return llvm::is_contained(numbers, nullptr) ? nullptr : llvm::ConstantVector::get(numbers);
}

llvm::Value *Translator::compute(Operation &op) {
  if (auto number = dyn_cast<LLVM::ConstantOp>(op))
    return constant(number);
  if (Emit emitOne = plainInstructions().lookup(op.getName().getTypeID()))
    return emitOne(op, *this);
  return emit(op, *this);
}

bool Translator::translate(LLVM::CallOp call) {
  LLVM::CallOp::Properties &says = call.getProperties(), plain;
  plain.callee = says.callee;
  plain.CConv = says.CConv;
  plain.fastmathFlags = says.fastmathFlags;
  plain.TailCallKind = says.TailCallKind;
  plain.operandSegmentSizes = says.operandSegmentSizes;
  plain.op_bundle_sizes = says.op_bundle_sizes;
  if (says != plain || !isPlain(call) || call.getTailCallKind() != LLVM::TailCallKind::None ||
      !call.getOpBundleOperands().empty())
    return false;
  auto operands = (*this)(call.getCalleeOperands());
  llvm::CallInst *made;
  if (FlatSymbolRefAttr callee = call.getCalleeAttr()) {
    llvm::Function *function = functions.lookup(callee.getAttr());
    if (!function)
      return false;
    made = builder.CreateCall(function, operands);
  } else {
    auto *type = cast<llvm::FunctionType>((*this)(call.getCalleeFunctionType()));
    made = builder.CreateCall(type, operands.front(), llvm::ArrayRef(operands).drop_front());
  }
  made->setCallingConv(convertCConvToLLVM(call.getCConv()));
  if (call->getNumResults() == 1)
    values[call.getResult()] = made;
  return true;
}

bool Translator::translate(LLVM::CondBrOp branch) {
  if (branch.getBranchWeightsAttr() || branch.getLoopAnnotationAttr() ||
      branch.getTrueDest() == branch.getFalseDest())
    return false;
  builder.CreateCondBr((*this)(branch.getCondition()), blocks.lookup(branch.getTrueDest()),
                       blocks.lookup(branch.getFalseDest()));
  return true;
}

bool Translator::translate(Operation &op) {
  // Only values for arguments of other blocks may stand behind their use: see connect().
  unsigned used = isa<LLVM::BrOp>(op) ? 0 : isa<LLVM::CondBrOp>(op) ? 1 : op.getNumOperands();
  for (Value operand : op.getOperands().take_front(used))
    if (!values.contains(operand))
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
          builder.CreateRet((*this)(end.getArg()));
        else
          builder.CreateRetVoid();
        return true;
      })
      .Case([&](LLVM::StoreOp store) {
        if (!isOrdinary(store))
          return false;
        complete(builder.CreateStore((*this)(store.getValue()), (*this)(store.getAddr())), store);
        return true;
      })
      .Case([&](LLVM::MaskedStoreOp store) {
        builder.CreateMaskedStore((*this)(store.getValue()), (*this)(store.getData()),
                                  llvm::Align(store.getAlignment()), (*this)(store.getMask()));
        return true;
      })
      .Case([&](LLVM::Prefetch prefetch) {
        auto immediate = [&](std::uint32_t value) { return builder.getInt32(value); };
        llvm::Value *address = (*this)(prefetch.getAddr());
        auto *callee = llvm::Intrinsic::getOrInsertDeclaration(&module, llvm::Intrinsic::prefetch,
                                                               {address->getType()});
        builder.CreateCall(callee, {address, immediate(prefetch.getRw()),
                                    immediate(prefetch.getHint()), immediate(prefetch.getCache())});
        return true;
      })
      .Default([&](Operation *other) {
        llvm::Value *value = other->getNumResults() == 1 ? compute(op) : nullptr;
        if (value)
          values[other->getResult(0)] = value;
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
  LLVM::LLVMFuncOp::Properties &says = function.getProperties(), plain;
  plain.sym_name = says.sym_name;
  plain.function_type = says.function_type;
  plain.linkage = says.linkage;
  plain.CConv = says.CConv;
  plain.dso_local = says.dso_local;
  plain.visibility_ = says.visibility_;
  plain.unnamed_addr = says.unnamed_addr;
  if (says != plain || !hasOrdinaryName(function) ||
      function.getCConv() == LLVM::CConv::PTX_Kernel || !hasOwnAttributes(function) ||
      function.getLoc()->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>())
    return false;
  auto *made = llvm::Function::Create(cast<llvm::FunctionType>((*this)(function.getFunctionType())),
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
  LLVM::AliasOp::Properties &says = alias.getProperties(), plain;
  plain.alias_type = says.alias_type;
  plain.linkage = says.linkage;
  plain.sym_name = says.sym_name;
  plain.visibility_ = says.visibility_;
  plain.unnamed_addr = says.unnamed_addr;
  auto address = dyn_cast<LLVM::AddressOfOp>(alias.getBody()->front());
  llvm::Function *function =
      address ? functions.lookup(address.getGlobalNameAttr().getAttr()) : nullptr;
  if (says != plain || !hasOrdinaryName(alias) || !function ||
      !isa<LLVM::ReturnOp>(address->getNextNode()) || !hasOwnAttributes(alias))
    return false;
  llvm::GlobalAlias::create((*this)(alias.getType()), /*AddressSpace=*/0,
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
        cast<llvm::PHINode>(values.lookup(argument))
            ->addIncoming(values.lookup(given[argument.getArgNumber()]), blocks.lookup(before));
    }
  }
}

bool Translator::define(LLVM::LLVMFuncOp function) {
  llvm::Function *made = functions.lookup(function.getNameAttr());
  values.clear();
  blocks.clear();
  for (Block &block : function.getBody())
    blocks[&block] = llvm::BasicBlock::Create(module.getContext(), "", made);
  for (auto [argument, value] : llvm::zip(function.getArguments(), made->args()))
    values[argument] = &value;
  for (Block &block : function.getBody()) {
    builder.SetInsertPoint(blocks.lookup(&block));
    if (!block.isEntryBlock())
      for (BlockArgument argument : block.getArguments())
        values[argument] = builder.CreatePHI((*this)(argument.getType()),
                                             std::distance(block.pred_begin(), block.pred_end()));
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
