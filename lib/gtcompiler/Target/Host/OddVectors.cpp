//===- OddVectors.cpp - Least and greatest values beside bytes ------------===//
//
// Comparing both ways gives the same bits twice, unless the operands are zeros or one is NaN: then
// it gives one and the other. The union of the bits is NaN if one of them is, and of zeros the
// least; of the greatest the sign is the one that both have.
//
//===----------------------------------------------------------------------===//
#include "OddVectors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

static bool isOdd(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector || vector->getElementType()->isIntegerTy(1))
    return false;
  unsigned bits = vector->getPrimitiveSizeInBits();
  return bits != 128 && bits != 256 && bits != 512;
}

static bool hasOddVectors(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    return isOdd(instruction.getType()) ||
           any_of(instruction.operands(), [](const Use &use) { return isOdd(use->getType()); });
  });
}

static Value *expanded(IntrinsicInst &extreme) {
  bool isLeast = extreme.getIntrinsicID() == Intrinsic::minimum;
  IRBuilder<> code(&extreme);
  auto *floats = cast<FixedVectorType>(extreme.getType());
  auto *integers = VectorType::getInteger(floats);
  auto compared = [&](Value *first, Value *second) {
    Value *isFirst =
        isLeast ? code.CreateFCmpOLT(first, second) : code.CreateFCmpOGT(first, second);
    return code.CreateBitCast(code.CreateSelect(isFirst, first, second), integers);
  };
  Value *one = compared(extreme.getArgOperand(0), extreme.getArgOperand(1));
  Value *other = compared(extreme.getArgOperand(1), extreme.getArgOperand(0));
  Value *bits = code.CreateOr(one, other);
  if (!isLeast) {
    APInt allButSign = APInt::getSignedMaxValue(integers->getScalarSizeInBits());
    bits = code.CreateOr(code.CreateAnd(one, other),
                         code.CreateAnd(bits, ConstantInt::get(integers, allButSign)));
  }
  return code.CreateBitCast(bits, floats);
}

void gtcompiler::expandExtremesBesideOddVectors(Function &function) {
  if (!hasOddVectors(function))
    return;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call || !call->getType()->isVectorTy() ||
        (call->getIntrinsicID() != Intrinsic::minimum &&
         call->getIntrinsicID() != Intrinsic::maximum))
      continue;
    call->replaceAllUsesWith(expanded(*call));
    call->eraseFromParent();
  }
}
