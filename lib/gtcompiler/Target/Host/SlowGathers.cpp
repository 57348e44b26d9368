//===- SlowGathers.cpp - Gathers where the CPU's are slow -----------------===//
//
//   p = gep f64, base, <8 x i32> (load q)       l = load i32, q + 4 * lane
//   v = masked.gather p, all                    v[lane] = load f64, base + 8 * l
//
// An index that is no such load is taken out of its register, or stored and read again. Lanes that
// a mask leaves out are loaded from a zero, where no branch is needed for them.
//
//===----------------------------------------------------------------------===//
#include "SlowGathers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {
/// The gathers of one function.
class Expansion {
public:
  Expansion(Function &kernel, bool takesOut) : function(kernel), extracts(takesOut) {}
  void expand(IntrinsicInst &gather);

private:
  Value *memoryOf(Value *vector, Instruction &reader);
  Value *extracted(Value *vector, unsigned number);
  Value *lane(Value *vector, unsigned number, IRBuilder<> &code, Instruction &reader);
  Value *pointer(Value *vector, unsigned number, IRBuilder<> &code, Instruction &reader);
  Value *numbersOf(Value *mask);
  Value *zeroOf(Type *type);

  Function &function;
  bool extracts;                       ///< whether lanes are taken out of registers
  DenseMap<Value *, Value *> inMemory; ///< where the lanes of a vector lie
  DenseMap<std::pair<Value *, unsigned>, Value *> inRegisters;
  DenseMap<Value *, Value *> numbers; ///< -1 or 0 for the lanes of a mask
  DenseMap<Type *, Value *> zeros;    ///< where a zero lies
};
} // namespace

/// Whether memory may have been written between two instructions of a block.
static bool isWrittenBetween(const Instruction &first, const Instruction &last) {
  for (const Instruction *at = &first; at != &last; at = at->getNextNode())
    if (at->mayWriteToMemory())
      return true;
  return false;
}

/// Where the lanes of `vector` can be loaded from: its own memory, or a place on the stack that
/// it is stored to where it is made; null where they are better taken out of it.
Value *Expansion::memoryOf(Value *vector, Instruction &reader) {
  if (auto *load = dyn_cast<LoadInst>(vector))
    if (load->getParent() == reader.getParent() && !isWrittenBetween(*load, reader))
      return load->getPointerOperand();
  if (extracts)
    return nullptr;
  Value *&place = inMemory[vector];
  if (!place) {
    BasicBlock &entry = function.getEntryBlock();
    place = IRBuilder<>(&entry, entry.begin()).CreateAlloca(vector->getType());
    BasicBlock::iterator after = *cast<Instruction>(vector)->getInsertionPointAfterDef();
    IRBuilder<>(after->getParent(), after).CreateStore(vector, place);
  }
  return place;
}

/// Once for all that read it.
Value *Expansion::extracted(Value *vector, unsigned number) {
  Value *&lane = inRegisters[{vector, number}];
  if (!lane) {
    BasicBlock::iterator after = *cast<Instruction>(vector)->getInsertionPointAfterDef();
    lane = IRBuilder<>(after->getParent(), after).CreateExtractElement(vector, number);
  }
  return lane;
}

Value *Expansion::lane(Value *vector, unsigned number, IRBuilder<> &code, Instruction &reader) {
  if (!vector->getType()->isVectorTy())
    return vector;
  if (!isa<Instruction>(vector))
    return code.CreateExtractElement(vector, number);
  Value *memory = memoryOf(vector, reader);
  if (!memory)
    return extracted(vector, number);
  Type *type = cast<VectorType>(vector->getType())->getElementType();
  unsigned bytes = type->getPrimitiveSizeInBits() / 8;
  return code.CreateAlignedLoad(type, code.CreateConstGEP1_64(type, memory, number), Align(bytes));
}

/// The address of a lane, from the steps that make those of all lanes.
Value *Expansion::pointer(Value *vector, unsigned number, IRBuilder<> &code, Instruction &reader) {
  auto *step = dyn_cast<GetElementPtrInst>(vector);
  if (!vector->getType()->isVectorTy() || !step || step->getNumIndices() != 1)
    return lane(vector, number, code, reader);
  Value *base = pointer(step->getPointerOperand(), number, code, reader);
  Value *index = lane(step->getOperand(1), number, code, reader);
  return code.CreateGEP(step->getSourceElementType(), base,
                        code.CreateSExt(index, code.getInt64Ty()));
}

/// The mask as integers, made where it is.
Value *Expansion::numbersOf(Value *mask) {
  Value *&made = numbers[mask];
  auto *type = cast<FixedVectorType>(mask->getType());
  auto *words = FixedVectorType::get(Type::getInt32Ty(type->getContext()), type->getNumElements());
  if (made)
    return made;
  if (isa<Constant>(mask))
    return made = IRBuilder<>(function.getContext()).CreateSExt(mask, words);
  BasicBlock::iterator after = *cast<Instruction>(mask)->getInsertionPointAfterDef();
  return made = IRBuilder<>(after->getParent(), after).CreateSExt(mask, words);
}

/// The address of a zero.
Value *Expansion::zeroOf(Type *type) {
  Value *&place = zeros[type];
  if (!place) {
    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<> code(&entry, entry.begin());
    place = code.CreateAlloca(type);
    code.CreateStore(Constant::getNullValue(type), place);
  }
  return place;
}

static bool isOfAllLanes(const IntrinsicInst &gather) {
  auto *mask = dyn_cast<Constant>(gather.getArgOperand(1));
  return mask && mask->isAllOnesValue();
}

void Expansion::expand(IntrinsicInst &gather) {
  auto *type = cast<FixedVectorType>(gather.getType());
  Value *mask = isOfAllLanes(gather) ? nullptr : numbersOf(gather.getArgOperand(1));
  IRBuilder<> code(&gather);
  Value *values = PoisonValue::get(type);
  for (unsigned number = 0; number < type->getNumElements(); ++number) {
    Value *place = pointer(gather.getArgOperand(0), number, code, gather);
    if (mask)
      place =
          code.CreateSelect(code.CreateICmpSLT(lane(mask, number, code, gather), code.getInt32(0)),
                            place, zeroOf(type->getElementType()));
    unsigned bytes = type->getElementType()->getPrimitiveSizeInBits() / 8;
    Value *loaded = code.CreateAlignedLoad(type->getElementType(), place, Align(bytes));
    values = code.CreateInsertElement(values, loaded, number);
  }
  gather.replaceAllUsesWith(values);
  gather.eraseFromParent();
}

/// Whether lanes that are left out are zeros.
static bool hasZeros(const IntrinsicInst &gather) {
  auto *others = dyn_cast<Constant>(gather.getArgOperand(2));
  return others && others->isNullValue();
}

void gtcompiler::loadLaneByLane(Function &function, bool hasMasks, bool extracts) {
  SmallVector<IntrinsicInst *> gathers;
  for (Instruction &instruction : instructions(function))
    if (auto *gather = dyn_cast<IntrinsicInst>(&instruction))
      if (gather->getIntrinsicID() == Intrinsic::masked_gather &&
          (isOfAllLanes(*gather) || (!hasMasks && hasZeros(*gather))))
        gathers.push_back(gather);
  Expansion expansion(function, extracts);
  for (IntrinsicInst *gather : gathers)
    expansion.expand(*gather);
}
