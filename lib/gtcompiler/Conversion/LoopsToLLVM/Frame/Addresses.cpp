//===- Addresses.cpp - Where the points of storages lie -------------------===//
//
// See the header. Rows are not emitted here, only the pointers to them.
//
//===----------------------------------------------------------------------===//
#include "Addresses.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "llvm/Support/MathExtras.h"

using namespace gtcompiler;
using namespace mlir;

Place Place::of(Value storage, ValueRange pins, ArrayRef<std::int64_t> offsets) {
  Place place = at(storage);
  place.offsets.assign(offsets.begin(), offsets.end());
  for (auto [pin, dim] : llvm::zip(place.pins, place.type().getDims()))
    pin = findPin(pins, dim);
  return place;
}

Place Place::at(Value storage) {
  std::int64_t rank = cast<StorageType>(storage.getType()).getRank();
  Place place;
  place.storage = storage;
  place.pins.assign(rank, Value());
  place.indices.assign(rank, Value());
  place.linear.assign(rank, Value());
  place.gathered.assign(rank, false);
  place.offsets.assign(rank, 0);
  return place;
}

bool Place::movesAlong(StringAttr dim) const {
  return llvm::any_of(llvm::enumerate(type().getDims()), [&](auto own) {
    Value index = linear[own.index()];
    return (own.value() == dim && followsLoops(own.index())) ||
           (index && linearTermAlong(index, dim));
  });
}

bool Place::isUnitAlong(StringAttr dim) const {
  if (!type().getUnit())
    return false;
  Place rest = *this;
  Value last = std::exchange(rest.linear.back(), Value());
  rest.gathered.back() = true; // of the other dimensions
  std::optional<LinearTerm> term = last ? linearTermAlong(last, dim) : std::nullopt;
  bool isUnit = last ? term && term->factor == 1
                     : type().getDims().back() == dim && followsLoops(type().getRank() - 1);
  return isUnit && !rest.movesAlong(dim);
}

void Addresses::open(CodeBuilder &code, StringAttr dim, Value index, std::optional<Motion> motion) {
  Level &level = levels.emplace_back();
  level.code = &code;
  level.dim = dim;
  level.index = index;
  level.motion = motion;
}

Value Addresses::indexOf(StringAttr dim) {
  if (frame.isWalked(dim))
    return spanOf(dim).first;
  for (const Level &level : levels)
    if (level.dim == dim)
      return level.index;
  return {};
}

KnownSpan &Addresses::known(StringAttr dim) {
  for (KnownSpan &each : spans)
    if (each.dim == dim)
      return each;
  Span whole = frame.tileSpan(kernel.getRangeOf(dim));
  return spans.emplace_back(dim, whole, levels.front().code, /*depth=*/1);
}

KnownSpan Addresses::narrow(StringAttr dim, Span span, CodeBuilder &place) {
  return std::exchange(known(dim), KnownSpan{dim, span, &place, levels.size(), {}});
}

Value Addresses::endOfVectors(StringAttr dim, std::int64_t points) {
  KnownSpan &row = known(dim);
  if (points == 1)
    return row.span.last;
  for (auto [number, end] : row.ends)
    if (number == points)
      return end;
  CodeBuilder &code = *row.place;
  Value count = code.bitAnd(code.sub(row.span.last, row.span.first), code.number(-points));
  return row.ends.emplace_back(points, code.add(row.span.first, count)).second;
}

/// `pointer`, which is at coordinate `from`, moved to the loop's index by `bytes` a point: along
/// with the loop, or computed in each round.
Value Addresses::movedBy(Level &level, Value pointer, Value from, Value bytes) {
  auto distance = [&](const CodeBuilder &code, Value to) {
    return code.mul(from ? code.sub(to, from) : to, bytes);
  };
  if (!level.motion)
    return level.code->moved(pointer, distance(*level.code, level.index));
  auto [first, step, before, pointers] = *level.motion;
  Value start = before->moved(pointer, distance(*before, first));
  return pointers->add(start, frame.entry().mul(bytes, frame.entry().number(step)));
}

/// Where rows of `buffer` begin as far as is known in a level.
Value Addresses::bufferIn(unsigned levelNumber, BufferOp buffer, StringAttr rowDim) {
  std::optional<KnownSpan> row;
  if (rowDim && buffer.getType().hasDim(rowDim))
    row = known(rowDim);
  std::pair<Value, Value> key(buffer, row ? row->span.first : Value());
  if (Value pointer = levels[levelNumber].buffers.lookup(key))
    return pointer;
  Value pointer =
      levelNumber == 0 ? buffers.start(buffer) : bufferIn(levelNumber - 1, buffer, rowDim);
  Level &level = levels[levelNumber];
  BufferType type = buffer.getType();
  if (level.dim && level.dim != rowDim && type.hasDim(level.dim))
    pointer = movedBy(level, pointer, spanOf(level.dim).first,
                      buffers.pitch(buffer, type.getDimIndex(level.dim)));
  if (row && row->depth == levelNumber + 1) {
    CodeBuilder &code = *row->place;
    Value pitch = buffers.pitch(buffer, type.getDimIndex(rowDim));
    pointer = code.moved(pointer, code.mul(row->span.first, code.sub(code.number(0), pitch)));
  }
  return level.buffers[key] = pointer;
}

Value Addresses::bufferRow(Value buffer, StringAttr rowDim) {
  return bufferIn(levels.size() - 1, buffer.getDefiningOp<BufferOp>(), rowDim);
}

/// The place of coordinate 0 of all loops, but of the only index of walked ones.
Value Addresses::baseOf(const Place &place) {
  Value base = frame.origin(place.storage);
  CodeBuilder &entry = frame.entry();
  for (auto [number, dim] : llvm::enumerate(place.type().getDims())) {
    Value pin = place.pins[number], linear = place.linear[number];
    if (place.followsLoops(number) || (!pin && !linear && !frame.isWalked(dim)))
      continue;
    Value index = pin ? frame.bounds(pin).first : linear ? frame.restOf(linear) : entry.number(0);
    const LinearTerms terms = linear ? *linearTermsOf(linear) : LinearTerms();
    for (const LinearTerm &term : terms)
      if (frame.isWalked(term.dim))
        index =
            entry.add(index, entry.mul(frame.factorOf(linear, term.dim), spanOf(term.dim).first));
    if (frame.isWalked(dim)) // the origin is there
      index = entry.sub(index, spanOf(dim).first);
    base = entry.moved(base, entry.mul(index, frame.strideBytes(place.storage, dim)));
  }
  return base;
}

unsigned Addresses::streamOf(const Place &place) {
  Place start = place;
  start.offsets.assign(place.offsets.size(), 0);
  for (Value &index : start.indices) // moves the pointers of a level
    index = {};
  for (std::size_t dim = 0; dim < place.pins.size(); ++dim)
    start.gathered[dim] = place.gathered[dim] || place.indices[dim];
  for (auto [index, stream] : llvm::enumerate(streams))
    if (stream.start == start)
      return index;
  Stream &stream = streams.emplace_back();
  stream.start = start;
  stream.base = baseOf(start);
  return streams.size() - 1;
}

/// How far the loop over `dim` moves a stream from point to point; null: it does not.
Value Addresses::strideOf(unsigned streamNumber, StringAttr dim) {
  Stream &stream = streams[streamNumber];
  if (!dim || !stream.start.movesAlong(dim))
    return {};
  Value &known = stream.strides[dim];
  CodeBuilder &entry = frame.entry();
  if (!known)
    for (auto [number, own] : llvm::enumerate(stream.start.type().getDims())) {
      Value linear = stream.start.linear[number], bytes;
      if (stream.start.followsLoops(number) && own == dim)
        bytes = frame.strideBytes(stream.start.storage, own);
      else if (linear && linearTermAlong(linear, dim))
        bytes =
            entry.mul(frame.factorOf(linear, dim), frame.strideBytes(stream.start.storage, own));
      if (bytes)
        known = known ? entry.add(known, bytes) : bytes;
    }
  return known;
}

Value Addresses::pointerIn(unsigned levelNumber, unsigned streamNumber) {
  Level &level = levels[levelNumber];
  Value &known = level.pointers[streamNumber];
  if (known)
    return known;
  Value outer =
      levelNumber == 0 ? streams[streamNumber].base : pointerIn(levelNumber - 1, streamNumber);
  Value bytes = strideOf(streamNumber, level.dim);
  return known = bytes ? movedBy(level, outer, {}, bytes) : outer;
}

Value Addresses::coordinate(Value index) {
  Value &known = levels.back().coordinates[index];
  if (!known)
    known = asCoordinate(code(), index);
  return known;
}

RowPointer Addresses::row(const Place &place, StringAttr rowDim) {
  for (auto &[other, dim, pointer] : levels.back().rows)
    if (dim == rowDim && other == place)
      return pointer;
  RowPointer pointer = emitRow(place, rowDim);
  levels.back().rows.push_back({place, rowDim, pointer});
  return pointer;
}

/// The pointer to the row of `place` from that of one beside it, an addition of one stride away.
/// Of rows that are further from the point each would need a multiple of the stride, and a register
/// for it through all loops. Null if none is known, or where each point has its pointers: there an
/// address has its multiple in the instruction.
Value Addresses::besideKnown(const Place &place, StringAttr rowDim) {
  for (auto [number, offset] : llvm::enumerate(place.offsets)) {
    if (!rowDim || (offset >= -1 && offset <= 1))
      continue;
    for (std::int64_t step : {1, -1}) {
      Place beside = place;
      if (llvm::SubOverflow(offset, step, beside.offsets[number]))
        continue;
      for (auto &[other, dim, known] : levels.back().rows)
        if (dim == rowDim && other == beside)
          return code().moved(
              known.pointer, frame.shiftBytes(place.storage, place.type().getDims()[number], step));
    }
  }
  return {};
}

/// How far ahead `place` is fetched, computed where the points of the loop around the rows are
/// known. A tile ends that loop, and what lies behind its last row is another tile's.
FetchDistance Addresses::distanceOf(const Place &place, std::int64_t least) {
  ArrayRef<StringAttr> dims = place.type().getDims();
  if (dims.size() < 2)
    return {frame.entry().number(least), {}, {}};
  StringAttr across = dims.drop_back().back();
  auto isLoop = [&](std::size_t level, std::size_t dim) {
    return levels[level].dim == dims[dim] && place.followsLoops(dim);
  };
  bool hasNext = levels.size() > 2 && dims.size() > 2 &&
                 isLoop(levels.size() - 1, dims.size() - 2) &&
                 isLoop(levels.size() - 2, dims.size() - 3);
  Span rows = hasNext ? spanOf(across) : Span();
  for (auto &[storage, last, bytes, known] : fetches)
    if (storage == place.storage && last == rows.last && bytes == least)
      return known;
  CodeBuilder &code = hasNext ? *known(across).place : frame.entry();
  Value stride = frame.strideBytes(place.storage, across);
  Value lines = frame.stepsAhead(stride, least);
  FetchDistance distance;
  if (hasNext) {
    Span planes = spanOf(dims[dims.size() - 3]);
    Value count = code.sub(rows.last, rows.first);
    // A single row may be all of a plane's, merged; behind a single plane's rows lies another tile.
    Value fewer = code.minimum(count, code.sub(planes.last, planes.first));
    Value isSingle = code.less(fewer, code.number(2));
    lines = code.select(isSingle, lines, code.minimum(lines, count));
    distance.lastRow = code.select(isSingle, rows.last, code.sub(rows.last, lines));
    distance.bytesInNext = code.add(frame.strideBytes(place.storage, dims[dims.size() - 3]),
                                    code.mul(code.sub(lines, count), stride));
  }
  distance.bytes = code.mul(lines, stride);
  fetches.push_back({place.storage, rows.last, least, distance});
  return distance;
}

Value Addresses::stepOf(const Place &place) { return strideOf(streamOf(place), levels.back().dim); }

Value Addresses::bytesAhead(const Place &place, std::int64_t least) {
  Value step = stepOf(place);
  return step ? frame.entry().mul(frame.stepsAhead(step, least), step) : frame.entry().number(0);
}

RowPointer Addresses::rowAhead(const Place &place, StringAttr rowDim, std::int64_t least) {
  RowPointer pointer = row(place, rowDim);
  FetchDistance distance = distanceOf(place, least);
  Value bytes = distance.bytes;
  if (distance.lastRow)
    bytes = code().select(code().less(levels.back().index, distance.lastRow), bytes,
                          distance.bytesInNext);
  pointer.pointer = code().moved(pointer.pointer, bytes);
  return pointer;
}

Value Addresses::isFirstAhead(const Place &place, std::int64_t least, std::int64_t rows) {
  FetchDistance distance = distanceOf(place, least);
  if (!distance.lastRow)
    return {};
  Value since = code().sub(levels.back().index, distance.lastRow);
  return LLVM::ICmpOp::create(code().ops, code().loc, LLVM::ICmpPredicate::ult, since,
                              code().number(rows));
}

/// `pointer` moved to the coordinate of `place` along dimension number `dim`: by the instruction
/// that uses it where elements are side by side, else by bytes that all storages with such a stride
/// share.
Value Addresses::atCoordinate(const Place &place, std::size_t dim, Value pointer) {
  Value index = place.indices[dim];
  StorageType type = place.type();
  if (type.getUnit() && dim + 1 == type.getDims().size())
    return code().element(pointer, index, memoryType(type.getElementType()));
  Value stride = frame.strideBytes(place.storage, type.getDims()[dim]);
  Value &distance = levels.back().distances[{index, stride}];
  if (!distance)
    distance = code().mul(index, stride);
  return code().moved(pointer, distance);
}

RowPointer Addresses::emitRow(const Place &place, StringAttr rowDim) {
  StorageType type = place.type();
  RowPointer result;
  Place start = place; // without what is a constant
  result.stride = strideOf(streamOf(place), rowDim);
  result.isUnit = rowDim && place.isUnitAlong(rowDim);
  if (type.getUnit()) {
    std::int64_t &offset = start.offsets.back();
    result.shift =
        std::int64_t(std::uint64_t(offset) * std::uint64_t(memoryBytes(type.getElementType())));
    offset = 0;
  }
  if (start != place) { // neighbours in memory share the pointer
    result.pointer = row(start, rowDim).pointer;
    return result;
  }
  if ((result.pointer = besideKnown(place, rowDim)))
    return result;
  result.pointer = pointerIn(levels.size() - 1, streamOf(place));
  for (std::size_t dim = 0; dim < place.indices.size(); ++dim)
    if (place.indices[dim])
      result.pointer = atCoordinate(place, dim, result.pointer);
  for (auto [dim, offset] : llvm::zip(type.getDims(), place.offsets))
    if (offset != 0)
      result.pointer = code().moved(result.pointer, frame.shiftBytes(place.storage, dim, offset));
  return result;
}
