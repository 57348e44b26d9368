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

void Streaming::flush(const CodeBuilder &code, ArrayRef<Value> targets, Value first, Value points) {
  Type pointer = LLVM::LLVMPointerType::get(code.ops.getContext());
  auto signature = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(code.ops.getContext()),
                                               {pointer, pointer, code.ops.getI64Type()});
  std::int64_t offset = scratchOffset;
  for (auto [write, target] : llvm::zip(frame.facts().streamed, targets)) {
    Value bytes = code.number(bytesOf(write));
    LLVM::CallOp::create(code.ops, code.loc, signature,
                         {frame.streamingCopy(), code.moved(target, code.mul(first, bytes)),
                          frame.scratch(offset), code.mul(points, bytes)});
    offset += stripPoints(frame.facts()) * bytesOf(write);
  }
}

void Streaming::emitStrips(Addresses &addresses, Span row, StripBody body) {
  const KernelFacts &facts = frame.facts();
  CodeBuilder &outside = addresses.code();
  SmallVector<Value> targets;
  for (WriteOp write : facts.streamed)
    targets.push_back(addresses.row(Place::at(write.getStorage())).pointer);
  Value streams = frame.streams(), whole = outside.sub(row.last, row.first);
  Value strip = outside.number(stripPoints(facts));
  Value step = outside.select(streams, outside.minimum(strip, whole), whole);
  outside.loop(row.first, row.last, step, [&](CodeBuilder &code, Value first) {
    Value points = code.minimum(code.sub(row.last, first), step);
    SmallVector<Value> rows;
    std::int64_t offset = scratchOffset;
    for (auto [write, target] : llvm::zip(facts.streamed, targets)) {
      Value back = code.mul(first, code.number(-bytesOf(write)));
      rows.push_back(code.select(streams, code.moved(frame.scratch(offset), back), target));
      offset += stripPoints(facts) * bytesOf(write);
    }
    body(code, {first, code.add(first, points)}, rows);
    code.when(streams, [&](CodeBuilder &after) { flush(after, targets, first, points); });
  });
}
