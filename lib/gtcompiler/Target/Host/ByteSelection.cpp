//===- ByteSelection.cpp - Vectors of bytes beside wider lanes ---------------===//
//
// See VectorSelection.h. Masks in memory are bytes. Eight of them go with eight doubles and fill
// half a register of 128 bits, the lower one: LLVM has no such type, so their registers are
// chosen here, and the upper half means nothing.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace gtcompiler;
using namespace llvm;

static constexpr unsigned kHalf = 8;

static const FixedVectorType *bytesOf(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(8) ? vector : nullptr;
}

bool VectorSelection::isHalf(const Type *type) {
  const FixedVectorType *bytes = bytesOf(type);
  return bytes && bytes->getNumElements() == kHalf;
}

/// The type of the register that half of is used.
FixedVectorType *VectorSelection::wholeType(const Type *half) {
  return FixedVectorType::get(half->getScalarType(), 2 * kHalf);
}

Constant *VectorSelection::wholeOf(const Constant &half) {
  SmallVector<Constant *> lanes;
  for (unsigned lane = 0; lane < kHalf; ++lane)
    lanes.push_back(half.getAggregateElement(lane));
  lanes.append(kHalf, Constant::getNullValue(half.getType()->getScalarType()));
  return ConstantVector::get(lanes);
}

std::optional<VectorSelection::Lanes> VectorSelection::wholeLanesOf(Type *type) {
  return lanesOf(isHalf(type) ? wholeType(type) : type);
}

Register VectorSelection::ofHalf(const Value *value) {
  if (auto *constant = dyn_cast<Constant>(value))
    return info.ValueMap.lookup(wholeOf(*constant));
  Register &known = info.ValueMap[value];
  if (!known)
    known = create(wholeType(value->getType()));
  return known;
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

static bool isBytes(const Type *type) {
  const FixedVectorType *bytes = bytesOf(type);
  return bytes && is_contained({8, 16, 32, 64}, bytes->getNumElements());
}

static bool isMask(const Type *type) {
  return type->isVectorTy() && type->getScalarType()->isIntegerTy(1);
}

/// Whether a vector of bytes, eight or sixteen, may become one of `wide`, or be made of it.
static bool isWidth(const Type *bytes, const Type *wide) {
  auto *lanes = dyn_cast<FixedVectorType>(wide);
  return isBytes(bytes) && lanes &&
         is_contained({128u, 256u, 512u}, lanes->getPrimitiveSizeInBits()) &&
         (lanes->getScalarType()->isIntegerTy(32) || lanes->getScalarType()->isIntegerTy(64));
}

/// Whether `insertion` is the first half of one scalar in all lanes.
static bool isForSplat(const InsertElementInst &insertion) {
  return all_of(insertion.users(),
                [](const User *user) { return VectorSelection::scalarOf(user) != nullptr; });
}

bool VectorSelection::knowsBytes(const Instruction &instruction) {
  Type *type = instruction.getType();
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return cast<LoadInst>(instruction).isSimple() && isBytes(type);
  case Instruction::Store:
    return cast<StoreInst>(instruction).isSimple() && isBytes(instruction.getOperand(0)->getType());
  case Instruction::ICmp:
    return isBytes(instruction.getOperand(0)->getType());
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Add:
  case Instruction::Sub:
    return isBytes(type);
  case Instruction::Select:
    return isBytes(type) && isMask(instruction.getOperand(0)->getType());
  case Instruction::ZExt:
  case Instruction::SExt: {
    const Type *from = instruction.getOperand(0)->getType();
    return isMask(from) ? isBytes(type) : isWidth(from, type);
  }
  case Instruction::Trunc:
    return isWidth(type, instruction.getOperand(0)->getType());
  case Instruction::SIToFP:
  case Instruction::UIToFP: {
    auto *floats = dyn_cast<FixedVectorType>(type);
    unsigned count = floats ? floats->getNumElements() : 0;
    bool isWhole = count * type->getScalarSizeInBits() <= 512;
    return (count == 8 || count == 16) && isWhole && !type->getScalarType()->isHalfTy();
  }
  case Instruction::ShuffleVector:
    return !isHalf(type) && scalarOf(&instruction);
  case Instruction::InsertElement:
    return isForSplat(cast<InsertElementInst>(instruction));
  case Instruction::Call: {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() == Intrinsic::masked_store)
      return call != nullptr;
    auto *none = call->getIntrinsicID() == Intrinsic::masked_load
                     ? dyn_cast<Constant>(call->getArgOperand(2))
                     : nullptr;
    return none && none->isNullValue();
  }
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// What is emitted
//===----------------------------------------------------------------------===//

bool VectorSelection::loadHalf(const LoadInst &load) {
  Address address;
  Register result = of(&load);
  if (!load.isSimple() || !find(load.getPointerOperand(), address))
    return false;
  Built built = emit("VMOVQI2PQIZrm", result);
  if (!built.getInstr())
    return false;
  use(built, address, load);
  return finish(built, result);
}

/// Past the caches from a register of 64 bits: there is no such store of half a vector.
bool VectorSelection::storeHalf(const StoreInst &store) {
  Address address;
  const Value *pointer = store.getPointerOperand();
  Register value = of(store.getValueOperand());
  if (!store.isSimple() || !value || !find(pointer, address))
    return false;
  bool isStreamed = store.hasMetadata(LLVMContext::MD_nontemporal);
  if (isStreamed) {
    Register word = create(Type::getInt64Ty(store.getContext()));
    if (!emitSimple("VMOVPQIto64Zrr", word, {value}))
      return false;
    value = word;
  }
  Built built = emitEffect(isStreamed ? "MOVNTI_64mr" : "VMOVPQI2QIZmr");
  if (!built.getInstr())
    return false;
  use(built, address);
  use(built, value);
  auto flags = MachineMemOperand::MOStore;
  if (isStreamed)
    flags |= MachineMemOperand::MONonTemporal;
  built.addMemOperand(memoryOf(pointer, 8 * kHalf, store.getAlign(), flags));
  return true;
}

/// A mask of eight lanes whose other bits are none: memory is touched where one is. Comparisons of
/// wider lanes leave none.
Register VectorSelection::cleanMask(const Value *mask) {
  if (auto *compare = dyn_cast<CmpInst>(mask);
      compare && lanesOf(compare->getOperand(0)->getType()) &&
      !compare->getOperand(0)->getType()->getScalarType()->isIntegerTy(1))
    return of(mask);
  Register made = create(mask->getType()), known = of(mask);
  return emitSimple("KANDBkk", made, {known, known}) ? made : Register();
}

/// Bytes as wider integers, and these as bytes.
bool VectorSelection::selectByteWidth(const CastInst &cast) {
  if (isMask(cast.getOperand(0)->getType()))
    return selectMaskNumbers(cast);
  bool isWider = cast.getOpcode() != Instruction::Trunc;
  std::optional<Lanes> wide = lanesOf(isWider ? cast.getType() : cast.getOperand(0)->getType());
  if (!wide || wide->isFloat || wide->bits < 32 ||
      !isBytes(isWider ? cast.getOperand(0)->getType() : cast.getType()))
    return false;
  if (!isWider)
    return emitSimple("VPMOV" + letters(*wide) + "B" + width(*wide) + "rr", cast,
                      {cast.getOperand(0)});
  StringRef kind = cast.getOpcode() == Instruction::ZExt ? "VPMOVZXB" : "VPMOVSXB";
  Address address;
  const LoadInst *load = loadFor(cast.getOperand(0), cast, address);
  if (!load)
    return emitSimple(kind + letters(*wide) + width(*wide) + "rr", cast, {cast.getOperand(0)});
  Register result = of(&cast);
  Built built = emit(kind + letters(*wide) + width(*wide) + "rm", result);
  use(built, address, *load);
  return finish(built, result);
}

bool VectorSelection::selectHalf(const Instruction &instruction) {
  auto simple = [&](const Twine &name) {
    return emitSimple(name + "Z128rr", instruction,
                      {instruction.getOperand(0), instruction.getOperand(1)});
  };
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return loadHalf(cast<LoadInst>(instruction));
  case Instruction::Store:
    return storeHalf(cast<StoreInst>(instruction));
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return simple("VP" + logicOf(instruction) + "Q");
  case Instruction::Add:
    return simple("VPADDB");
  case Instruction::Sub:
    return simple("VPSUBB");
  case Instruction::ICmp:
    return selectCompare(cast<CmpInst>(instruction));
  case Instruction::Select:
    return selectChoice(cast<SelectInst>(instruction));
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    return selectByteWidth(cast<CastInst>(instruction));
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return selectFloats(cast<CastInst>(instruction));
  case Instruction::Call: {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::masked_load)
      return selectMaskedLoad(*call);
    return call && call->getIntrinsicID() == Intrinsic::masked_store && selectMaskedStore(*call);
  }
  default:
    return false;
  }
}
