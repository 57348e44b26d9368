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

/// The condition that `mask` has in all lanes; null if it is no such.
static const Value *conditionOf(const Value &mask) {
  auto *splat = dyn_cast<ShuffleVectorInst>(&mask);
  auto *inserted = splat ? dyn_cast<InsertElementInst>(splat->getOperand(0)) : nullptr;
  auto *place = inserted ? dyn_cast<ConstantInt>(inserted->getOperand(2)) : nullptr;
  bool isSplat = place && place->isZero() && splat->isZeroEltSplat() &&
                 inserted->getParent() == splat->getParent();
  return isSplat ? inserted->getOperand(1) : nullptr;
}

/// How many bits the lanes have that `mask` is made from, and of one condition for all lanes those
/// that it is used for; nothing for a constant, and what is not known here.
std::optional<unsigned> VectorSelection::maskBits(const Value *mask) {
  std::optional<Lanes> lanes;
  if (auto *compare = dyn_cast<CmpInst>(mask))
    lanes = lanesOf(compare->getOperand(0)->getType());
  if (lanes && !lanes->isMask())
    return lanes->bits;
  if (conditionOf(*mask)) {
    for (const User *user : mask->users())
      if (std::optional<unsigned> bits =
              isLogic(*user) ? std::nullopt : usedMaskBits(*cast<Instruction>(user)))
        return bits;
    return std::nullopt;
  }
  if (!isLogic(*mask))
    return std::nullopt;
  auto *joined = cast<BinaryOperator>(mask);
  std::optional<unsigned> first = maskBits(joined->getOperand(0));
  return first ? first : maskBits(joined->getOperand(1));
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
    Register made = converted.lookup({mask, bits});
    return made && ofMask(mask, *own) ? made : Register(); // it is made from that one
  }
  Register &known = info.ValueMap[mask];
  if (!known)
    known = create(fullType(mask->getType(), bits));
  return known;
}

bool VectorSelection::enterMasks() {
  for (const Instruction &instruction : instructions(*info.Fn)) {
    if (!isFullMask(&instruction) || isa<InsertElementInst>(instruction))
      continue;
    std::optional<unsigned> bits = maskBits(&instruction);
    if (!bits || !classOf(fullType(instruction.getType(), *bits)))
      return false;
    if (auto known = info.ValueMap.find(&instruction); known != info.ValueMap.end())
      known->second = create(fullType(instruction.getType(), *bits));
    for (const User *user : instruction.users()) {
      std::optional<unsigned> other = usedMaskBits(*cast<Instruction>(user));
      if (!other || other == bits)
        continue;
      if (!classOf(fullType(instruction.getType(), *other)))
        return false;
      if (Register &made = converted[{&instruction, *other}]; !made)
        made = create(fullType(instruction.getType(), *other));
    }
  }
  return true;
}

/// Makes `mask` for the other lanes that it is used for: those of 32 and of 64 bits.
bool VectorSelection::emitConverted(const Value &mask, unsigned bits) {
  for (auto [key, result] : converted) {
    if (key.first != &mask)
      continue;
    Register from = ofMask(&mask, bits);
    Lanes to = *lanesOf(fullType(mask.getType(), key.second));
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
  StringRef name = logic.getOpcode() == Instruction::And  ? "VPAND"
                   : logic.getOpcode() == Instruction::Or ? "VPOR"
                                                          : "VPXOR";
  Lanes lanes = *lanesOf(fullType(logic.getType(), *bits));
  return emitSimple(name + width(lanes) + "rr", ofMask(&logic, *bits),
                    {ofMask(logic.getOperand(0), *bits), ofMask(logic.getOperand(1), *bits)});
}

/// All bits of each lane, whatever their width, from the lowest one of a byte.
bool VectorSelection::emitFullSplat(Register result, const Value *condition, Lanes lanes) {
  LLVMContext &context = info.Fn->getContext();
  Register bit = create(Type::getInt8Ty(context)), number = create(Type::getInt32Ty(context)),
           bits = create(Type::getInt32Ty(context)),
           first = create(FixedVectorType::get(Type::getInt32Ty(context), 4));
  return emitSimple("AND8ri", bit, {of(condition)}, 1) && emitSimple("MOVZX32rr8", number, {bit}) &&
         emitSimple("NEG32r", bits, {number}) && emitSimple("VMOVDI2PDIrr", first, {bits}) &&
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
  else if (const Value *condition = conditionOf(instruction))
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

/// Lanes of two vectors one behind the other, from number `first` on.
bool VectorSelection::emitFollowing(Register result, Register low, Register high, Lanes lanes,
                                    unsigned first) {
  if (!result || !low || !high || (lanes.bits != 64 && lanes.bits != 32))
    return false;
  bool isDouble = lanes.isFloat && lanes.bits == 64;
  auto shift = [&](Register from, Register behind, unsigned number) { // in each half
    if (isDouble)
      return emitSimple("VSHUFPD" + width(lanes) + "rri", result, {from, behind},
                        lanes.size() == 256 ? 5 : 1);
    return emitSimple("VPALIGNR" + width(lanes) + "rri", result, {behind, from},
                      number * lanes.bits / 8);
  };
  if (lanes.size() == 128)
    return shift(low, high, first);
  unsigned half = lanes.count / 2;
  Type *integer = Type::getIntNTy(info.Fn->getContext(), lanes.bits);
  Register middle = first == half ? result : create(FixedVectorType::get(integer, lanes.count));
  constexpr std::int64_t kHighAndLow = 0x21;
  if (!emitSimple(lanes.isFloat ? "VPERM2F128rri" : "VPERM2I128rri", middle, {low, high},
                  kHighAndLow))
    return false;
  if (first == half)
    return true;
  return first < half ? shift(low, middle, first) : shift(middle, high, first - half);
}

/// Lanes of one vector in the order of numbers below their count.
Register VectorSelection::emitPermuted(Register from, Lanes lanes, ArrayRef<int> order,
                                       Type *type) {
  if (all_of(enumerate(order), [](auto each) { return each.value() == int(each.index()); }))
    return from;
  Register result = create(type);
  std::string name = ("VPERM" + letters(lanes) + width(lanes)).str();
  if (lanes.bits == 64) {
    std::int64_t places = 0;
    for (auto [lane, number] : enumerate(order))
      places |= std::int64_t(number) << (2 * lane);
    return emitSimple(name + "ri", result, {from}, places) ? result : Register();
  }
  auto places = map_to_vector(order, [](int number) { return std::uint32_t(number); });
  Constant *numbers = ConstantDataVector::get(info.Fn->getContext(), places);
  Register index = create(numbers->getType());
  return emitPooled(*lanesOf(numbers->getType()), *numbers, index) &&
                 emitSimple(name + "rr", result, {index, from})
             ? result
             : Register();
}

/// Any lanes of two vectors of 256 bits: those of each where they come to be, then both.
bool VectorSelection::selectFullShuffle(const ShuffleVectorInst &shuffle, Lanes lanes) {
  if (lanes.size() != 256 || lanes.bits < 32)
    return false;
  SmallVector<int> orders[2];
  std::int64_t fromSecond = 0;
  bool usesSecond = false, usesFirst = false;
  for (auto [lane, number] : enumerate(shuffle.getShuffleMask())) {
    bool isSecond = number >= int(lanes.count);
    for (auto [operand, order] : enumerate(orders))
      order.push_back(number >= 0 && isSecond == bool(operand) ? number % int(lanes.count)
                                                               : int(lane));
    fromSecond |= std::int64_t(isSecond) << lane;
    (isSecond ? usesSecond : usesFirst) |= number >= 0;
  }
  Register result = of(&shuffle), parts[2];
  for (unsigned operand : {0u, 1u}) {
    if (!(operand ? usesSecond : usesFirst))
      continue;
    Register from = of(shuffle.getOperand(operand));
    parts[operand] = from ? emitPermuted(from, lanes, orders[operand], shuffle.getType()) : from;
    if (!parts[operand])
      return false;
  }
  if (!result)
    return false;
  if (!usesFirst || !usesSecond) {
    copy(result, parts[usesSecond]);
    return true;
  }
  StringRef name = lanes.bits == 64 ? "VBLENDPDYrri" : "VBLENDPSYrri";
  return emitSimple(name, result, {parts[0], parts[1]}, fromSecond);
}
