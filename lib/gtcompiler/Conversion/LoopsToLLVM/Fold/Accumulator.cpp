//===- Accumulator.cpp - A partial result in registers --------------------===//
//
// See the header. The values of a float extreme are its vectors, then for each
// two of them which lanes were ordered, then the signs of all, if some are set.
//
//===----------------------------------------------------------------------===//
#include "Accumulator.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

/// Whether vectors of half as many lanes would be no register of a CPU.
static bool isSmallest(VectorType type) {
  return type.getNumElements() == 2 ||
         (type.getNumElements() == 4 && type.getElementTypeBitWidth() == 32);
}

/// The second half of a vector's lanes in the place of the first one.
static Value secondHalf(const CodeBuilder &code, Value vector) {
  auto half = static_cast<std::int32_t>(cast<VectorType>(vector.getType()).getNumElements() / 2);
  SmallVector<std::int32_t> lanes;
  for (std::int32_t lane = 0; lane < 2 * half; ++lane)
    lanes.push_back(half + lane % half);
  return code.shuffle(vector, vector, lanes);
}

/// The two halves of a vector.
static std::pair<Value, Value> halves(const CodeBuilder &code, Value vector) {
  std::int64_t half = cast<VectorType>(vector.getType()).getNumElements() / 2;
  auto lanes = llvm::to_vector(llvm::seq<std::int32_t>(0, 2 * half));
  return {code.shuffle(vector, vector, ArrayRef(lanes).take_front(half)),
          code.shuffle(vector, vector, ArrayRef(lanes).drop_front(half))};
}

/// The first half of `values` with the second one, until one is left.
static Value joinValues(SmallVector<Value> values, llvm::function_ref<Value(Value, Value)> join) {
  for (std::size_t step = values.size() / 2; step > 0; step /= 2)
    for (std::size_t index = 0; index < step; ++index)
      values[index] = join(values[index], values[index + step]);
  return values.front();
}

Value gtcompiler::joinByHalves(const CodeBuilder &code, SmallVector<Value> values,
                               llvm::function_ref<Value(Value, Value)> join) {
  Value result = joinValues(std::move(values), join);
  auto type = dyn_cast<VectorType>(result.getType());
  if (!type)
    return result;
  for (; !isSmallest(type); type = cast<VectorType>(result.getType())) {
    auto [low, high] = halves(code, result);
    result = join(low, high);
  }
  if (type.getNumElements() == 4)
    result = join(result, secondHalf(code, result));
  SmallVector<Value> lanes;
  for (std::int64_t lane = 0; lane < 2; ++lane)
    lanes.push_back(LLVM::ExtractElementOp::create(code.ops, code.loc, result,
                                                   code.constant(code.ops.getI32Type(), lane)));
  return joinValues(std::move(lanes), join);
}

bool Accumulator::isFloatExtreme() const {
  return isa<FloatType>(element) && (kind == ReduceKind::Min || kind == ReduceKind::Max);
}

/// Integers as wide as `floats`.
static VectorType bitsType(const CodeBuilder &code, Value floats) {
  auto type = cast<VectorType>(floats.getType());
  return type.clone(code.ops.getIntegerType(type.getElementTypeBitWidth()));
}

/// `floats` as integers.
static Value bits(const CodeBuilder &code, Value floats) {
  return LLVM::BitcastOp::create(code.ops, code.loc, bitsType(code, floats), floats);
}

llvm::SmallVector<std::size_t, 3> Accumulator::ofFirst() const {
  std::size_t ordered = vectors, signs = ordered + (vectors + 1) / 2;
  SmallVector<std::size_t, 3> numbers{0};
  if (isFloatExtreme())
    numbers.push_back(ordered);
  if (isFloatExtreme() && hasSigns)
    numbers.push_back(signs);
  return numbers;
}

void Accumulator::store(const CodeBuilder &code, ArrayRef<Value> values, std::int64_t count,
                        Value place) const {
  for (auto [number, value] : llvm::enumerate(values.take_front(count)))
    storeLanes(code, element, value,
               code.moved(place, std::int64_t(number) * lanes * memoryBytes(element)), {});
}

void Accumulator::load(const CodeBuilder &code, MutableArrayRef<Value> values, std::int64_t count,
                       Value place) const {
  for (auto [number, value] : llvm::enumerate(values.take_front(count)))
    value = loadLanes(code, element,
                      code.moved(place, std::int64_t(number) * lanes * memoryBytes(element)), lanes,
                      {});
}

Value Accumulator::moved(const CodeBuilder &code, Value place, Value index) const {
  return code.element(place, index, memoryType(element));
}

Accumulator::Values Accumulator::start(const CodeBuilder &code) const {
  Value first = reductionStart(code, kind, element);
  Values values(vectors, splatLanes(code, element, first, lanes));
  if (!isFloatExtreme())
    return values;
  if (hasMasks)
    values.append((vectors + 1) / 2,
                  code.constant(VectorType::get({lanes}, code.ops.getI1Type()), 1));
  else // as such machines have masks
    values.append((vectors + 1) / 2, code.constant(bitsType(code, values.front()), -1));
  if (hasSigns)
    values.push_back(bits(code, values.front())); // its sign is the one that changes nothing
  return values;
}

/// The lesser or greater of `a` and `b`; `b` where they are equal or one is NaN.
static Value compared(const CodeBuilder &code, ReduceKind kind, Value a, Value b) {
  auto predicate = kind == ReduceKind::Min ? LLVM::FCmpPredicate::olt : LLVM::FCmpPredicate::ogt;
  return code.select(LLVM::FCmpOp::create(code.ops, code.loc, predicate, a, b), a, b);
}

Value Accumulator::joined(const CodeBuilder &code, Value a, Value b) const {
  return isFloatExtreme() ? compared(code, kind, b, a) : combine(code, kind, element, a, b);
}

/// Two vectors at once: one instruction compares both, and one has three operands.
void Accumulator::collect(const CodeBuilder &code, MutableArrayRef<Value> values,
                          std::int64_t vector, std::int64_t together, Value added) {
  if (vector % 2 == 0)
    before = added;
  if (vector % 2 == 0 && vector + 1 < std::min(vectors, together))
    return;
  Value &ordered = values[vectors + vector / 2];
  Value both = LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::ord, before, added);
  if (!hasMasks)
    both = LLVM::SExtOp::create(code.ops, code.loc, bitsType(code, added), both);
  ordered = code.bitAnd(ordered, both);
  if (!hasSigns)
    return;
  Value &signs = values.back();
  auto collectSigns = [&](Value part) {
    signs = kind == ReduceKind::Max ? code.bitAnd(signs, bits(code, part))
                                    : code.bitOr(signs, bits(code, part));
  };
  collectSigns(before);
  if (before != added)
    collectSigns(added);
}

void Accumulator::add(const CodeBuilder &code, MutableArrayRef<Value> values, std::int64_t vector,
                      std::int64_t together, Value added, Value mask) {
  vector %= vectors;
  Value &value = values[vector];
  if (isFloatExtreme()) {
    if (mask)
      added = code.select(mask, added,
                          splatLanes(code, element, reductionStart(code, kind, element), lanes));
    value = joined(code, value, added);
    return collect(code, values, vector, together, added);
  }
  Value both = joined(code, value, added);
  value = mask ? code.select(mask, both, value) : both;
}

/// Whether it is so that the lanes of `conditions` are all set, or one of them is.
static Value allOrAny(const CodeBuilder &code, Value conditions, bool all, bool isSo) {
  std::int64_t lanes = cast<VectorType>(conditions.getType()).getNumElements();
  Type number = code.ops.getIntegerType(lanes);
  Value set = LLVM::BitcastOp::create(code.ops, code.loc, number, conditions);
  if (lanes < 8) { // no register of a CPU has so few bits
    number = code.ops.getI32Type();
    set = LLVM::ZExtOp::create(code.ops, code.loc, number, set);
  }
  std::int64_t allSet = lanes < 8 ? (1 << lanes) - 1 : -1;
  return LLVM::ICmpOp::create(code.ops, code.loc,
                              all == isSo ? LLVM::ICmpPredicate::eq : LLVM::ICmpPredicate::ne, set,
                              code.constant(number, all ? allSet : 0));
}

/// Whether one of the values that `ordered` was collected of is NaN.
Value Accumulator::hasNaN(const CodeBuilder &code, ArrayRef<Value> ordered) const {
  Value all = ordered.front();
  for (Value other : ordered.drop_front())
    all = code.bitAnd(all, other);
  if (!hasMasks)
    all = code.less(all, code.constant(all.getType(), 0));
  return allOrAny(code, all, /*all=*/true, /*isSo=*/false);
}

/// What IEEE makes of the values that `extreme` was found among. Zero or NaN, which are
/// rare, are looked at apart: the greatest is -0 if all values are negative, the least
/// if one is.
Value Accumulator::ieee(const CodeBuilder &code, Value extreme, ArrayRef<Value> collected) const {
  Type type = extreme.getType();
  auto number = [&](llvm::APFloat value) {
    bool isInexact = false;
    value.convert(cast<FloatType>(type).getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                  &isInexact);
    return code.constant(type, value);
  };
  Value isNaN = hasNaN(code, collected.drop_back(hasSigns)), isRare = isNaN;
  Value zero = number(llvm::APFloat(0.0));
  if (hasSigns)
    isRare = code.bitOr(
        LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::oeq, extreme, zero), isNaN);
  Type flag = code.ops.getI1Type();
  CodeBuilder::State result = code.repeat( // once, or not at all
      {extreme, isRare}, [](CodeBuilder &, const CodeBuilder::State &state) { return state[1]; },
      [&](CodeBuilder &rare, const CodeBuilder::State &) -> CodeBuilder::State {
        Value nan = number(llvm::APFloat::getQNaN(llvm::APFloat::IEEEdouble()));
        if (!hasSigns)
          return {nan, rare.constant(flag, 0)};
        Value signs = collected.back();
        Value negative = allOrAny(rare, rare.less(signs, rare.constant(signs.getType(), 0)),
                                  /*all=*/kind == ReduceKind::Max, /*isSo=*/true);
        Value signedZero = rare.select(negative, number(llvm::APFloat(-0.0)), zero);
        return {rare.select(isNaN, nan, signedZero), rare.constant(flag, 0)};
      });
  return result[0];
}

Value Accumulator::finish(const CodeBuilder &code, ArrayRef<Value> values) const {
  Value result =
      joinByHalves(code, llvm::to_vector(values.take_front(vectors)),
                   [&](Value first, Value second) { return joined(code, first, second); });
  return isFloatExtreme() ? ieee(code, result, values.drop_front(vectors)) : result;
}

/// Whether the sign of what is accumulated to `partial` is never set, but for NaN: absolute values
/// and squares.
static bool isWithoutSigns(PairwiseOp pairwise, Value partial) {
  return !pairwise
              .walk([&](AccumulateOp accumulate) {
                Operation *value = accumulate.getValue().getDefiningOp();
                bool isSquare =
                    isa_and_nonnull<MulOp>(value) && value->getOperand(0) == value->getOperand(1);
                return accumulate.getBuffer() != partial || isSquare ||
                               isa_and_nonnull<AbsOp>(value)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

RegisterPartials::RegisterPartials(PairwiseOp pairwise, std::int64_t lanes, std::int64_t vectors,
                                   MachineAttr machine) {
  for (auto [number, partial] : llvm::enumerate(pairwise.getPartials()))
    parts.push_back({Accumulator(pairwise.getKind(number), getElementType(partial.getType()), lanes,
                                 vectors, !isWithoutSigns(pairwise, partial), machine)});
}

CodeBuilder::State RegisterPartials::start(const CodeBuilder &code) {
  CodeBuilder::State values;
  for (Part &part : parts) {
    part.first = values.size();
    values.append(part.accumulator.start(code));
    part.count = values.size() - part.first;
  }
  return values;
}

void RegisterPartials::add(const CodeBuilder &code, MutableArrayRef<Value> values,
                           std::size_t partial, std::int64_t vector, std::int64_t together,
                           Value added, Value mask) {
  Part &part = parts[partial];
  part.accumulator.add(code, values.slice(part.first, part.count), vector, together, added, mask);
}

void RegisterPartials::turn(MutableArrayRef<Value> values) const {
  for (const Part &part : parts)
    if (std::int64_t count = part.accumulator.turning())
      std::rotate(&values[part.first], &values[part.first] + 1, &values[part.first] + count);
}

std::int64_t RegisterPartials::turning() const {
  std::int64_t count = 0;
  for (const Part &part : parts)
    count += part.accumulator.turning();
  return count;
}

SmallVector<std::size_t> RegisterPartials::ofFirst() const {
  SmallVector<std::size_t> numbers;
  for (const Part &part : parts)
    for (std::size_t number : part.accumulator.ofFirst())
      numbers.push_back(part.first + number);
  return numbers;
}

SmallVector<std::size_t> RegisterPartials::ofFirstAtRest() const {
  SmallVector<std::size_t> numbers;
  for (const Part &part : parts)
    if (part.accumulator.turning() == 0)
      for (std::size_t number : part.accumulator.ofFirst())
        numbers.push_back(part.first + number);
  return numbers;
}

void RegisterPartials::store(const CodeBuilder &code, ArrayRef<Value> values,
                             ArrayRef<Value> places) const {
  for (auto [part, place] : llvm::zip(parts, places))
    part.accumulator.store(code, values.drop_front(part.first), part.accumulator.turning(), place);
}

void RegisterPartials::load(const CodeBuilder &code, MutableArrayRef<Value> values,
                            ArrayRef<Value> places) const {
  for (auto [part, place] : llvm::zip(parts, places))
    part.accumulator.load(code, values.drop_front(part.first), part.accumulator.turning(), place);
}

void RegisterPartials::storeFirst(const CodeBuilder &code, ArrayRef<Value> values,
                                  ArrayRef<Value> places, Value index) const {
  for (auto [part, place] : llvm::zip(parts, places))
    if (part.accumulator.turning() > 0)
      part.accumulator.store(code, values.drop_front(part.first), 1,
                             part.accumulator.moved(code, place, index));
}

void RegisterPartials::loadFirst(const CodeBuilder &code, MutableArrayRef<Value> values,
                                 ArrayRef<Value> places, Value index) const {
  for (auto [part, place] : llvm::zip(parts, places))
    if (part.accumulator.turning() > 0)
      part.accumulator.load(code, values.drop_front(part.first), 1,
                            part.accumulator.moved(code, place, index));
}

SmallVector<Value> RegisterPartials::finish(const CodeBuilder &code, ArrayRef<Value> values) const {
  return llvm::map_to_vector(parts, [&](const Part &part) {
    return part.accumulator.finish(code, values.slice(part.first, part.count));
  });
}
