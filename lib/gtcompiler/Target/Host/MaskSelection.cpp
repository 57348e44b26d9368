//===- MaskSelection.cpp - Masks that are vectors ---------------------------===//
//
// See VectorSelection.h. CPUs without registers for masks have them in vectors, as wide as those
// that they are for: all bits of a lane are set, or none. LLVM has no such type for lanes of i1,
// so their registers are chosen here: one for the lanes that a mask is made from, and one for each
// other width that it is used for, made where it is.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace gtcompiler;
using namespace llvm;

/// Whether `value` is one of several masks that are joined lane by lane.
static bool isLogic(const Value &value) {
  auto *op = dyn_cast<BinaryOperator>(&value);
  return op && op->isBitwiseLogicOp();
}

/// How many bits the lanes have that `mask` is made from, and of one condition for all lanes those
/// that it is used for; nothing for a constant, and what is not known here.
std::optional<unsigned> VectorSelection::maskBits(const Value *mask) {
  auto known = bitsOfMasks.find(mask);
  return known == bitsOfMasks.end() ? std::nullopt : std::optional(known->second);
}

/// The same before it is known, in the order of instructions.
std::optional<unsigned> VectorSelection::findMaskBits(const Instruction &mask) {
  std::optional<Lanes> lanes;
  if (auto *compare = dyn_cast<CmpInst>(&mask))
    lanes = lanesOf(compare->getOperand(0)->getType());
  if (lanes && !lanes->isMask())
    return lanes->bits;
  if (isLogic(mask)) {
    std::optional<unsigned> first = maskBits(mask.getOperand(0));
    return first ? first : maskBits(mask.getOperand(1));
  }
  if (scalarOf(&mask))
    for (const User *user : mask.users())
      if (std::optional<unsigned> bits = usedMaskBits(*cast<Instruction>(user)))
        return bits;
  return std::nullopt;
}

/// How many bits the lanes have for which `instruction` uses masks.
std::optional<unsigned> VectorSelection::usedMaskBits(const Instruction &instruction) {
  Type *type = instruction.getType();
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
      call && call->getIntrinsicID() == Intrinsic::masked_store)
    type = call->getArgOperand(0)->getType();
  std::optional<Lanes> lanes = lanesOf(type);
  return lanes && !lanes->isMask() ? lanes->bits : maskBits(&instruction);
}

/// The type of integers that a mask for lanes of `bits` is.
static FixedVectorType *fullType(const Type *mask, unsigned bits) {
  return FixedVectorType::get(Type::getIntNTy(mask->getContext(), bits),
                              cast<FixedVectorType>(mask)->getNumElements());
}

Constant *VectorSelection::fullMask(const Constant &mask, unsigned bits) {
  FixedVectorType *type = fullType(mask.getType(), bits);
  SmallVector<Constant *> lanes;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const Constant *bit = mask.getAggregateElement(lane);
    bool isSet = bit && !isa<UndefValue>(bit) && !bit->isNullValue();
    lanes.push_back(isSet ? Constant::getAllOnesValue(type->getElementType())
                          : Constant::getNullValue(type->getElementType()));
  }
  return ConstantVector::get(lanes);
}

bool VectorSelection::isFullMask(const Value *value) const {
  std::optional<Lanes> lanes = lanesOf(value->getType());
  return !hasMasks && lanes && lanes->isMask();
}

/// The register of `mask` for lanes of `bits`.
Register VectorSelection::ofMask(const Value *mask, unsigned bits) {
  if (auto *constant = dyn_cast<Constant>(mask))
    return info.ValueMap.lookup(fullMask(*constant, bits));
  if (std::optional<unsigned> own = maskBits(mask); own != bits) {
    for (auto [other, made] : converted.lookup(mask))
      if (other == bits && ofMask(mask, *own)) // it is made from that one
        return made;
    return {};
  }
  Register &known = info.ValueMap[mask];
  if (!known)
    known = create(fullType(mask->getType(), bits));
  return known;
}

bool VectorSelection::enterMasks() {
  SmallVector<const Instruction *> masks;
  for (const Instruction &instruction : instructions(*info.Fn)) {
    if (!isFullMask(&instruction) || isa<InsertElementInst>(instruction))
      continue;
    std::optional<unsigned> bits = findMaskBits(instruction);
    if (!bits || !classOf(fullType(instruction.getType(), *bits)))
      return false;
    bitsOfMasks[&instruction] = *bits;
    masks.push_back(&instruction);
    if (auto known = info.ValueMap.find(&instruction); known != info.ValueMap.end())
      known->second = create(fullType(instruction.getType(), *bits));
  }
  return all_of(masks, [&](const Instruction *mask) { return enterConverted(*mask); });
}

/// Chooses registers of `mask` for the other lanes that it is used for.
bool VectorSelection::enterConverted(const Instruction &mask) {
  for (const User *user : mask.users()) {
    std::optional<unsigned> bits = usedMaskBits(*cast<Instruction>(user));
    if (!bits || bits == maskBits(&mask))
      continue;
    FixedVectorType *type = fullType(mask.getType(), *bits);
    if (!classOf(type))
      return false;
    auto &made = converted[&mask];
    if (none_of(made, [&](auto &each) { return each.first == *bits; }))
      made.push_back({*bits, create(type)});
  }
  return true;
}

/// Makes `mask` for the other lanes that it is used for: those of 32 and of 64 bits.
bool VectorSelection::emitConverted(const Value &mask, unsigned bits) {
  for (auto [other, result] : converted.lookup(&mask)) {
    Register from = ofMask(&mask, bits);
    Lanes to = *lanesOf(fullType(mask.getType(), other));
    bool isWider = bits == 32 && to.bits == 64, isNarrower = bits == 64 && to.bits == 32;
    if (isWider && !emitSimple("VPMOVSXDQ" + width(to) + "rr", result, {from}))
      return false;
    if (isNarrower) {
      FixedVectorType *half = FixedVectorType::get(Type::getInt32Ty(mask.getContext()), 4);
      Register low = create(half), high = create(half);
      copy(low, from, part("sub_xmm"));
      constexpr std::int64_t kEven = 0x88;
      if (to.count != 4 || !emitSimple("VEXTRACTI128rri", high, {from}, 1) ||
          !emitSimple("VSHUFPSrri", result, {low, high}, kEven))
        return false;
    }
    if (!isWider && !isNarrower)
      return false;
  }
  return true;
}

/// Into `result`: all ones where `mask` is none, and none where it is.
bool VectorSelection::emitNot(Register result, Register mask, Lanes lanes) {
  FixedVectorType *type =
      FixedVectorType::get(Type::getIntNTy(info.Fn->getContext(), lanes.bits), lanes.count);
  Register ones = create(type);
  return emitSimple(lanes.size() == 256 ? "AVX2_SETALLONES" : "V_SETALLONES", ones, {}) &&
         emitSimple("VPXOR" + width(lanes) + "rr", result, {mask, ones});
}

/// Integers are found equal or greater, signed; the rest is made from these.
bool VectorSelection::selectFullCompare(const CmpInst &compare, Lanes lanes) {
  Register result = ofMask(&compare, lanes.bits);
  Register first = of(compare.getOperand(0)), second = of(compare.getOperand(1));
  if (!result || !first || !second)
    return false;
  auto signOf = [&](Register &value) { // moved so that the order is that of signed numbers
    Constant *sign =
        ConstantInt::get(compare.getOperand(0)->getType(), APInt::getSignMask(lanes.bits));
    Register moved = create(compare.getOperand(0)->getType());
    bool isMade =
        emitSimple("VPXOR" + width(lanes) + "rr", moved, {value, info.ValueMap.lookup(sign)});
    value = moved;
    return isMade;
  };
  if (compare.isUnsigned() && !(signOf(first) && signOf(second)))
    return false;
  CmpInst::Predicate predicate = ICmpInst::getSignedPredicate(compare.getPredicate());
  bool isSwapped = predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_SGE;
  if (isSwapped)
    std::swap(first, second);
  bool isEquality = predicate == CmpInst::ICMP_EQ || predicate == CmpInst::ICMP_NE;
  bool isNot = predicate == CmpInst::ICMP_NE || predicate == CmpInst::ICMP_SLE ||
               predicate == CmpInst::ICMP_SGE;
  std::string name =
      (StringRef(isEquality ? "VPCMPEQ" : "VPCMPGT") + letters(lanes) + width(lanes) + "rr").str();
  if (!isNot)
    return emitSimple(name, result, {first, second});
  Register made = create(compare.getOperand(0)->getType());
  return emitSimple(name, made, {first, second}) && emitNot(result, made, lanes);
}

bool VectorSelection::selectFullChoice(const SelectInst &choice, Lanes lanes) {
  StringRef name = !lanes.isFloat ? "VPBLENDVB" : lanes.bits == 64 ? "VBLENDVPD" : "VBLENDVPS";
  return emitSimple(name + width(lanes) + "rrr", of(&choice),
                    {of(choice.getFalseValue()), of(choice.getTrueValue()),
                     ofMask(choice.getCondition(), lanes.bits)});
}

/// The lesser or greater of two integers of 64 bits, signed, for which there is no instruction.
bool VectorSelection::selectFullExtreme(const IntrinsicInst &call, Lanes lanes) {
  bool isLeast = call.getIntrinsicID() == Intrinsic::smin;
  if (!isLeast && call.getIntrinsicID() != Intrinsic::smax)
    return false;
  Register first = of(call.getArgOperand(0)), second = of(call.getArgOperand(1));
  Register isGreater = create(call.getType());
  if (!emitSimple("VPCMPGTQ" + width(lanes) + "rr", isGreater, {first, second}))
    return false;
  if (!isLeast)
    std::swap(first, second);
  return emitSimple("VPBLENDVB" + width(lanes) + "rrr", of(&call), {first, second, isGreater});
}

bool VectorSelection::selectLogic(const BinaryOperator &logic) {
  std::optional<unsigned> bits = maskBits(&logic);
  if (!bits)
    return false;
  Lanes lanes = *lanesOf(fullType(logic.getType(), *bits));
  return emitSimple("VP" + logicOf(logic) + width(lanes) + "rr", ofMask(&logic, *bits),
                    {ofMask(logic.getOperand(0), *bits), ofMask(logic.getOperand(1), *bits)});
}

/// All bits of each lane, whatever their width.
bool VectorSelection::emitFullSplat(Register result, const Value *condition, Lanes lanes) {
  Register first = create(FixedVectorType::get(Type::getInt32Ty(info.Fn->getContext()), 4));
  return emitSimple("VMOVDI2PDIrr", first, {allBitsOf(condition)}) &&
         emitSimple("VPBROADCASTD" + width(lanes) + "rr", result, {first});
}

bool VectorSelection::selectFullMask(const Instruction &instruction) {
  std::optional<unsigned> bits = maskBits(&instruction);
  if (!bits)
    return false;
  bool isMade = false;
  if (auto *compare = dyn_cast<CmpInst>(&instruction))
    isMade = selectCompare(*compare);
  else if (isLogic(instruction))
    isMade = selectLogic(cast<BinaryOperator>(instruction));
  else if (const Value *condition = scalarOf(&instruction))
    isMade = emitFullSplat(ofMask(&instruction, *bits), condition,
                           *lanesOf(fullType(instruction.getType(), *bits)));
  return isMade && emitConverted(instruction, *bits);
}

/// A mask as the bits of a number of 32.
bool VectorSelection::emitFullMaskBits(Register result, const Value *mask) {
  std::optional<unsigned> bits = maskBits(mask);
  if (bits != 64 && bits != 32)
    return false;
  Lanes lanes = *lanesOf(fullType(mask->getType(), *bits));
  return emitSimple((*bits == 64 ? "VMOVMSKPD" : "VMOVMSKPS") + width(lanes) + "rr", result,
                    {ofMask(mask, *bits)});
}

/// A mask as integers, -1 or 1 where it is set, or as the bits of a longer number.
bool VectorSelection::selectFullExtension(const CastInst &cast) {
  if (auto *number = dyn_cast<BitCastInst>(cast.getOperand(0)))
    return cast.getOpcode() == Instruction::ZExt && cast.getType()->isIntegerTy(32) &&
           isFullMask(number->getOperand(0)) && emitFullMaskBits(of(&cast), number->getOperand(0));
  std::optional<Lanes> lanes = lanesOf(cast.getType());
  if (!lanes || !isFullMask(cast.getOperand(0)))
    return false;
  Register mask = ofMask(cast.getOperand(0), lanes->bits), result = of(&cast);
  if (!mask || !result)
    return false;
  if (cast.getOpcode() == Instruction::ZExt)
    return emitSimple("VPSRL" + letters(*lanes) + width(*lanes) + "ri", result, {mask},
                      lanes->bits - 1);
  copy(result, mask);
  return true;
}

/// "VMASKMOVPD".
std::string VectorSelection::maskedMove(Lanes lanes) {
  return ((lanes.isFloat ? "VMASKMOV" : "VPMASKMOV") + letters(lanes)).str();
}
