//===- Streaming.cpp - Rows written past the caches -----------------------===//
//
//   step = streams ? stripPoints : row.last - row.first
//   for (first = row.first; first < row.last; first += step)
//     to = streams ? scratch : the row in memory
//     body
//     if (streams) copy(the strip in memory, scratch)
//
//===----------------------------------------------------------------------===//
#include "Streaming.h"

#include "Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

/// Bytes of a strip of the widest elements: long enough for streams of whole
/// lines, and in the L1 cache beside what the kernel reads.
static constexpr std::int64_t kStripBytes = 4096;

static std::int64_t bytesOf(WriteOp write) { return memoryBytes(write.getValue().getType()); }

std::int64_t Streaming::stripPoints(const KernelFacts &facts) {
  std::int64_t widest = 1;
  for (WriteOp write : facts.streamed)
    widest = std::max(widest, bytesOf(write));
  return kStripBytes / widest;
}

std::int64_t Streaming::scratchBytes(const KernelFacts &facts) {
  std::int64_t bytes = 0;
  for (WriteOp write : facts.streamed)
    bytes += stripPoints(facts) * bytesOf(write);
  return bytes;
}

Streaming::Streaming(KernelFrame &kernel, std::int64_t scratchOffset) : frame(kernel) {
  for (WriteOp write : kernel.facts().streamed) {
    streams.push_back({write, bytesOf(write), scratchOffset, {}});
    scratchOffset += stripPoints(kernel.facts()) * bytesOf(write);
  }
}

void Streaming::flush(const CodeBuilder &code, Value first, Value points) {
  Type pointer = LLVM::LLVMPointerType::get(code.ops.getContext());
  auto signature = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(code.ops.getContext()),
                                               {pointer, pointer, code.ops.getI64Type()});
  for (const Stream &stream : streams) {
    Value bytes = code.number(stream.bytes);
    LLVM::CallOp::create(code.ops, code.loc, signature,
                         {frame.streamingCopy(), code.moved(stream.row, code.mul(first, bytes)),
                          frame.scratch(stream.scratchOffset), code.mul(points, bytes)});
  }
}

void Streaming::emitStrips(Addresses &addresses, Span row, StripBody body) {
  CodeBuilder &outside = addresses.code();
  for (Stream &stream : streams)
    stream.row = addresses.row(Place::at(stream.write.getStorage())).pointer;
  Value isOn = frame.streams(), whole = outside.sub(row.last, row.first);
  Value strip = outside.number(stripPoints(frame.facts()));
  Value step = outside.select(isOn, outside.minimum(strip, whole), whole);
  outside.loop(row.first, row.last, step, [&](CodeBuilder &code, Value first) {
    Value points = code.minimum(code.sub(row.last, first), step);
    SmallVector<Value> rows;
    for (const Stream &stream : streams) {
      Value back = code.mul(first, code.number(-stream.bytes));
      Value inScratch = code.moved(frame.scratch(stream.scratchOffset), back);
      rows.push_back(code.select(isOn, inScratch, stream.row));
    }
    body(code, {first, code.add(first, points)}, rows);
    code.when(isOn, [&](CodeBuilder &after) { flush(after, first, points); });
  });
}
