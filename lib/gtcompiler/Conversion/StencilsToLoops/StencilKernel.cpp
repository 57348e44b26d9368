//===- StencilKernel.cpp - The loops of a gt.stencil ----------------------===//
//
// Loops over the tile, slow to fast, and a row along the last dimension; blocks
// of rows where some accesses are staged. All loads of a point come before its
// stores, so a kernel may write where it reads.
//
//===----------------------------------------------------------------------===//
#include "Kernels.h"

#include "Elements.h"
#include "FiniteCheck.h"
#include "LoopNest.h"
#include "PointEmitter.h"
#include "Staging.h"
#include "Streaming.h"

using namespace gtcompiler;
using namespace mlir;

/// Evaluates the region at `point`, then stores what it writes.
static void emitPoint(KernelFrame &frame, PointEmitter &emitter, const RowPoint &point) {
  emitter.evaluate(point);
  emitFiniteCheck(frame, emitter, point);
  for (WriteOp write : frame.facts().point->getOps<WriteOp>()) {
    Value pointer = emitter.target(write, point);
    Value value = emitter.value(write.getValue());
    storeLanes(point.code, write.getValue().getType(), value, pointer, point.mask);
  }
}

/// The points of a row, or of a part of it, at the innermost open loop.
static void emitPoints(KernelFrame &frame, Addresses &addresses, PointEmitter &emitter, Span row) {
  const KernelFacts &facts = frame.facts();
  auto emitSpan = [&](CodeBuilder &code, Span span) {
    emitRow(code, span, facts.lanes,
            [&](const RowPoint &point) { emitPoint(frame, emitter, point); });
  };
  if (facts.streamed.empty())
    return emitSpan(addresses.code(), row);
  Streaming streaming(frame, Staging::scratchBytes(facts));
  streaming.emitStrips(addresses, row, [&](CodeBuilder &code, Span strip, ArrayRef<Value> rows) {
    for (auto [write, target] : llvm::zip(facts.streamed, rows))
      emitter.divert(write, target);
    emitSpan(code, strip);
  });
}

/// The loops over whole rows.
static void emitRows(KernelFrame &frame, Addresses &addresses, ArrayRef<Span> tile) {
  const KernelFacts &facts = frame.facts();
  std::size_t slow = facts.rowDim ? facts.loopDims.size() - 1 : 0;
  emitNest(addresses, ArrayRef(facts.loopDims).take_front(slow), tile.take_front(slow), [&] {
    PointEmitter emitter(frame, addresses);
    emitter.prepare();
    if (!facts.rowDim)
      return emitPoint(frame, emitter, {addresses.code(), {}, {}, 1});
    emitPoints(frame, addresses, emitter, tile.back());
  });
}

/// The part of a row in one block, at the innermost open loop.
static void emitStagedRow(KernelFrame &frame, Addresses &addresses, Staging &staging, Span across,
                          Span row, Value index) {
  const KernelFacts &facts = frame.facts();
  PointEmitter emitter(frame, addresses);
  for (auto [number, access] : llvm::enumerate(facts.staged))
    emitter.stage(access, staging.rowOf(addresses.code(), number, across, row, index));
  emitter.prepare();
  emitPoints(frame, addresses, emitter, row);
}

/// Parts of at most `step` points of `span`.
static void emitParts(const CodeBuilder &code, Span span, std::int64_t step,
                      llvm::function_ref<void(CodeBuilder &, Span)> body) {
  code.loop(span.first, span.last, step, [&](CodeBuilder &inside, Value first) {
    Value size = inside.minimum(inside.sub(span.last, first), inside.number(step));
    body(inside, {first, inside.add(first, size)});
  });
}

/// The loops over blocks: outside are the dimensions that a block lacks, so that
/// neighbouring lines of what is staged are read soon.
static void emitBlocks(KernelFrame &frame, Addresses &addresses, ArrayRef<Span> tile) {
  const KernelFacts &facts = frame.facts();
  SmallVector<StringAttr> outerDims;
  SmallVector<Span> outer;
  Span across, row = tile.back();
  for (auto [dim, span] : llvm::zip(ArrayRef(facts.loopDims).drop_back(), tile.drop_back())) {
    if (dim == facts.acrossDim) {
      across = span;
      continue;
    }
    outerDims.push_back(dim);
    outer.push_back(span);
  }
  emitNest(addresses, outerDims, outer, [&] {
    Staging staging(frame, addresses);
    auto emitBlock = [&](CodeBuilder &code, Span acrossPart) {
      emitParts(code, row, Staging::kRowPoints, [&](CodeBuilder &inside, Span rowPart) {
        staging.fill(inside, acrossPart, rowPart);
        auto emitOne = [&](CodeBuilder &rowCode, Value index) {
          addresses.open(rowCode, facts.acrossDim, index);
          emitStagedRow(frame, addresses, staging, acrossPart, rowPart, index);
          addresses.close();
        };
        if (!acrossPart.first)
          return emitOne(inside, {});
        inside.loop(acrossPart.first, acrossPart.last, 1, emitOne);
      });
    };
    if (!across.first)
      return emitBlock(addresses.code(), {});
    emitParts(addresses.code(), across, Staging::acrossPoints(facts), emitBlock);
  });
}

std::int64_t gtcompiler::emitStencil(KernelFrame &frame) {
  const KernelFacts &facts = frame.facts();
  frame.emitTiles([&](CodeBuilder &tileCode, ArrayRef<Span> tile) {
    Addresses addresses(frame);
    addresses.open(tileCode);
    if (facts.staged.empty())
      emitRows(frame, addresses, tile);
    else
      emitBlocks(frame, addresses, tile);
  });
  return Staging::scratchBytes(facts) + Streaming::scratchBytes(facts);
}
