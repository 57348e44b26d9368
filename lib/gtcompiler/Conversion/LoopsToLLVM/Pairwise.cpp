//===- Pairwise.cpp - Blocks combined pairwise ----------------------------===//
//
// Pairwise over blocks needs no memory for all of them: a stack holds, at level
// l, the result of 2^l neighbouring blocks, as the digits of a binary counter
// of blocks. Pushing a block carries; at the end the levels are combined from
// the last block's side, which gives the same tree as combining pairs in rounds
// with an odd one handed on.
//
//===----------------------------------------------------------------------===//
#include "Pairwise.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

PairwiseReduction::PairwiseReduction(CodeBuilder &code, Addresses &addresses, PairwiseOp op)
    : pairwise(op), started{1, {}}, combined{1, {}} {
  BufferType type = pairwise.getPartialType();
  if (type.hasDim(pairwise.getDimAttr())) {
    started.fixed = type.getExtents().front();
  } else if (type.getRank() == 1) {
    Span span = addresses.spanOf(type.getDims().front());
    started = combined = {type.getExtents().front(), code.sub(span.last, span.first)};
  }
  counter = addresses.bufferRow(code, pairwise.getCount(), {});
  for (auto [partial, stack] : llvm::zip(pairwise.getPartials(), pairwise.getStacks())) {
    rows.push_back(addresses.bufferRow(code, partial, {}));
    stacks.push_back(addresses.bufferRow(code, stack, {}));
    auto level = cast<BufferType>(stack.getType());
    std::int64_t bytes = memoryBytes(level.getElementType());
    pitches.push_back(level.getRank() ? bytes * level.getExtents().front() : bytes);
  }
}

Value PairwiseReduction::inRow(CodeBuilder &code, Value row, unsigned number, Value index) {
  return code.element(row, index, memoryType(typeOf(number)));
}

Value PairwiseReduction::stackRow(CodeBuilder &code, unsigned number, Value level) {
  return code.moved(stacks[number], code.mul(level, code.number(pitches[number])));
}

void PairwiseReduction::forRow(CodeBuilder &code, RowCount count,
                               llvm::function_ref<void(const RowPoint &, unsigned)> body) {
  auto forAllValues = [&](const RowPoint &point) {
    for (unsigned number = 0; number < rows.size(); ++number)
      body(point, number);
  };
  std::int64_t lanes = pairwise.getLanes();
  if (count.dynamic)
    return emitRow(code, {code.number(0), count.dynamic}, lanes, forAllValues);
  lanes = std::min(lanes, count.fixed); // powers of two, so nothing is left over
  if (count.fixed > 16 * lanes)
    return code.loop(
        code.number(0), code.number(count.fixed), lanes,
        [&](CodeBuilder &inside, Value index) { forAllValues({inside, index, {}, lanes}); });
  for (std::int64_t index = 0; index < count.fixed; index += lanes)
    forAllValues({code, code.number(index), {}, lanes});
}

void PairwiseReduction::fillStart(CodeBuilder &code, RowCount count) {
  forRow(code, count, [&](const RowPoint &point, unsigned number) {
    CodeBuilder &at = point.code;
    Type type = typeOf(number);
    Value start = reductionStart(at, pairwise.getKind(number), type);
    Value to = inRow(at, rows[number], number, point.index);
    storeLanes(at, type, splatLanes(at, type, start, point.lanes), to, point.mask);
  });
}

/// Lanes pairwise: for s = 32, 16, ... 1: lane[l] op= lane[l + s], l < s.
void PairwiseReduction::combineLanes(CodeBuilder &code) {
  for (std::int64_t step = started.fixed / 2; step > 0; step /= 2)
    forRow(code, {step, {}}, [&](const RowPoint &point, unsigned number) {
      CodeBuilder &at = point.code;
      Type type = typeOf(number);
      Value place = inRow(at, rows[number], number, point.index);
      Value low = loadLanes(at, type, place, point.lanes, {});
      Value other = at.moved(place, step * memoryBytes(type));
      Value high = loadLanes(at, type, other, point.lanes, {});
      Value both = combine(at, pairwise.getKind(number), type, low, high);
      storeLanes(at, type, both, place, {});
    });
}

/// partial result = stack[level] op partial result: the stack holds earlier
/// blocks.
void PairwiseReduction::combineWithStack(CodeBuilder &code, Value level) {
  SmallVector<Value> levels;
  for (unsigned number = 0; number < rows.size(); ++number)
    levels.push_back(stackRow(code, number, level));
  forRow(code, combined, [&](const RowPoint &point, unsigned number) {
    CodeBuilder &at = point.code;
    Type type = typeOf(number);
    Value place = inRow(at, rows[number], number, point.index);
    Value stacked = inRow(at, levels[number], number, point.index);
    Value earlier = loadLanes(at, type, stacked, point.lanes, point.mask);
    Value later = loadLanes(at, type, place, point.lanes, point.mask);
    Value both = combine(at, pairwise.getKind(number), type, earlier, later);
    storeLanes(at, type, both, place, point.mask);
  });
}

void PairwiseReduction::copyRow(CodeBuilder &code, Value level, bool toStack) {
  SmallVector<Value> levels;
  for (unsigned number = 0; number < rows.size(); ++number)
    levels.push_back(stackRow(code, number, level));
  forRow(code, combined, [&](const RowPoint &point, unsigned number) {
    CodeBuilder &at = point.code;
    Value partial = inRow(at, rows[number], number, point.index);
    Value stack = inRow(at, levels[number], number, point.index);
    Type type = typeOf(number);
    Value value = loadLanes(at, type, toStack ? partial : stack, point.lanes, point.mask);
    storeLanes(at, type, value, toStack ? stack : partial, point.mask);
  });
}

/// The lowest level at which `blocks` has the digit `digit`; `passed` is emitted
/// for each lower one.
static Value findLevel(CodeBuilder &code, Value blocks, bool digit,
                       llvm::function_ref<void(CodeBuilder &, Value level)> passed) {
  using State = CodeBuilder::State;
  State last = code.repeat(
      {code.number(0)},
      [&](CodeBuilder &test, const State &level) -> Value {
        Value shifted = LLVM::AShrOp::create(test.ops, test.loc, blocks, level[0]);
        Value bit = test.bitAnd(shifted, test.number(1));
        return LLVM::ICmpOp::create(test.ops, test.loc, LLVM::ICmpPredicate::ne, bit,
                                    test.number(digit ? 1 : 0));
      },
      [&](CodeBuilder &body, const State &level) -> State {
        passed(body, level[0]);
        return {body.add(level[0], body.number(1))};
      });
  return last[0];
}

/// For each level above `lowest` that `blocks` has, from low to high.
static void forHigherLevels(CodeBuilder &code, Value blocks, Value lowest,
                            llvm::function_ref<void(CodeBuilder &, Value level)> body) {
  auto digits = [&](CodeBuilder &at, Value level) -> Value {
    return LLVM::AShrOp::create(at.ops, at.loc, blocks, level);
  };
  using State = CodeBuilder::State;
  code.repeat(
      {code.add(lowest, code.number(1))},
      [&](CodeBuilder &test, const State &level) {
        return test.less(test.number(0), digits(test, level[0]));
      },
      [&](CodeBuilder &at, const State &level) -> State {
        Value bit = at.bitAnd(digits(at, level[0]), at.number(1));
        at.when(at.less(at.number(0), bit), [&](CodeBuilder &full) { body(full, level[0]); });
        return {at.add(level[0], at.number(1))};
      });
}

void PairwiseReduction::begin(CodeBuilder &code) { code.store(code.number(0), counter); }

void PairwiseReduction::beginBlock(CodeBuilder &code) { fillStart(code, started); }

/// Adds the block's result to the stack: carries through the levels that are
/// full, then stays at the first that is not.
void PairwiseReduction::endBlock(CodeBuilder &code) {
  if (started.fixed != combined.fixed)
    combineLanes(code);
  Value blocks = code.loadAt(code.ops.getI64Type(), counter, 0);
  Value level = findLevel(code, blocks, /*digit=*/false,
                          [&](CodeBuilder &body, Value full) { combineWithStack(body, full); });
  copyRow(code, level, /*toStack=*/true);
  code.store(code.add(blocks, code.number(1)), counter);
}

/// Combines the levels of the stack into the partial results, last blocks first.
/// Without any block they hold the start.
void PairwiseReduction::end(CodeBuilder &code) {
  Value blocks = code.loadAt(code.ops.getI64Type(), counter, 0);
  fillStart(code, combined);
  code.when(code.less(code.number(0), blocks), [&](CodeBuilder &some) {
    Value lowest = findLevel(some, blocks, /*digit=*/true, [](CodeBuilder &, Value) {});
    copyRow(some, lowest, /*toStack=*/false);
    forHigherLevels(some, blocks, lowest,
                    [&](CodeBuilder &full, Value level) { combineWithStack(full, level); });
  });
}
