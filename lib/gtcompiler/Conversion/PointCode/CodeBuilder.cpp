//===- CodeBuilder.cpp - Short names for what kernels are made of ---------===//
//
// See the header. Knows nothing of stencils. Blocks are laid out as they stand
// here: code generation does not move them.
//
//===----------------------------------------------------------------------===//
#include "CodeBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value CodeBuilder::number(std::int64_t value) const {
  return LLVM::ConstantOp::create(ops, loc, ops.getI64Type(), value);
}

/// The attribute that holds `element` in every element of `type`.
static TypedAttr splatAttr(Type type, TypedAttr element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? TypedAttr(DenseElementsAttr::get(vector, Attribute(element))) : element;
}

Value CodeBuilder::constant(Type type, std::int64_t value) const {
  Type element = getElementTypeOrSelf(type);
  auto attribute =
      isa<FloatType>(element)
          ? TypedAttr(ops.getFloatAttr(element, static_cast<double>(value)))
          : TypedAttr(ops.getIntegerAttr(element, llvm::APInt(element.getIntOrFloatBitWidth(),
                                                              value, /*isSigned=*/true,
                                                              /*implicitTrunc=*/true)));
  return LLVM::ConstantOp::create(ops, loc, splatAttr(type, attribute));
}
Value CodeBuilder::constant(Type type, const llvm::APFloat &value) const {
  return LLVM::ConstantOp::create(
      ops, loc, splatAttr(type, ops.getFloatAttr(getElementTypeOrSelf(type), value)));
}

Value CodeBuilder::numbering(Type element, std::int64_t lanes) const {
  auto numbers = llvm::map_to_vector(llvm::seq<std::int64_t>(0, lanes), [&](std::int64_t lane) {
    return llvm::APInt(element.getIntOrFloatBitWidth(), lane);
  });
  auto type = VectorType::get({lanes}, element);
  return LLVM::ConstantOp::create(ops, loc, DenseElementsAttr::get(type, ArrayRef(numbers)));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The number that `value` is, if it is a constant of at most 64 bits.
static std::optional<std::int64_t> known(Value value) {
  auto constant = value.getDefiningOp<LLVM::ConstantOp>();
  auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  if (!number || number.getValue().getBitWidth() > 64)
    return std::nullopt;
  return number.getValue().getSExtValue();
}

/// `compute`, wrapping, of two constants.
template <typename Compute>
static std::optional<std::int64_t> knownOf(Value a, Value b, Compute compute) {
  std::optional<std::int64_t> first = known(a), second = known(b);
  if (!first || !second)
    return std::nullopt;
  return std::int64_t(compute(std::uint64_t(*first), std::uint64_t(*second)));
}

Value CodeBuilder::add(Value a, Value b) const {
  if (known(b) == 0)
    return a;
  if (known(a) == 0)
    return b;
  if (auto sum = knownOf(a, b, std::plus<>()))
    return constant(a.getType(), *sum);
  return LLVM::AddOp::create(ops, loc, a, b);
}
Value CodeBuilder::sub(Value a, Value b) const {
  if (known(b) == 0)
    return a;
  if (a == b)
    return constant(a.getType(), std::int64_t(0));
  if (auto difference = knownOf(a, b, std::minus<>()))
    return constant(a.getType(), *difference);
  return LLVM::SubOp::create(ops, loc, a, b);
}
Value CodeBuilder::mul(Value a, Value b) const {
  if (known(b) == 1)
    return a;
  if (known(a) == 1)
    return b;
  if (known(a) == 0 || known(b) == 0)
    return constant(a.getType(), std::int64_t(0));
  if (auto product = knownOf(a, b, std::multiplies<>()))
    return constant(a.getType(), *product);
  return LLVM::MulOp::create(ops, loc, a, b);
}
Value CodeBuilder::minimum(Value a, Value b) const { return LLVM::SMinOp::create(ops, loc, a, b); }
Value CodeBuilder::maximum(Value a, Value b) const { return LLVM::SMaxOp::create(ops, loc, a, b); }
Value CodeBuilder::bitAnd(Value a, Value b) const { return LLVM::AndOp::create(ops, loc, a, b); }
Value CodeBuilder::bitOr(Value a, Value b) const { return LLVM::OrOp::create(ops, loc, a, b); }
Value CodeBuilder::shiftLeft(Value a, Value b) const { return LLVM::ShlOp::create(ops, loc, a, b); }
Value CodeBuilder::shiftRight(Value a, Value b) const {
  return LLVM::LShrOp::create(ops, loc, a, b);
}
Value CodeBuilder::select(Value condition, Value a, Value b) const {
  return LLVM::SelectOp::create(ops, loc, condition, a, b);
}
Value CodeBuilder::less(Value a, Value b) const {
  return LLVM::ICmpOp::create(ops, loc, LLVM::ICmpPredicate::slt, a, b);
}

Value CodeBuilder::isEqual(Value a, Value b) const {
  return LLVM::ICmpOp::create(ops, loc, LLVM::ICmpPredicate::eq, a, b);
}

Value CodeBuilder::isEqual(Value a, std::int64_t b) const {
  return isEqual(a, constant(a.getType(), b));
}

//===----------------------------------------------------------------------===//
// Memory and vectors
//===----------------------------------------------------------------------===//

Value CodeBuilder::anyLane(Value flags) const {
  auto vector = dyn_cast<VectorType>(flags.getType());
  if (!vector)
    return flags;
  Type bits = ops.getIntegerType(vector.getNumElements());
  Value lanes = LLVM::BitcastOp::create(ops, loc, bits, flags);
  return LLVM::ICmpOp::create(ops, loc, LLVM::ICmpPredicate::ne, lanes, constant(bits, 0));
}

CodeBuilder CodeBuilder::behind(Value value) const {
  OpBuilder behind(value.getContext());
  behind.setInsertionPointAfterValue(value);
  return CodeBuilder(behind, loc);
}

Value CodeBuilder::moved(Value pointer, Value bytes) const {
  if (known(bytes) == 0)
    return pointer;
  return element(pointer, bytes, ops.getI8Type());
}

Value CodeBuilder::moved(Value pointer, std::int64_t bytes) const {
  if (bytes == 0)
    return pointer;
  if (!llvm::isInt<LLVM::kGEPConstantBitWidth>(bytes))
    return moved(pointer, number(bytes));
  return LLVM::GEPOp::create(ops, loc, pointer.getType(), ops.getI8Type(), pointer,
                             {LLVM::GEPArg(std::int32_t(bytes))});
}

Value CodeBuilder::element(Value pointer, Value index, Type type) const {
  return LLVM::GEPOp::create(ops, loc, pointer.getType(), type, pointer, ValueRange{index});
}

Value CodeBuilder::loadAt(Type type, Value pointer, std::int64_t bytes) const {
  return LLVM::LoadOp::create(ops, loc, type, moved(pointer, bytes));
}

void CodeBuilder::store(Value value, Value pointer) const {
  LLVM::StoreOp::create(ops, loc, value, pointer);
}

Value CodeBuilder::splat(Value value, std::int64_t lanes) const {
  if (lanes == 1)
    return value;
  Value none = LLVM::PoisonOp::create(ops, loc, VectorType::get({lanes}, value.getType()));
  Value first = LLVM::InsertElementOp::create(ops, loc, none, value,
                                              constant(ops.getI32Type(), std::int64_t(0)));
  return shuffle(first, none, SmallVector<std::int32_t>(lanes, 0));
}

Value CodeBuilder::shuffle(Value a, Value b, ArrayRef<std::int32_t> lanes) const {
  return LLVM::ShuffleVectorOp::create(ops, loc, a, b, lanes);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Cuts the block here and stays at the end of its first part, which has no
/// terminator then. Returns what followed.
Block *CodeBuilder::cut() const {
  Block *block = ops.getInsertionBlock();
  Block *after = block->splitBlock(ops.getInsertionPoint());
  ops.setInsertionPointToEnd(block);
  return after;
}

/// A builder at the end of a fresh block that comes before `after`.
CodeBuilder CodeBuilder::blockBefore(Block *after, TypeRange arguments) const {
  auto *block = new Block;
  block->insertBefore(after);
  for (Type type : arguments)
    block->addArgument(type, loc);
  return CodeBuilder(OpBuilder::atBlockEnd(block), loc);
}

void CodeBuilder::loop(Value first, Value last, std::int64_t step, LoopBody body) const {
  loop(first, last, number(step), body);
}

void CodeBuilder::loop(Value first, Value last, Value step, LoopBody body) const {
  repeat(
      {first}, [&](CodeBuilder &test, const State &state) { return test.less(state[0], last); },
      [&](CodeBuilder &inside, const State &state) -> State {
        body(inside, state[0]);
        return {inside.add(state[0], step)};
      });
}

Value CodeBuilder::Pointers::add(Value start, Value step) {
  starts.push_back(start);
  steps.push_back(step);
  return head->addArgument(start.getType(), start.getLoc());
}

void CodeBuilder::movingLoop(Value first, Value last, Value step, MovingBody body) const {
  Block *after = cut();
  CodeBuilder test = blockBefore(after, first.getType());
  CodeBuilder inside = blockBefore(after);
  Pointers pointers{test.ops.getInsertionBlock(), {first}, {}};
  Value index = pointers.head->getArgument(0);
  LLVM::CondBrOp::create(test.ops, loc, test.less(index, last), inside.ops.getInsertionBlock(),
                         after);
  body(inside, index, pointers);
  State next{inside.add(index, step)};
  for (auto [pointer, bytes] :
       llvm::zip(pointers.head->getArguments().drop_front(), pointers.steps))
    next.push_back(inside.moved(pointer, bytes));
  LLVM::BrOp::create(inside.ops, loc, next, pointers.head);
  LLVM::BrOp::create(ops, loc, pointers.starts, pointers.head);
  ops.setInsertionPointToStart(after);
}

void CodeBuilder::bottomTestedLoop(Value first, Value last, std::int64_t step,
                                   LoopBody body) const {
  Value stride = number(step);
  Block *after = cut();
  CodeBuilder inside = blockBefore(after, first.getType());
  Block *head = inside.ops.getInsertionBlock();
  Value index = head->getArgument(0);
  body(inside, index);
  inside.loc = loc;
  Value next = inside.add(index, stride);
  LLVM::CondBrOp::create(inside.ops, loc, inside.less(next, last), head, next, after, ValueRange{});
  LLVM::BrOp::create(ops, loc, first, head);
  ops.setInsertionPointToStart(after);
}

CodeBuilder::State
CodeBuilder::repeat(State start, llvm::function_ref<Value(CodeBuilder &, const State &)> goesOn,
                    llvm::function_ref<State(CodeBuilder &, const State &)> next) const {
  return movingRepeat(start, goesOn, [&](CodeBuilder &body, const State &state, Pointers &) {
    return next(body, state);
  });
}

CodeBuilder::State CodeBuilder::movingRepeat(
    State start, llvm::function_ref<Value(CodeBuilder &, const State &)> goesOn,
    llvm::function_ref<State(CodeBuilder &, const State &, Pointers &)> next) const {
  Block *after = cut();
  CodeBuilder test = blockBefore(after, TypeRange(ValueRange(start)));
  CodeBuilder inside = blockBefore(after);
  Block *head = test.ops.getInsertionBlock(), *body = inside.ops.getInsertionBlock();
  State state(head->args_begin(), head->args_end());
  Pointers pointers{head, {}, {}};
  Value condition = goesOn(test, state);
  LLVM::CondBrOp::create(test.ops, loc, condition, body, after);
  State following = next(inside, state, pointers);
  for (auto [pointer, bytes] :
       llvm::zip(head->getArguments().drop_front(state.size()), pointers.steps))
    following.push_back(inside.moved(pointer, bytes));
  start.append(pointers.starts.begin(), pointers.starts.end());
  LLVM::BrOp::create(inside.ops, loc, following, head);
  LLVM::BrOp::create(ops, loc, start, head);
  ops.setInsertionPointToStart(after);
  return state;
}

CodeBuilder::State
CodeBuilder::repeatOnce(State start, llvm::function_ref<Value(CodeBuilder &, const State &)> goesOn,
                        llvm::function_ref<State(CodeBuilder &, const State &)> next) const {
  Block *after = cut();
  CodeBuilder inside = blockBefore(after, TypeRange(ValueRange(start)));
  Block *head = inside.ops.getInsertionBlock();
  State following = next(inside, State(head->args_begin(), head->args_end()));
  Value condition = goesOn(inside, following);
  LLVM::CondBrOp::create(inside.ops, loc, condition, head, following, after, ValueRange{});
  LLVM::BrOp::create(ops, loc, start, head);
  ops.setInsertionPointToStart(after);
  return following;
}

void CodeBuilder::when(Value condition, llvm::function_ref<void(CodeBuilder &)> body) const {
  Block *after = cut();
  CodeBuilder inside = blockBefore(after);
  Block *block = inside.ops.getInsertionBlock();
  body(inside);
  LLVM::BrOp::create(inside.ops, loc, after);
  LLVM::CondBrOp::create(ops, loc, condition, block, after);
  ops.setInsertionPointToStart(after);
}

void CodeBuilder::either(Value condition, llvm::function_ref<void(CodeBuilder &)> yes,
                         llvm::function_ref<void(CodeBuilder &)> no) const {
  Block *after = cut();
  CodeBuilder first = blockBefore(after), second = blockBefore(after);
  Block *yesBlock = first.ops.getInsertionBlock(), *noBlock = second.ops.getInsertionBlock();
  yes(first);
  LLVM::BrOp::create(first.ops, loc, after);
  no(second);
  LLVM::BrOp::create(second.ops, loc, after);
  LLVM::CondBrOp::create(ops, loc, condition, yesBlock, noBlock);
  ops.setInsertionPointToStart(after);
}

CodeBuilder::State CodeBuilder::valuesWhen(Value condition,
                                           llvm::function_ref<State(CodeBuilder &)> body) const {
  Block *after = cut();
  CodeBuilder inside = blockBefore(after);
  Block *block = inside.ops.getInsertionBlock();
  State made = body(inside), none, values;
  for (Value value : made) {
    none.push_back(LLVM::PoisonOp::create(ops, loc, value.getType()));
    values.push_back(after->addArgument(value.getType(), loc));
  }
  LLVM::BrOp::create(inside.ops, loc, made, after);
  LLVM::CondBrOp::create(ops, loc, condition, block, ValueRange(), after, none);
  ops.setInsertionPointToStart(after);
  return values;
}

CodeBuilder::State CodeBuilder::when(Value condition, State before,
                                     llvm::function_ref<State(CodeBuilder &)> body) const {
  Block *after = cut();
  CodeBuilder inside = blockBefore(after);
  Block *block = inside.ops.getInsertionBlock();
  State state = body(inside), made, kept;
  for (auto [value, old] : llvm::zip(state, before))
    if (value != old) {
      made.push_back(value);
      kept.push_back(old);
      value = after->addArgument(old.getType(), loc);
    }
  LLVM::BrOp::create(inside.ops, loc, made, after);
  LLVM::CondBrOp::create(ops, loc, condition, block, ValueRange(), after, kept);
  ops.setInsertionPointToStart(after);
  return state;
}
