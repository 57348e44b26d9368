//===- SlowGathers.cpp - Gathers where the CPU's are slow -----------------===//
//
//   p = gep f64, base, <8 x i32> (load q)       l = load i32, q + 4 * lane
//   v = masked.gather p, all                    v[lane] = load f64, base + 8 * l
//
// An index that is no such load is taken out of its register, or stored and read again. Lanes that
// a mask leaves out are loaded from a zero, where no branch is needed for them.
//
// Two gathers of neighbours in memory, as an interpolation has them, are one: each lane loads both
// elements at once.
//
//===----------------------------------------------------------------------===//
#include "SlowGathers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {
/// A gather, and how its lanes' pointers are made: from one base, some bytes further on for all
/// lanes, and by steps of each lane's own, so many elements of a type.
struct Gather {
  IntrinsicInst *call;
  Value *base;
  std::int64_t bytes;
  SmallVector<std::pair<Value *, Type *>, 2> steps;
  unsigned writes; ///< to memory, that come before it in the function
};

/// What becomes loads together: one gather, or two of neighbours in memory.
struct Loads {
  Gather first;                    ///< in the block
  IntrinsicInst *second = nullptr; ///< or null
  bool isBefore = false;           ///< whether what the second one reads lies in front in memory
};

/// The gathers of one function.
class Expansion {
public:
  Expansion(Function &kernel, bool takesOut, bool masks)
      : function(kernel), extracts(takesOut), hasMasks(masks) {}
  void expand(const Loads &loads);

private:
  /// What the lanes of a gather are loaded from.
  struct Places {
    Value *pointers;
    Value *mask = nullptr;  ///< as numbers, to choose a zero lane by lane; null: nothing to choose
    std::int64_t bytes = 0; ///< to add to the pointers
  };
  Places placesOf(const Loads &loads, Type *loaded, IRBuilder<> &code);
  Value *load(const Places &places, unsigned number, Type *loaded, Align align, IRBuilder<> &code,
              Instruction &reader);
  Value *memoryOf(Value *vector, Instruction &reader);
  Value *extracted(Value *vector, unsigned number);
  Value *lane(Value *vector, unsigned number, IRBuilder<> &code, Instruction &reader);
  Value *pointer(Value *vector, unsigned number, IRBuilder<> &code, Instruction &reader);
  Value *numbersOf(Value *mask);
  Value *zeroOf(Type *type);

  Function &function;
  bool extracts;                       ///< whether lanes are taken out of registers
  bool hasMasks;                       ///< which have registers of their own
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

/// Whether lanes that are left out are zeros.
static bool hasZeros(const IntrinsicInst &gather) {
  auto *others = dyn_cast<Constant>(gather.getArgOperand(2));
  return others && others->isNullValue();
}

/// The only step, of bytes, from one pointer to those of all lanes; null if they come otherwise.
static GetElementPtrInst *onlyStepOf(const IntrinsicInst &gather) {
  auto *step = dyn_cast<GetElementPtrInst>(gather.getArgOperand(0));
  bool isOnly = step && step->getNumIndices() == 1 &&
                step->getSourceElementType()->isIntegerTy(8) &&
                !step->getPointerOperandType()->isVectorTy() &&
                step->getOperand(1)->getType()->getScalarType()->isIntegerTy(64);
  return isOnly ? step : nullptr;
}

/// Where masks have registers, lanes that are left out are moved to a zero all at once, as long as
/// one number a lane tells where that lies.
Expansion::Places Expansion::placesOf(const Loads &loads, Type *loaded, IRBuilder<> &code) {
  IntrinsicInst &gather = *loads.first.call;
  Value *pointers = gather.getArgOperand(0), *mask = gather.getArgOperand(1);
  std::int64_t bytes =
      loads.isBefore ? -std::int64_t(gather.getType()->getScalarSizeInBits() / 8) : 0;
  if (isOfAllLanes(gather))
    return {pointers, nullptr, bytes};
  if (!hasMasks)
    return {pointers, numbersOf(mask), bytes};
  GetElementPtrInst *step = onlyStepOf(gather);
  Type *word = code.getInt64Ty();
  Value *base = step->getPointerOperand(), *distances = step->getOperand(1);
  Value *away =
      code.CreateSub(code.CreatePtrToInt(zeroOf(loaded), word), code.CreatePtrToInt(base, word));
  away = code.CreateSub(away, code.getInt64(std::uint64_t(bytes)));
  auto count = cast<FixedVectorType>(gather.getType())->getElementCount();
  Value *chosen = code.CreateSelect(mask, distances, code.CreateVectorSplat(count, away));
  return {code.CreateGEP(step->getSourceElementType(), base, chosen), nullptr, bytes};
}

Value *Expansion::load(const Places &places, unsigned number, Type *loaded, Align align,
                       IRBuilder<> &code, Instruction &reader) {
  Value *place = pointer(places.pointers, number, code, reader);
  if (places.bytes != 0)
    place = code.CreateConstGEP1_64(code.getInt8Ty(), place, std::uint64_t(places.bytes));
  if (places.mask) {
    Value *isOn = code.CreateICmpSLT(lane(places.mask, number, code, reader), code.getInt32(0));
    place = code.CreateSelect(isOn, place, zeroOf(loaded));
  }
  return code.CreateAlignedLoad(loaded, place, align);
}

/// A shuffle's order: `number` tells which of the lanes of both vectors each lane takes.
static SmallVector<int, 16> orderOf(unsigned lanes, function_ref<int(unsigned lane)> number) {
  return map_to_vector<16>(seq(0u, lanes), [&](unsigned lane) { return number(lane); });
}

/// Parts of a vector, one behind the other.
static Value *joined(ArrayRef<Value *> parts, IRBuilder<> &code) {
  if (parts.size() == 1)
    return parts.front();
  Value *low = joined(parts.take_front(parts.size() / 2), code);
  Value *high = joined(parts.drop_front(parts.size() / 2), code);
  unsigned count = 2 * cast<FixedVectorType>(low->getType())->getNumElements();
  return code.CreateShuffleVector(low, high, orderOf(count, [](unsigned lane) { return lane; }));
}

void Expansion::expand(const Loads &loads) {
  IntrinsicInst &gather = *loads.first.call;
  auto *type = cast<FixedVectorType>(gather.getType());
  unsigned lanes = type->getNumElements(), bits = type->getScalarSizeInBits();
  Align align(bits / 8);
  IRBuilder<> code(&gather);
  auto replace = [](IntrinsicInst &call, Value *values) {
    call.replaceAllUsesWith(values);
    call.eraseFromParent();
  };
  if (!loads.second) {
    Places places = placesOf(loads, type->getElementType(), code);
    Value *values = PoisonValue::get(type);
    for (unsigned number = 0; number < lanes; ++number)
      values = code.CreateInsertElement(
          values, load(places, number, type->getElementType(), align, code, gather), number);
    return replace(gather, values);
  }
  // The pairs of a half are in a register each: those of lanes whose elements the results have in
  // the first half of their blocks of 128 bits, and those of the others.
  unsigned group = bits == 64 ? 1 : 2;
  Type *pair = bits == 64 ? FixedVectorType::get(type->getElementType(), 2) : code.getDoubleTy();
  auto *real = bits == 64 ? type : FixedVectorType::get(code.getFloatTy(), lanes);
  Places places = placesOf(loads, pair, code);
  Value *halves[2];
  for (unsigned half : {0u, 1u}) {
    SmallVector<Value *, 8> pairs;
    for (unsigned number = 0; number < lanes; ++number)
      if (number / group % 2 == half)
        pairs.push_back(load(places, number, pair, align, code, gather));
    if (bits == 32) {
      Value *all = PoisonValue::get(FixedVectorType::get(pair, lanes / 2));
      for (auto [number, each] : enumerate(pairs))
        all = code.CreateInsertElement(all, each, number);
      halves[half] = code.CreateBitCast(all, real);
    } else {
      halves[half] = joined(pairs, code);
    }
  }
  auto elements = [&](unsigned number) { // of the pairs
    Value *found =
        code.CreateShuffleVector(halves[0], halves[1], orderOf(lanes, [&](unsigned lane) {
                                   unsigned half = lane / group % 2,
                                            place = lane / (2 * group) * group + lane % group;
                                   return half * lanes + 2 * place + number;
                                 }));
    return code.CreateBitCast(found, type);
  };
  Value *front = elements(0), *behind = elements(1);
  replace(*loads.second, loads.isBefore ? front : behind);
  replace(gather, loads.isBefore ? behind : front);
}

/// Whether it is slower, or with branches, than loads are.
static bool isSlow(const IntrinsicInst &gather, bool hasMasks) {
  return isOfAllLanes(gather) || (hasZeros(gather) && (!hasMasks || onlyStepOf(gather)));
}

/// The pointer of a lane, from the last step to the first.
static Gather takeApart(IntrinsicInst &call, unsigned writes) {
  Gather gather{&call, call.getArgOperand(0), 0, {}, writes};
  const DataLayout &layout = call.getDataLayout();
  while (auto *step = dyn_cast<GetElementPtrInst>(gather.base)) {
    Value *index = step->getNumIndices() == 1 ? step->getOperand(1) : nullptr;
    if (auto *number = dyn_cast_or_null<ConstantInt>(index))
      gather.bytes += number->getSExtValue() *
                      std::int64_t(layout.getTypeAllocSize(step->getSourceElementType()));
    else if (index && index->getType()->isVectorTy())
      gather.steps.emplace_back(index, step->getSourceElementType());
    else
      break;
    gather.base = step->getPointerOperand();
  }
  return gather;
}

/// Whether the lanes of two gathers of a block, of which `first` comes first, lie side by side, the
/// memory being the same.
static bool areNeighbours(const Gather &first, const Gather &second) {
  auto *type = cast<FixedVectorType>(first.call->getType());
  unsigned bits = type->getScalarSizeInBits();
  if (first.call->getParent() != second.call->getParent() || first.writes != second.writes ||
      type != second.call->getType() || (bits != 32 && bits != 64))
    return false;
  unsigned size = bits * type->getNumElements();
  return (size == 256 || size == 512) && first.steps == second.steps &&
         first.call->getArgOperand(1) == second.call->getArgOperand(1) &&
         std::abs(first.bytes - second.bytes) == std::int64_t(bits / 8);
}

void gtcompiler::loadLaneByLane(Function &function, bool hasMasks, bool extracts) {
  SmallVector<Loads> all;
  DenseMap<std::pair<Value *, Value *>, SmallVector<std::size_t, 4>> alone; ///< by base and step
  unsigned writes = 0;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != Intrinsic::masked_gather) {
      writes += instruction.mayWriteToMemory();
      continue;
    }
    if (!isSlow(*call, hasMasks))
      continue;
    Gather gather = takeApart(*call, writes);
    Value *step = gather.steps.empty() ? nullptr : gather.steps[0].first;
    SmallVector<std::size_t, 4> &others = alone[{gather.base, step}];
    auto *other = find_if(
        others, [&](std::size_t number) { return areNeighbours(all[number].first, gather); });
    if (step && other != others.end()) {
      all[*other].second = call;
      all[*other].isBefore = gather.bytes < all[*other].first.bytes;
      others.erase(other);
    } else {
      others.push_back(all.size());
      all.push_back({std::move(gather)});
    }
  }
  Expansion expansion(function, extracts, hasMasks);
  for (const Loads &loads : all)
    expansion.expand(loads);
}
