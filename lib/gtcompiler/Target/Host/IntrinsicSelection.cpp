//===- IntrinsicSelection.cpp - Masked memory, extremes, signs --------------===//
//
// See VectorSelection.h.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace gtcompiler;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Fused sums
//===----------------------------------------------------------------------===//

/// What `value` is the negative of, where an instruction of `block` may take that in its place: it
/// is selected before, from below, and a negative that nothing else takes is left out.
static const Value *negativeOf(const Value *value, const BasicBlock *block) {
  auto *negation = dyn_cast<UnaryOperator>(value);
  return negation && negation->hasOneUse() && negation->getParent() == block
             ? negation->getOperand(0)
             : nullptr;
}

/// Which operand of a * b + c its result may take the register of: one that nothing else needs,
/// else a constant, which is loaded there. The first one if none is of these.
static unsigned overwritten(const IntrinsicInst &call) {
  auto isFree = [&](unsigned operand) {
    const Value *value = call.getArgOperand(operand),
                *negated = negativeOf(value, call.getParent());
    const Value *read = negated ? negated : value;
    return !isa<Constant>(read) && read->hasOneUse();
  };
  auto isConstant = [&](unsigned operand) { return isa<Constant>(call.getArgOperand(operand)); };
  constexpr unsigned order[] = {0, 1, 2};
  if (const unsigned *found = find_if(order, isFree); found != std::end(order))
    return *found;
  constexpr unsigned sumFirst[] = {2, 0, 1};
  const unsigned *found = find_if(sumFirst, isConstant);
  return found != std::end(sumFirst) ? *found : 0;
}

/// a * b + c, into one of them.
bool VectorSelection::selectFused(const IntrinsicInst &call) {
  Type *type = vectorOf(call.getType());
  std::optional<Lanes> lanes = lanesOf(type);
  if (!lanes || !lanes->isFloat)
    return false;
  const Value *factor = call.getArgOperand(0), *sum = call.getArgOperand(2);
  const Value *negativeFactor = negativeOf(factor, call.getParent()),
              *negativeSum = negativeOf(sum, call.getParent());
  std::string name = std::string(negativeFactor ? "VFNM" : "VFM") + (negativeSum ? "SUB" : "ADD");
  Register values[] = {inVector(negativeFactor ? negativeFactor : factor),
                       inVector(call.getArgOperand(1)), inVector(negativeSum ? negativeSum : sum)};
  unsigned into = hasMasks ? 0 : overwritten(call);
  std::swap(values[0], values[into]); // factors in any order
  if (into == 2)
    std::swap(values[1], values[2]);
  name += into == 2 ? "231" : "213";
  Register made = create(type), result = of(&call);
  if (!result || !emitSimple(name + letters(*lanes) + width(*lanes) + "r", made, values))
    return false;
  copy(result, made);
  return true;
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

/// The sign of a float changed, or cleared.
bool VectorSelection::selectSign(const Instruction &result, const Value *value, bool isCleared) {
  Type *type = vectorOf(result.getType());
  std::optional<Lanes> lanes = lanesOf(type);
  if (!lanes || !lanes->isFloat || !of(&result))
    return false;
  Register sign = info.ValueMap.lookup(signOf(type, !isCleared)), made = create(type);
  StringRef name = isCleared ? "AND" : "XOR";
  std::string full = hasMasks ? ("VP" + name + (lanes->bits == 64 ? "Q" : "D")).str()
                              : ("V" + name + letters(*lanes)).str();
  if (!emitSimple(full + width(*lanes) + "rr", made, {inVector(value), sign}))
    return false;
  copy(of(&result), made);
  return true;
}

/// The same from the bits of both, one after the other.
bool VectorSelection::emitCopiedSign(const IntrinsicInst &call, Lanes lanes, Register made) {
  Type *type = vectorOf(call.getType());
  Register rest = info.ValueMap.lookup(signOf(type, /*isSet=*/false));
  Register number = create(type), sign = create(type);
  std::string form = (letters(lanes) + width(lanes) + "rr").str();
  if (!emitSimple("VAND" + form, number, {rest, inVector(call.getArgOperand(0))}) ||
      !emitSimple("VANDN" + form, sign, {rest, inVector(call.getArgOperand(1))}) ||
      !emitSimple("VOR" + form, made, {number, sign}))
    return false;
  copy(of(&call), made);
  return true;
}

/// The bits of one float with the sign of another.
bool VectorSelection::selectCopiedSign(const IntrinsicInst &call) {
  Type *type = vectorOf(call.getType());
  std::optional<Lanes> lanes = lanesOf(type);
  if (!lanes || !lanes->isFloat || !of(&call))
    return false;
  std::string form = ((lanes->bits == 64 ? "Q" : "D") + width(*lanes) + "rri").str();
  Register made = create(type);
  if (!hasMasks)
    return emitCopiedSign(call, *lanes, made);
  constexpr std::int64_t kFirstWhereSecond =
      0xe2; // the second operand's bits choose, else the third
  bool isMade = emitSimple("VPTERNLOG" + form, made,
                           {inVector(call.getArgOperand(0)),
                            info.ValueMap.lookup(signOf(type, /*isSet=*/false)),
                            inVector(call.getArgOperand(1))},
                           kFirstWhereSecond);
  if (isMade)
    copy(of(&call), made);
  return isMade;
}

/// "VMOVUPD", "VMOVDQU32".
std::string VectorSelection::unaligned(Lanes lanes) {
  return lanes.isFloat ? ("VMOVU" + letters(lanes)).str() : "VMOVDQU" + std::to_string(lanes.bits);
}

/// The register of `mask` for memory of `type`.
Register VectorSelection::maskFor(const Value *mask, Type *type) {
  if (isHalf(type))
    return cleanMask(mask);
  return hasMasks ? of(mask) : ofMask(mask, lanesOf(type)->bits);
}

bool VectorSelection::selectMaskedLoad(const IntrinsicInst &call) {
  Type *type = call.getType();
  std::optional<Lanes> lanes = hasMasks ? wholeLanesOf(type) : lanesOf(type);
  auto *none = dyn_cast<Constant>(call.getArgOperand(2));
  Address address;
  const Value *pointer = call.getArgOperand(0);
  if (!lanes || !none || !none->isNullValue() || !find(pointer, address))
    return false;
  Register result = of(&call), mask = maskFor(call.getArgOperand(1), type);
  Built built = hasMasks ? emit(unaligned(*lanes) + width(*lanes) + "rmkz", result)
                         : emit(maskedMove(*lanes) + width(*lanes) + "rm", result);
  if (!built.getInstr() || !mask)
    return false;
  use(built, mask);
  use(built, address);
  built.addMemOperand(memoryOf(pointer, unsigned(layout.getTypeSizeInBits(type)),
                               call.getParamAlign(0).valueOrOne(), MachineMemOperand::MOLoad));
  return finish(built, result);
}

bool VectorSelection::selectMaskedStore(const IntrinsicInst &call) {
  const Value *value = call.getArgOperand(0), *pointer = call.getArgOperand(1);
  Type *type = value->getType();
  std::optional<Lanes> lanes = hasMasks ? wholeLanesOf(type) : lanesOf(type);
  Address address;
  if (!lanes || !find(pointer, address))
    return false;
  Register stored = of(value), mask = maskFor(call.getArgOperand(2), type);
  Built built = hasMasks ? emitEffect(unaligned(*lanes) + width(*lanes) + "mrk")
                         : emitEffect(maskedMove(*lanes) + width(*lanes) + "mr");
  if (!built.getInstr() || !stored || !mask)
    return false;
  use(built, address);
  use(built, mask);
  use(built, stored);
  built.addMemOperand(memoryOf(pointer, unsigned(layout.getTypeSizeInBits(type)),
                               call.getParamAlign(1).valueOrOne(), MachineMemOperand::MOStore));
  return true;
}

bool VectorSelection::selectGather(const IntrinsicInst &call) {
  std::optional<Lanes> lanes = lanesOf(call.getType());
  auto *step = dyn_cast<GetElementPtrInst>(call.getArgOperand(0));
  auto *none = dyn_cast<Constant>(call.getArgOperand(2));
  if (!hasMasks || !lanes || lanes->bits < 32 || !step || !none || !none->isNullValue() ||
      step->getParent() != call.getParent() || step->getNumIndices() != 1 ||
      step->getPointerOperand()->getType()->isVectorTy())
    return false;
  std::optional<Lanes> indices = lanesOf(step->getOperand(1)->getType());
  auto bytes = std::int64_t(layout.getTypeAllocSize(step->getSourceElementType()));
  Address address;
  if (!indices || indices->bits < 32 || !is_contained({1, 2, 4, 8}, bytes) ||
      !find(step->getPointerOperand(), address) || address.index)
    return false;
  address.index = of(step->getOperand(1));
  address.scale = bytes;
  Register result = of(&call), start = of(none), mask = of(call.getArgOperand(1));
  Built built =
      emit(StringRef(lanes->isFloat ? "VGATHER" : "VPGATHER") + (indices->bits == 64 ? "Q" : "D") +
               letters(*lanes) + width(*lanes, *indices) + "rm",
           result);
  if (!built.getInstr() || !start || !mask || !address.index)
    return false;
  built.addReg(registers.createVirtualRegister(target.getRegClass(built->getDesc(), 1)),
               RegState::Define);
  use(built, start);
  use(built, mask);
  use(built, address);
  built.addMemOperand(machine.getMachineMemOperand(
      MachinePointerInfo(step->getPointerOperand()->getType()->getPointerAddressSpace()),
      MachineMemOperand::MOLoad, LocationSize::beforeOrAfterPointer(), Align(lanes->bits / 8)));
  return finish(built, result);
}

/// The lesser or greater of two integers: `condition` is that of the first one.
bool VectorSelection::selectExtreme(const IntrinsicInst &call, StringRef kind, unsigned condition) {
  const Value *first = call.getArgOperand(0), *second = call.getArgOperand(1);
  std::optional<Lanes> lanes = lanesOf(call.getType());
  if (lanes && lanes->bits == 64 && !hasMasks)
    return selectFullExtreme(call, *lanes);
  if (lanes)
    return emitSimple("VP" + kind + letters(*lanes) + width(*lanes) + "rr", call, {first, second});
  unsigned bits = call.getType()->getIntegerBitWidth();
  Register one = of(first), other = of(second), result = of(&call);
  if ((bits != 64 && bits != 32 && bits != 16 && bits != 8) || !one || !other || !result)
    return false;
  Register chosen = result;
  if (bits < 32) { // as numbers of 32
    Type *word = Type::getInt32Ty(call.getContext());
    std::string extend = (kind.ends_with("S") ? "MOVSX32rr" : "MOVZX32rr") + std::to_string(bits);
    Register wide[] = {create(word), create(word)};
    if (!emitSimple(extend, wide[0], {one}) || !emitSimple(extend, wide[1], {other}))
      return false;
    one = wide[0], other = wide[1], chosen = create(word);
  }
  std::string width = std::to_string(std::max(bits, 32u));
  Built compare = emitEffect("CMP" + width + "rr");
  use(compare, one);
  use(compare, other);
  if (!emitSimple("CMOV" + width + "rr", chosen, {other, one}, condition))
    return false;
  if (bits < 32)
    copy(result, chosen, part(bits == 8 ? "sub_8bit" : "sub_16bit"));
  return true;
}

/// The bits of the greatest float from those of both comparisons: where these differ, both have the
/// sign of +0; where one is NaN all bits are set. Three instructions compare, which fewer of a
/// core's units do than logic.
bool VectorSelection::emitGreatest(const IntrinsicInst &call, Lanes lanes,
                                   std::array<Register, 2> operands,
                                   std::array<Register, 2> compared) {
  Type *type = vectorOf(call.getType());
  Register number = create(type), isNaN = create(type), result = create(type);
  std::string form = (letters(lanes) + width(lanes)).str();
  constexpr std::int64_t kUnordered = 3;
  if (!emitSimple("VAND" + form + "rr", number, compared) ||
      !emitSimple("VCMP" + form + "rri", isNaN, operands, kUnordered) ||
      !emitSimple("VOR" + form + "rr", result, {number, isNaN}))
    return false;
  copy(of(&call), result);
  return true;
}

/// IEEE's minimum or maximum. VMIN and VMAX give their second operand where one is NaN or both are
/// zeros: in both orders they give either, or twice the same. Of these the bits of both make a NaN
/// where one is, and the sign of the least zero; that of the greatest is set where both are.
bool VectorSelection::selectIeeeExtreme(const IntrinsicInst &call, bool isLeast) {
  Type *type = vectorOf(call.getType());
  std::optional<Lanes> lanes = lanesOf(type);
  if (!lanes || !of(&call))
    return false;
  Register first = inVector(call.getArgOperand(0)), second = inVector(call.getArgOperand(1));
  Register one = create(type), other = create(type), result = create(type);
  std::string form = (letters(*lanes) + width(*lanes) + "rr").str();
  std::string name = (isLeast ? "VMIN" : "VMAX") + form;
  if (!emitSimple(name, one, {first, second}) || !emitSimple(name, other, {second, first}))
    return false;
  if (!hasMasks && !isLeast)
    return emitGreatest(call, *lanes, {first, second}, {one, other});
  StringRef letter = lanes->bits == 64 ? "Q" : "D";
  std::string join = hasMasks ? ("VPOR" + letter + width(*lanes) + "rr").str() : "VOR" + form;
  constexpr std::int64_t kMajority = 0xe8; // of all bits but the sign one is enough
  bool isMade = isLeast ? emitSimple(join, result, {one, other})
                        : emitSimple("VPTERNLOG" + letter + width(*lanes) + "rri", result,
                                     {one, other, of(signOf(type, /*isSet=*/false))}, kMajority);
  if (isMade)
    copy(of(&call), result);
  return isMade;
}

bool VectorSelection::selectPrefetch(const IntrinsicInst &call) {
  static constexpr StringRef levels[] = {"PREFETCHNTA", "PREFETCHT2", "PREFETCHT1", "PREFETCHT0"};
  auto level = cast<ConstantInt>(call.getArgOperand(2))->getZExtValue();
  Address address;
  const Value *pointer = call.getArgOperand(0);
  bool isRead = cast<ConstantInt>(call.getArgOperand(1))->isZero();
  if (!isRead || level > 3 || !find(pointer, address))
    return false;
  Built built = emitEffect(levels[level]);
  if (!built.getInstr())
    return false;
  use(built, address);
  built.addMemOperand(memoryOf(pointer, 8, Align(1), MachineMemOperand::MOLoad));
  return true;
}

/// Whether a mask is all lanes.
static bool isAllOnes(const Value *mask) {
  auto *number = dyn_cast<ConstantInt>(mask);
  return number && number->isMinusOne();
}

bool VectorSelection::selectIntrinsic(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::masked_load:
    return selectMaskedLoad(call);
  case Intrinsic::masked_store:
    return selectMaskedStore(call);
  case Intrinsic::masked_gather:
    return selectGather(call);
  case Intrinsic::smin:
    return selectExtreme(call, "MINS", 12);
  case Intrinsic::smax:
    return selectExtreme(call, "MAXS", 15);
  case Intrinsic::umin:
    return selectExtreme(call, "MINU", 2);
  case Intrinsic::umax:
    return selectExtreme(call, "MAXU", 7);
  case Intrinsic::minimum:
    return selectIeeeExtreme(call, /*isLeast=*/true);
  case Intrinsic::maximum:
    return selectIeeeExtreme(call, /*isLeast=*/false);
  case Intrinsic::prefetch:
    return selectPrefetch(call);
  case Intrinsic::fabs:
    return selectSign(call, call.getArgOperand(0), /*isCleared=*/true);
  case Intrinsic::copysign:
    return selectCopiedSign(call);
  case Intrinsic::sqrt:
    return emitFloats("VSQRT", "r", call, 1);
  case Intrinsic::fma:
    return selectFused(call);
  case Intrinsic::roundeven:
    return selectRounded(call, 8);
  case Intrinsic::floor:
    return selectRounded(call, 9);
  case Intrinsic::ceil:
    return selectRounded(call, 10);
  case Intrinsic::trunc:
    return selectRounded(call, 11);
  case Intrinsic::x86_avx512_min_pd_512:
  case Intrinsic::x86_avx512_min_ps_512:
    return emitFloats("VMIN", "rr", call, 2);
  case Intrinsic::x86_avx512_max_pd_512:
  case Intrinsic::x86_avx512_max_ps_512:
    return emitFloats("VMAX", "rr", call, 2);
  case Intrinsic::x86_avx512_mask_scalef_pd_512:
  case Intrinsic::x86_avx512_mask_scalef_ps_512:
    return isAllOnes(call.getArgOperand(3)) && emitFloats("VSCALEF", "rr", call, 2);
  case Intrinsic::x86_avx512_vpermi2var_pd_512: // its result takes the place of the index
    return emitSimple("VPERMI2PDZrr", call,
                      {call.getArgOperand(1), call.getArgOperand(0), call.getArgOperand(2)});
  case Intrinsic::x86_avx_vzeroupper:
    return emitEffect("VZEROUPPER").getInstr();
  default:
    return false;
  }
}
