//===- BitMaskSelection.cpp - Masks that are bits ----------------------------===//
//
// See VectorSelection.h. With AVX-512 masks have registers of their own, with a bit a lane.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace gtcompiler;
using namespace llvm;

/// Of instructions for masks of as many lanes, or more.
StringRef VectorSelection::maskLetter(Lanes lanes) {
  return lanes.count == 64 ? "Q" : lanes.count == 32 ? "D" : lanes.count == 8 ? "B" : "W";
}

/// Makes the mask `constant`, of bits of a number if need be.
bool VectorSelection::emitMask(Lanes lanes, const Constant &constant, Register result) {
  StringRef kind = maskLetter(lanes);
  if (constant.isNullValue())
    return emitSimple("KSET0" + kind, result, {});
  if (constant.isAllOnesValue())
    return emitSimple("KSET1" + kind, result, {});
  if (lanes.count != 8 && lanes.count != 16)
    return false;
  std::int64_t bits = 0;
  for (unsigned lane = 0; lane < lanes.count; ++lane)
    bits |= std::int64_t(!constant.getAggregateElement(lane)->isNullValue()) << lane;
  Register number = create(Type::getInt32Ty(constant.getContext()));
  Built built = emit("MOV32ri", number);
  if (!built.getInstr())
    return false;
  built.addImm(bits);
  return finish(built, number) && emitSimple("KMOV" + kind + "kr", result, {number});
}

/// A number of 32 bits, which are all set or none: of a condition's byte the lowest bit counts.
Register VectorSelection::allBitsOf(const Value *condition) {
  LLVMContext &context = info.Fn->getContext();
  Type *word = Type::getInt32Ty(context);
  Register bit = create(Type::getInt8Ty(context)), number = create(word), bits = create(word);
  bool isMade = emitSimple("AND8ri", bit, {of(condition)}, 1) &&
                emitSimple("MOVZX32rr8", number, {bit}) && emitSimple("NEG32r", bits, {number});
  return isMade ? bits : Register();
}

/// One condition for all lanes.
bool VectorSelection::selectMaskSplat(const ShuffleVectorInst &shuffle, const Value *condition) {
  Lanes lanes = *lanesOf(shuffle.getType());
  Register bits = allBitsOf(condition);
  if (lanes.count == 64) {
    Register all = create(Type::getInt64Ty(shuffle.getContext()));
    if (!emitSimple("MOVSX64rr32", all, {bits}))
      return false;
    bits = all;
  }
  return emitSimple("KMOV" + maskLetter(lanes) + "kr", of(&shuffle), {bits});
}

/// A mask as the bits of a number.
bool VectorSelection::selectMaskBits(const BitCastInst &cast) {
  std::optional<Lanes> lanes = lanesOf(cast.getOperand(0)->getType());
  if (!lanes || !lanes->isMask() || (lanes->count != 8 && lanes->count != 16))
    return false;
  bool isByte = lanes->count == 8;
  Type *word = Type::getInt32Ty(cast.getContext());
  Register bits = create(word), result = of(&cast);
  bool isMade = hasMasks
                    ? emitSimple(isByte ? "KMOVBrk" : "KMOVWrk", bits, {of(cast.getOperand(0))})
                    : emitFullMaskBits(bits, cast.getOperand(0));
  if (!result || !isMade)
    return false;
  copy(result, bits, part(isByte ? "sub_8bit" : "sub_16bit"));
  return true;
}

/// The lower or the upper half of a mask.
bool VectorSelection::selectMaskHalf(const ShuffleVectorInst &shuffle, Lanes from, unsigned first) {
  unsigned count = lanesOf(shuffle.getType())->count;
  if (2 * count != from.count || (first != 0 && first != count))
    return false;
  Register result = of(&shuffle), mask = of(shuffle.getOperand(0));
  if (!result || !mask)
    return false;
  if (first != 0)
    return emitSimple("KSHIFTR" + maskLetter(from) + "ki", result, {mask}, count);
  copy(result, mask);
  return true;
}

/// One lane, the lowest bit of a byte.
bool VectorSelection::selectMaskLane(const ExtractElementInst &extract, std::int64_t lane) {
  Type *word = Type::getInt32Ty(extract.getContext());
  Register bits = create(word), moved = create(word), result = of(&extract);
  if (!result || lane >= 32 || !emitSimple("KMOVDrk", bits, {of(extract.getVectorOperand())}) ||
      !emitSimple("SHR32ri", moved, {bits}, lane))
    return false;
  copy(result, moved, part("sub_8bit"));
  return true;
}

/// Two masks joined lane by lane.
bool VectorSelection::selectMaskLogic(const BinaryOperator &logic) {
  std::optional<Lanes> lanes = lanesOf(logic.getType());
  if (!lanes || !lanes->isMask())
    return false;
  return emitSimple("K" + logicOf(logic) + maskLetter(*lanes) + "kk", logic,
                    {logic.getOperand(0), logic.getOperand(1)});
}

/// Masks that are chosen by a third.
bool VectorSelection::selectMaskChoice(const SelectInst &choice, Lanes lanes) {
  Register condition = of(choice.getCondition());
  Register chosen = create(choice.getType()), other = create(choice.getType());
  std::string form = (maskLetter(lanes) + "kk").str();
  return emitSimple("KAND" + form, chosen, {condition, of(choice.getTrueValue())}) &&
         emitSimple("KANDN" + form, other, {condition, of(choice.getFalseValue())}) &&
         emitSimple("KOR" + form, of(&choice), {chosen, other});
}

/// Where two masks are the same, or are not.
bool VectorSelection::selectMaskEquality(const CmpInst &compare, Lanes lanes) {
  if (compare.getPredicate() != CmpInst::ICMP_EQ && compare.getPredicate() != CmpInst::ICMP_NE)
    return false;
  StringRef name = compare.getPredicate() == CmpInst::ICMP_EQ ? "KXNOR" : "KXOR";
  return emitSimple(name + maskLetter(lanes) + "kk", compare,
                    {compare.getOperand(0), compare.getOperand(1)});
}

/// A mask as integers, -1 or 1 where it is set.
bool VectorSelection::selectMaskNumbers(const CastInst &cast) {
  std::optional<Lanes> lanes = wholeLanesOf(cast.getType());
  if (!lanes)
    return false;
  std::string name = ("VPMOVM2" + letters(*lanes) + width(*lanes) + "rk").str();
  if (cast.getOpcode() == Instruction::SExt)
    return emitSimple(name, cast, {cast.getOperand(0)});
  bool isHalfVector = isHalf(cast.getType());
  Register signs = isHalfVector ? create(wholeType(cast.getType())) : create(cast.getType());
  if (!emitSimple(name, signs, {of(cast.getOperand(0))}))
    return false;
  if (lanes->bits == 8)
    return emitSimple("VPABSB" + width(*lanes) + "rr", of(&cast), {signs});
  return emitSimple("VPSRL" + letters(*lanes) + width(*lanes) + "ri", of(&cast), {signs},
                    lanes->bits - 1);
}
