//===- Strip.cpp - Parts of rows that are a few vectors -------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "Strip.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SetVector.h"

using namespace gtcompiler;
using namespace mlir;

Value Strip::bytesAhead(KernelFrame &frame, Value storage, std::int64_t parts) {
  for (auto [other, bytes] : known)
    if (other == storage)
      return bytes;
  if (!rows) {
    std::int64_t shift = llvm::Log2_64(points);
    Value behind = code.sub(first, row.first);
    Value count = code.add(code.sub(row.last, row.first), code.number(points - 1));
    count = code.shiftRight(count, code.number(shift));
    Value part = code.add(code.shiftRight(behind, code.number(shift)), code.number(parts));
    Value isInRow = code.less(part, count);
    rows = code.select(isInRow, code.number(0), code.number(nextDim ? 1 : 0));
    part = code.select(isInRow, part, code.sub(part, nextDim ? count : code.number(0)));
    part = code.minimum(part, code.sub(count, code.number(1)));
    distance = code.sub(code.shiftLeft(part, code.number(shift)), behind);
  }
  auto type = cast<StorageType>(storage.getType());
  Value bytes = code.mul(distance, code.number(memoryBytes(type.getElementType())));
  if (nextDim && type.hasDim(nextDim))
    bytes = code.add(bytes, code.mul(rows, frame.strideBytes(storage, nextDim)));
  known.emplace_back(storage, bytes);
  return bytes;
}

LoopOp gtcompiler::rowsBeside(LoopOp strips) {
  auto next = dyn_cast_or_null<LoopOp>(strips->getNextNode());
  return next && next.getBy() && next.getDimAttr() == strips.getDimAttr() ? next : LoopOp();
}

/// Whether the levels of all storages lie at different places of a cache, else those of a strip
/// would not stay there, and not so far apart that each has a page of its own; or a strip is all of
/// a row.
static Value areLevelsApart(KernelFrame &frame, LoopOp strips) {
  llvm::SetVector<std::pair<Value, StringAttr>> levels;
  strips.getBody().walk([&](LoopOp loop) {
    if (loop.getOrder() == LoopOrder::Parallel)
      return;
    auto note = [&](Value memory) {
      auto type = dyn_cast<StorageType>(memory.getType());
      if (type && type.hasDim(loop.getDimAttr()))
        levels.insert({memory, loop.getDimAttr()});
    };
    loop.getBody().walk([&](GetOp get) { note(get.getMemory()); });
    loop.getBody().walk([&](PutOp put) { note(put.getStorage()); });
  });
  CodeBuilder &entry = frame.entry();
  MachineAttr machine = MachineAttr::around(strips);
  std::optional<std::uint64_t> ownWay = rowsBeside(strips).getWay();
  auto way = static_cast<std::int64_t>(ownWay.value_or(machine.getWayBytes()));
  std::int64_t most = ownWay ? std::numeric_limits<std::int64_t>::max() : machine.getLevelBytes();
  Value apart = entry.constant(entry.ops.getI1Type(), 1);
  for (auto [storage, dim] : levels) {
    Value stride = frame.strideBytes(storage, dim);
    Value rest = entry.bitAnd(stride, entry.number(way - 1));
    apart = entry.bitAnd(apart, entry.less(entry.number(0), rest));
    apart = entry.bitAnd(apart, entry.less(stride, entry.number(most)));
  }
  if (ownWay) { // a row of one strip has the same lines, and its values in memory
    Span row = frame.tileSpan(strips->getParentOfType<KernelOp>().getRangeOf(strips.getDimAttr()));
    Value points = entry.sub(row.last, row.first);
    Value most = entry.number(static_cast<std::int64_t>(*strips.getBy()) + 1);
    apart = entry.bitOr(apart, entry.less(points, most));
  }
  return apart;
}

/// Whether a call that streams does so in strips, too: where vectors begin at a line in one level
/// they do in all.
static Value areLevelsAligned(KernelFrame &frame, LoopOp strips) {
  CodeBuilder &entry = frame.entry();
  Value misaligned;
  strips.getBody().walk([&](PutOp put) {
    auto row = dyn_cast<RowOp>(put->getParentOp());
    auto level = row ? dyn_cast<LoopOp>(row->getParentOp()) : LoopOp();
    if (!level || !put.getStreaming())
      return;
    std::int64_t bytes = memoryBytes(put.getValue().getType()) * std::int64_t(row.getLanes());
    Value rest = entry.bitAnd(frame.strideBytes(put.getStorage(), level.getDimAttr()),
                              entry.number(bytes - 1));
    misaligned = misaligned ? entry.bitOr(misaligned, rest) : rest;
  });
  Value none = entry.number(0);
  return misaligned ? entry.less(entry.select(frame.streams(), misaligned, none), entry.number(1))
                    : entry.constant(entry.ops.getI1Type(), 1);
}

Value gtcompiler::areStripsFaster(KernelFrame &frame, LoopOp strips) {
  return frame.entry().bitAnd(areLevelsApart(frame, strips), areLevelsAligned(frame, strips));
}

StripLoop::StripLoop(KernelFrame &frame, Addresses &addresses, LoopOp strips, CodeBuilder &code,
                     MachineAttr machine)
    : loop(strips) {
  loop.getBody().walk([&](RowOp row) { lanes = static_cast<std::int64_t>(row.getLanes()); });
  if (auto around = dyn_cast<LoopOp>(loop->getParentOp()); around && !around.getBy())
    nextDim = around.getDimAttr();
  stream = streamOf(frame, addresses, code, machine);
}

/// Of a strip that is no whole one. Less code than for those, as long as some vectors hide each
/// other's latency.
std::int64_t StripLoop::fewPoints() const {
  auto points = static_cast<std::int64_t>(*LoopOp(loop).getBy());
  return std::min(points, std::max(2 * lanes, points / 2));
}

/// Whether and from where on the results of all levels lie where vectors of them are aligned, and
/// a line of the first begins.
std::optional<RowStream> StripLoop::streamOf(KernelFrame &frame, Addresses &addresses,
                                             CodeBuilder &code, MachineAttr machine) {
  std::optional<RowStream> result;
  Value first = addresses.spanOf(loop.getDimAttr()).first;
  loop.getBody().walk([&](PutOp put) {
    if (!put.getStreaming())
      return;
    std::int64_t bytes = memoryBytes(put.getValue().getType());
    Value size = code.number(bytes), misaligned = code.number(lanes * bytes - 1);
    Value begin = addresses.row(Place::of(put), loop.getDimAttr()).pointer;
    Value number = LLVM::PtrToIntOp::create(code.ops, code.loc, code.ops.getI64Type(), begin);
    number = code.add(number, code.mul(first, size));
    if (!result) {
      std::int64_t line = std::min(machine.getLineBytes() / bytes, fewPoints());
      result = streamFromAligned(code, frame.streams(), number, bytes, std::max(line, lanes));
    }
    Value rest = code.add(number, code.mul(result->head, size));
    for (Operation *around = put->getParentOp(); around != loop; around = around->getParentOp())
      if (auto level = dyn_cast<LoopOp>(around))
        rest = code.bitOr(rest, frame.strideBytes(put.getStorage(), level.getDimAttr()));
    result->isOn =
        code.bitAnd(result->isOn, code.less(code.bitAnd(rest, misaligned), code.number(1)));
  });
  return result;
}

/// Of each vector the lanes of the first `count` points.
SmallVector<Value, 4> StripLoop::masksOf(CodeBuilder &code, Value count,
                                         std::int64_t points) const {
  SmallVector<Value, 4> masks;
  Value none = code.number(0);
  for (std::int64_t first = 0; first < points; first += lanes) {
    Value left = code.sub(count, code.number(first));
    left = code.minimum(code.select(code.less(left, none), none, left), code.number(lanes));
    masks.push_back(lanesBelow(code, left, lanes));
  }
  return masks;
}

void StripLoop::emit(CodeBuilder &code, Span row,
                     llvm::function_ref<void(CodeBuilder &, Strip &)> body) const {
  auto points = static_cast<std::int64_t>(*LoopOp(loop).getBy());
  std::int64_t few = fewPoints();
  Value none = code.number(0), head = none;
  if (stream)
    head =
        code.minimum(code.select(stream->isOn, stream->head, none), code.sub(row.last, row.first));
  code.repeat(
      {row.first, head},
      [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], row.last); },
      [&](CodeBuilder &part, const CodeBuilder::State &at) -> CodeBuilder::State {
        part.when(part.less(none, at[1]), [&](CodeBuilder &inside) {
          Strip strip{inside, at[0], at[1],  few / lanes, masksOf(inside, at[1], few),
                      {},     row,   points, nextDim};
          body(inside, strip);
        });
        Value start = part.add(at[0], at[1]);
        Value whole = part.add(start, part.bitAnd(part.sub(row.last, start), part.number(-points)));
        part.loop(start, whole, points, [&](CodeBuilder &inside, Value index) {
          Strip strip{inside,
                      index,
                      inside.number(points),
                      points / lanes,
                      {},
                      stream ? stream->isOn : Value(),
                      row,
                      points,
                      nextDim};
          body(inside, strip);
        });
        return {whole, part.minimum(part.sub(row.last, whole), part.number(few))};
      });
}
