//===- ValueTranslation.cpp - Operations with a value to LLVM IR ----------===//
//
// Most are one instruction or intrinsic, which a table tells.
//
//===----------------------------------------------------------------------===//
#include "ValueTranslation.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Intrinsics.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
#include "mlir/Dialect/LLVMIR/LLVMConversionEnumsToLLVM.inc"

//===----------------------------------------------------------------------===//
// Operations that are one instruction
//===----------------------------------------------------------------------===//

/// The value of an operation; null where it is not plain.
using Emit = llvm::Value *(*)(Operation & op, ValueTranslation &to);

template <typename Op, llvm::Instruction::BinaryOps code>
llvm::Value *emitBinary(Operation &op, ValueTranslation &to) {
  if (!isPlain(cast<Op>(op)))
    return nullptr;
  return to.builder.CreateBinOp(code, to(op.getOperand(0)), to(op.getOperand(1)));
}

template <typename Op, llvm::Instruction::CastOps code>
llvm::Value *emitCast(Operation &op, ValueTranslation &to) {
  if (!isPlain(cast<Op>(op)))
    return nullptr;
  return to.builder.CreateCast(code, to(op.getOperand(0)), to(op.getResult(0).getType()));
}

/// A call of an intrinsic of the result's type.
template <typename Op, unsigned id>
llvm::Value *emitIntrinsic(Operation &op, ValueTranslation &to) {
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

} // namespace

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

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

static llvm::Constant *constantOf(LLVM::ConstantOp op, llvm::Type *type) {
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

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

/// The value of `op`, which has one and is in no table; null where it is not known.
static llvm::Value *emit(Operation &op, ValueTranslation &to) {
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
        using P = LLVM::CallIntrinsicOp::Properties;
        if (!saysOnly(call, &P::intrin, &P::fastmathFlags, &P::operandSegmentSizes,
                      &P::op_bundle_sizes) ||
            !isPlain(call) || !call.getOpBundleOperands().empty())
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

llvm::Value *ValueTranslation::translate(Operation &op) {
  if (auto number = dyn_cast<LLVM::ConstantOp>(op))
    return constantOf(number, (*this)(number.getType()));
  if (Emit emitOne = plainInstructions().lookup(op.getName().getTypeID()))
    return emitOne(op, *this);
  return emit(op, *this);
}
