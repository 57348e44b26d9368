//===- PointPartials.cpp - What points of a row reduce to -----------------===//
//
// Partial results in memory, and in registers as many vectors at once as a row has.
//
//===----------------------------------------------------------------------===//
#include "PointEmitter.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

using namespace gtcompiler;
using namespace mlir;

/// The number of the partial result that `op` accumulates to.
static std::size_t partialOf(AccumulateOp op, PairwiseOp pairwise) {
  OperandRange partials = pairwise.getPartials();
  return llvm::find(partials, op.getBuffer()) - partials.begin();
}

/// What a point accumulates to the same element is loaded and stored once.
void PointEmitter::accumulate(AccumulateOp op, const RowPoint &point) {
  CodeBuilder &code = point.code;
  auto pairwise = op->getParentOfType<PairwiseOp>();
  std::size_t number = partialOf(op, pairwise);
  if (inRegisters)
    return inRegisters->add(code, registers, number, point.ahead / point.lanes, together,
                            value(op.getValue(), point), point.mask);
  SmallVector<Value> &others = added[op.getBuffer()];
  others.push_back(value(op.getValue(), point));
  if (AccumulateOp last = lastSums.lookup(op.getBuffer()); last && last != op)
    return;
  Type type = op.getValue().getType();
  Value place = inBuffer(op.getBuffer(), point);
  Value before = loadLanes(code, type, place, point.lanes, point.mask);
  storeLanes(code, type, combine(code, pairwise.getKind(number), type, before, others), place,
             point.mask);
}

/// The vectors that go at once, from the coordinate `start` on; those behind `last`, if there is
/// such an end, are masked.
void PointEmitter::emitVectors(RowOp row, CodeBuilder &code, Value start, Value last) {
  std::int64_t lanes = row.getLanes();
  starts.clear();
  for (std::int64_t vector = 0; vector < together; ++vector) {
    Value index = vector == 0 ? start : code.add(start, code.number(vector * lanes));
    Value mask = last ? lanesBelow(code, code.sub(last, index), lanes) : Value();
    emitAll(row, {code, index, mask, lanes, /*streams=*/false, start, vector * lanes});
    if (vector > 0 && index.use_empty()) // addresses begin at `start`
      index.getDefiningOp()->erase();
  }
}

/// The groups from `index` on, which partial results join that `held` has.
void PointEmitter::emitGroups(RowOp row, CodeBuilder &code, Value &index, CodeBuilder::State &held,
                              const RowGroups &groups) {
  together = groups.vectors;
  CodeBuilder::State state{index};
  for (std::size_t number : groups.changed)
    state.push_back(held[number]);
  auto enter = [&](const CodeBuilder::State &at) {
    for (auto [number, value] : llvm::zip(groups.changed, ArrayRef(at).drop_front()))
      held[number] = value;
  };
  state = code.repeat(
      state,
      [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], groups.end); },
      [&](CodeBuilder &inside, const CodeBuilder::State &at) {
        enter(at);
        registers = held;
        emitVectors(row, inside, at[0], groups.isMasked ? groups.end : Value());
        if (groups.turn)
          inRegisters->turn(registers);
        std::int64_t points = groups.vectors * std::int64_t(row.getLanes());
        CodeBuilder::State next{inside.add(at[0], inside.number(points))};
        for (std::size_t number : groups.changed)
          next.push_back(held[number]);
        return next;
      });
  enter(state);
  index = state[0];
}

/// Of a long row whose vectors are not aligned the first points, which are the last lanes of an
/// aligned vector. Partial results that have turned are joined to the same.
void PointEmitter::emitAlignedFront(RowOp row, CodeBuilder &code, Span &span,
                                    CodeBuilder::State &held) {
  auto gets = row.getBlock()->getOps<GetOp>();
  auto aligned = llvm::find_if(gets, [&](GetOp get) { return isContiguous(get); });
  if (aligned == gets.end() || !isWorthAligning(row))
    return;
  std::int64_t lanes = row.getLanes();
  // Whether rows are long is told by the tile's, at the entry: their parts are known row by row.
  Span all = frame.tileSpan(row->getParentOfType<KernelOp>().getRangeOf(rowDim));
  RowAlignment alignment = alignmentAt(placeOf(*aligned), (*aligned).getType(), lanes,
                                       {frame.entry(), all, /*least=*/16});
  auto emitFront = [&](CodeBuilder &front, Value inVector) {
    Value begin = front.sub(span.first, inVector);
    RowPoint point{front, begin, {}, lanes};
    // The last part of a row may end in this vector.
    Value left = front.minimum(front.sub(span.last, begin), front.number(lanes));
    point.below = lanesBelow(front, left, lanes);
    point.inFront = inVector;
    point.mask = lanesWith(point, /*before=*/0);
    point.inFront = point.below = {};
    starts.clear();
    together = 1;
    registers = held;
    emitAll(row, point);
    inRegisters->turn(registers);
    CodeBuilder::State next = held;
    next.push_back(front.minimum(front.add(begin, front.number(lanes)), span.last));
    return next;
  };
  CodeBuilder::State before = held;
  before.push_back(span.first);
  // Rows of few vectors do not ask for the address, which would take a part of their time.
  CodeBuilder::State behind = code.when(alignment.isLong(code), before, [&](CodeBuilder &known) {
    Value inVector = alignment.inVector(known, span.first);
    return known.when(known.less(known.number(0), inVector), before,
                      [&](CodeBuilder &front) { return emitFront(front, inVector); });
  });
  span.first = behind.pop_back_val();
  held = std::move(behind);
}

/// What is left behind whole groups, one vector after the other: the partial results that take
/// turns are in their buffers meanwhile, others in registers.
///
///   if (first < last)
///     store(partials)
///     for (i = first; i < whole; i += lanes) partials[i - first] op= point(i)
///     if (i < last) partials[i - first] op= point(i), lanes below last - i only
///     load(partials)
CodeBuilder::State PointEmitter::emitRestInMemory(RowOp row, CodeBuilder &code, Span span,
                                                  const CodeBuilder::State &before) {
  std::int64_t lanes = row.getLanes();
  auto places =
      llvm::map_to_vector(row->getParentOfType<PairwiseOp>().getPartials(),
                          [&](Value partial) -> Value { return addresses.bufferRow(partial, {}); });
  SmallVector<std::size_t> carried = inRegisters->ofFirstAtRest();
  together = 1;
  return code.when(code.less(span.first, span.last), before, [&](CodeBuilder &rest) {
    CodeBuilder::State held = before;
    auto enter = [&](ArrayRef<Value> values) {
      for (auto [number, value] : llvm::zip(carried, values))
        held[number] = value;
    };
    auto leave = [&] {
      return llvm::map_to_vector<3>(carried, [&](std::size_t number) { return held[number]; });
    };
    auto emitOne = [&](CodeBuilder &at, Value index, Value last) {
      Value number = at.sub(index, span.first);
      registers = held;
      inRegisters->loadFirst(at, held, places, number);
      emitVectors(row, at, index, last);
      inRegisters->storeFirst(at, held, places, number);
    };
    inRegisters->store(rest, held, places);
    Value size = rest.sub(span.last, span.first);
    Value whole = rest.add(span.first, rest.bitAnd(size, rest.number(-lanes)));
    CodeBuilder::State state{span.first};
    state.append(leave());
    state = rest.repeat(
        state,
        [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], whole); },
        [&](CodeBuilder &inside, const CodeBuilder::State &at) {
          enter(ArrayRef(at).drop_front());
          emitOne(inside, at[0], {});
          CodeBuilder::State next{inside.add(at[0], inside.number(lanes))};
          next.append(leave());
          return next;
        });
    state.erase(state.begin());
    enter(state);
    enter(rest.when(rest.less(whole, span.last), state, [&](CodeBuilder &masked) {
      emitOne(masked, whole, span.last);
      return leave();
    }));
    inRegisters->load(rest, held, places);
    return held;
  });
}

/// Points up to an aligned vector, single vectors until whole groups are left, these, and one
/// masked vector:
///
///   if (inVector > 0) partial[0] op= point(i - inVector), lanes from there on; the partials turn
///   for (; i < front; i += lanes) partial[0] op= point(i); the partials turn by one
///   for (; i < whole; i += vectors * lanes) partial[n] op= point(i + n * lanes), all n
///   if (i < last) partial[0] op= point(i), lanes below last - i only
///
/// So a vector meets those whose number is the same modulo `vectors`, in order. Where turning
/// takes many registers, or begins where the row before has ended, whole groups go first and the
/// last one is masked, or where machines have no masks what is left goes through memory.
CodeBuilder::State PointEmitter::emitInRegisters(RowOp row, CodeBuilder &code,
                                                 RegisterPartials &partials,
                                                 const CodeBuilder::State &before) {
  Span span = addresses.spanOf(row.getDimAttr());
  std::int64_t lanes = row.getLanes(), vectors = *row.getVectors(), points = lanes * vectors;
  inRegisters = &partials;
  CodeBuilder::State held = before;
  auto all = llvm::to_vector(llvm::seq<std::size_t>(0, held.size())), first = partials.ofFirst();
  auto emit = [&](const RowGroups &groups) { emitGroups(row, code, span.first, held, groups); };
  std::int64_t turning = partials.turning();
  bool isWithinLoop = !isa<PairwiseOp>(row->getParentOp());
  bool isMaskedGroup = turning > 0 && (isWithinLoop || 2 * turning > machine.getRegisters());
  if (!isMaskedGroup && vectors > 1)
    emitAlignedFront(row, code, span, held);
  Value size = code.sub(span.last, span.first);
  auto endOf = [&](std::int64_t mask) {
    return code.add(span.first, code.bitAnd(size, code.number(mask)));
  };
  if (isMaskedGroup) {
    emit({vectors, endOf(-points), all});
    if (!machine.getHasMasks())
      return emitRestInMemory(row, code, span, held);
    // A loop, though it goes around once: partial results that are spilled are loaded in front.
    emit({vectors, span.last, all, /*turn=*/false, /*isMasked=*/true});
    return held;
  }
  Value front = endOf(points - lanes), whole = endOf(-lanes);
  if (vectors > 1)
    emit({1, front, turning > 0 ? ArrayRef(all) : ArrayRef(first), /*turn=*/true});
  emit({vectors, whole, all});
  return code.when(code.less(whole, span.last), held, [&](CodeBuilder &rest) {
    together = 1;
    registers = held;
    emitVectors(row, rest, whole, span.last);
    return held;
  });
}

CodeBuilder::State gtcompiler::emitRowInRegisters(KernelFrame &frame, Addresses &addresses,
                                                  OuterValues &outer, RowOp row, CodeBuilder &code,
                                                  MachineAttr machine, RegisterPartials &partials,
                                                  const CodeBuilder::State &values) {
  PointEmitter emitter(frame, addresses, outer, machine, row.getDimAttr());
  emitter.prepare(row, static_cast<std::int64_t>(row.getLanes()), code);
  return emitter.emitInRegisters(row, code, partials, values);
}
