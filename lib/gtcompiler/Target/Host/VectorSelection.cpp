//===- VectorSelection.cpp - Instructions that FastISel lacks -------------===//
//
// See the header. Instructions are named as LLVM names them: VMOVUPD, 512 bits (Z), from a
// register to memory (mr), lanes masked (k): VMOVUPDZmrk.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/CodeGen/MachineConstantPool.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace gtcompiler;
using namespace llvm;

VectorSelection::VectorSelection(FunctionLoweringInfo &functionInfo, FastISel &fastSelection,
                                 Instructions &known)
    : info(functionInfo), fast(fastSelection), numbers(known), machine(*info.MF),
      registers(machine.getRegInfo()), target(*machine.getSubtarget().getInstrInfo()),
      names(*machine.getSubtarget().getRegisterInfo()), layout(machine.getDataLayout()),
      hasMasks(info.TLI->isTypeLegal(MVT::v8i1)) {}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::optional<VectorSelection::Lanes> VectorSelection::lanesOf(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return std::nullopt;
  Type *element = vector->getElementType();
  Lanes lanes{vector->getNumElements(), unsigned(element->getScalarSizeInBits()),
              element->isFloatTy() || element->isDoubleTy()};
  bool isKnown = lanes.isFloat || element->isIntegerTy();
  bool isRegister =
      lanes.isMask() || lanes.size() == 128 || lanes.size() == 256 || lanes.size() == 512;
  return isKnown && isRegister ? std::optional(lanes) : std::nullopt;
}

/// "Z" for 512 bits; where there are none "Y" for 256.
StringRef VectorSelection::width(Lanes lanes) const {
  if (!hasMasks)
    return lanes.size() == 256 ? "Y" : "";
  return lanes.size() == 512 ? "Z" : lanes.size() == 256 ? "Z256" : "Z128";
}

/// That of the wider one.
StringRef VectorSelection::width(Lanes one, Lanes other) const {
  return width(one.size() > other.size() ? one : other);
}

/// "PD" for doubles, "Q" for integers of 64 bits.
StringRef VectorSelection::letters(Lanes lanes) {
  if (lanes.isFloat)
    return lanes.bits == 64 ? "PD" : "PS";
  return lanes.bits == 64 ? "Q" : lanes.bits == 32 ? "D" : lanes.bits == 16 ? "W" : "B";
}

StringRef VectorSelection::logicOf(const Instruction &logic) {
  switch (logic.getOpcode()) {
  case Instruction::And:
    return "AND";
  case Instruction::Or:
    return "OR";
  default:
    return "XOR";
  }
}

Type *VectorSelection::vectorOf(Type *type) {
  bool isScalar = type->isFloatTy() || type->isDoubleTy();
  return isScalar ? FixedVectorType::get(type, 128 / type->getPrimitiveSizeInBits()) : type;
}

MCRegister VectorSelection::machineRegister(StringRef name) const {
  for (unsigned number = 1; number < names.getNumRegs(); ++number)
    if (name == names.getName(number))
      return MCRegister(number);
  return {};
}

unsigned VectorSelection::part(StringRef name) const {
  for (unsigned number = 1; number < names.getNumSubRegIndices(); ++number)
    if (name == names.getSubRegIndexName(number))
      return number;
  return 0;
}

const TargetRegisterClass *VectorSelection::classOf(Type *type) const {
  EVT form = info.TLI->getValueType(layout, type, /*AllowUnknown=*/true);
  return form.isSimple() && info.TLI->isTypeLegal(form)
             ? info.TLI->getRegClassFor(form.getSimpleVT())
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

void VectorSelection::copy(Register to, Register from, unsigned part) {
  BuildMI(*info.MBB, info.InsertPt, line, target.get(TargetOpcode::COPY), to)
      .addReg(from, {}, part);
}

/// An instruction, without operands; none where LLVM has no such instruction.
VectorSelection::Built VectorSelection::emit(const Twine &name, Register result) {
  SmallString<32> buffer;
  unsigned number = numbers.number(name.toStringRef(buffer));
  if (number == 0 || !result)
    return {};
  const MCInstrDesc &form = target.get(number);
  const TargetRegisterClass *kind = target.getRegClass(form, 0);
  if (!registers.constrainRegClass(result, kind))
    result = registers.createVirtualRegister(kind);
  return BuildMI(*info.MBB, info.InsertPt, line, form, result);
}

/// The same for one that has no result.
VectorSelection::Built VectorSelection::emitEffect(const Twine &name) {
  SmallString<32> buffer;
  unsigned number = numbers.number(name.toStringRef(buffer));
  return number == 0 ? Built() : BuildMI(*info.MBB, info.InsertPt, line, target.get(number));
}

/// Adds an operand.
void VectorSelection::use(Built &built, Register value) {
  const MCInstrDesc &form = built->getDesc();
  auto place = count_if(built->operands(), [](const MachineOperand &operand) {
    return !operand.isReg() || !operand.isImplicit(); // those stand behind
  });
  const TargetRegisterClass *kind = target.getRegClass(form, place);
  if (kind && !registers.constrainRegClass(value, kind)) {
    Register other = registers.createVirtualRegister(kind);
    BuildMI(*info.MBB, built->getIterator(), line, target.get(TargetOpcode::COPY), other)
        .addReg(value);
    value = other;
  }
  built.addReg(value);
}

void VectorSelection::use(Built &built, const Address &address) {
  if (address.frame >= 0)
    built.addFrameIndex(address.frame);
  else
    use(built, address.base);
  built.addImm(address.scale);
  if (address.index)
    use(built, address.index);
  else
    built.addReg(Register());
  built.addImm(address.bytes).addReg(Register());
}

/// Adds what `load` reads at `address`.
void VectorSelection::use(Built &built, const Address &address, const LoadInst &load) {
  use(built, address);
  auto bits = unsigned(layout.getTypeSizeInBits(load.getType()));
  built.addMemOperand(
      memoryOf(load.getPointerOperand(), bits, load.getAlign(), MachineMemOperand::MOLoad));
}

/// Ends an instruction whose result goes to `result`.
bool VectorSelection::finish(Built &built, Register result) {
  if (Register own = built->getOperand(0).getReg(); own != result)
    copy(result, own);
  return true;
}

/// An instruction of registers alone, and perhaps a number behind them.
bool VectorSelection::emitSimple(const Twine &name, Register result, ArrayRef<Register> operands,
                                 std::optional<std::int64_t> number) {
  Built built = emit(name, result);
  if (!built.getInstr() || llvm::is_contained(operands, Register()))
    return false;
  for (Register operand : operands)
    use(built, operand);
  if (number)
    built.addImm(*number);
  return finish(built, result);
}

bool VectorSelection::emitSimple(const Twine &name, const Value &result,
                                 ArrayRef<const Value *> operands,
                                 std::optional<std::int64_t> number) {
  return emitSimple(name, of(&result),
                    map_to_vector(operands, [&](const Value *operand) { return of(operand); }),
                    number);
}

/// The register of a vector, or of one whose first lane is `value`.
Register VectorSelection::inVector(const Value *value) {
  Register known = of(value);
  if (!known || value->getType()->isVectorTy())
    return known;
  Register wide = create(vectorOf(value->getType()));
  copy(wide, known);
  return wide;
}

/// An intrinsic of floats, scalars or lanes, by one instruction of its operands.
bool VectorSelection::emitFloats(const Twine &name, StringRef form, const IntrinsicInst &call,
                                 unsigned operands, Number number) {
  Type *type = vectorOf(call.getType());
  std::optional<Lanes> lanes = lanesOf(type);
  if (!lanes || !lanes->isFloat)
    return false;
  SmallVector<Register> values;
  for (unsigned operand = 0; operand < operands; ++operand)
    values.push_back(inVector(call.getArgOperand(operand)));
  Register made = create(type), result = of(&call);
  if (!result || !emitSimple(name + letters(*lanes) + width(*lanes) + form, made, values, number))
    return false;
  copy(result, made);
  return true;
}

/// A place in memory, as far as it is known in this block from a register and a constant.
bool VectorSelection::find(const Value *pointer, Address &address) {
  while (auto *step = dyn_cast<GetElementPtrInst>(pointer)) {
    if (info.getMBB(step->getParent()) != info.MBB || step->getNumIndices() != 1)
      break;
    auto bytes = std::int64_t(layout.getTypeAllocSize(step->getSourceElementType()));
    const Value *index = step->getOperand(1);
    if (auto *number = dyn_cast<ConstantInt>(index)) {
      std::int64_t sum = address.bytes + number->getSExtValue() * bytes;
      if (!isInt<32>(sum))
        break;
      address.bytes = sum;
    } else if (!address.index && index->getType()->isIntegerTy(64) &&
               is_contained({1, 2, 4, 8}, bytes)) {
      address.index = of(index);
      address.scale = bytes;
    } else {
      break;
    }
    pointer = step->getPointerOperand();
  }
  auto *place = dyn_cast<AllocaInst>(pointer);
  if (auto known = info.StaticAllocaMap.find(place); known != info.StaticAllocaMap.end())
    address.frame = known->second;
  else
    address.base = of(pointer);
  return address.frame >= 0 || address.base;
}

MachineMemOperand *VectorSelection::memoryOf(const Value *pointer, unsigned bits, Align align,
                                             MachineMemOperand::Flags flags) {
  return machine.getMachineMemOperand(MachinePointerInfo(pointer), flags,
                                      LocationSize::upperBound(bits / 8), align);
}

//===----------------------------------------------------------------------===//
// Loads that others do themselves
//===----------------------------------------------------------------------===//

void VectorSelection::enter(const BasicBlock &block) {
  places.clear();
  unsigned number = 0, lastWrite = 0;
  for (const Instruction &instruction : block) {
    places[&instruction] = {++number, lastWrite};
    if (instruction.mayWriteToMemory())
      lastWrite = number;
  }
}

bool VectorSelection::isFoldable(const LoadInst &load, const Instruction &reader) const {
  return load.hasOneUse() && load.getParent() == reader.getParent() && load.isSimple() &&
         !load.hasMetadata(LLVMContext::MD_nontemporal) && !folded.contains(&load) &&
         places.lookup(&reader).second < places.lookup(&load).first;
}

void VectorSelection::foldLoads(const Instruction &instruction) {
  // Vectors that are put together from scalars would read as many bytes as vectors have.
  if (isa<PHINode, GetElementPtrInst, InsertElementInst, ShuffleVectorInst>(instruction))
    return;
  for (const Value *operand : instruction.operands())
    if (auto *load = dyn_cast<LoadInst>(operand);
        load && isFoldable(*load, instruction) && fast.tryToFoldLoad(load, &instruction))
      folded.insert(load);
}

/// The load that `value` is, if `reader` may do it itself, from `address`.
const LoadInst *VectorSelection::loadFor(const Value *value, const Instruction &reader,
                                         Address &address) {
  auto *load = dyn_cast<LoadInst>(value);
  if (!load || !isFoldable(*load, reader) || info.isExportedInst(load) ||
      !find(load->getPointerOperand(), address))
    return nullptr;
  folded.insert(load);
  return load;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Loads `constant`, or its one element to all lanes.
bool VectorSelection::emitPooled(Lanes lanes, const Constant &constant, Register result) {
  const Constant *element = constant.getSplatValue();
  // Without masks instructions read whole vectors from memory where registers are short, no
  // numbers.
  bool isWide = hasMasks && (lanes.bits == 64 || lanes.bits == 32);
  std::string name;
  if (!element || !isWide)
    name = ("VMOVAPS" + width(lanes) + "rm").str();
  else if (!lanes.isFloat)
    name = ("VPBROADCAST" + letters(lanes) + width(lanes) + "rm").str();
  else if (lanes.bits == 64 && lanes.size() == 128)
    name = ("VMOVDDUP" + width(lanes) + "rm").str();
  else
    name = ("VBROADCASTS" + letters(lanes).drop_front() + width(lanes) + "rm").str();
  const Constant *kept = element && isWide ? element : &constant;
  Align align = layout.getPrefTypeAlign(kept->getType());
  if (kept == &constant)
    align = std::max(align, Align(lanes.size() / 8));
  unsigned place = machine.getConstantPool()->getConstantPoolIndex(kept, align);
  Built built = emit(name, result);
  if (!built.getInstr())
    return false;
  built.addReg(machineRegister("RIP")).addImm(1).addReg(Register());
  built.addConstantPoolIndex(place).addReg(Register());
  built.addMemOperand(machine.getMachineMemOperand(
      MachinePointerInfo::getConstantPool(machine), MachineMemOperand::MOLoad,
      LocationSize::precise(layout.getTypeStoreSize(kept->getType())), align));
  return finish(built, result);
}

void VectorSelection::emitConstant(const Constant &constant) {
  std::optional<Lanes> lanes = lanesOf(constant.getType());
  const TargetRegisterClass *kind = classOf(constant.getType());
  if (!lanes || !kind || isa<UndefValue>(constant) || info.ValueMap.contains(&constant))
    return;
  Register result = registers.createVirtualRegister(kind);
  bool isMade = false;
  if (lanes->isMask()) {
    isMade = emitMask(*lanes, constant, result);
  } else if (constant.isNullValue()) {
    isMade = hasMasks ? emitSimple("AVX512_" + Twine(lanes->size()) + "_SET0", result, {})
                      : emitSimple(lanes->size() == 256 ? "AVX_SET0" : "V_SET0", result, {});
  } else {
    isMade = emitPooled(*lanes, constant, result);
  }
  if (isMade)
    info.ValueMap[&constant] = result;
}

Constant *VectorSelection::signOf(Type *type, bool isSet) {
  Type *element = type->getScalarType();
  unsigned bits = element->getPrimitiveSizeInBits();
  APInt number = isSet ? APInt::getSignMask(bits) : APInt::getSignedMaxValue(bits);
  Constant *lane = ConstantFP::get(element, APFloat(element->getFltSemantics(), number));
  return ConstantVector::getSplat(cast<FixedVectorType>(type)->getElementCount(), lane);
}

static bool isIntrinsic(const Instruction &instruction, Intrinsic::ID kind) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == kind;
}

void VectorSelection::emitConstants() {
  line = {};
  for (const Instruction &instruction : instructions(*info.Fn)) {
    for (const Value *operand : instruction.operands()) {
      auto *constant = dyn_cast<Constant>(operand);
      if (shiftedBy(instruction) && constant == instruction.getOperand(1))
        continue;
      if (constant && isHalf(constant->getType()) && hasMasks)
        emitConstant(*wholeOf(*constant));
      if (!constant || !lanesOf(constant->getType()))
        continue;
      if (!isFullMask(constant))
        emitConstant(*constant);
      else if (std::optional<unsigned> bits = usedMaskBits(instruction))
        emitConstant(*fullMask(*constant, *bits));
    }
    if (auto *compare = dyn_cast<ICmpInst>(&instruction);
        compare && isFullMask(compare) && compare->isUnsigned())
      emitConstant(*ConstantInt::get(
          compare->getOperand(0)->getType(),
          APInt::getSignMask(compare->getOperand(0)->getType()->getScalarSizeInBits())));
    Type *type = vectorOf(instruction.getType());
    if (!lanesOf(type))
      continue;
    if (instruction.getOpcode() == Instruction::FNeg)
      emitConstant(*signOf(type, /*isSet=*/true));
    if (isIntrinsic(instruction, Intrinsic::copysign) ||
        isIntrinsic(instruction, Intrinsic::fabs) || isIntrinsic(instruction, Intrinsic::maximum))
      emitConstant(*signOf(type, /*isSet=*/false));
  }
}

bool VectorSelection::select(const Instruction &instruction) {
  line = instruction.getDebugLoc();
  if (isFullMask(&instruction))
    return selectFullMask(instruction);
  auto isOfHalf = [](const Use &operand) { return isHalf(operand->getType()); };
  if (hasMasks && (isHalf(instruction.getType()) || any_of(instruction.operands(), isOfHalf)))
    return selectHalf(instruction);
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return selectIntrinsic(*call);
  switch (instruction.getOpcode()) {
  case Instruction::ICmp:
  case Instruction::FCmp:
    return selectCompare(cast<CmpInst>(instruction));
  case Instruction::Select:
    return selectChoice(cast<SelectInst>(instruction));
  case Instruction::ShuffleVector:
    return selectShuffle(cast<ShuffleVectorInst>(instruction));
  case Instruction::InsertElement:
    return selectInserted(cast<InsertElementInst>(instruction));
  case Instruction::ExtractElement:
    return selectExtracted(cast<ExtractElementInst>(instruction));
  case Instruction::BitCast:
    return selectMaskBits(cast<BitCastInst>(instruction));
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return selectWidth(cast<CastInst>(instruction));
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return selectIntegers(cast<CastInst>(instruction));
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return selectFloats(cast<CastInst>(instruction));
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return hasMasks && selectMaskLogic(cast<BinaryOperator>(instruction));
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return selectShift(cast<BinaryOperator>(instruction));
  case Instruction::SExt:
  case Instruction::ZExt:
    return hasMasks ? selectByteWidth(cast<CastInst>(instruction))
                    : selectFullExtension(cast<CastInst>(instruction));
  case Instruction::Trunc:
    return hasMasks && selectByteWidth(cast<CastInst>(instruction));
  case Instruction::FNeg:
    return selectSign(instruction, instruction.getOperand(0), /*isCleared=*/false);
  case Instruction::Call:
    return selectCall(cast<CallInst>(instruction));
  case Instruction::Ret:
    return instruction.getNumOperands() == 0 && emitEffect("RET64").getInstr();
  default:
    return false;
  }
}
