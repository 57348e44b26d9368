//===- LaneSelection.cpp - Lanes that are compared and moved ----------------===//
//
// See VectorSelection.h.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/IR/Instructions.h"

using namespace gtcompiler;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Comparisons and choices
//===----------------------------------------------------------------------===//

/// The number of a comparison, and whether its operands change places.
static std::optional<std::pair<int, bool>> numberOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::FCMP_OEQ:
  case CmpInst::ICMP_EQ:
    return std::pair(0, false);
  case CmpInst::FCMP_OGT:
    return std::pair(1, true);
  case CmpInst::FCMP_OLT:
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    return std::pair(1, false);
  case CmpInst::FCMP_OGE:
    return std::pair(2, true);
  case CmpInst::FCMP_OLE:
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    return std::pair(2, false);
  case CmpInst::FCMP_UNO:
    return std::pair(3, false);
  case CmpInst::FCMP_UNE:
  case CmpInst::ICMP_NE:
    return std::pair(4, false);
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    return std::pair(5, false);
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    return std::pair(6, false);
  case CmpInst::FCMP_ORD:
    return std::pair(7, false);
  default:
    return std::nullopt;
  }
}

bool VectorSelection::selectCompare(const CmpInst &compare) {
  std::optional<Lanes> lanes = wholeLanesOf(compare.getOperand(0)->getType());
  auto number = numberOf(compare.getPredicate());
  if (!lanes || !number)
    return false;
  if (lanes->isMask())
    return hasMasks && selectMaskEquality(compare, *lanes);
  const Value *first = compare.getOperand(0), *second = compare.getOperand(1);
  if (number->second)
    std::swap(first, second);
  if (!hasMasks)
    return lanes->isFloat
               ? emitSimple("VCMP" + letters(*lanes) + width(*lanes) + "rri",
                            ofMask(&compare, lanes->bits), {of(first), of(second)}, number->first)
               : selectFullCompare(compare, *lanes);
  if (auto *none = dyn_cast<Constant>(second);
      compare.isEquality() && !lanes->isFloat && none && none->isNullValue())
    return emitSimple((compare.getPredicate() == CmpInst::ICMP_NE ? "VPTESTM" : "VPTESTNM") +
                          letters(*lanes) + width(*lanes) + "rr",
                      compare, {first, first});
  StringRef kind = lanes->isFloat ? "VCMP" : compare.isUnsigned() ? "VPCMPU" : "VPCMP";
  return emitSimple(kind + letters(*lanes) + width(*lanes) + "rri", compare, {first, second},
                    number->first);
}

/// "VMAX" or "VMIN" where `choice` is what those are: the first operand if it is above or below
/// the second, else the second, as where one is NaN or both are zeros.
static StringRef extremeOf(const SelectInst &choice) {
  const auto *compare = dyn_cast<FCmpInst>(choice.getCondition());
  if (!compare || compare->getOperand(0) == compare->getOperand(1))
    return "";
  const Value *chosen = choice.getTrueValue(), *other = choice.getFalseValue();
  CmpInst::Predicate predicate = compare->getPredicate();
  if (compare->getOperand(0) == other && compare->getOperand(1) == chosen)
    predicate = CmpInst::getSwappedPredicate(predicate);
  else if (compare->getOperand(0) != chosen || compare->getOperand(1) != other)
    return "";
  return predicate == CmpInst::FCMP_OGT ? "VMAX" : predicate == CmpInst::FCMP_OLT ? "VMIN" : "";
}

bool VectorSelection::selectChoice(const SelectInst &choice) {
  std::optional<Lanes> lanes = wholeLanesOf(choice.getType());
  if (!lanes || !lanesOf(choice.getCondition()->getType()))
    return false;
  if (lanes->isMask())
    return hasMasks && selectMaskChoice(choice, *lanes);
  if (StringRef extreme = lanes->isFloat ? extremeOf(choice) : ""; !extreme.empty())
    return emitSimple(extreme + letters(*lanes) + width(*lanes) + "rr", choice,
                      {choice.getTrueValue(), choice.getFalseValue()});
  if (!hasMasks)
    return selectFullChoice(choice, *lanes);
  if (selectMasked(choice, *lanes))
    return true;
  StringRef kind = lanes->isFloat ? "VBLENDM" : "VPBLENDM";
  return emitSimple(kind + letters(*lanes) + width(*lanes) + "rrk", choice,
                    {choice.getCondition(), choice.getFalseValue(), choice.getTrueValue()});
}

/// "VADD".
static StringRef arithmeticOf(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
    return "VADD";
  case Instruction::FSub:
    return "VSUB";
  case Instruction::FMul:
    return "VMUL";
  case Instruction::FDiv:
    return "VDIV";
  default:
    return "";
  }
}

/// What is computed where a mask is set, and nowhere else, by one instruction.
bool VectorSelection::selectMasked(const SelectInst &choice, Lanes lanes) {
  auto *chosen = dyn_cast<BinaryOperator>(choice.getTrueValue());
  StringRef name = chosen ? arithmeticOf(*chosen) : "";
  if (name.empty() || !lanes.isFloat || !chosen->hasOneUse() ||
      chosen->getParent() != choice.getParent() || scalarOf(chosen->getOperand(0)) ||
      scalarOf(chosen->getOperand(1)))
    return false;
  auto *other = dyn_cast<Constant>(choice.getFalseValue());
  bool isZero = other && other->isNullValue();
  const Value *first = chosen->getOperand(0), *second = chosen->getOperand(1);
  if (chosen->isCommutative() && isa<LoadInst>(first))
    std::swap(first, second);
  Register result = of(&choice), mask = of(choice.getCondition()), one = of(first);
  Register kept = isZero ? Register() : of(choice.getFalseValue());
  if (!result || !mask || !one || !(isZero || kept))
    return false;
  Address address;
  const LoadInst *load = loadFor(second, choice, address);
  Register two = load ? Register() : of(second);
  if (!load && !two)
    return false;
  Built built = emit(
      name + letters(lanes) + width(lanes) + (load ? "rmk" : "rrk") + (isZero ? "z" : ""), result);
  if (!isZero)
    use(built, kept);
  use(built, mask);
  use(built, one);
  if (load)
    use(built, address, *load);
  else
    use(built, two);
  return finish(built, result);
}

bool VectorSelection::selectScalarChoice(const Instruction &instruction) {
  const auto *choice = dyn_cast<SelectInst>(&instruction);
  const Type *type = instruction.getType();
  if (!choice || !(type->isFloatTy() || type->isDoubleTy()))
    return false;
  line = instruction.getDebugLoc();
  if (StringRef extreme = extremeOf(*choice); !extreme.empty())
    return emitSimple(extreme + Twine(type->isFloatTy() ? "SS" : "SD") + scalarWidth() + "rr",
                      *choice, {choice->getTrueValue(), choice->getFalseValue()});
  return !isa<FCmpInst>(choice->getCondition()) && emitScalarChoice(*choice);
}

/// In the first lane of a vector, by a condition that is a number: FastISel would branch.
bool VectorSelection::emitScalarChoice(const SelectInst &choice) {
  Type *type = vectorOf(choice.getType());
  Lanes lanes = *lanesOf(type);
  LLVMContext &context = choice.getContext();
  Register result = of(&choice), made = create(type);
  Register chosen = inVector(choice.getTrueValue()), other = inVector(choice.getFalseValue());
  if (!result || !chosen || !other)
    return false;
  std::string form = (letters(lanes) + width(lanes)).str();
  bool isMade = false;
  if (hasMasks) { // only the first lane counts, and so the mask's first bit
    Register number = create(Type::getInt32Ty(context));
    Register mask = create(FixedVectorType::get(Type::getInt1Ty(context), 16));
    isMade = emitSimple("MOVZX32rr8", number, {of(choice.getCondition())}) &&
             emitSimple("KMOVWkr", mask, {number}) &&
             emitSimple("VBLENDM" + form + "rrk", made, {mask, other, chosen});
  } else {
    Register wide = create(Type::getInt64Ty(context)), mask = create(type);
    isMade = emitSimple("MOVSX64rr32", wide, {allBitsOf(choice.getCondition())}) &&
             emitSimple("VMOV64toPQIrr", mask, {wide}) &&
             emitSimple("VBLENDV" + form + "rrr", made, {other, chosen, mask});
  }
  if (isMade)
    copy(result, made);
  return isMade;
}

/// The table of an operation on the bits of three values: bit 4a + 2b + c is what it makes of
/// those.
static std::int64_t tableOfThree(unsigned opcode) {
  return opcode == Instruction::And ? 0x80 : opcode == Instruction::Or ? 0xfe : 0x96;
}

bool VectorSelection::selectOfThree(const Instruction &instruction) {
  unsigned opcode = instruction.getOpcode();
  if (!hasMasks || !instruction.isBitwiseLogicOp())
    return false;
  std::optional<Lanes> lanes = lanesOf(instruction.getType());
  auto *inner = dyn_cast<BinaryOperator>(instruction.getOperand(0));
  if (!lanes || lanes->isMask() || lanes->size() < 128 || !inner || inner->getOpcode() != opcode ||
      !inner->hasOneUse() || inner->getParent() != instruction.getParent())
    return false;
  const Value *operands[] = {inner->getOperand(0), inner->getOperand(1), instruction.getOperand(1)};
  auto isRead = [](const Value *value) { return isa<LoadInst>(value) && value->hasOneUse(); };
  if (any_of(operands, isRead)) // of two values one may be in memory
    return false;
  line = instruction.getDebugLoc();
  return emitSimple("VPTERNLOG" + Twine(lanes->bits == 64 ? "Q" : "D") + width(*lanes) + "rri",
                    instruction, operands, tableOfThree(opcode));
}

//===----------------------------------------------------------------------===//
// Lanes that move
//===----------------------------------------------------------------------===//

/// `scalar` in all lanes.
bool VectorSelection::selectBroadcast(const Instruction &result, const Value *scalar) {
  Lanes lanes = *lanesOf(result.getType());
  if (lanes.bits == 8 && hasMasks) {
    Register word = create(Type::getInt32Ty(result.getContext()));
    return emitSimple("MOVZX32rr8", word, {of(scalar)}) &&
           emitSimple("VPBROADCASTBr" + width(lanes) + "rr", of(&result), {word});
  }
  if (lanes.bits != 64 && lanes.bits != 32)
    return false;
  std::string name = lanes.isFloat ? ("VBROADCASTS" + letters(lanes).take_back()).str()
                                   : ("VPBROADCAST" + letters(lanes)).str();
  if (lanes.isFloat && lanes.size() == 128 && lanes.bits == 64)
    name = "VMOVDDUP";
  Address address;
  if (const LoadInst *load = loadFor(scalar, result, address)) {
    Built built = emit(name + width(lanes) + "rm", of(&result));
    if (!built.getInstr())
      return false;
    use(built, address, *load);
    return finish(built, of(&result));
  }
  if (hasMasks || lanes.isFloat)
    return emitSimple(name + (lanes.isFloat ? "" : "r") + width(lanes) + "rr", result, {scalar});
  Type *scalars = FixedVectorType::get(scalar->getType(), 128 / lanes.bits);
  Register first = create(scalars);
  return emitSimple(lanes.bits == 64 ? "VMOV64toPQIrr" : "VMOVDI2PDIrr", first, {of(scalar)}) &&
         emitSimple(name + width(lanes) + "rr", of(&result), {first});
}

const Value *VectorSelection::scalarOf(const Value *vector) {
  auto *splat = dyn_cast<ShuffleVectorInst>(vector);
  auto *inserted = splat ? dyn_cast<InsertElementInst>(splat->getOperand(0)) : nullptr;
  auto *place = inserted ? dyn_cast<ConstantInt>(inserted->getOperand(2)) : nullptr;
  bool isSplat = place && place->isZero() && splat->isZeroEltSplat() &&
                 inserted->getParent() == splat->getParent();
  return isSplat ? inserted->getOperand(1) : nullptr;
}

/// The same for a vector that one reader has.
static const Value *ownScalarOf(const Value *vector) {
  const Value *scalar = VectorSelection::scalarOf(vector);
  bool isAlone =
      scalar && vector->hasOneUse() && cast<ShuffleVectorInst>(vector)->getOperand(0)->hasOneUse();
  return isAlone ? scalar : nullptr;
}

bool VectorSelection::selectWithScalar(const Instruction &instruction) {
  std::optional<Lanes> lanes = lanesOf(instruction.getType());
  StringRef name = arithmeticOf(instruction);
  if (!lanes || name.empty() || !hasMasks)
    return false;
  const Value *first = instruction.getOperand(0), *second = instruction.getOperand(1);
  if (instruction.isCommutative() && !ownScalarOf(second))
    std::swap(first, second);
  const Value *scalar = ownScalarOf(second);
  Address address;
  line = instruction.getDebugLoc();
  const LoadInst *load = scalar ? loadFor(scalar, instruction, address) : nullptr;
  if (!load)
    return false;
  Built built = emit(name + letters(*lanes) + width(*lanes) + "rmb", of(&instruction));
  use(built, of(first));
  use(built, address, *load);
  return finish(built, of(&instruction));
}

/// A vector whose low half is set.
Register VectorSelection::widened(Register low, Lanes lanes, Type *type) {
  const TargetRegisterClass *kind = classOf(type);
  Register none = registers.createVirtualRegister(kind),
           wide = registers.createVirtualRegister(kind);
  BuildMI(*info.MBB, info.InsertPt, line, target.get(TargetOpcode::IMPLICIT_DEF), none);
  BuildMI(*info.MBB, info.InsertPt, line, target.get(TargetOpcode::INSERT_SUBREG), wide)
      .addReg(none)
      .addReg(low)
      .addImm(part(lanes.size() == 512 ? "sub_ymm" : "sub_xmm"));
  return wide;
}

/// "VINSERTF64X4Z" for what joins two halves.
std::string VectorSelection::insertion(Lanes lanes) const {
  StringRef parts = lanes.size() == 512 ? "64X4Z" : hasMasks ? "32X4Z256" : "128";
  return (Twine(lanes.isFloat ? "VINSERTF" : "VINSERTI") + parts).str();
}

/// The low half and the high half of a vector.
Register VectorSelection::join(Register low, Register high, Lanes lanes, Type *type) {
  Register result = registers.createVirtualRegister(classOf(type));
  bool isMade =
      low && emitSimple(insertion(lanes) + "rri", result, {widened(low, lanes, type), high}, 1);
  return isMade ? result : Register();
}

/// The same where the high half is in memory.
Register VectorSelection::joinLoaded(Register low, const LoadInst &high, const Address &address,
                                     Lanes lanes, Type *type) {
  if (!low)
    return {};
  Register result = registers.createVirtualRegister(classOf(type));
  Register wide = widened(low, lanes, type);
  Built built = emit(insertion(lanes) + "rmi", result);
  if (!built.getInstr())
    return {};
  use(built, wide);
  use(built, address, high);
  built.addImm(1);
  finish(built, result);
  return result;
}

/// A vector of scalars, put together from halves: doubles and floats two and four to begin
/// with, as many as a register of 128 bits holds.
Register VectorSelection::assemble(ArrayRef<const Value *> elements, const Instruction &reader) {
  auto *type = FixedVectorType::get(elements.front()->getType(), elements.size());
  Lanes lanes = *lanesOf(type);
  if (lanes.size() > 128) {
    Register low = assemble(elements.take_front(elements.size() / 2), reader);
    Register high = assemble(elements.drop_front(elements.size() / 2), reader);
    return low && high ? join(low, high, lanes, type) : Register();
  }
  const TargetRegisterClass *kind = classOf(type);
  Register result;
  for (auto [lane, element] : enumerate(elements)) {
    Register next = registers.createVirtualRegister(kind);
    Address address;
    const LoadInst *load = loadFor(element, reader, address);
    if (lane == 0 && lanes.isFloat && !load) {
      copy(next, of(element));
      result = next;
      continue;
    }
    StringRef form = load ? "rm" : "rr";
    std::string name;
    std::optional<std::int64_t> place;
    if (lane == 0 && lanes.isFloat)
      name = ("VMOVS" + letters(lanes).take_back() + scalarWidth() + "rm").str();
    else if (lane == 0)
      name = (StringRef(lanes.bits == 64 ? load ? "VMOVQI2PQI" : "VMOV64toPQI" : "VMOVDI2PDI") +
              scalarWidth() + form)
                 .str();
    else if (lanes.isFloat && lanes.bits == 64)
      name = ((load ? "VMOVHPD" : "VUNPCKLPD") + width(lanes) + form).str();
    else if (lanes.isFloat)
      name = ("VINSERTPS" + scalarWidth() + form + "i").str(), place = 16 * lane;
    else
      name = ("VPINSR" + letters(lanes) + scalarWidth() + form + "i").str(), place = lane;
    Built built = emit(name, next);
    if (!built.getInstr())
      return {};
    if (lane > 0)
      use(built, result);
    if (load)
      use(built, address, *load);
    else
      use(built, of(element));
    if (place)
      built.addImm(*place);
    finish(built, next);
    result = next;
  }
  return result;
}

/// The last of the scalars that a vector is made of.
bool VectorSelection::selectInserted(const InsertElementInst &last) {
  std::optional<Lanes> lanes = lanesOf(last.getType());
  if (!lanes || lanes->bits < 32)
    return false;
  SmallVector<const Value *, 16> elements(lanes->count, nullptr);
  const Value *rest = &last;
  while (auto *inserted = dyn_cast<InsertElementInst>(rest)) {
    auto *place = dyn_cast<ConstantInt>(inserted->getOperand(2));
    if (!place || inserted->getParent() != last.getParent() ||
        (inserted != &last && !inserted->hasOneUse()))
      return false;
    if (const Value *&element = elements[place->getZExtValue()]; !element)
      element = inserted->getOperand(1);
    rest = inserted->getOperand(0);
  }
  if (!isa<UndefValue>(rest) || is_contained(elements, nullptr))
    return false;
  Register result = of(&last), made = assemble(elements, last);
  if (!result || !made)
    return false;
  copy(result, made);
  return true;
}

bool VectorSelection::selectExtracted(const ExtractElementInst &extract) {
  std::optional<Lanes> lanes = lanesOf(extract.getVectorOperand()->getType());
  auto *place = dyn_cast<ConstantInt>(extract.getIndexOperand());
  Register result = of(&extract), vector = of(extract.getVectorOperand());
  if (!lanes || !place || !result || !vector || lanes->size() > 256)
    return false;
  auto lane = std::int64_t(place->getZExtValue());
  if (lanes->isMask())
    return hasMasks && selectMaskLane(extract, lane);
  Type *type = extract.getVectorOperand()->getType();
  if (lanes->size() == 256) { // of which half?
    lanes->count /= 2;
    type = FixedVectorType::get(type->getScalarType(), lanes->count);
    Register half = create(type);
    StringRef kind = lanes->isFloat ? "VEXTRACTF" : "VEXTRACTI";
    if (lane < std::int64_t(lanes->count))
      copy(half, vector, part("sub_xmm"));
    else if (!emitSimple(kind + Twine(hasMasks ? "32X4Z256rri" : "128rri"), half, {vector}, 1))
      return false;
    vector = half;
    lane %= std::int64_t(lanes->count);
  }
  if (!lanes->isFloat && lanes->bits >= 32 && lane == 0)
    return emitSimple(Twine(lanes->bits == 64 ? "VMOVPQIto64" : "VMOVPDI2DI") + scalarWidth() +
                          "rr",
                      result, {vector});
  if (!lanes->isFloat && lanes->bits >= 32)
    return emitSimple(Twine("VPEXTR") + letters(*lanes) + scalarWidth() + "rri", result, {vector},
                      lane);
  if (!lanes->isFloat)
    return false;
  if (lane > 0) {
    Register moved = create(type);
    if (!emitSimple("VPERMIL" + letters(*lanes) + width(*lanes) + "ri", moved, {vector}, lane))
      return false;
    vector = moved;
  }
  copy(result, vector);
  return true;
}

/// By how many bits all lanes are shifted, if that is a number in the code.
std::optional<std::int64_t> VectorSelection::shiftedBy(const Instruction &shift) {
  std::optional<Lanes> lanes = lanesOf(shift.getType());
  if (!shift.isShift() || !lanes || lanes->bits < 32)
    return std::nullopt;
  auto *places = dyn_cast<Constant>(shift.getOperand(1));
  auto *number = places ? dyn_cast_or_null<ConstantInt>(places->getSplatValue()) : nullptr;
  return number && number->getValue().ult(lanes->bits)
             ? std::optional<std::int64_t>(number->getZExtValue())
             : std::nullopt;
}

/// Lanes shifted by as many bits each, or all by a number.
bool VectorSelection::selectShift(const BinaryOperator &shift) {
  std::optional<Lanes> lanes = lanesOf(shift.getType());
  if (!lanes || lanes->bits < 32)
    return false;
  StringRef name = shift.getOpcode() == Instruction::Shl    ? "VPSLL"
                   : shift.getOpcode() == Instruction::LShr ? "VPSRL"
                                                            : "VPSRA";
  if (std::optional<std::int64_t> number = shiftedBy(shift))
    return emitSimple(name + letters(*lanes) + width(*lanes) + "ri", shift, {shift.getOperand(0)},
                      *number);
  return emitSimple(name + "V" + letters(*lanes) + width(*lanes) + "rr", shift,
                    {shift.getOperand(0), shift.getOperand(1)});
}
