//===- FewPasses.cpp - What kernels need no passes for --------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "FewPasses.h"

#include "FewerJumps.h"
#include "SelectKernels.h"
#include "VectorSelection.h"

#include "gtcompiler/Target/PassList.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace gtcompiler;
using namespace llvm;

bool gtcompiler::isForFew(StringRef pass) {
  static constexpr StringRef names[] = {
      kSelectKernelsAlone,     "finalize-isel",      "phi-node-elimination",
      "twoaddressinstruction", "register-coalescer", kAllocate,
      "virtregrewriter",       "prologepilog",       "postrapseudos",
      "x86-expand-pseudo",     kFewerJumps,
  };
  return is_contained(names, pass);
}

/// Whether all lanes are one, or lanes that follow each other.
static bool isPlainShuffle(ArrayRef<int> lanes) {
  auto follows = [&](int step) {
    for (std::size_t lane = 1; lane < lanes.size(); ++lane)
      if (lanes[lane] != lanes[lane - 1] + step)
        return false;
    return true;
  };
  return follows(0) || follows(1);
}

static bool hasBytes(const Type *type) {
  return type->isVectorTy() && type->getScalarType()->isIntegerTy(8);
}

/// Of elements that LLVM selects: those of 16 bits.
static bool isShort(const Type *type) {
  const Type *element = type->getScalarType();
  return element->isHalfTy() || element->isBFloatTy() ||
         (type->isVectorTy() && element->isIntegerTy(16));
}

static bool isRegister(const Type *type) {
  unsigned bits = type->getPrimitiveSizeInBits();
  return type->isVectorTy() && (bits == 128 || bits == 256 || bits == 512);
}

static bool needsAllPasses(const Instruction &instruction, bool hasMasks) {
  Type *type = instruction.getType();
  auto isOfAny = [&](bool (&is)(const Type *)) {
    return is(type) || any_of(instruction.operand_values(),
                              [&](const Value *operand) { return is(operand->getType()); });
  };
  if (isOfAny(isShort))
    return true;
  if (isOfAny(hasBytes))
    return !hasMasks || !VectorSelection::knowsBytes(instruction);
  if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
    return !isPlainShuffle(shuffle->getShuffleMask());
  if (isa<FPToSIInst, FPToUIInst>(instruction))
    return !hasMasks || !isRegister(type) || !isRegister(instruction.getOperand(0)->getType());
  if (const auto *cast = dyn_cast<CastInst>(&instruction))
    return type->isFloatingPointTy() && !VectorSelection::knowsScalar(*cast, hasMasks);
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  switch (call ? call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::ctpop:
    return true;
  default:
    return call && type->isFloatingPointTy() && call->arg_size() == 1;
  }
}

bool gtcompiler::needsAllPasses(const Function &function, bool hasMasks) {
  return any_of(instructions(function),
                [&](const Instruction &each) { return ::needsAllPasses(each, hasMasks); });
}
