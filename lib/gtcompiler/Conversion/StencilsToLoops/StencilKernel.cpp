//===- StencilKernel.cpp - The loops of a gt.stencil ----------------------===//
//
// Loops over the tile, slow to fast, and a row along the last dimension. All
// loads of a point come before its stores, so a kernel may write where it reads.
//
//===----------------------------------------------------------------------===//
#include "Kernels.h"

#include "Elements.h"
#include "LoopNest.h"
#include "PointEmitter.h"

using namespace gtcompiler;
using namespace mlir;

/// Evaluates the region at `point`, then stores what it writes.
static void emitPoint(PointEmitter &emitter, Block &region, const RowPoint &point) {
  emitter.evaluate(point);
  for (WriteOp write : region.getOps<WriteOp>()) {
    Value pointer = emitter.address(Place::at(write.getStorage()), point);
    Value value = emitter.value(write.getValue());
    storeLanes(point.code, write.getValue().getType(), value, pointer, point.mask);
  }
}

void gtcompiler::emitStencil(KernelFrame &frame) {
  const KernelFacts &facts = frame.facts();
  frame.emitTiles([&](CodeBuilder &tileCode, ArrayRef<Span> tile) {
    Addresses addresses(frame);
    addresses.open(tileCode);
    std::size_t slow = facts.rowDim ? facts.loopDims.size() - 1 : 0;
    emitNest(addresses, ArrayRef(facts.loopDims).take_front(slow), tile.take_front(slow), [&] {
      PointEmitter emitter(frame, addresses);
      emitter.prepare();
      if (!facts.rowDim)
        return emitPoint(emitter, *facts.point, {addresses.code(), {}, {}, 1});
      emitRow(addresses.code(), tile.back(), facts.lanes,
              [&](const RowPoint &point) { emitPoint(emitter, *facts.point, point); });
    });
  });
}
