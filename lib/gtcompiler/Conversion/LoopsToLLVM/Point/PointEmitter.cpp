//===- PointEmitter.cpp - What happens at a point -------------------------===//
//
// See the header. What happens is straight-line code, so one walk does it.
//
//===----------------------------------------------------------------------===//
#include "PointEmitter.h"

#include "FiniteCheck.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/Calls.h"
#include "gtcompiler/Conversion/PointCode/Conversions.h"
#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace gtcompiler;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Values from outside
//===----------------------------------------------------------------------===//

Value PointEmitter::scalarOf(Value original) {
  auto found = outer.values.find(original);
  return found != outer.values.end() ? found->second.first : frame.scalar(original);
}

Value PointEmitter::value(Value original, const RowPoint &point) {
  if (Value known = values.lookup(original))
    return known;
  if (reloaded.contains(original) && point.lanes > 1 && !machine.getHasMasks())
    return frame.reloadLanes(point.code, original, point.lanes);
  if (reloaded.contains(original))
    return splatLanes(point.code, original.getType(), frame.reload(point.code, original),
                      point.lanes);
  if (Value splat = splats.lookup(original))
    return splat;
  return scalarOf(original);
}

//===----------------------------------------------------------------------===//
// Streaming
//===----------------------------------------------------------------------===//

/// A row streams if the call does and one point is where the vectors of all that
/// is streamed are aligned, and where a line of the first begins if it does so `inLines`. One that
/// puts nothing so fetches ahead.
std::optional<RowStream> PointEmitter::streamOf(RowOp row, const CodeBuilder &code, Value first,
                                                bool inLines) {
  auto lanes = static_cast<std::int64_t>(row.getLanes());
  std::optional<RowStream> stream;
  for (PutOp put : row.getBlock()->getOps<PutOp>()) {
    if (!put.getStreaming())
      continue;
    std::int64_t bytes = memoryBytes(put.getValue().getType());
    Value begin = addresses.row(Place::of(put), rowDim).pointer;
    Value number = LLVM::PtrToIntOp::create(code.ops, code.loc, code.ops.getI64Type(), begin);
    Value size = code.number(bytes), misaligned = code.number(lanes * bytes - 1);
    number = code.add(number, code.mul(first, size));
    if (!stream) {
      std::int64_t points = std::max(inLines ? machine.getLineBytes() / bytes : 1, lanes);
      stream = streamFromAligned(code, frame.streams(), number, bytes, points);
    }
    Value rest = code.bitAnd(code.add(number, code.mul(stream->head, size)), misaligned);
    stream->isOn = code.bitAnd(stream->isOn, code.less(rest, code.number(1)));
  }
  auto fetches = row.getBlock()->getOps<PrefetchOp>();
  if (!stream && llvm::any_of(fetches, [](PrefetchOp fetch) { return !fetch.getExact(); }))
    stream = RowStream{frame.streams(), code.number(0), lanes};
  return stream;
}

/// Whether what `op` does depends on whether the point streams.
static bool asksForStreams(Operation &op) {
  auto put = dyn_cast<PutOp>(op);
  auto fetch = dyn_cast<PrefetchOp>(op);
  return (put && put.getStreaming()) || (fetch && !fetch.getExact());
}

/// Emits those operations of a row twice, where only the running code knows. Addresses are
/// computed where they are used: instructions do it.
void PointEmitter::emitEither(RowOp row, const RowPoint &point) {
  auto emitAs = [&](CodeBuilder &code, bool streams) {
    auto known = std::pair(elements, starts);
    RowPoint each{code,    point.index, point.mask,  point.lanes,
                  streams, point.start, point.ahead, point.vector};
    for (Operation &op : *row.getBlock())
      if (asksForStreams(op))
        emit(op, each);
    std::tie(elements, starts) = std::move(known);
  };
  point.code.either(
      point.mayStream, [&](CodeBuilder &yes) { emitAs(yes, /*streams=*/true); },
      [&](CodeBuilder &no) { emitAs(no, /*streams=*/false); });
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The coordinates of the point's lanes.
Value PointEmitter::coordinate(IndexOp index, const RowPoint &point) {
  CodeBuilder &code = point.code;
  bool isAlongRow = !index.getPin() && index.getDimAttr() == rowDim;
  Value base = index.getPin() ? frame.bounds(index.getPin()).first
               : isAlongRow   ? point.index
                              : addresses.indexOf(index.getDimAttr());
  Value first = code.add(base, code.number(index.getOffset()));
  if (point.lanes == 1 || !isAlongRow)
    return code.splat(first, point.lanes);
  Value numbering = code.numbering(code.ops.getI64Type(), point.lanes);
  return code.add(code.splat(first, point.lanes), numbering);
}

/// Which lanes of an operation's results count: the point's, and those in front of the row that
/// its points need.
Value PointEmitter::maskOf(Operation &op, const RowPoint &point) {
  std::int64_t before = neighbours.pointsBefore(op);
  if (!point.inFront || before == 0)
    return point.mask;
  Value &mask = masks[before];
  if (!mask)
    mask = lanesWith(point, before);
  return mask;
}

/// Which operand of a minimum or maximum of floats in vectors is one of the program's scalars that
/// registers are kept for.
std::optional<unsigned> PointEmitter::boundOf(Operation &op, const RowPoint &point) const {
  if (!isa<MinOp, MaxOp>(op) || point.lanes == 1 || !isa<FloatType>(op.getResult(0).getType()))
    return std::nullopt;
  for (unsigned number : {1, 0})
    if (Value operand = op.getOperand(number);
        isOutsideKernel(operand) && !reloaded.contains(operand))
      return number;
  return std::nullopt;
}

Value PointEmitter::evaluate(Operation &op, const RowPoint &point) {
  if (auto get = dyn_cast<GetOp>(op)) {
    if (Value held = outer.registers.lookup({get.getMemory(), point.vector}))
      return held;
    if (isGathered(get))
      return gather(get, point);
    Type type = get.getType();
    auto buffer = dyn_cast<BufferType>(get.getMemory().getType());
    if (point.lanes > 1 && !buffer && isStrided(placeOf(get)))
      return cast<RowOp>(get->getParentOp()).getStrides() ? getStrided(get, point)
                                                          : gather(get, point);
    Value address = source(get, point);
    if (!rowDim || (buffer ? buffer.hasDim(rowDim) : placeOf(get).movesAlong(rowDim)))
      return loadLanes(point.code, type, address, point.lanes,
                       rowEnds.contains(get.getMemory()) ? Value() : maskOf(op, point));
    return splatLanes(point.code, type, loadLanes(point.code, type, address, 1, {}), point.lanes);
  }
  if (auto index = dyn_cast<IndexOp>(op))
    return coordinate(index, point);
  if (auto neighbour = dyn_cast<NeighbourOp>(op))
    return neighbours.evaluate(point.code, neighbour, value(neighbour.getValue(), point));
  if (Value choice = chosen.lookup(&op))
    return value(choice, point);
  auto pointOp = dyn_cast<PointOp>(op);
  if (!pointOp) { // a constant
    TypedAttr number = cast<ConstantOp>(op).getValue();
    return splatLanes(point.code, number.getType(), constantLane(point.code, number), point.lanes);
  }
  auto valueOf = [&](Value operand) { return value(operand, point); };
  if (ArrayRef<Value> joined = extremes.valuesOf(op); !joined.empty())
    return extremes.evaluate(point.code, op, llvm::map_to_vector(joined, valueOf));
  auto operands = llvm::map_to_vector(op.getOperands(), valueOf);
  if (std::optional<unsigned> bound = boundOf(op, point))
    return outer.extremes.extreme(point.code, isa<MinOp>(op), operands[1 - *bound],
                                  operands[*bound]);
  if (dividesByProducts && isBySharedDivisor(op) && point.lanes > 1)
    if (Value quotient = outer.divisors.divide(point.code, operands[0], operands[1]))
      return quotient;
  if (auto cast = dyn_cast<CastOp>(op);
      cast && point.lanes > 1 && !machine.getHasMasks() && isa<IntegerType>(cast.getType()))
    if (Value number = countOfBytes(point.code, cast.getType(), operands[0]))
      return number;
  auto mathAddress = [&](auto function, auto variant) {
    return frame.mathAddress(function, variant);
  };
  Divisions *divisions = rowDim ? &outer.divisions : nullptr; // loops are no point
  return lowerPointOp(point.code, pointOp, operands, mathAddress, divisions, &outer.emitted);
}

/// The results of a call, at all lanes of the point.
SmallVector<Value> PointEmitter::call(CallOp op, const RowPoint &point) {
  SmallVector<Value> operands;
  for (Value original : op.getArguments()) {
    Value operand = value(original, point);
    if (!isa<VectorType>(operand.getType()))
      operand = splatLanes(point.code, original.getType(), operand, point.lanes);
    operands.push_back(operand);
  }
  return emitCall(frame, op, point.code, operands, maskOf(*op, point));
}

void PointEmitter::emit(Operation &op, const RowPoint &point) {
  auto define = [&](Value original, Value emitted) {
    if (rowDim)
      values[original] = emitted;
    else
      outer.values[original] = {emitted, &point.code};
  };
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](PutOp put) {
        Place place = Place::of(put);
        Value stored = value(put.getValue(), point);
        if (held)
          return held->push_back(stored);
        if (put.getAt())
          putAt(put, stored, point);
        else if (point.lanes > 1 && isStrided(place))
          putStrided(put, stored, point);
        else if (put.getStreaming() && point.streams)
          streamLanes(point.code, put.getValue().getType(), stored, addressOf(place, point));
        else
          storeLanes(point.code, put.getValue().getType(), stored, addressOf(place, point),
                     point.mask);
      })
      .Case([&](PrefetchOp fetch) {
        if (point.streams || fetch.getExact())
          prefetch(fetch, point);
        else if (auto row = cast<RowOp>(fetch->getParentOp()); row.getStrides())
          prefetchStrided(row, fetch, point);
        else if (point.atEnd && !machine.getFetchesStreams())
          prefetchAtEnd(fetch, point);
      })
      .Case([&](KeepOp keep) {
        bool isEnd = point.mask && rowEnds.contains(keep.getBuffer());
        if (keep.getAs() && !isEnd) // it has been written
          return;
        Value kept = value(keep.getValue(), point);
        if (isInRegisters(keep.getBuffer()))
          return void(outer.registers[{keep.getBuffer(), point.vector}] = kept);
        storeLanes(point.code, keep.getValue().getType(), kept, inBuffer(keep.getBuffer(), point),
                   isEnd ? Value() : point.mask);
      })
      .Case([&](AccumulateOp reduced) { accumulate(reduced, point); })
      .Case([&](CheckFiniteOp check) {
        emitFiniteCheck(frame, check, point, [&](Value checked) { return value(checked, point); });
      })
      .Case([&](CallOp called) {
        for (auto [original, emitted] : llvm::zip(called.getResults(), call(called, point)))
          define(original, emitted);
      })
      .Default([&](Operation *) { define(op.getResult(0), evaluate(op, point)); });
}

void PointEmitter::emitSome(RowOp row, const RowPoint &point,
                            llvm::function_ref<bool(Operation &)> isWanted) {
  values.clear();
  elements.clear();
  wide.clear();
  distances.clear();
  added.clear();
  masks.clear();
  extremes.leavePoint();
  outer.divisions.leavePoint();
  Location kernelLine = point.code.loc;
  for (Operation &op : *row.getBlock()) {
    if (unneeded.contains(&op) || extremes.isInside(op) || !isWanted(op) ||
        (point.mayStream && asksForStreams(op)))
      continue;
    point.code.loc = op.getLoc(); // for line tables
    emit(op, point);
  }
  point.code.loc = kernelLine;
  if (point.mayStream)
    emitEither(row, point);
}

CodeBuilder::State PointEmitter::emitCarrying(RowOp row, const RowPoint &point,
                                              ArrayRef<Value> before) {
  neighbours.enter(before);
  emitAll(row, point);
  return neighbours.leave(point.code, [&](Value carried) { return values.lookup(carried); });
}

CodeBuilder::State PointEmitter::emitFront(RowOp row, const RowPoint &point,
                                           ArrayRef<Value> before) {
  neighbours.enter(before.empty() ? neighbours.none(point.code, point.lanes)
                                  : CodeBuilder::State(before));
  emitSome(row, point, [&](Operation &op) { return neighbours.pointsBefore(op) > 0; });
  return neighbours.leave(point.code, [&](Value carried) { return values.lookup(carried); });
}

void gtcompiler::emitAmongLoops(KernelFrame &frame, Addresses &addresses, OuterValues &outer,
                                Operation &op, CodeBuilder &code) {
  PointEmitter(frame, addresses, outer).emit(op, {code, {}, {}, 1});
}

/// The vectors of a strip, one behind the other in straight line.
static void emitRowOfStrip(KernelFrame &frame, Addresses &addresses, OuterValues &outer, RowOp row,
                           CodeBuilder &code, MachineAttr machine) {
  const Strip &strip = *outer.strip;
  auto lanes = static_cast<std::int64_t>(row.getLanes());
  PointEmitter emitter(frame, addresses, outer, machine, row.getDimAttr());
  emitter.prepare(row, lanes, code);
  for (std::int64_t vector = 0; vector < strip.vectors; ++vector) {
    Value index = code.add(strip.first, code.number(vector * lanes));
    RowPoint point{code, index, strip.masks.empty() ? Value() : strip.masks[vector], lanes};
    point.start = strip.first;
    point.ahead = vector * lanes;
    point.vector = vector;
    if (llvm::any_of(*row.getBlock(), asksForStreams))
      point.mayStream = strip.streams;
    emitter.emitAll(row, point);
  }
}

bool PointEmitter::isContiguous(GetOp get) {
  if (!isa<StorageType>(get.getMemory().getType()) || isGathered(get))
    return false;
  Place place = placeOf(get);
  return place.movesAlong(rowDim) && !isStrided(place);
}

bool PointEmitter::isContiguous(PutOp put) {
  Place place = Place::of(put);
  return !put.getAt() && place.movesAlong(rowDim) && !isStrided(place);
}

bool PointEmitter::isWorthAligning(RowOp row) {
  std::int64_t cycles = 0, accesses = 0;
  for (Operation &op : *row.getBlock())
    if (unneeded.contains(&op))
      continue;
    else if (auto computed = dyn_cast<PointOp>(op))
      cycles += machine.getCycles(computed);
    else if (isa<NeighbourOp>(op))
      ++cycles;
    else if (auto get = dyn_cast<GetOp>(op); get && isGathered(get))
      cycles += machine.getGatherCycles();
    else
      accesses += isa<GetOp, PutOp, AccumulateOp>(op);
  return cycles <= 2 * accesses;
}

RowAlignment PointEmitter::alignmentAt(const Place &place, Type type, std::int64_t lanes,
                                       const LongRows &rows) {
  const auto &[known, span, least] = rows;
  std::int64_t bytes = memoryBytes(type);
  Value isShort = known.less(known.sub(span.last, span.first), known.number(least * lanes));
  Value mask = known.select(isShort, known.number(0), known.number(lanes * bytes - 1));
  return {addresses.row(place, rowDim).pointer, bytes, mask};
}

std::optional<RowAlignment> PointEmitter::alignmentOf(RowOp row) {
  if (!isWorthAligning(row))
    return std::nullopt;
  PutOp put = *row.getBlock()->getOps<PutOp>().begin();
  Place place = Place::of(put);
  CodeBuilder &known = addresses.placeOfSpan(rowDim);
  RowAlignment result = alignmentAt(place, put.getValue().getType(), row.getLanes(),
                                    {known, addresses.spanOf(rowDim), /*least=*/8});
  if (pointsBefore() == 0)
    return result;
  // What such a row reads beside it is aligned along with it, or it gains nothing.
  Value none = known.number(0), apart = none;
  for (StringAttr dim : place.type().getDims())
    if (dim != rowDim)
      apart = known.bitOr(apart, frame.strideBytes(place.storage, dim));
  apart = known.bitAnd(apart, known.number(row.getLanes() * result.bytes - 1));
  result.mask = known.select(known.less(none, apart), none, result.mask);
  return result;
}

RowStores PointEmitter::storesOf(RowOp row) {
  SmallVector<Place> got, put;
  bool getsAreContiguous = true;
  for (Operation &op : *row.getBlock()) {
    if (isa<CallOp>(op) || !isa<GetOp, PutOp, IndexOp, ConstantOp, PointOp, NeighbourOp>(op))
      return RowStores::Other;
    if (auto putOp = dyn_cast<PutOp>(op)) {
      if (!isContiguous(putOp) || putOp.getStreaming())
        return RowStores::Other;
      put.push_back(Place::of(putOp));
    } else if (auto getOp = dyn_cast<GetOp>(op);
               getOp && isa<StorageType>(getOp.getMemory().getType())) {
      got.push_back(placeOf(getOp));
      getsAreContiguous &= !isGathered(getOp) && !isStrided(got.back());
    }
  }
  auto isAtPoint = [&](const Place &place) {
    return getsAreContiguous && place.movesAlong(rowDim) && place.offsets.back() == 0;
  };
  RowStores result = put.empty() ? RowStores::Other : RowStores::Elsewhere;
  for (const Place &from : got)
    for (const Place &to : put)
      if (from.storage == to.storage) {
        if (!isAtPoint(from) || !isAtPoint(to))
          return RowStores::Other;
        result = RowStores::InPlace;
      }
  return result;
}

CodeBuilder::State PointEmitter::emitHeld(RowOp row, const RowPoint &point) {
  CodeBuilder::State values;
  held = &values;
  emitAll(row, point);
  held = nullptr;
  return values;
}

void PointEmitter::storeHeld(RowOp row, const RowPoint &point, const CodeBuilder::State &values) {
  elements.clear();
  for (auto [put, stored] : llvm::zip_equal(row.getBlock()->getOps<PutOp>(), values))
    storeLanes(point.code, put.getValue().getType(), stored, addressOf(Place::of(put), point), {});
}

/// A row that makes its `usual` choices; none: it makes each by its condition.
static void emitRowOf(KernelFrame &frame, Addresses &addresses, OuterValues &outer, RowOp row,
                      CodeBuilder &code, MachineAttr machine, const UsualChoices &usual) {
  auto lanes = static_cast<std::int64_t>(row.getLanes());
  Span span = addresses.spanOf(row.getDimAttr());
  auto withEnd = [&] { return RowSpan{span, addresses.endOfVectors(row.getDimAttr(), lanes)}; };
  PointEmitter emitter(frame, addresses, outer, machine, row.getDimAttr());
  emitter.prepare(row, lanes, code, usual);
  auto body = [&](const RowPoint &point) { emitter.emitAll(row, point); };
  if (row.getStrides()) {
    PointEmitter single(frame, addresses, outer, machine, row.getDimAttr());
    single.prepare(row, /*lanes=*/1, code);
    return emitStridedRow(code, withEnd(), lanes, emitter.stridesOf(row, code), body,
                          [&](const RowPoint &point) { single.emitAll(row, point); });
  }
  auto loop = dyn_cast<LoopOp>(row->getParentOp());
  bool isAgain = loop && loop.getAgain();
  if (isAgain && loop.getRest()) // of few points
    return emitMaskedRow(code, span, lanes, body);
  std::optional<RowStream> stream = emitter.streamOf(row, code, span.first, /*inLines=*/!isAgain);
  if (stream)
    code.when(stream->isOn, [&](CodeBuilder &on) { emitter.prefetchAround(row, on, span); });
  auto front = [&](const RowPoint &point, ArrayRef<Value> before) {
    return emitter.emitFront(row, point, before);
  };
  auto carrying = [&](const RowPoint &point, ArrayRef<Value> before) {
    return emitter.emitCarrying(row, point, before);
  };
  if (isAgain)
    return emitRowAgain(code, span, lanes, stream, emitter.pointsBefore(), front, carrying);
  RowStores stores = lanes > 1 && !stream ? emitter.storesOf(row) : RowStores::Other;
  std::optional<RowAlignment> alignment;
  if (stores == RowStores::Elsewhere)
    alignment = emitter.alignmentOf(row);
  if (std::int64_t points = emitter.pointsBefore())
    return emitCarryingRow(code, stream ? RowSpan{span, {}} : withEnd(), lanes, stream, alignment,
                           points, front, carrying);
  if (stream)
    return emitStreamingRow(code, span, lanes, *stream, body);
  if (stores == RowStores::InPlace)
    return emitRowInPlace(
        addresses.placeOfSpan(row.getDimAttr()), code, span, lanes,
        [&](const RowPoint &point) { return emitter.emitHeld(row, point); },
        [&](const RowPoint &point, const CodeBuilder::State &values) {
          emitter.storeHeld(row, point, values);
        },
        body);
  if (alignment)
    return emitAlignedRow(code, withEnd(), lanes, *alignment, body);
  emitRow(code, withEnd(), lanes, body);
}

void gtcompiler::emitVector(KernelFrame &frame, Addresses &addresses, OuterValues &outer, RowOp row,
                            const RowPoint &point, MachineAttr machine) {
  PointEmitter emitter(frame, addresses, outer, machine, row.getDimAttr());
  emitter.prepare(row, point.lanes, point.code);
  emitter.emitAll(row, point);
}

void gtcompiler::emitRow(KernelFrame &frame, Addresses &addresses, OuterValues &outer, RowOp row,
                         CodeBuilder &code, MachineAttr machine) {
  if (outer.strip)
    return emitRowOfStrip(frame, addresses, outer, row, code, machine);
  UsualChoices usual = findUsualChoices(row);
  auto emitAs = [&](CodeBuilder &at, const UsualChoices &choices) {
    emitRowOf(frame, addresses, outer, row, at, machine, choices);
  };
  if (usual.conditions.empty())
    return emitAs(code, usual);
  PointEmitter emitter(frame, addresses, outer);
  Value isUnusual;
  for (auto [condition, usually] : usual.conditions) {
    Value is = emitter.scalarOf(condition);
    if (usually)
      is = LLVM::XOrOp::create(code.ops, code.loc, is, code.constant(is.getType(), -1));
    isUnusual = isUnusual ? code.bitOr(isUnusual, is) : is;
  }
  code.either(
      isUnusual, [&](CodeBuilder &unusual) { emitAs(unusual, UsualChoices()); },
      [&](CodeBuilder &most) { emitAs(most, usual); });
}
