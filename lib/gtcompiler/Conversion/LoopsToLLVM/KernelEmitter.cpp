//===- KernelEmitter.cpp - A kernel's schedule to code --------------------===//
//
// See the header: one walk over the regions, from outside in.
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"

#include "Staging.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Fold/Pairwise.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Fold/ThreadReduction.h"
#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace gtcompiler;
using namespace mlir;

/// A buffer in registers, and the number of a vector.
using CarriedKey = std::pair<Value, std::int64_t>;

/// Whether it asks for what the loop in order around it comes to.
static bool asksAlongLoop(Operation &op) {
  return isa<PrefetchOp>(op) && isa<LoopOp>(op.getParentOp());
}

/// At a point of each line that the loop around `fetches` comes to.
void KernelEmitter::emitOncePerLine(CodeBuilder &code, Operations fetches) {
  std::int64_t points = machine.getLineBytes();
  for (Operation &fetch : fetches) {
    Type element = cast<PrefetchOp>(fetch).getMemory().getType().getElementType();
    points = std::clamp<std::int64_t>(machine.getLineBytes() / memoryBytes(element), 1, points);
  }
  Value index = addresses.indexOf(cast<LoopOp>(fetches.begin()->getParentOp()).getDimAttr());
  Value place = code.bitAnd(index, code.number(points - 1));
  code.when(code.isEqual(place, 0), [&](CodeBuilder &inside) {
    for (Operation &fetch : fetches)
      emitAmongLoops(frame, addresses, outer, fetch, inside);
  });
}

void KernelEmitter::emitAll(CodeBuilder &code, Operations operations) {
  for (auto next = operations.begin(); next != operations.end();) {
    Operation &op = *next++;
    if (asksAlongLoop(op)) {
      next = std::find_if_not(next, operations.end(), asksAlongLoop);
      emitOncePerLine(code, {op.getIterator(), next});
      continue;
    }
    if (auto strips = dyn_cast<LoopOp>(op); strips && strips.isStrips()) {
      if (rowsBeside(strips))
        ++next;
      emitStrips(code, strips);
      continue;
    }
    if (auto pairwise = dyn_cast<PairwiseOp>(op); pairwise && pairwise.getThreads())
      return emitTogether(code, pairwise, {next, operations.end()});
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](LoopOp loop) { loop.getBy() ? emitParts(code, loop) : emitLoop(code, loop); })
        .Case([&](RowOp row) { emitRow(frame, addresses, outer, row, code, machine); })
        .Case([&](StageOp stage) { emitStage(frame, addresses, code, stage); })
        .Case([&](PairwiseOp pairwise) { emitPairwise(code, pairwise); })
        .Case([](BufferOp) {})
        .Default([&](Operation *) { emitAmongLoops(frame, addresses, outer, op, code); });
  }
}

/// The buffers in registers that hold values in front of `loop` and others behind it, of each
/// vector.
static SmallVector<CarriedKey> carriedBy(LoopOp loop, const OuterValues &outer) {
  SmallVector<CarriedKey> carried;
  std::int64_t vectors = outer.strip ? outer.strip->vectors : 1;
  loop.getBody().walk([&](KeepOp keep) {
    for (std::int64_t vector = 0; vector < vectors; ++vector) {
      CarriedKey key(keep.getBuffer(), vector);
      if (outer.registers.lookup(key) && !llvm::is_contained(carried, key))
        carried.push_back(key);
    }
  });
  return carried;
}

/// The coordinate that a loop is at when one from first to last would be at `index`.
static Value inOrder(CodeBuilder &code, LoopOp loop, Span span, Value index) {
  if (!loop.getBackward())
    return index;
  return code.sub(code.sub(code.add(span.first, span.last), code.number(1)), index);
}

/// A loop in order that hands on what is in registers.
void KernelEmitter::emitCarrying(CodeBuilder &code, LoopOp loop, ArrayRef<CarriedKey> carried) {
  Span span = addresses.spanOf(loop.getDimAttr());
  auto stateAt = [&](Value index) {
    CodeBuilder::State state{index};
    for (CarriedKey key : carried)
      state.push_back(outer.registers.lookup(key));
    return state;
  };
  auto hold = [&](const CodeBuilder::State &state) {
    for (auto [key, value] : llvm::zip(carried, ArrayRef(state).drop_front()))
      outer.registers[key] = value;
  };
  Motion motion{span.first, 1, &code, nullptr};
  if (outer.strip && loop.getBackward())
    motion = {code.sub(span.last, code.number(1)), -1, &code, nullptr};
  hold(code.movingRepeat(
      stateAt(span.first),
      [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], span.last); },
      [&](CodeBuilder &inside, const CodeBuilder::State &at, CodeBuilder::Pointers &pointers) {
        hold(at);
        motion.pointers = &pointers;
        addresses.open(inside, loop.getDimAttr(), inOrder(inside, loop, span, at[0]),
                       outer.strip ? std::optional(motion) : std::nullopt);
        emitBlock(inside, *loop.getBlock());
        addresses.close();
        return stateAt(inside.add(at[0], inside.number(1)));
      }));
}

/// Of the values in `block` that `wanted` are computed of, themselves among them, the operations.
static llvm::DenseSet<Operation *> operationsOf(ArrayRef<Value> wanted, Block &block) {
  llvm::DenseSet<Operation *> found;
  SmallVector<Value> open(wanted);
  while (!open.empty())
    if (Operation *op = open.pop_back_val().getDefiningOp();
        op && op->getBlock() == &block && found.insert(op).second)
      llvm::append_range(open, op->getOperands());
  return found;
}

/// How many points ahead rows in `loop` fetch what is indexed; null if they fetch nothing so.
Value KernelEmitter::pointsAhead(CodeBuilder &code, LoopOp loop) {
  std::int64_t ahead = 0, points = std::numeric_limits<std::int64_t>::max();
  StringAttr along;
  for (RowOp row : loop.getBlock()->getOps<RowOp>())
    for (PrefetchOp fetch : row.getBlock()->getOps<PrefetchOp>()) {
      if (fetch.getIndices().empty() || !fetch.getAhead())
        continue;
      ahead = std::max<std::int64_t>(ahead, *fetch.getAhead());
      if (!fetch.getWithin())
        continue;
      along = row.getDimAttr();
      points = std::min<std::int64_t>(
          points, *fetch.getWithin() / memoryBytes(fetch.getMemory().getType().getElementType()));
    }
  if (!along)
    return ahead ? code.number(ahead) : Value();
  Span row = addresses.spanOf(along);
  Value one = code.number(1), length = code.maximum(code.sub(row.last, row.first), one);
  Value rows = LLVM::UDivOp::create(code.ops, code.loc, code.number(points), length);
  return code.maximum(code.minimum(rows, code.number(ahead)), one);
}

/// The indices of what rows in `loop` fetch `ahead`, as a later point will have them: those of the
/// last one near the end, where tables may end, too.
void KernelEmitter::emitIndicesAhead(CodeBuilder &code, LoopOp loop, Value index, Value last,
                                     Value ahead) {
  SmallVector<Value> wanted;
  for (RowOp row : loop.getBlock()->getOps<RowOp>())
    for (PrefetchOp fetch : row.getBlock()->getOps<PrefetchOp>())
      if (fetch.getAhead())
        llvm::append_range(wanted, fetch.getIndices());
  Value end = code.sub(last, code.number(1)), next = code.add(index, ahead);
  Value later = code.minimum(next, end);
  llvm::DenseSet<Operation *> needed = operationsOf(wanted, *loop.getBlock());
  OuterValues there = outer;
  addresses.open(code, loop.getDimAttr(), later);
  for (Operation &op : *loop.getBlock())
    if (needed.contains(&op))
      emitAmongLoops(frame, addresses, there, op, code);
  for (Value value : wanted) {
    auto known = there.values.find(value);
    Value number = known == there.values.end() ? frame.scalar(value) : known->second.first;
    outer.ahead[value] = addresses.coordinate(number);
  }
  addresses.close();
}

/// Steps of which the last one ends with the span, or all points one by one where those are too
/// few for it.
void KernelEmitter::emitAgain(CodeBuilder &code, LoopOp loop,
                              llvm::function_ref<void(CodeBuilder &, Value index)> emitAt) {
  RowOp row = loop.getLastRow();
  Span span = addresses.spanOf(loop.getDimAttr()), along = addresses.spanOf(row.getDimAttr());
  Value step = code.number(*loop.getStep()), lanes = code.number(row.getLanes());
  Value hasFewRows = code.less(code.sub(span.last, span.first), step);
  Value hasFewPoints = code.less(code.sub(along.last, along.first), lanes);
  Value isFew = code.bitOr(hasFewRows, hasFewPoints);
  if (loop.getRest())
    return code.when(isFew, [&](CodeBuilder &few) { few.loop(span.first, span.last, 1, emitAt); });
  Value isEnough =
      LLVM::XOrOp::create(code.ops, code.loc, isFew, code.constant(code.ops.getI1Type(), 1));
  code.when(isEnough, [&](CodeBuilder &enough) {
    Value last = enough.sub(span.last, step);
    enough.loop(span.first, span.last, step, [&](CodeBuilder &inside, Value index) {
      emitAt(inside, inside.minimum(index, last));
    });
  });
}

/// The row that is all of `loop`, if it may be the side of a field that is put together of parts:
/// of few points, which compute little.
static RowOp sideOf(LoopOp loop) {
  constexpr std::size_t kMostOperations = 16;
  auto row = dyn_cast<RowOp>(loop.getBlock()->front());
  bool isAll = row && llvm::hasSingleElement(*loop.getBlock()) && row.getLanes() > 1 &&
               !row.getStrides() && loop.getOrder() == LoopOrder::Parallel;
  if (!isAll ||
      !row->getParentOfType<KernelOp>().getRangeOf(row.getDimAttr()).getDefiningOp<IntersectOp>())
    return {};
  Block::OpListType &operations = row.getBlock()->getOperations();
  bool isPlain = llvm::all_of(operations, [](Operation &op) {
    if (auto get = dyn_cast<GetOp>(op))
      return get.getIndices().empty();
    auto computed = dyn_cast<PointOp>(op);
    return isa<PutOp, PrefetchOp, ConstantOp, IndexOp>(op) ||
           (computed && !callsFunction(computed));
  });
  return isPlain && operations.size() <= kMostOperations ? row : RowOp();
}

/// The rounds of a loop from `span.first` on; `emitAt` emits one.
void KernelEmitter::emitRounds(CodeBuilder &code, LoopOp loop, Span span, std::int64_t step,
                               llvm::function_ref<void(CodeBuilder &, Value, Motion)> emitAt) {
  Motion motion{span.first, step, &code, nullptr};
  if (loop.getBackward())
    motion = {code.sub(span.last, code.number(1)), -step, &code, nullptr};
  code.movingLoop(span.first, span.last, code.number(step),
                  [&](CodeBuilder &inside, Value index, CodeBuilder::Pointers &pointers) {
                    motion.pointers = &pointers;
                    emitAt(inside, inOrder(inside, loop, span, index), motion);
                  });
}

/// A loop around nothing but `row`. Where that has at most as many points as lanes it is one
/// vector, whose mask all rounds have in common: a round is five instructions then, and some twenty
/// of a row's own. Longer ones are emitted by `emitMany`.
void KernelEmitter::emitSide(CodeBuilder &code, LoopOp loop, RowOp row,
                             llvm::function_ref<void(CodeBuilder &)> emitMany) {
  auto lanes = static_cast<std::int64_t>(row.getLanes());
  Span along = addresses.spanOf(row.getDimAttr());
  CodeBuilder &known = addresses.placeOfSpan(row.getDimAttr());
  Value points = known.sub(along.last, along.first);
  auto emitFew = [&](CodeBuilder &few) {
    Value mask = lanesBelow(few, few.maximum(points, few.number(0)), lanes);
    emitRounds(few, loop, addresses.spanOf(loop.getDimAttr()), /*step=*/1,
               [&](CodeBuilder &inside, Value index, Motion motion) {
                 addresses.open(inside, loop.getDimAttr(), index, motion);
                 emitVector(frame, addresses, outer, row, {inside, along.first, mask, lanes},
                            machine);
                 addresses.close();
               });
  };
  code.either(known.less(points, known.number(lanes + 1)), emitFew, emitMany);
}

/// A loop point by point, or over steps. Where a tile has at most one there is none.
void KernelEmitter::emitLoop(CodeBuilder &code, LoopOp loop) {
  if (frame.isWalked(loop.getDimAttr())) {
    if (!loop.getStep() || loop.getRest()) // the only point is of the rest
      emitBlock(code, *loop.getBlock());
    return;
  }
  Span span = addresses.spanOf(loop.getDimAttr());
  Value ahead = pointsAhead(code, loop);
  auto emitMoving = [&](CodeBuilder &inside, Value index, std::optional<Motion> motion) {
    if (ahead)
      emitIndicesAhead(inside, loop, index, span.last, ahead);
    addresses.open(inside, loop.getDimAttr(), index, motion);
    emitBlock(inside, *loop.getBlock());
    addresses.close();
  };
  auto emitAt = [&](CodeBuilder &inside, Value index) { emitMoving(inside, index, std::nullopt); };
  std::optional<std::int64_t> most = frame.mostPoints(loop.getDimAttr());
  std::int64_t step = loop.getStep().value_or(1);
  if (step > 1 && most && *most < step) { // all points are of the rest
    if (!loop.getRest())
      return;
    step = 1;
  }
  if (most == 1 && !loop.getAgain())
    return emitAt(code, span.first);
  if (loop.getAgain())
    return emitAgain(code, loop, emitAt);
  if (step > 1) {
    Value whole = code.bitAnd(code.sub(span.last, span.first), code.number(-step));
    (loop.getRest() ? span.first : span.last) = code.add(span.first, whole);
    if (most == step && !loop.getRest())
      return code.when(code.less(span.first, span.last),
                       [&](CodeBuilder &inside) { emitAt(inside, span.first); });
  }
  if (SmallVector<CarriedKey> carried = carriedBy(loop, outer); !carried.empty())
    return emitCarrying(code, loop, carried);
  if (loop.getDimAttr() == spreadDim)
    step = spread;
  if (loop.getRest())
    step = 1;
  auto emitMany = [&](CodeBuilder &at) { emitRounds(at, loop, span, step, emitMoving); };
  RowOp side = step == 1 && !loop.getRest() ? sideOf(loop) : RowOp();
  side ? emitSide(code, loop, side, emitMany) : emitMany(code);
}

/// Parts of at most `by` points.
void KernelEmitter::emitParts(CodeBuilder &code, LoopOp loop) {
  Span span = addresses.spanOf(loop.getDimAttr());
  Value step = code.number(*loop.getBy());
  code.loop(span.first, span.last, step, [&](CodeBuilder &inside, Value first) {
    Value size = inside.minimum(inside.sub(span.last, first), step);
    KnownSpan before =
        addresses.narrow(loop.getDimAttr(), {first, inside.add(first, size)}, inside);
    emitBlock(inside, *loop.getBlock());
    addresses.widen(before);
  });
}

/// Parts as strips of a few vectors; as parts of long rows where levels lie badly for those.
void KernelEmitter::emitStrips(CodeBuilder &code, LoopOp loop) {
  auto emitAll = [&](CodeBuilder &at) {
    Span span = addresses.spanOf(loop.getDimAttr());
    StripLoop strips(frame, addresses, loop, at, machine);
    strips.emit(at, span, [&](CodeBuilder &inside, Strip &strip) {
      Span part{strip.first, inside.add(strip.first, strip.count)};
      KnownSpan before = addresses.narrow(loop.getDimAttr(), part, inside);
      outer.strip = &strip;
      emitBlock(inside, *loop.getBlock());
      outer.strip = nullptr;
      outer.registers.clear();
      addresses.widen(before);
    });
  };
  LoopOp rows = rowsBeside(loop);
  if (!rows)
    return emitAll(code);
  code.either(areStripsFaster(frame, loop), emitAll, [&](CodeBuilder &at) { emitParts(at, rows); });
}

/// What is accumulated in registers, which a loop around the row passes on.
CodeBuilder::State KernelEmitter::emitInRegisters(CodeBuilder &code, Block &block,
                                                  RegisterPartials &registers,
                                                  CodeBuilder::State values) {
  for (Operation &op : block) {
    if (auto row = dyn_cast<RowOp>(op)) {
      values = emitRowInRegisters(frame, addresses, outer, row, code, machine, registers, values);
      continue;
    }
    auto loop = dyn_cast<LoopOp>(op);
    if (!loop) {
      emitAmongLoops(frame, addresses, outer, op, code);
      continue;
    }
    Span span = addresses.spanOf(loop.getDimAttr());
    CodeBuilder::State start{span.first};
    start.append(values);
    CodeBuilder::State end = code.repeat(
        start,
        [&](CodeBuilder &test, const CodeBuilder::State &at) {
          return test.less(at[0], span.last);
        },
        [&](CodeBuilder &inside, const CodeBuilder::State &at) {
          addresses.open(inside, loop.getDimAttr(), at[0]);
          CodeBuilder::State next{inside.add(at[0], inside.number(1))};
          next.append(emitInRegisters(inside, *loop.getBlock(), registers,
                                      CodeBuilder::State(ArrayRef(at).drop_front())));
          addresses.close();
          return next;
        });
    values = CodeBuilder::State(ArrayRef(end).drop_front());
  }
  return values;
}

void KernelEmitter::emitPairwise(CodeBuilder &code, PairwiseOp pairwise) {
  StringAttr dim = pairwise.getDimAttr();
  Span span = addresses.spanOf(dim);
  PairwiseReduction reduction(code, addresses, functions, pairwise);
  reduction.begin(code);
  Value step = code.number(pairwise.getBy());
  code.loop(span.first, span.last, step, [&](CodeBuilder &inside, Value first) {
    Value size = inside.minimum(inside.sub(span.last, first), step);
    KnownSpan before = addresses.narrow(dim, {first, inside.add(first, size)}, inside);
    reduction.beginBlock(inside);
    SmallVector<Value> results;
    if (RowOp row = rowInRegisters(pairwise)) {
      RegisterPartials registers(pairwise, row.getLanes(), *row.getVectors(), machine);
      results = registers.finish(inside, emitInRegisters(inside, *pairwise.getBlock(), registers,
                                                         registers.start(inside)));
    } else {
      emitBlock(inside, *pairwise.getBlock());
    }
    reduction.endBlock(inside, results);
    addresses.widen(before);
  });
  reduction.end(code);
}

/// A reduction by threads together, and what the one that has the result does then.
void KernelEmitter::emitTogether(CodeBuilder &code, PairwiseOp pairwise, Operations behind) {
  ThreadReduction reduction(frame, addresses, pairwise);
  reduction.emitValues(code, [&](CodeBuilder &inside, Span own) {
    KnownSpan before = addresses.narrow(pairwise.getDimAttr(), own, inside);
    spreadDim = pairwise.getDimAttr();
    spread = static_cast<std::int64_t>(pairwise.getLanes());
    emitBlock(inside, *pairwise.getBlock());
    spreadDim = {};
    addresses.widen(before);
  });
  reduction.combineAll(code);
  reduction.emitResult(code, [&](CodeBuilder &inside) { emitAll(inside, behind); });
}

void KernelEmitter::emit() {
  frame.emitTile([&](CodeBuilder &tileCode) {
    addresses.open(tileCode);
    emitBlock(tileCode, *kernel.getBlock());
    addresses.close();
  });
}
