//===- ScheduleBuilder.cpp - Writing a kernel from outside in -------------===//
//
// Loops are opened around the point, whose operations then move to where they
// happen. Point operations are moved, not copied.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

using namespace gtcompiler;
using namespace mlir;

static Value alongOf(Operation *kernel) {
  if (auto sweep = dyn_cast<SweepOp>(kernel))
    return sweep.getAlong();
  auto fold = dyn_cast<FoldOp>(kernel);
  return fold ? Value(fold.getAlong()) : Value();
}

static ValueRange rangesOf(Operation *kernel) {
  if (auto fold = dyn_cast<FoldOp>(kernel))
    return fold.getRanges();
  if (auto sweep = dyn_cast<SweepOp>(kernel))
    return sweep.getRanges();
  return cast<StencilOp>(kernel).getRanges();
}

/// Gives `nest` the empty region that it needs, and goes into it.
template <typename Nest> static Nest enter(OpBuilder &ops, Nest nest) {
  ops.setInsertionPointToStart(&nest.getBody().emplaceBlock());
  return nest;
}

ScheduleBuilder::ScheduleBuilder(StringRef name, const KernelFacts &facts)
    : ops(facts.op), loc(facts.op->getLoc()), known(facts), point(facts.point) {
  result = enter(ops, KernelOp::create(ops, loc, name, rangesOf(facts.op), alongOf(facts.op),
                                       facts.acrossDim, facts.flops, /*scratch=*/0));
}

BufferType ScheduleBuilder::bufferType(ArrayRef<StringAttr> dims, ArrayRef<std::int64_t> extents,
                                       Type element) {
  return BufferType::get(ops.getContext(), dims, extents, element);
}

Value ScheduleBuilder::buffer(BufferType type, std::int64_t copies, std::int64_t padding) {
  return BufferOp::create(ops, loc, type, copies, padding, /*offset=*/IntegerAttr());
}

Value ScheduleBuilder::bufferInRegisters(Type element) {
  return BufferOp::create(ops, loc, bufferType({}, {}, element), /*copies=*/1, /*padding=*/0,
                          /*offset=*/IntegerAttr(),
                          /*in_registers=*/true);
}

Value ScheduleBuilder::get(Value buffer, Type element) {
  SmallVector<std::int64_t> none(cast<BufferType>(buffer.getType()).getRank(), 0);
  return GetOp::create(ops, loc, element, buffer, ValueRange(), ValueRange(), none, ArrayAttr());
}

/// A loop with all that may be said of it.
static LoopOp createLoop(OpBuilder &ops, Location loc, StringAttr dim, std::int64_t by = 0) {
  auto parts = by == 0 ? IntegerAttr() : ops.getI64IntegerAttr(by);
  return LoopOp::create(ops, loc, dim, parts, /*way=*/IntegerAttr(), /*forward=*/false,
                        /*backward=*/false, /*step=*/IntegerAttr());
}

void ScheduleBuilder::openLoop(StringAttr dim) { enter(ops, createLoop(ops, loc, dim)); }

void ScheduleBuilder::openInOrder(StringAttr dim, Direction direction) {
  LoopOp loop = createLoop(ops, loc, dim);
  loop.setForward(direction == Direction::Forward);
  loop.setBackward(direction == Direction::Backward);
  enter(ops, loop);
}

void ScheduleBuilder::openParts(StringAttr dim, std::int64_t by) {
  enter(ops, createLoop(ops, loc, dim, by));
}

void ScheduleBuilder::openSteps(StringAttr dim, std::int64_t step, bool isRest, bool again) {
  LoopOp loop = createLoop(ops, loc, dim);
  loop.setStep(step);
  loop.setRest(isRest);
  loop.setAgain(again);
  enter(ops, loop);
}

void ScheduleBuilder::writeSteps(StringAttr dim, std::int64_t step,
                                 llvm::function_ref<void(std::int64_t points)> inside, bool again) {
  OpBuilder::InsertPoint around = place();
  if (step == 1)
    openLoop(dim);
  else
    openSteps(dim, step, /*isRest=*/false, again);
  inside(step);
  returnTo(around);
  if (step == 1)
    return;
  openSteps(dim, step, /*isRest=*/true, again);
  inside(1);
  returnTo(around);
}

void ScheduleBuilder::openRow(StringAttr dim, std::int64_t lanes, std::int64_t vectors,
                              ArrayRef<std::int64_t> strides) {
  enter(ops, RowOp::create(ops, loc, dim, lanes,
                           vectors == 0 ? IntegerAttr() : ops.getI64IntegerAttr(vectors),
                           strides.empty() ? nullptr : ops.getDenseI64ArrayAttr(strides)));
}

/// Whether `op` gives a value (and is no write, check or terminator).
static bool isEvaluated(Operation &op) { return op.getNumResults() > 0; }

bool ScheduleBuilder::isInvariant(Operation &op) const {
  if (known.rowDim && movesAlong(op, known.rowDim))
    return false;
  if (auto call = dyn_cast<CallOp>(op); call && call.getHasEffects()) // happens at each point
    return false;
  // What was found to be invariant has left the point.
  return llvm::all_of(op.getOperands(),
                      [&](Value operand) { return operand.getParentBlock() != point; });
}

void ScheduleBuilder::moveValue(Operation &op) {
  auto access = dyn_cast<AccessOp>(op);
  if (!access)
    return op.moveBefore(ops.getInsertionBlock(), ops.getInsertionPoint());
  Value get;
  Value buffer = staged.lookup(access);
  if (Value own = kept.lookup(access.getStorage()))
    buffer = own;
  if (buffer) {
    SmallVector<std::int64_t> none(cast<BufferType>(buffer.getType()).getRank(), 0);
    get = GetOp::create(ops, access.getLoc(), access.getType(), buffer, ValueRange(), ValueRange(),
                        none, ArrayAttr());
  } else {
    get =
        GetOp::create(ops, access.getLoc(), access.getType(), access.getStorage(), access.getPins(),
                      access.getIndices(), access.getOffsetsAttr(), access.getIndexDimsAttr());
  }
  access.replaceAllUsesWith(get);
  access.erase();
}

void ScheduleBuilder::moveInvariants() {
  for (Operation &op : llvm::make_early_inc_range(*point))
    if (isEvaluated(op) && isInvariant(op))
      moveValue(op);
}

/// Where a write goes in place of its storage, or null.
Value ScheduleBuilder::bufferFor(WriteOp write) const {
  Value buffer = written.lookup(write);
  return buffer ? buffer : kept.lookup(write.getStorage());
}

void ScheduleBuilder::movePoint(ArrayRef<Value> partials) {
  for (Operation &op : llvm::make_early_inc_range(*point))
    if (isEvaluated(op))
      moveValue(op);
  for (Operation &op : llvm::make_early_inc_range(*point))
    if (isa<CheckFiniteOp>(op))
      moveValue(op);
  for (Operation &op : *point) {
    auto write = dyn_cast<WriteOp>(op);
    if (Value buffer = write ? bufferFor(write) : Value())
      KeepOp::create(ops, write.getLoc(), write.getValue(), buffer, /*as=*/Value());
    else if (write)
      PutOp::create(ops, write.getLoc(), write.getValue(), write.getStorage(), write.getAt(),
                    SmallVector<std::int64_t>(write.getStorage().getType().getRank(), 0),
                    write.getInPlace(), known.streamed.contains(write));
    else if (auto yield = dyn_cast<YieldOp>(op); yield && !partials.empty())
      for (auto [number, value] : llvm::enumerate(yield.getValues()))
        AccumulateOp::create(ops, loc, value, partials[number % partials.size()]);
  }
}
