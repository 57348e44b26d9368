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

/// Of all that a thread moves, half is there at a time.
static constexpr std::int64_t kLive = 2;
/// Bytes of the address of a value that is moved.
static constexpr std::int64_t kAddressBytes = 8;

/// More points than these only where instructions take half as long again as memory.
static constexpr std::int64_t kUsual = 4;

/// A thread's instructions for some points, and the registers of all that it moves.
struct ThreadWork {
  std::int64_t slots = 0, registers = 0;
};

/// Of the value that an operation moves from or to memory: a register's at least.
static std::int64_t movedBytes(Operation &op, ThreadsAttr threads) {
  Value value = isa<GetOp>(op) ? op.getResult(0) : cast<PutOp>(op).getValue();
  return std::max(memoryBytes(value.getType()), threads.getRegisterBytes());
}

static ThreadWork workOf(StencilOp stencil, ThreadPoints points, MachineAttr machine) {
  Block trial;
  OpBuilder ops(stencil.getContext());
  ops.setInsertionPointToEnd(&trial);
  writeThreadPoints(ops, stencil, points);
  ThreadsAttr threads = machine.getThreads();
  ThreadWork work;
  for (Operation &op : trial) {
    if (isa<GetOp, PutOp>(op)) {
      std::int64_t bytes = movedBytes(op, threads);
      work.slots += 1 + threads.getMovedSlots() * bytes; // that of the address
      work.registers += (kAddressBytes + bytes) / threads.getRegisterBytes();
    } else if (auto computed = dyn_cast<PointOp>(op)) {
      bool isDouble = llvm::any_of(op.getOperandTypes(), [](Type type) { return type.isF64(); });
      work.slots += machine.getCycles(computed) * (isDouble ? threads.getDoubleSlots() : 1);
    }
  }
  return work;
}

/// Bytes that come from memory for each point, and that go there: of each storage once.
struct Traffic {
  std::int64_t read = 0, written = 0;
};

static Traffic trafficOf(Block &point) {
  Traffic bytes;
  llvm::DenseSet<Value> known;
  auto bytesOf = [](Value storage) {
    return memoryBytes(cast<StorageType>(storage.getType()).getElementType());
  };
  for (AccessOp access : point.getOps<AccessOp>())
    if (known.insert(access.getStorage()).second)
      bytes.read += bytesOf(access.getStorage());
  for (WriteOp write : point.getOps<WriteOp>())
    bytes.written += bytesOf(write.getStorage());
  return bytes;
}

/// The shapes to try. Rows where there is another loop, so that threads side by side reach
/// neighbours in memory: what they move takes the port to the cache twice as long otherwise.
static ArrayRef<ThreadPoints> shapesFor(std::size_t loops) {
  static constexpr ThreadPoints rows[] = {{1, 1}, {2, 1}, {4, 1}, {8, 1}};
  static constexpr ThreadPoints columns[] = {{1, 1}, {1, 2}, {1, 4}};
  return loops > 1 ? ArrayRef(rows) : ArrayRef(columns);
}

ThreadPoints gtcompiler::chooseThreadPoints(StencilOp stencil, MachineAttr machine) {
  std::size_t loops = stencil.getLoopDims().size();
  ThreadPoints best = {1, 1};
  ThreadsAttr threads = machine.getThreads();
  if (!threads || threads.getSlotsPerByte() == 0 || loops == 0)
    return best;
  Traffic bytes = trafficOf(*stencil.getPoint());
  std::int64_t limit =
      threads.getSlotsPerByte() * (bytes.read + bytes.written) / threads.getBusyShare();
  std::int64_t least = 0; // instructions for a point of `best`
  for (ThreadPoints points : shapesFor(loops)) {
    std::int64_t count = countOf(points);
    if (count > kUsual && least <= limit + limit / 2)
      break;
    ThreadWork work = workOf(stencil, points, machine);
    std::int64_t each = (threads.getStartSlots() + work.slots) / count;
    std::int64_t gain = least / (count > kUsual ? 8 : 16); // less than that is not worth it
    bool fits = work.registers <= kLive * machine.getRegisters();
    if (count > 1 && (!fits || (least > limit && each > least - gain)))
      break;
    best = points;
    least = each;
    if (each <= limit && (bytes.read == 0 || count * bytes.read >= machine.getAheadBytes()))
      break;
  }
  return best;
}
