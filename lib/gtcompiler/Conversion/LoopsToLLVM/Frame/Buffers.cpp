//===- Buffers.cpp - Where buffers lie in scratch -------------------------===//
//
// See the header. Buffers with a tile's extents lie one after the other behind the
// others, each at the start of a cache line.
//
//===----------------------------------------------------------------------===//
#include "Buffers.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "gtabi/KernelArgs.h"

using namespace gtcompiler;
using namespace mlir;
using gtabi::kScratchAlignment;

/// How many points of a dimension the buffer has room for. Rows of a buffer with a tile's extents
/// have none for more points than the tile's rows have, in whole lines: rows of a few lines that
/// lay a power of two apart would share few places of the caches.
Value Buffers::extent(BufferOp buffer, unsigned dim) {
  BufferType type = buffer.getType();
  std::int64_t extent = type.getExtents()[dim];
  if (type.hasFixedSize())
    return frame.entry().number(extent);
  bool isOfTile = extent == BufferType::kOfTile, isRow = dim + 1 == type.getRank();
  if (!isOfTile && !isRow)
    return frame.entry().number(extent);
  Span span = frame.tileSpan(kernel.getRangeOf(type.getDims()[dim]));
  CodeBuilder &entry = frame.entry();
  Value points = entry.sub(span.last, span.first);
  if (isOfTile)
    return points;
  std::int64_t ofLine = kScratchAlignment / memoryBytes(type.getElementType());
  points = entry.bitAnd(entry.add(points, entry.number(ofLine - 1)), entry.number(-ofLine));
  return entry.minimum(points, entry.number(extent));
}

Value Buffers::pitch(BufferOp buffer, unsigned dim) {
  Value &known = pitches[{buffer, dim}];
  if (known)
    return known;
  BufferType type = buffer.getType();
  CodeBuilder &entry = frame.entry();
  Value pitch = entry.number(memoryBytes(type.getElementType()));
  for (unsigned inner = type.getRank(); --inner > dim;) {
    pitch = entry.mul(pitch, extent(buffer, inner));
    if (inner + 1 == type.getRank())
      pitch = entry.add(pitch, entry.number(buffer.getPadding()));
  }
  return known = pitch;
}

Value Buffers::bytesOf(BufferOp buffer) {
  CodeBuilder &entry = frame.entry();
  Value row = entry.mul(pitch(buffer, 0), extent(buffer, 0));
  if (buffer.getType().getRank() == 1)
    row = entry.add(row, entry.number(buffer.getPadding()));
  return entry.mul(row, entry.number(buffer.getCopies()));
}

void Buffers::placeThoseOfTile() {
  CodeBuilder &entry = frame.entry();
  Value offset;
  for (BufferOp buffer : kernel.getBody().getOps<BufferOp>()) {
    if (buffer.getType().hasFixedSize())
      continue;
    if (!offset)
      offset = entry.number(0);
    starts[buffer] = entry.moved(frame.scratch(*buffer.getOffset()), offset);
    Value end = entry.add(entry.add(offset, bytesOf(buffer)), entry.number(kScratchAlignment - 1));
    offset = entry.bitAnd(end, entry.number(-kScratchAlignment));
  }
}

Value Buffers::start(BufferOp buffer) {
  if (buffer.getType().hasFixedSize())
    return frame.scratch(*buffer.getOffset());
  if (starts.empty())
    placeThoseOfTile();
  return starts.lookup(buffer);
}

//===----------------------------------------------------------------------===//
// What the engine is told
//===----------------------------------------------------------------------===//

/// The number of a dimension's range among a kernel's bounds.
static std::int64_t numberOf(KernelOp kernel, StringAttr dim) {
  SmallVector<StringAttr> dims = kernel.getLoopDims();
  return llvm::find(dims, dim) - dims.begin(); // the reduced one stands behind the loops
}

TileScratch gtcompiler::scratchOfTile(KernelOp kernel) {
  TileScratch scratch;
  MLIRContext *context = kernel.getContext();
  for (BufferOp buffer : kernel.getBody().getOps<BufferOp>()) {
    BufferType type = buffer.getType();
    if (type.hasFixedSize())
      continue;
    std::int64_t rows = buffer.getCopies(); // of the last dimension
    SmallVector<std::int64_t> rowNumbers, numbers;
    for (auto [dim, extent] : llvm::zip(type.getDims().drop_back(), type.getExtents().drop_back()))
      if (extent == BufferType::kOfTile)
        rowNumbers.push_back(numberOf(kernel, dim));
      else
        rows *= extent;
    numbers = rowNumbers;
    std::int64_t rowBytes = memoryBytes(type.getElementType());
    if (type.getExtents().back() == BufferType::kOfTile)
      numbers.push_back(numberOf(kernel, type.getDims().back()));
    else
      rowBytes *= type.getExtents().back();
    scratch.terms.push_back(ScratchTermAttr::get(context, rows * rowBytes, numbers));
    if (std::int64_t padding = rows * std::int64_t(buffer.getPadding()))
      scratch.terms.push_back(ScratchTermAttr::get(context, padding, rowNumbers));
    scratch.bytes += kScratchAlignment; // where the next one begins
  }
  return scratch;
}
