//===- StripsOfSweeps.cpp - Sweeps in strips of a few vectors -------------===//
//
// Where a point of a sweep waits long for the one before, or sweeps hand much on to each other,
// parts of rows are made so narrow that what is carried stays in registers, and what is kept
// between the sweeps in the nearest cache:
//
//   gt.loop I by 256 {                    gt.loop I by 16 {
//     gt.row I {...}              ->        gt.row I {...}             of two vectors each,
//     gt.loop K forward {                   gt.loop K forward {        in straight line
//       gt.row I {...} } }                    gt.row I {...} } }
//
// Their lines lie levels apart, where no processor looks ahead, and the sweeps of one strip are
// long enough to ask for those of another: each sweep asks for the share of the storages that it
// has of the work, so that memory is never idle. In the caches of some processors nothing is asked
// for, and where levels share places of the nearest one, short rows take the place of strips.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace gtcompiler;
using namespace mlir;

/// Vectors of a strip at most, since all are in straight line.
static constexpr std::int64_t kMostVectors = 8;
/// Strips that a row has in the caches where levels share places of the nearest one: more where a
/// point computes little.
static constexpr std::int64_t kShortRow = 2, kCheapRow = 4;

/// Cycles of an operation that the few vectors of a strip's rest hide: of a division they do not.
static constexpr std::int64_t kMostCycles = 4;

/// Whether a buffer holds what the points of a row carry to the next ones.
static bool isCarried(BufferOp buffer) { return buffer.getType().getRank() == 1; }

namespace {
/// Makes strips of the parts of one kernel.
class StripMaker {
public:
  StripMaker(KernelOp made, LoopOp loop, bool cached, MachineAttr target)
      : kernel(made), parts(loop), machine(target), inCache(cached) {}
  bool pays();
  void run();

private:
  bool isInNearWays() const { return inCache && machine.getNearWayBytes() != 0; }
  LoopOp cloneParts(std::int64_t by, bool inRegisters);
  void addPrefetches(LoopOp strips);

  KernelOp kernel;
  LoopOp parts;
  MachineAttr machine;
  bool inCache;
  std::int64_t lanes = 0, points = 0;
  bool isCheap = false;
};
} // namespace

/// Whether all that happens in the parts are rows in vectors of plain arithmetic, at fixed places
/// around each column, and points wait for those before them; and not little of it, unless sweeps
/// hand something on in the nearest cache, or nothing of most levels is written there.
bool StripMaker::pays() {
  auto buffers = kernel.getBody().getOps<BufferOp>();
  bool isPlain = llvm::any_of(buffers, isCarried);
  bool handsOn = isInNearWays() && !llvm::all_of(buffers, isCarried);
  bool putsLevels = false; // else what is carried is all that goes to memory
  bool isSlow = false;     // some of it waits long for one operation
  std::int64_t cycles = 0;
  parts.getBody().walk([&](Operation *op) {
    if (auto row = dyn_cast<RowOp>(op)) {
      auto count = static_cast<std::int64_t>(row.getLanes());
      isPlain &= count > 1 && (lanes == 0 || lanes == count) && !row.getStrides();
      lanes = count;
    } else if (auto get = dyn_cast<GetOp>(op)) {
      isPlain &= get.getIndices().empty();
    } else if (auto computed = dyn_cast<PointOp>(op)) {
      isPlain &= !callsFunction(computed);
      std::int64_t own = isa<RowOp>(op->getParentOp()) ? machine.getCycles(computed) : 0;
      cycles += own;
      isSlow |= own > kMostCycles;
    } else if (auto put = dyn_cast<PutOp>(op)) {
      putsLevels |=
          !put.getAt() || put.getStorage().getType().hasDim(put.getAt().getType().getDim());
    } else if (isa<CallOp, CheckFiniteOp, NeighbourOp, StageOp>(op)) {
      isPlain = false;
    }
  });
  isCheap = cycles < machine.getStripCycles();
  if (!isPlain || lanes == 0 || (isCheap && !handsOn && (putsLevels || isSlow || !inCache)))
    return false;
  std::int64_t bytes = inCache ? machine.getStripBytes() : machine.getMemoryStripBytes();
  points = lanes * std::clamp<std::int64_t>(bytes / machine.getVectorBytes(), 1, kMostVectors);
  return points < static_cast<std::int64_t>(*parts.getBy());
}

/// The parts in others `by` so many points, with buffers of their own, where those of one row may
/// be registers.
LoopOp StripMaker::cloneParts(std::int64_t by, bool inRegisters) {
  IRMapping values;
  OpBuilder ops(parts);
  for (BufferOp buffer : llvm::to_vector(kernel.getBody().getOps<BufferOp>())) {
    if (llvm::none_of(buffer->getUsers(),
                      [&](Operation *user) { return parts->isProperAncestor(user); }))
      continue;
    BufferType type = buffer.getType();
    SmallVector<std::int64_t> extents(type.getExtents());
    extents.back() = by;
    ops.setInsertionPointAfter(buffer);
    values.map(buffer.getResult(),
               BufferOp::create(ops, buffer.getLoc(),
                                BufferType::get(kernel.getContext(), type.getDims(), extents,
                                                type.getElementType()),
                                /*copies=*/1, /*padding=*/0, /*offset=*/IntegerAttr(),
                                inRegisters && isCarried(buffer))
                   .getResult());
  }
  ops.setInsertionPoint(parts);
  auto others = cast<LoopOp>(ops.clone(*parts, values));
  others.setBy(by);
  others.getBody().walk([](PrefetchOp fetch) { fetch.erase(); });
  return others;
}

/// Cycles of a point of each sweep, one at least.
static SmallVector<std::int64_t> workOf(ArrayRef<RowOp> rows, MachineAttr machine) {
  return llvm::map_to_vector(rows, [&](RowOp row) {
    PointWork work = pointWorkOf(*row.getBlock(), machine);
    return std::max<std::int64_t>(work.computing + work.loading, 1);
  });
}

/// Asks for what strips to come read from memory.
void StripMaker::addPrefetches(LoopOp strips) {
  SmallVector<RowOp> rows; // of the sweeps
  for (LoopOp sweep : strips.getBlock()->getOps<LoopOp>())
    llvm::append_range(rows, sweep.getBlock()->getOps<RowOp>());
  llvm::MapVector<Value, GetOp> read;
  for (RowOp row : rows)
    for (GetOp get : row.getBlock()->getOps<GetOp>()) {
      auto type = dyn_cast<StorageType>(get.getMemory().getType());
      StringAttr along = cast<LoopOp>(row->getParentOp()).getDimAttr();
      if (type && isUnitAlong(type, row.getDimAttr()) &&
          !findPin(get.getPins(), row.getDimAttr()) && type.hasDim(along) &&
          !findPin(get.getPins(), along))
        read.try_emplace(get.getMemory(), get);
    }
  SmallVector<std::int64_t> work = workOf(rows, machine);
  std::int64_t all = 0, done = 0;
  for (std::int64_t cycles : work)
    all += cycles;
  auto number = std::int64_t(0), count = static_cast<std::int64_t>(read.size());
  for (auto [row, cycles] : llvm::zip(rows, work)) {
    done += cycles;
    OpBuilder ops = OpBuilder::atBlockBegin(row.getBlock());
    // As many as are nearest to the share of the sweeps so far.
    for (; number < count && 2 * all * number + all <= 2 * done * count; ++number) {
      GetOp get = read.begin()[number].second;
      auto type = cast<StorageType>(get.getMemory().getType());
      SmallVector<std::int64_t> offsets(type.getRank(), 0);
      PrefetchOp::create(ops, get.getLoc(), get.getMemory(), get.getPins(), ValueRange(), offsets,
                         ArrayAttr(), /*exact=*/true,
                         ops.getI64IntegerAttr(inCache ? 1 : machine.getPointsAhead()),
                         /*within=*/IntegerAttr());
    }
  }
}

void StripMaker::run() {
  LoopOp strips = cloneParts(points, /*inRegisters=*/true);
  strips.getBody().walk([](KeepOp keep) { keep.getAsMutable().clear(); });
  if (!isInNearWays())
    addPrefetches(strips);
  if (!inCache)
    return;
  if (isInNearWays())
    cloneParts((isCheap ? kCheapRow : kShortRow) * points, /*inRegisters=*/false)
        .setWay(machine.getNearWayBytes());
  parts.walk([](Operation *op) { op->dropAllUses(); }); // those left in the sweeps
  parts.erase();
  for (BufferOp buffer : llvm::make_early_inc_range(kernel.getBody().getOps<BufferOp>()))
    if (buffer->use_empty())
      buffer.erase();
}

bool gtcompiler::makeStrips(KernelOp kernel, LoopOp parts, bool inCache, MachineAttr machine) {
  StripMaker maker(kernel, parts, inCache, machine);
  if (!maker.pays())
    return false;
  maker.run();
  return true;
}
