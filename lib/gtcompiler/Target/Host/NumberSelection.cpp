//===- NumberSelection.cpp - Numbers of one type as those of another ---------===//
//
// See VectorSelection.h. Of a scalar float an instruction writes the first lane of a register and
// takes the others from an operand, for which it would wait: here one that is there.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Instructions.h"

using namespace gtcompiler;
using namespace llvm;

/// Integers as floats of as many lanes.
bool VectorSelection::selectFloats(const CastInst &cast) {
  std::optional<Lanes> from = wholeLanesOf(cast.getOperand(0)->getType()),
                       to = lanesOf(cast.getType());
  bool isUnsigned = cast.getOpcode() == Instruction::UIToFP;
  if (!from || !to || !hasMasks)
    return false;
  if (from->bits >= 32)
    return emitSimple("VCVT" + Twine(isUnsigned ? "U" : "") + (from->bits == 64 ? "QQ" : "DQ") +
                          "2" + letters(*to) + width(*from, *to) + "rr",
                      cast, {cast.getOperand(0)});
  Lanes words{to->count, 32, false};
  if (from->bits != 8 || (words.size() != 256 && words.size() != 512))
    return false;
  Register wide = create(FixedVectorType::get(Type::getInt32Ty(cast.getContext()), words.count));
  return emitSimple((isUnsigned ? "VPMOVZXBD" : "VPMOVSXBD") + width(words) + "rr", wide,
                    {of(cast.getOperand(0))}) &&
         emitSimple("VCVTDQ2" + letters(*to) + width(*to) + "rr", of(&cast), {wide});
}

/// Floats as integers of as many lanes.
bool VectorSelection::selectIntegers(const CastInst &cast) {
  std::optional<Lanes> from = lanesOf(cast.getOperand(0)->getType()), to = lanesOf(cast.getType());
  bool isUnsigned = cast.getOpcode() == Instruction::FPToUI;
  if (!from || !to || !from->isFloat || to->bits < 32 ||
      (!hasMasks && (isUnsigned || to->bits > 32)))
    return false;
  return emitSimple("VCVTT" + letters(*from) + "2" + (isUnsigned ? "U" : "") +
                        (to->bits == 64 ? "QQ" : "DQ") + width(*from, *to) + "rr",
                    cast, {cast.getOperand(0)});
}

/// Floats of another width.
bool VectorSelection::selectWidth(const CastInst &cast) {
  std::optional<Lanes> from = lanesOf(cast.getOperand(0)->getType()), to = lanesOf(cast.getType());
  if (!from || !to || !from->isFloat || !to->isFloat)
    return false;
  return emitSimple("VCVT" + letters(*from) + "2" + letters(*to) + width(*from, *to) + "rr", cast,
                    {cast.getOperand(0)});
}

/// "SD" or "SS"; "" for what is no scalar float.
static StringRef scalarLetters(const Type *type) {
  return type->isDoubleTy() ? "SD" : type->isFloatTy() ? "SS" : "";
}

bool VectorSelection::knowsScalar(const CastInst &cast, bool hasMasks) {
  const Type *from = cast.getOperand(0)->getType();
  bool isNumber = from->isIntegerTy(8) || from->isIntegerTy(16) || from->isIntegerTy(32) ||
                  from->isIntegerTy(64);
  if (scalarLetters(cast.getType()).empty())
    return false;
  switch (cast.getOpcode()) {
  case Instruction::BitCast:
    return true;
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return !scalarLetters(from).empty();
  case Instruction::SIToFP:
    return isNumber;
  case Instruction::UIToFP:
    return isNumber && (hasMasks || from->getIntegerBitWidth() < 32);
  default:
    return false;
  }
}

bool VectorSelection::selectScalarNumber(const Instruction &instruction) {
  const auto *cast = dyn_cast<CastInst>(&instruction);
  if (!cast || isa<BitCastInst>(cast) || !knowsScalar(*cast, hasMasks))
    return false;
  line = instruction.getDebugLoc();
  const Value *operand = cast->getOperand(0);
  Register value = of(operand), before = create(cast->getType());
  StringRef to = scalarLetters(cast->getType()), from = scalarLetters(operand->getType());
  if (!value)
    return false;
  if (!from.empty()) {
    copy(before, inVector(operand));
    return emitSimple("VCVT" + from + "2" + to + scalarWidth() + "rr", of(cast), {before, value});
  }
  unsigned bits = operand->getType()->getIntegerBitWidth();
  bool isUnsigned = cast->getOpcode() == Instruction::UIToFP;
  if (bits < 32) {
    Register word = create(Type::getInt32Ty(cast->getContext()));
    if (!emitSimple((isUnsigned ? "MOVZX32rr" : "MOVSX32rr") + Twine(bits), word, {value}))
      return false;
    value = word, isUnsigned = false;
  }
  Register zeros = create(vectorOf(cast->getType()));
  if (!emitSimple(hasMasks ? "AVX512_128_SET0" : "V_SET0", zeros, {}))
    return false;
  copy(before, zeros);
  return emitSimple("VCVT" + Twine(isUnsigned ? "U" : "") + (bits == 64 ? "SI642" : "SI2") + to +
                        scalarWidth() + "rr",
                    of(cast), {before, value});
}
