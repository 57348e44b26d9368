//===- Addresses.cpp - Where the points of storages lie -------------------===//
//
// See the header. Rows are not emitted here, only the pointers to them.
//
//===----------------------------------------------------------------------===//
#include "Addresses.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

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
  place.gathered.assign(rank, false);
  place.offsets.assign(rank, 0);
  return place;
}

void Addresses::open(CodeBuilder &code, StringAttr dim, Value index) {
  Level &level = levels.emplace_back();
  level.code = &code;
  level.dim = dim;
  level.index = index;
}

Value Addresses::indexOf(StringAttr dim) const {
  for (const Level &level : levels)
    if (level.dim == dim)
      return level.index;
  return {};
}

Span Addresses::spanOf(StringAttr dim) {
  for (auto &[known, span] : spans)
    if (known == dim)
      return span;
  Span whole = frame.bounds(kernel.getRangeOf(dim));
  spans.push_back({dim, whole});
  return whole;
}

Span Addresses::narrow(StringAttr dim, Span span) {
  Span before = spanOf(dim);
  for (auto &[known, current] : spans)
    if (known == dim)
      current = span;
  return before;
}

Value Addresses::bufferRow(const CodeBuilder &code, Value buffer, StringAttr rowDim,
                           StringAttr along, std::int64_t ahead) {
  auto op = buffer.getDefiningOp<BufferOp>();
  BufferType type = op.getType();
  Value pointer = buffers.start(op);
  for (unsigned number = type.getRank(); number-- > 0;) {
    StringAttr dim = type.getDims()[number];
    Value pitch = buffers.pitch(op, number);
    if (dim == rowDim)
      pointer = code.moved(pointer, code.mul(spanOf(dim).first, code.sub(code.number(0), pitch)));
    else if (Value index = indexOf(dim))
      pointer = code.moved(pointer, code.mul(code.sub(index, spanOf(dim).first), pitch));
    if (dim == along)
      pointer = code.moved(pointer, code.mul(pitch, code.number(ahead)));
  }
  return pointer;
}

unsigned Addresses::streamOf(const Place &place) {
  SmallVector<bool, 4> follows;
  for (std::size_t dim = 0; dim < place.pins.size(); ++dim)
    follows.push_back(place.followsLoops(dim));
  for (auto [index, stream] : llvm::enumerate(streams))
    if (stream.storage == place.storage && stream.pins == place.pins && stream.follows == follows)
      return index;
  Value base = frame.origin(place.storage);
  CodeBuilder &entry = frame.entry();
  for (auto [pin, dim] : llvm::zip(place.pins, place.type().getDims()))
    if (pin)
      base = entry.moved(base,
                         entry.mul(frame.bounds(pin).first, frame.strideBytes(place.storage, dim)));
  streams.push_back({place.storage, place.pins, follows, base});
  return streams.size() - 1;
}

Value Addresses::pointerIn(unsigned levelNumber, unsigned streamNumber) {
  Level &level = levels[levelNumber];
  Value &known = level.pointers[streamNumber];
  if (known)
    return known;
  const Stream &stream = streams[streamNumber];
  Value outer = levelNumber == 0 ? stream.base : pointerIn(levelNumber - 1, streamNumber);
  auto type = cast<StorageType>(stream.storage.getType());
  std::int64_t position = level.dim ? type.getDimIndex(level.dim) : -1;
  if (position < 0 || !stream.follows[position])
    return known = outer;
  Value stride = frame.strideBytes(stream.storage, level.dim);
  return known = level.code->moved(outer, level.code->mul(level.index, stride));
}

RowPointer Addresses::row(const Place &place, StringAttr rowDim) {
  for (auto &[other, dim, pointer] : levels.back().rows)
    if (dim == rowDim && other == place)
      return pointer;
  RowPointer pointer = emitRow(place, rowDim);
  levels.back().rows.push_back({place, rowDim, pointer});
  return pointer;
}

RowPointer Addresses::emitRow(const Place &place, StringAttr rowDim) {
  StorageType type = place.type();
  RowPointer result;
  Place start = place; // without what is a constant
  for (auto [index, dim] : llvm::enumerate(type.getDims()))
    if (dim == rowDim && place.followsLoops(index))
      result.stride = frame.strideBytes(place.storage, dim);
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
  result.pointer = pointerIn(levels.size() - 1, streamOf(place));
  for (auto [dim, index] : llvm::zip(type.getDims(), place.indices))
    if (index)
      result.pointer =
          code().moved(result.pointer, code().mul(index, frame.strideBytes(place.storage, dim)));
  for (auto [dim, offset] : llvm::zip(type.getDims(), place.offsets))
    if (offset != 0)
      result.pointer = code().moved(result.pointer, frame.shiftBytes(place.storage, dim, offset));
  return result;
}
