//===- ThreadPoints.cpp - Points that a thread runs -----------------------===//
//
// See the header. What points share is found by writing them, so a choice is made by
// trying.
//
//===----------------------------------------------------------------------===//
#include "ThreadPoints.h"

#include "KernelFacts.h"
#include "PointCopies.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "llvm/ADT/DenseSet.h"

using namespace gtcompiler;
using namespace mlir;

void gtcompiler::writeThreadPoints(OpBuilder &ops, StencilOp stencil, ThreadPoints points) {
  SmallVector<PointCopy> copies;
  for (std::int64_t row = 0; row < points[0]; ++row)
    for (std::int64_t column = 0; column < points[1]; ++column)
      copies.push_back({{row, column}, {}});
  writePoints(ops, *stencil.getPoint(), stencil.getLoopDims(), copies);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Instructions of a thread that find its points, and those for one that is moved from or to
/// memory: the address and the move. They are those that our own code has, on any chip.
static constexpr std::int64_t kStartSlots = 40, kMoveSlots = 2;
/// Registers for each value that is moved: those of its address and its own, two each where they
/// are of 8 bytes, and one of what is computed of it.
static constexpr std::int64_t kRegistersOfMove = 5;

/// A thread's instructions for some points.
struct ThreadWork {
  std::int64_t slots = 0, moved = 0;
};

static ThreadWork workOf(StencilOp stencil, ThreadPoints points, MachineAttr machine) {
  Block trial;
  OpBuilder ops(stencil.getContext());
  ops.setInsertionPointToEnd(&trial);
  writeThreadPoints(ops, stencil, points);
  ThreadWork work;
  for (Operation &op : trial) {
    if (isa<GetOp, PutOp>(op)) {
      work.slots += kMoveSlots;
      ++work.moved;
    } else if (auto computed = dyn_cast<PointOp>(op)) {
      bool isDouble = llvm::any_of(op.getOperandTypes(), [](Type type) { return type.isF64(); });
      work.slots += machine.getCycles(computed) * (isDouble ? machine.getDoubleSlots() : 1);
    }
  }
  return work;
}

/// Bytes that go from and to memory for each point: of each storage once.
static std::int64_t trafficOf(Block &point) {
  std::int64_t bytes = 0;
  llvm::DenseSet<Value> known;
  auto add = [&](Value storage) {
    bytes += memoryBytes(cast<StorageType>(storage.getType()).getElementType());
  };
  for (AccessOp access : point.getOps<AccessOp>())
    if (known.insert(access.getStorage()).second)
      add(access.getStorage());
  for (WriteOp write : point.getOps<WriteOp>())
    add(write.getStorage());
  return bytes;
}

/// Whether some storage is read at several points, so that neighbours have something to share.
static bool readsNeighbours(Block &point) {
  return readsApart(point, [](AccessOp a, AccessOp b) { return a.getOffsets() != b.getOffsets(); });
}

ThreadPoints gtcompiler::chooseThreadPoints(StencilOp stencil, MachineAttr machine) {
  constexpr ThreadPoints kOne = {1, 1};
  Block &point = *stencil.getPoint();
  std::size_t loops = stencil.getLoopDims().size();
  if (machine.getSlotsPerByte() == 0 || loops == 0 || !readsNeighbours(point))
    return kOne;
  std::int64_t limit = machine.getSlotsPerByte() * trafficOf(point);
  std::int64_t alone = workOf(stencil, kOne, machine).slots;
  if (kStartSlots + alone <= limit)
    return kOne;
  // Rows first: threads side by side reach neighbours in memory.
  ThreadPoints best = kOne;
  std::int64_t bestSlots = alone - alone / 8; // less is not worth it
  for (ThreadPoints points : {ThreadPoints{2, 1}, {4, 1}, {2, 2}, {4, 2}, {1, 2}, {1, 4}}) {
    if ((points[0] > 1) != (loops > 1))
      continue;
    ThreadWork work = workOf(stencil, points, machine);
    std::int64_t each = work.slots / countOf(points);
    if (work.moved * kRegistersOfMove > machine.getRegisters() || each >= bestSlots)
      continue;
    best = points;
    bestSlots = each;
    if (kStartSlots / countOf(points) + each <= limit)
      break;
  }
  return best;
}
