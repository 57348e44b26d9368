//===- ThreadPoints.cpp - Points that a thread runs -----------------------===//
//
// See the header. What points share is found by writing them: an operation that is
// there already is not written again. So a choice is made by trying.
//
//===----------------------------------------------------------------------===//
#include "ThreadPoints.h"

#include "KernelFacts.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Dialect/GT/IR/SameComputation.h"

#include "llvm/ADT/DenseSet.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// Writes some points in straight line.
class PointWriter {
public:
  PointWriter(OpBuilder &where, Block &body, ArrayRef<StringAttr> loopDims)
      : ops(where), point(body), dims(loopDims) {}
  void write(MutableArrayRef<PointCopy> copies);

private:
  std::int64_t aheadAlong(const PointCopy &copy, StringAttr dim) const;
  Operation *writeValue(Operation &op, PointCopy &copy);
  void writeValues(PointCopy &copy);

  OpBuilder &ops;
  Block &point;
  ArrayRef<StringAttr> dims;
  llvm::DenseSet<Operation *, SameComputation> written;
};
} // namespace

/// How far ahead of the index the point is.
std::int64_t PointWriter::aheadAlong(const PointCopy &copy, StringAttr dim) const {
  for (std::size_t fromLast = 1; fromLast <= std::min<std::size_t>(dims.size(), 2); ++fromLast)
    if (dims[dims.size() - fromLast] == dim)
      return copy.ahead[2 - fromLast];
  return 0;
}

Operation *PointWriter::writeValue(Operation &op, PointCopy &copy) {
  auto ahead = [&](StringAttr dim) { return aheadAlong(copy, dim); };
  if (auto access = dyn_cast<AccessOp>(op)) {
    auto indices = llvm::map_to_vector(
        access.getIndices(), [&](Value index) { return copy.values.lookupOrDefault(index); });
    return GetOp::create(ops, access.getLoc(), access.getType(), access.getStorage(),
                         access.getPins(), indices, offsetsAhead(access, ahead),
                         access.getIndexDimsAttr());
  }
  Operation *written = ops.clone(op, copy.values);
  moveAhead(written, ahead);
  return written;
}

void PointWriter::writeValues(PointCopy &copy) {
  for (Operation &op : point) {
    if (op.getNumResults() != 1)
      continue;
    Operation *value = writeValue(op, copy);
    if (auto [known, isNew] = written.insert(value); !isNew) {
      value->erase();
      value = *known;
    }
    copy.values.map(op.getResult(0), value->getResult(0));
  }
}

void PointWriter::write(MutableArrayRef<PointCopy> copies) {
  for (PointCopy &copy : copies)
    writeValues(copy);
  for (PointCopy &copy : copies)
    for (auto check : point.getOps<CheckFiniteOp>())
      ops.clone(*check, copy.values);
  for (PointCopy &copy : copies)
    for (auto write : point.getOps<WriteOp>()) {
      SmallVector<std::int64_t> offsets;
      for (StringAttr dim : cast<StorageType>(write.getStorage().getType()).getDims())
        offsets.push_back(aheadAlong(copy, dim));
      PutOp::create(ops, write.getLoc(), copy.values.lookupOrDefault(write.getValue()),
                    write.getStorage(), offsets, write.getInPlace(), /*streaming=*/false);
    }
}

void gtcompiler::writePoints(OpBuilder &ops, Block &point, ArrayRef<StringAttr> loopDims,
                             MutableArrayRef<PointCopy> copies) {
  PointWriter(ops, point, loopDims).write(copies);
}

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
/// memory: the address and the move.
static constexpr std::int64_t kStartSlots = 40, kMoveSlots = 2;
/// Values that fit the registers of a thread, of which more than one is alive for some.
static constexpr std::int64_t kMostMoved = 48;

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
      work.slots += computed.getCost() * (isDouble ? machine.getDoubleSlots() : 1);
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
    if (work.moved > kMostMoved || each >= bestSlots)
      continue;
    best = points;
    bestSlots = each;
    if (kStartSlots / countOf(points) + each <= limit)
      break;
  }
  return best;
}
