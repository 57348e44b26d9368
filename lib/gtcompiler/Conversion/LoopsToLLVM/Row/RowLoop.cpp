//===- RowLoop.cpp - The innermost loop -----------------------------------===//
//
//   whole = first + ((last - first) & -lanes)
//   if (first < whole)
//     i = first; do { body(i); } while ((i += lanes) < whole)
//   if (whole < last)
//     body(whole), lanes below last - whole only
//
// Where points may be done twice, if the row is long enough for it, else with lanes as the step:
//
//   step = lanes - inVector
//   whole = first + step + ((last - first - step) & -lanes)
//   if (first < whole)
//     i = first; do { body(i); i += step; step = lanes } while (i < whole)
//   if (whole < last)
//     body(whole), lanes below last - whole only
//
// Where it writes what it reads:
//
//   begin = first + ((last - first) & (lanes - 1))
//   if (begin < last)
//     if (first < begin) front = values(first)
//     i = begin; do { body(i); } while ((i += lanes) < last)
//     if (first < begin) store(first, front)
//   else if (first < last)
//     body(first), lanes below last - first only
//
// Where a row may stream the masked vector comes first, then vectors up to a whole line, then
// those of whole lines, and what is left of the row goes around again:
//
//   plain = streams ? first + head : first + ((last - first) & -lanes)
//   lines = streams ? plain + ((last - plain) & -points) : plain
//   for (i = first; i < last; i = lines, plain = lines = last)
//     masked = (plain - i) % lanes
//     if (masked > 0)
//       body(i), lanes below masked only
//     i += masked
//     while (i < plain) body(i), i += lanes
//     while (i < lines) body(i), streaming, i += lanes
//
// Where values of the vector before are used, those of the vector in front of the row are
// computed first; of a row that streams the first vector, masked, lies a multiple of its lanes
// in front of the first whole line:
//
//   i = streams and head % lanes > 0 ? first + head % lanes - lanes : first
//   carried = front(i - lanes), of as many vectors as are needed
//   while (i < last), or once if no row streams
//     if (first <= i)
//       while (i < plain) carried = body(i, carried), i += lanes
//       while (i < lines) carried = body(i, carried), streaming, i += lanes
//     if (i < first or last - lanes < i < last)
//       carried = body(i, carried), lanes of the row only, i += lanes
//
// If points may be done twice:
//
//   i = first, end = inVector == 0 ? whole : first + lanes
//   do
//     carried = front(i - lanes)
//     for (n = i; n < end; n += lanes) carried = body(n, carried)
//     i = end < whole ? aligned : whole, end = whole
//   while (i < whole)
//   if (whole < last)
//     body(whole, carried), lanes below last - whole only
//
// Where points may be done twice no vector is masked:
//
//   for (i = first; i < last; i = whole < last ? last - lanes : last)
//     carried = front(i - lanes)
//     whole = i + ((last - i) & -lanes)
//     while (i < whole) carried = body(i, carried), i += lanes
//
// If such a row streams, a vector in front of the first aligned one is a part of its own, and
// so is the last one; they do not stream:
//
//   aligned = streams ? first + head : first, end = aligned + ((last - aligned) & -lanes)
//   for (i = first; i < last; i = whole == last ? last
//                               : i < aligned and aligned < end ? aligned : last - lanes)
//     whole = i == aligned ? end : i + lanes
//
// Where memory may have any stride:
//
//   if (first < whole)
//     if (all strides are 2, and what is put lies between each other) do { ... } ...
//     else if (all strides are 2) do { ... } ...
//     else if (all strides are 3, and what is put lies between each other) do { ... } ...
//     else if (all strides are -1) do { ... } ...
//     else do { ... } ...
//   if (whole < last)
//     if (all strides are 2, and there are masks) { ... }, lanes below last - whole only
//     else i = whole; do { single(i); } while (++i < last)
//
//===----------------------------------------------------------------------===//
#include "RowLoop.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

#include <algorithm>

using namespace gtcompiler;
using namespace mlir;

RowStream gtcompiler::streamFromAligned(const CodeBuilder &code, Value isOn, Value address,
                                        std::int64_t bytes, std::int64_t points) {
  Value behind = code.sub(code.number(0), address);
  Value head = code.bitAnd(behind, code.number(points * bytes - 1));
  return {isOn, code.shiftRight(head, code.number(llvm::Log2_64(bytes))), points};
}

Value gtcompiler::countInLanes(const CodeBuilder &code, Value count, std::int64_t lanes) {
  // One register of numbers, which are small enough for it.
  Type number = code.ops.getIntegerType(lanes > 32 ? 8 : lanes > 16 ? 16 : 32);
  return code.splat(LLVM::TruncOp::create(code.ops, code.loc, number, count), lanes);
}

Value gtcompiler::lanesBelow(const CodeBuilder &code, Value count) {
  auto type = cast<VectorType>(count.getType());
  return code.less(code.numbering(type.getElementType(), type.getNumElements()), count);
}

Value gtcompiler::lanesBelow(const CodeBuilder &code, Value count, std::int64_t lanes) {
  return lanesBelow(code, countInLanes(code, count, lanes));
}

/// Which of `lanes` lanes are not below `count`, where that is known.
static Value lanesFrom(const CodeBuilder &code, std::int64_t count, std::int64_t lanes) {
  Type number = code.ops.getIntegerType(lanes > 32 ? 8 : lanes > 16 ? 16 : 32);
  return code.less(code.constant(VectorType::get(lanes, number), count - 1),
                   code.numbering(number, lanes));
}

Value gtcompiler::lanesWith(const RowPoint &point, std::int64_t before) {
  CodeBuilder &code = point.code;
  if (llvm::APInt inFront; !point.below && matchPattern(point.inFront, m_ConstantInt(&inFront)))
    return lanesFrom(code,
                     std::clamp<std::int64_t>(inFront.getSExtValue() - before, 0, point.lanes),
                     point.lanes);
  Value none = code.number(0), left = code.sub(point.inFront, code.number(before));
  left = code.minimum(code.select(code.less(left, none), none, left), code.number(point.lanes));
  Value isInFront = lanesBelow(code, left, point.lanes);
  Value below = point.below ? point.below : code.constant(isInFront.getType(), -1);
  return LLVM::XOrOp::create(code.ops, code.loc, isInFront, below);
}

/// Where the whole vectors of a row end.
static Value endOfVectors(const CodeBuilder &code, Span span, std::int64_t lanes) {
  if (lanes == 1)
    return span.last;
  Value count = code.sub(span.last, span.first);
  return code.add(span.first, code.bitAnd(count, code.number(-lanes)));
}

/// do { body(first) } while ((first += lanes) < last), if there are any.
static void emitWhole(CodeBuilder &code, Span span, std::int64_t lanes, bool streams,
                      llvm::function_ref<void(const RowPoint &)> body) {
  code.when(code.less(span.first, span.last), [&](CodeBuilder &guarded) {
    guarded.bottomTestedLoop(span.first, span.last, lanes, [&](CodeBuilder &inside, Value index) {
      body({inside, index, {}, lanes, streams});
    });
  });
}

/// The points behind whole vectors, if there are any.
static void emitRest(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
                     llvm::function_ref<void(const RowPoint &)> body) {
  code.when(code.less(span.whole, span.last), [&](CodeBuilder &rest) {
    Value mask = lanesBelow(rest, rest.sub(span.last, span.whole), lanes);
    body({rest, span.whole, mask, lanes});
  });
}

Value RowAlignment::inVector(const CodeBuilder &code, Value index) const {
  Value number = LLVM::PtrToIntOp::create(code.ops, code.loc, code.ops.getI64Type(), row);
  number = code.bitAnd(code.add(number, code.mul(index, code.number(bytes))), mask);
  return code.shiftRight(number, code.number(llvm::Log2_64(bytes)));
}

void gtcompiler::emitAlignedRow(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
                                const RowAlignment &alignment,
                                llvm::function_ref<void(const RowPoint &)> body) {
  Value width = code.number(lanes);
  CodeBuilder::State known =
      code.when(alignment.isLong(code), {width, span.whole}, [&](CodeBuilder &row) {
        Value step = row.sub(width, alignment.inVector(row, span.first));
        Span behind{row.add(span.first, step), span.last};
        return CodeBuilder::State{step, endOfVectors(row, behind, lanes)};
      });
  Value step = known[0], whole = known[1];
  code.when(code.less(span.first, whole), [&](CodeBuilder &guarded) {
    guarded.repeatOnce(
        {span.first, step},
        [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], whole); },
        [&](CodeBuilder &inside, const CodeBuilder::State &at) -> CodeBuilder::State {
          body({inside, at[0], {}, lanes});
          return {inside.add(at[0], at[1]), width};
        });
  });
  emitRest(code, {span, whole}, lanes, body);
}

void gtcompiler::emitRowInPlace(
    CodeBuilder &known, CodeBuilder &code, Span span, std::int64_t lanes,
    llvm::function_ref<CodeBuilder::State(const RowPoint &)> held,
    llvm::function_ref<void(const RowPoint &, const CodeBuilder::State &)> store,
    llvm::function_ref<void(const RowPoint &)> body) {
  Value size = known.sub(span.last, span.first);
  Value begin = known.add(span.first, known.bitAnd(size, known.number(lanes - 1)));
  Value hasFront = known.less(span.first, begin);
  auto emitVectors = [&](CodeBuilder &many) {
    CodeBuilder::State front = many.valuesWhen(
        hasFront, [&](CodeBuilder &inside) { return held({inside, span.first, {}, lanes}); });
    many.bottomTestedLoop(begin, span.last, lanes, [&](CodeBuilder &inside, Value index) {
      body({inside, index, {}, lanes});
    });
    many.when(hasFront,
              [&](CodeBuilder &inside) { store({inside, span.first, {}, lanes}, front); });
  };
  code.either(code.less(begin, span.last), emitVectors,
              [&](CodeBuilder &few) { emitRest(few, {span, span.first}, lanes, body); });
}

void gtcompiler::emitStreamingRow(CodeBuilder &code, Span span, std::int64_t lanes,
                                  const RowStream &stream,
                                  llvm::function_ref<void(const RowPoint &)> body) {
  Value none = code.number(0), below = code.number(lanes - 1);
  Value head = code.minimum(stream.head, code.sub(span.last, span.first));
  Value first = code.add(span.first, head);
  Value firstPlain = code.select(stream.isOn, first, endOfVectors(code, span, lanes));
  Value firstLines =
      code.select(stream.isOn, endOfVectors(code, {first, span.last}, stream.points), firstPlain);
  code.repeat(
      {span.first, firstPlain, firstLines},
      [&](CodeBuilder &test, const CodeBuilder::State &state) {
        return test.less(state[0], span.last);
      },
      [&](CodeBuilder &part, const CodeBuilder::State &state) -> CodeBuilder::State {
        Value at = state[0], plain = state[1], lines = state[2];
        Value masked = part.bitAnd(part.sub(plain, at), below);
        part.when(part.less(none, masked), [&](CodeBuilder &inside) {
          RowPoint point{inside, at, lanesBelow(inside, masked, lanes), lanes};
          point.atEnd = stream.isOn;
          body(point);
        });
        emitWhole(part, {part.add(at, masked), plain}, lanes, /*streams=*/false, body);
        emitWhole(part, {plain, lines}, lanes, /*streams=*/true, body);
        return {lines, span.last, span.last};
      });
}

/// A vector of a row, behind one that `at` is the state of: gives its own.
static CodeBuilder::State emitVector(const RowPoint &point, const CodeBuilder::State &at,
                                     CarryingBody body) {
  CodeBuilder::State next{point.code.add(at[0], point.code.number(point.lanes))};
  next.append(body(point, ArrayRef(at).drop_front()));
  return next;
}

/// Whole vectors from `state` on, which begins with where they do, up to `last`.
static CodeBuilder::State emitCarrying(CodeBuilder &code, CodeBuilder::State state, Value last,
                                       std::int64_t lanes, bool streams, CarryingBody body) {
  return code.repeat(
      state,
      [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], last); },
      [&](CodeBuilder &inside, const CodeBuilder::State &at) {
        return emitVector({inside, at[0], {}, lanes, streams}, at, body);
      });
}

/// Where the first vector of such a row begins.
static Value beginOf(CodeBuilder &code, Span span, std::int64_t lanes,
                     const std::optional<RowStream> &stream) {
  if (!stream)
    return span.first;
  Value none = code.number(0), head = code.bitAnd(stream->head, code.number(lanes - 1));
  head = code.select(stream->isOn, head, none);
  Value ahead = code.select(code.less(none, head), code.sub(head, code.number(lanes)), none);
  return code.add(span.first, ahead);
}

/// The vectors in front of a row that begins at `begin`, or at `first` behind that.
static CodeBuilder::State emitFront(CodeBuilder &code, Value begin, Value first, std::int64_t lanes,
                                    std::int64_t before, CarryingBody front) {
  CodeBuilder::State state;
  for (std::int64_t vector = llvm::divideCeil(before, lanes); vector > 0; --vector) {
    RowPoint point{code, code.sub(begin, code.number(vector * lanes)), {}, lanes};
    point.inFront = first == begin ? code.number(vector * lanes) : code.sub(first, point.index);
    state = front(point, state);
  }
  return state;
}

void gtcompiler::emitRowAgain(CodeBuilder &code, Span span, std::int64_t lanes,
                              const std::optional<RowStream> &stream, std::int64_t before,
                              CarryingBody front, CarryingBody body) {
  Value aligned = span.first, end;
  if (stream) {
    aligned = code.add(aligned, code.select(stream->isOn, stream->head, code.number(0)));
    end = endOfVectors(code, {aligned, span.last}, lanes);
  }
  code.repeat(
      {span.first},
      [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], span.last); },
      [&](CodeBuilder &part, const CodeBuilder::State &at) -> CodeBuilder::State {
        Value start = at[0], streams;
        Value whole = stream ? part.add(start, part.number(lanes))
                             : endOfVectors(part, {start, span.last}, lanes);
        if (stream) {
          Value isAligned =
              LLVM::ICmpOp::create(part.ops, part.loc, LLVM::ICmpPredicate::eq, start, aligned);
          whole = part.select(isAligned, end, whole);
          streams = part.bitAnd(isAligned, stream->isOn);
        }
        CodeBuilder::State state = emitFront(part, start, start, lanes, before, front);
        state.insert(state.begin(), start);
        part.repeatOnce(
            state,
            [&](CodeBuilder &test, const CodeBuilder::State &from) {
              return test.less(from[0], whole);
            },
            [&](CodeBuilder &inside, const CodeBuilder::State &from) {
              RowPoint point{inside, from[0], {}, lanes};
              point.mayStream = streams;
              return emitVector(point, from, body);
            });
        Value next = part.sub(span.last, part.number(lanes));
        if (stream)
          next = part.select(part.bitAnd(part.less(start, aligned), part.less(aligned, end)),
                             aligned, next);
        return {part.select(part.less(whole, span.last), next, span.last)};
      });
}

void gtcompiler::emitMaskedRow(CodeBuilder &code, Span span, std::int64_t lanes,
                               llvm::function_ref<void(const RowPoint &)> body) {
  code.loop(span.first, span.last, lanes, [&](CodeBuilder &inside, Value index) {
    Value left = inside.minimum(inside.sub(span.last, index), inside.number(lanes));
    body({inside, index, lanesBelow(inside, left, lanes), lanes});
  });
}

/// Whole vectors of a row, of a long one in two parts: its first vector, and those that are aligned
/// behind it. Gives the state of the last one.
static CodeBuilder::State emitAlignedParts(CodeBuilder &code, const RowSpan &span,
                                           std::int64_t lanes, const RowAlignment &alignment,
                                           std::int64_t before, CarryingBody front,
                                           CarryingBody body) {
  CodeBuilder::State known = code.when(
      alignment.isLong(code), {span.first, span.whole, span.whole}, [&](CodeBuilder &row) {
        Value inVector = alignment.inVector(row, span.first), width = row.number(lanes);
        Value second = row.add(span.first, width), aligned = row.sub(second, inVector);
        Value whole = endOfVectors(row, {aligned, span.last}, lanes);
        Value isAligned = row.less(inVector, row.number(1));
        return CodeBuilder::State{aligned, whole, row.select(isAligned, whole, second)};
      });
  Value aligned = known[0], whole = known[1], end = known[2];
  CodeBuilder::State state; // known behind the loop, whose body runs at least once
  code.repeatOnce(
      {span.first, end},
      [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], whole); },
      [&](CodeBuilder &part, const CodeBuilder::State &at) -> CodeBuilder::State {
        state = emitFront(part, at[0], at[0], lanes, before, front);
        state.insert(state.begin(), at[0]);
        state = emitCarrying(part, state, at[1], lanes, /*streams=*/false, body);
        return {part.select(part.less(at[1], whole), aligned, whole), whole};
      });
  return state;
}

void gtcompiler::emitCarryingRow(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
                                 const std::optional<RowStream> &stream,
                                 const std::optional<RowAlignment> &alignment, std::int64_t before,
                                 CarryingBody front, CarryingBody body) {
  auto isLeft = [&](CodeBuilder &test, const CodeBuilder::State &at) {
    return test.less(at[0], span.last);
  };
  auto emitMasked = [&](CodeBuilder &inside, const CodeBuilder::State &at) {
    RowPoint point{inside, at[0], {}, lanes};
    Value left = inside.minimum(inside.sub(span.last, at[0]), inside.number(lanes));
    point.mask = point.below = lanesBelow(inside, left, lanes);
    if (stream) {
      point.inFront = inside.sub(span.first, at[0]);
      point.mask = lanesWith(point, /*before=*/0);
    }
    return emitVector(point, at, body);
  };
  auto emitPart = [&](CodeBuilder &part, const CodeBuilder::State &at) {
    Value isFront = part.less(at[0], span.first);
    Value aligned = part.add(span.first, stream->head);
    Value lines = endOfVectors(part, {aligned, span.last}, stream->points);
    Value streams =
        part.bitAnd(stream->isOn, part.bitAnd(part.less(aligned, lines), part.less(at[0], lines)));
    Value plain = part.select(streams, aligned, endOfVectors(part, {at[0], span.last}, lanes));
    plain = part.select(isFront, at[0], plain);
    lines = part.select(isFront, at[0], part.select(streams, lines, plain));
    CodeBuilder::State state = emitCarrying(part, at, plain, lanes, /*streams=*/false, body);
    state = emitCarrying(part, state, lines, lanes, /*streams=*/true, body);
    Value isLast = part.less(part.sub(span.last, state[0]), part.number(lanes));
    Value once = part.add(state[0], part.number(1));
    once = part.select(part.bitOr(isFront, isLast), part.minimum(once, span.last), state[0]);
    return part.repeat(
        state,
        [&](CodeBuilder &test, const CodeBuilder::State &from) { return test.less(from[0], once); },
        emitMasked);
  };
  code.when(code.less(span.first, span.last), [&](CodeBuilder &row) {
    if (!stream && alignment) {
      CodeBuilder::State state =
          emitAlignedParts(row, span, lanes, *alignment, before, front, body);
      return row.when(isLeft(row, state), [&](CodeBuilder &rest) { emitMasked(rest, state); });
    }
    Value begin = beginOf(row, span, lanes, stream);
    CodeBuilder::State state = emitFront(row, begin, span.first, lanes, before, front);
    state.insert(state.begin(), begin);
    if (stream)
      return void(row.repeat(state, isLeft, emitPart));
    state = emitCarrying(row, state, span.whole, lanes, /*streams=*/false, body);
    row.when(isLeft(row, state), [&](CodeBuilder &rest) { emitMasked(rest, state); });
  });
}

void gtcompiler::emitRow(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
                         llvm::function_ref<void(const RowPoint &)> body) {
  emitWhole(code, {span.first, span.whole}, lanes, /*streams=*/false, body);
  if (lanes > 1)
    emitRest(code, span, lanes, body);
}

/// `emit` of the first of `strides` that a row has, else `other`.
static void chooseStride(CodeBuilder &code, ArrayRef<KnownStride> strides,
                         llvm::function_ref<void(CodeBuilder &, const KnownStride &)> emit,
                         llvm::function_ref<void(CodeBuilder &)> other) {
  if (strides.empty())
    return other(code);
  code.either(
      strides.front().isStride, [&](CodeBuilder &known) { emit(known, strides.front()); },
      [&](CodeBuilder &rest) { chooseStride(rest, strides.drop_front(), emit, other); });
}

void gtcompiler::emitStridedRow(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
                                ArrayRef<KnownStride> strides,
                                llvm::function_ref<void(const RowPoint &)> body,
                                llvm::function_ref<void(const RowPoint &)> single) {
  auto pointAt = [&](CodeBuilder &at, const KnownStride &stride, Value index, Value mask) {
    RowPoint point{at, index, mask, lanes};
    point.stride = stride.elements;
    point.isInTurn = stride.isInTurn;
    return point;
  };
  auto emitVectors = [&](CodeBuilder &at, const KnownStride &stride) {
    at.bottomTestedLoop(span.first, span.whole, lanes, [&](CodeBuilder &inside, Value index) {
      body(pointAt(inside, stride, index, {}));
    });
  };
  auto emitMasked = [&](CodeBuilder &at, const KnownStride &stride) {
    Value left = countInLanes(at, at.sub(span.last, span.whole), lanes);
    RowPoint point = pointAt(at, stride, span.whole, lanesBelow(at, left));
    point.left = left;
    body(point);
  };
  auto emitSingle = [&](CodeBuilder &at) {
    emitWhole(at, {span.whole, span.last}, 1, /*streams=*/false, single);
  };
  code.when(code.less(span.first, span.whole), [&](CodeBuilder &guarded) {
    chooseStride(guarded, strides, emitVectors,
                 [&](CodeBuilder &other) { emitVectors(other, {0, {}}); });
  });
  auto masked =
      llvm::filter_to_vector(strides, [](const KnownStride &stride) { return stride.isMasked; });
  code.when(code.less(span.whole, span.last),
            [&](CodeBuilder &left) { chooseStride(left, masked, emitMasked, emitSingle); });
}
