//===- ThreadReduction.cpp - Reductions by threads together ---------------===//
//
// See the header. Threads meet at barriers, which all of a block come to: those without a
// result, too.
//
//===----------------------------------------------------------------------===//
#include "ThreadReduction.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "gtabi/ThreadArgs.h"

using namespace gtcompiler;
using namespace mlir;

static Value divided(const CodeBuilder &code, Value a, Value b) {
  return LLVM::UDivOp::create(code.ops, code.loc, a, b);
}

/// `value` modulo `divisor`, a power of two.
static Value remainder(const CodeBuilder &code, Value value, Value divisor) {
  return code.bitAnd(value, code.sub(divisor, code.number(1)));
}

ThreadReduction::ThreadReduction(KernelFrame &frame, Addresses &addresses, PairwiseOp op)
    : group(*frame.group()), span(addresses.spanOf(op.getDimAttr())),
      points(static_cast<std::int64_t>(op.getBy())),
      lanes(static_cast<std::int64_t>(op.getLanes())) {
  CodeBuilder &code = addresses.code();
  for (auto [number, partial] : llvm::enumerate(op.getPartials()))
    partials.push_back(
        {op.getKind(number), getElementType(partial.getType()), addresses.bufferRow(partial, {})});
  Value extent = code.sub(span.last, span.first);
  Value parts = divided(code, code.add(extent, code.number(points - 1)), code.number(points));
  ofPoints = code.isEqual(group.valuesIn, code.number(0));
  Value digits = code.select(ofPoints, code.number(llvm::Log2_64(lanes)), code.number(0));
  apart = code.shiftLeft(code.number(1), digits);
  most = code.shiftRight(group.threads, digits);
  own = code.shiftRight(group.thread, digits);
  first = code.mul(group.share, most);
  count = code.select(ofPoints, parts, group.valuesIn);
}

/// Where value number `value` of `values` of the thread's result lies in a buffer.
Value ThreadReduction::slot(CodeBuilder &code, Value buffer, std::size_t partial, Value value,
                            Value values) {
  Value number = code.add(code.mul(code.number(std::int64_t(partial)), values), value);
  Value index = code.add(code.mul(number, group.results), group.result);
  return code.moved(buffer, code.mul(index, code.number(gtabi::kPartialBytes)));
}

void ThreadReduction::emitValues(
    CodeBuilder &code, llvm::function_ref<void(CodeBuilder &inside, Span own)> emitPoints) {
  for (const Partial &partial : partials)
    storeLanes(code, partial.element, reductionStart(code, partial.kind, partial.element),
               partial.place, {});
  Value number = code.add(first, own);
  code.when(code.bitAnd(ofPoints, group.isResult), [&](CodeBuilder &inside) {
    Value size = inside.number(points);
    Value start = inside.add(span.first, inside.mul(number, size));
    Value end = inside.minimum(inside.add(start, size), span.last);
    if (lanes > 1)
      start = inside.add(start, remainder(inside, group.thread, inside.number(lanes)));
    emitPoints(inside, {start, end});
  });
  Value isThere = code.bitAnd(code.less(number, group.valuesIn), group.isResult);
  code.when(isThere, [&](CodeBuilder &inside) {
    for (auto [index, partial] : llvm::enumerate(partials)) {
      Value from = slot(inside, group.in, index, number, group.valuesIn);
      Value value = loadLanes(inside, partial.element, from, 1, {});
      storeLanes(inside, partial.element, value, partial.place, {});
    }
  });
}

/// The place of `thread`, of the thread's own column, in memory that the block shares.
Value ThreadReduction::inShared(CodeBuilder &code, const Partial &partial, Value thread) {
  Value number = code.add(code.mul(thread, group.columns), group.column);
  return code.moved(group.shared, code.mul(number, code.number(memoryBytes(partial.element))));
}

/// Where `condition` holds the thread combines its value with that of the thread `distance`
/// ahead.
void ThreadReduction::join(CodeBuilder &code, const Partial &partial, Value condition,
                           Value distance) {
  code.when(condition, [&](CodeBuilder &inside) {
    auto valueOf = [&](Value thread) {
      return loadLanes(inside, partial.element, inShared(inside, partial, thread), 1, {});
    };
    Value earlier = valueOf(group.thread), later = valueOf(inside.add(group.thread, distance));
    storeLanes(inside, partial.element,
               gtcompiler::combine(inside, partial.kind, partial.element, earlier, later),
               inShared(inside, partial, group.thread), {});
  });
  group.barrier(code);
}

void ThreadReduction::combine(CodeBuilder &code, const Partial &partial) {
  storeLanes(code, partial.element, loadLanes(code, partial.element, partial.place, 1, {}),
             inShared(code, partial, group.thread), {});
  group.barrier(code);
  if (lanes > 1)
    code.when(ofPoints, [&](CodeBuilder &inside) {
      Value lane = remainder(inside, group.thread, inside.number(lanes));
      for (std::int64_t half = lanes / 2; half > 0; half /= 2)
        join(inside, partial, inside.less(lane, inside.number(half)), inside.number(half));
    });
  Value one = code.number(1), two = code.number(2), none = code.number(0);
  Value isFirstLane = code.isEqual(remainder(code, group.thread, apart), none);
  Value isThere = code.bitAnd(isFirstLane, group.isResult);
  using State = CodeBuilder::State;
  code.repeat(
      {one}, [&](CodeBuilder &test, const State &distance) { return test.less(distance[0], most); },
      [&](CodeBuilder &body, const State &distance) -> State {
        Value next = body.mul(distance[0], two);
        Value isEven = body.isEqual(remainder(body, own, next), none);
        Value other = body.add(body.add(first, own), distance[0]);
        Value condition = body.bitAnd(body.bitAnd(isThere, isEven), body.less(other, count));
        join(body, partial, condition, body.mul(distance[0], apart));
        return {next};
      });
  storeLanes(code, partial.element,
             loadLanes(code, partial.element, inShared(code, partial, none), 1, {}), partial.place,
             {});
}

void ThreadReduction::combineAll(CodeBuilder &code) {
  code.when(code.less(code.number(1), group.threads), [&](CodeBuilder &several) {
    llvm::interleave( // in the same memory, one after the other
        partials, [&](const Partial &partial) { combine(several, partial); },
        [&] { group.barrier(several); });
  });
}

void ThreadReduction::emitResult(CodeBuilder &code,
                                 llvm::function_ref<void(CodeBuilder &inside)> last) {
  Value isFirst = code.bitAnd(code.isEqual(group.thread, code.number(0)), group.isResult);
  Value isAll = code.isEqual(group.shares, code.number(1));
  code.when(isFirst, [&](CodeBuilder &inside) {
    inside.when(isAll, last);
    Value isPart = inside.less(inside.number(1), group.shares);
    inside.when(isPart, [&](CodeBuilder &part) {
      for (auto [index, partial] : llvm::enumerate(partials)) {
        Value value = loadLanes(part, partial.element, partial.place, 1, {});
        storeLanes(part, partial.element, value,
                   slot(part, group.out, index, group.share, group.shares), {});
      }
    });
  });
}
