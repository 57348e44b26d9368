//===- FoldKernel.cpp - The loops of a gt.fold ----------------------------===//
//
// The order of a reduction is part of its result: blocks are reduced one after
// the other, then pairwise. With `lanes` a block is 4,096 points in 64 partial
// results; else 64 points, for a strip of neighbouring results at once.
//
// Pairwise over blocks needs no memory for all of them: a stack holds, at level
// l, the result of 2^l neighbouring blocks, as the digits of a binary counter
// of blocks. Pushing a block carries; at the end the levels are combined from
// the last block's side, which gives the same tree as combining pairs in rounds
// with an odd one handed on.
//
//===----------------------------------------------------------------------===//
#include "Kernels.h"

#include "Elements.h"
#include "FiniteCheck.h"
#include "LoopNest.h"
#include "PointEmitter.h"
#include "PointOperations.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

/// Points in a block: with `lanes`, and without.
static constexpr std::int64_t kLaneBlock = 4096, kBlock = 64;
/// Partial results that `lanes` keeps side by side.
static constexpr std::int64_t kLanes = 64;
/// Results that are reduced at once without `lanes`.
static constexpr std::int64_t kStrip = 512;
/// Levels of the stack: enough for 2^48 blocks, more than can be run through.
static constexpr std::int64_t kLevels = 48;

namespace {
/// How many elements of a row of results are in use: a fixed number, or one
/// known at run time.
struct RowCount {
  std::int64_t fixed;
  Value dynamic;
};

/// Emits one fold. A "row of results" is as many neighbouring partial results
/// as are kept side by side; each yielded value has one accumulator row and a
/// stack of rows in scratch.
class FoldEmitter {
public:
  FoldEmitter(KernelFrame &kernel, FoldOp op);
  void emit();
  std::int64_t scratchBytes() const { return scratchEnd; }

private:
  void emitLanes(CodeBuilder &code, Addresses &addresses);
  void emitStrip(CodeBuilder &code, Addresses &addresses, Span strip);
  void emitBlocks(CodeBuilder &code, Span along, std::int64_t block,
                  llvm::function_ref<void(CodeBuilder &, Span)> body);
  void accumulate(CodeBuilder &code, Addresses &addresses, Span span);
  void combineLanes(CodeBuilder &code);
  void push(CodeBuilder &code, RowCount count);
  void finish(CodeBuilder &code, RowCount count);
  void writeResults(CodeBuilder &code, Addresses &addresses, Span span);

  /// The address of element `index` of a row in scratch.
  Value inRow(CodeBuilder &code, Value row, unsigned number, Value index);
  /// The row of the stack at `level`.
  Value stackRow(CodeBuilder &code, unsigned number, Value level);
  /// For the elements in use of the rows of all yielded values.
  void forRow(CodeBuilder &code, RowCount count,
              llvm::function_ref<void(const RowPoint &, unsigned number)> body);
  void fillStart(CodeBuilder &code, RowCount count);
  void combineWithStack(CodeBuilder &code, Value level, RowCount count);
  void copyRow(CodeBuilder &code, Value level, RowCount count, bool toStack);

  Type typeOf(unsigned number) {
    return cast<StorageType>(fold.getDestinations()[number].getType()).getElementType();
  }

  KernelFrame &frame;
  FoldOp fold;
  std::int64_t width;       ///< elements of an accumulator row
  std::int64_t resultWidth; ///< elements of a row on the stack
  std::int64_t scratchEnd;
  SmallVector<std::int64_t> accumulators, stacks; ///< offsets in scratch
  Value counter;                                  ///< address of the number of blocks so far
};
} // namespace

static std::int64_t roundToLine(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }

FoldEmitter::FoldEmitter(KernelFrame &kernel, FoldOp op) : frame(kernel), fold(op) {
  bool hasStrip = frame.facts().rowDim && !fold.getLanes();
  width = fold.getLanes() ? kLanes : hasStrip ? kStrip : 1;
  resultWidth = hasStrip ? kStrip : 1;
  scratchEnd = 64; // the counter
  for (unsigned number = 0; number < fold.getDestinations().size(); ++number) {
    std::int64_t bytes = memoryBytes(typeOf(number));
    accumulators.push_back(scratchEnd);
    scratchEnd += roundToLine(width * bytes);
    stacks.push_back(scratchEnd);
    scratchEnd += roundToLine(kLevels * resultWidth * bytes);
  }
}

Value FoldEmitter::inRow(CodeBuilder &code, Value row, unsigned number, Value index) {
  return code.element(row, index, memoryType(typeOf(number)));
}

Value FoldEmitter::stackRow(CodeBuilder &code, unsigned number, Value level) {
  std::int64_t rowBytes = resultWidth * memoryBytes(typeOf(number));
  return code.moved(frame.scratch(stacks[number]), code.mul(level, code.number(rowBytes)));
}

void FoldEmitter::forRow(CodeBuilder &code, RowCount count,
                         llvm::function_ref<void(const RowPoint &, unsigned)> body) {
  auto forAllValues = [&](const RowPoint &point) {
    for (unsigned number = 0; number < fold.getDestinations().size(); ++number)
      body(point, number);
  };
  std::int64_t lanes = frame.facts().lanes;
  if (count.dynamic)
    return emitRow(code, {code.number(0), count.dynamic}, lanes, forAllValues);
  lanes = std::min(lanes, count.fixed); // powers of two, so nothing is left over
  if (count.fixed > 16 * lanes)
    return code.loop(
        code.number(0), code.number(count.fixed), lanes,
        [&](CodeBuilder &body, Value index) { forAllValues({body, index, {}, lanes}); });
  for (std::int64_t index = 0; index < count.fixed; index += lanes)
    forAllValues({code, code.number(index), {}, lanes});
}

void FoldEmitter::fillStart(CodeBuilder &code, RowCount count) {
  forRow(code, count, [&](const RowPoint &point, unsigned number) {
    CodeBuilder &at = point.code;
    Type type = typeOf(number);
    Value start = reductionStart(at, fold.getKind(number), type);
    Value to = inRow(at, frame.scratch(accumulators[number]), number, point.index);
    storeLanes(at, type, splatLanes(at, type, start, point.lanes), to, point.mask);
  });
}

/// accumulator = stack[level] op accumulator: the stack holds earlier blocks.
void FoldEmitter::combineWithStack(CodeBuilder &code, Value level, RowCount count) {
  SmallVector<Value> rows;
  for (unsigned number = 0; number < fold.getDestinations().size(); ++number)
    rows.push_back(stackRow(code, number, level));
  forRow(code, count, [&](const RowPoint &point, unsigned number) {
    CodeBuilder &at = point.code;
    Type type = typeOf(number);
    Value place = inRow(at, frame.scratch(accumulators[number]), number, point.index);
    Value stacked = inRow(at, rows[number], number, point.index);
    Value earlier = loadLanes(at, type, stacked, point.lanes, point.mask);
    Value later = loadLanes(at, type, place, point.lanes, point.mask);
    Value both = combine(at, fold.getKind(number), type, earlier, later);
    storeLanes(at, type, both, place, point.mask);
  });
}

void FoldEmitter::copyRow(CodeBuilder &code, Value level, RowCount count, bool toStack) {
  SmallVector<Value> rows;
  for (unsigned number = 0; number < fold.getDestinations().size(); ++number)
    rows.push_back(stackRow(code, number, level));
  forRow(code, count, [&](const RowPoint &point, unsigned number) {
    CodeBuilder &at = point.code;
    Value accumulator = inRow(at, frame.scratch(accumulators[number]), number, point.index);
    Value stack = inRow(at, rows[number], number, point.index);
    Type type = typeOf(number);
    Value value = loadLanes(at, type, toStack ? accumulator : stack, point.lanes, point.mask);
    storeLanes(at, type, value, toStack ? stack : accumulator, point.mask);
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

/// Adds the block in the accumulator to the stack: carries through the levels
/// that are full, then stays at the first that is not.
void FoldEmitter::push(CodeBuilder &code, RowCount count) {
  Value blocks = code.loadAt(code.ops.getI64Type(), counter, 0);
  Value level = findLevel(code, blocks, /*digit=*/false, [&](CodeBuilder &body, Value full) {
    combineWithStack(body, full, count);
  });
  copyRow(code, level, count, /*toStack=*/true);
  code.store(code.add(blocks, code.number(1)), counter);
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

/// Combines the levels of the stack into the accumulator, last blocks first.
/// Without any block the accumulator holds the start.
void FoldEmitter::finish(CodeBuilder &code, RowCount count) {
  Value blocks = code.loadAt(code.ops.getI64Type(), counter, 0);
  fillStart(code, count);
  code.when(code.less(code.number(0), blocks), [&](CodeBuilder &some) {
    Value lowest = findLevel(some, blocks, /*digit=*/true, [](CodeBuilder &, Value) {});
    copyRow(some, lowest, count, /*toStack=*/false);
    forHigherLevels(some, blocks, lowest,
                    [&](CodeBuilder &full, Value level) { combineWithStack(full, level, count); });
  });
}

/// Loops over blocks of the reduced range and pushes each.
void FoldEmitter::emitBlocks(CodeBuilder &code, Span along, std::int64_t block,
                             llvm::function_ref<void(CodeBuilder &, Span)> body) {
  code.store(code.number(0), counter);
  code.loop(along.first, along.last, block, [&](CodeBuilder &inside, Value first) {
    Value size = inside.minimum(inside.sub(along.last, first), inside.number(block));
    body(inside, {first, inside.add(first, size)});
  });
}

/// Combines the region's values along `span` with the accumulators, the first
/// with element 0; without a span, the value at the point of the open loops.
void FoldEmitter::accumulate(CodeBuilder &code, Addresses &addresses, Span span) {
  PointEmitter emitter(frame, addresses);
  emitter.prepare();
  auto yield = cast<YieldOp>(frame.facts().point->getTerminator());
  auto emitPoint = [&](const RowPoint &point) {
    emitter.evaluate(point);
    emitFiniteCheck(frame, emitter, point);
    CodeBuilder &at = point.code;
    Value index = point.index ? at.sub(point.index, span.first) : at.number(0);
    for (unsigned number = 0; number < yield.getNumOperands(); ++number) {
      Value place = inRow(at, frame.scratch(accumulators[number]), number, index);
      Type type = typeOf(number);
      Value sum = loadLanes(at, type, place, point.lanes, point.mask);
      Value value = emitter.value(yield.getOperand(number));
      Value both = combine(at, fold.getKind(number), type, sum, value);
      storeLanes(at, type, both, place, point.mask);
    }
  };
  if (!span.first)
    return emitPoint({code, {}, {}, 1});
  emitRow(code, span, frame.facts().lanes, emitPoint);
}

/// Lanes pairwise: for s = 32, 16, ... 1: lane[l] op= lane[l + s], l < s.
void FoldEmitter::combineLanes(CodeBuilder &code) {
  for (std::int64_t step = kLanes / 2; step > 0; step /= 2)
    forRow(code, {step, {}}, [&](const RowPoint &point, unsigned number) {
      CodeBuilder &at = point.code;
      Type type = typeOf(number);
      Value place = inRow(at, frame.scratch(accumulators[number]), number, point.index);
      Value low = loadLanes(at, type, place, point.lanes, {});
      Value other = at.moved(place, step * memoryBytes(type));
      Value high = loadLanes(at, type, other, point.lanes, {});
      storeLanes(at, type, combine(at, fold.getKind(number), type, low, high), place, {});
    });
}

/// Stores the accumulators to the destinations: along `span` if there is a
/// strip, else the first element, at the point of the open loops.
void FoldEmitter::writeResults(CodeBuilder &code, Addresses &addresses, Span span) {
  auto emitPoint = [&](const RowPoint &point) {
    CodeBuilder &at = point.code;
    Value index = point.index ? at.sub(point.index, span.first) : at.number(0);
    for (auto [number, destination] : llvm::enumerate(fold.getDestinations())) {
      Value from = inRow(at, frame.scratch(accumulators[number]), number, index);
      RowPointer row = addresses.row(Place::at(destination));
      Value to = row.pointer;
      if (point.index)
        to = at.moved(to, at.mul(point.index, row.stride));
      Type type = typeOf(number);
      Value result = loadLanes(at, type, from, 1, {});
      emitResultCheck(frame, at, result);
      storeLanes(at, type, result, to, {});
    }
  };
  if (!span.first)
    return emitPoint({code, {}, {}, 1});
  emitRow(code, span, 1, emitPoint);
}

/// One result, its partial results side by side along the reduced dimension.
void FoldEmitter::emitLanes(CodeBuilder &code, Addresses &addresses) {
  RowCount one = {1, {}};
  emitBlocks(code, frame.bounds(fold.getAlong()), kLaneBlock, [&](CodeBuilder &block, Span span) {
    fillStart(block, {kLanes, {}});
    block.loop(span.first, span.last, kLanes, [&](CodeBuilder &group, Value first) {
      Value size = group.minimum(group.sub(span.last, first), group.number(kLanes));
      accumulate(group, addresses, {first, group.add(first, size)});
    });
    combineLanes(block);
    push(block, one);
  });
  finish(code, one);
  writeResults(code, addresses, {});
}

/// A strip of results along the row, or one result where there is no row.
void FoldEmitter::emitStrip(CodeBuilder &code, Addresses &addresses, Span strip) {
  RowCount count = {1, strip.first ? code.sub(strip.last, strip.first) : Value()};
  StringAttr reduced = frame.facts().reducedDim;
  emitBlocks(code, frame.bounds(fold.getAlong()), kBlock, [&](CodeBuilder &block, Span span) {
    fillStart(block, count);
    block.loop(span.first, span.last, 1, [&](CodeBuilder &inside, Value index) {
      addresses.open(inside, reduced, index);
      accumulate(inside, addresses, strip);
      addresses.close();
    });
    push(block, count);
  });
  finish(code, count);
  writeResults(code, addresses, strip);
}

void FoldEmitter::emit() {
  const KernelFacts &facts = frame.facts();
  counter = frame.scratch(0);
  bool hasStrip = resultWidth > 1;
  std::size_t slow = facts.loopDims.size() - (hasStrip ? 1 : 0);
  frame.emitTiles([&](CodeBuilder &tileCode, ArrayRef<Span> tile) {
    Addresses addresses(frame);
    addresses.open(tileCode);
    emitNest(addresses, ArrayRef(facts.loopDims).take_front(slow), tile.take_front(slow), [&] {
      if (fold.getLanes())
        return emitLanes(addresses.code(), addresses);
      if (!hasStrip)
        return emitStrip(addresses.code(), addresses, {});
      Span row = tile.back();
      addresses.code().loop(row.first, row.last, kStrip, [&](CodeBuilder &code, Value first) {
        Value size = code.minimum(code.sub(row.last, first), code.number(kStrip));
        emitStrip(code, addresses, {first, code.add(first, size)});
      });
    });
  });
}

std::int64_t gtcompiler::emitFold(KernelFrame &frame, FoldOp fold) {
  FoldEmitter emitter(frame, fold);
  emitter.emit();
  return emitter.scratchBytes();
}
