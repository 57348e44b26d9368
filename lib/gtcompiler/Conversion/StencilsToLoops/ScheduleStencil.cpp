//===- ScheduleStencil.cpp - The loops of a gt.stencil --------------------===//
//
// Loops over the tile, slow to fast, and a row along the last dimension:
//
//   gt.loop K { gt.loop J { gt.row I lanes 8 {...} } }
//
// A stencil may read what is not contiguous along its rows, since its loops
// follow the strides of what it writes. Blocks of that are staged in buffers,
// so that rows can go in vectors. Outside are the dimensions that a block
// lacks, so that neighbouring lines of what is staged are read soon:
//
//   gt.loop K { gt.loop J by 88 { gt.loop I by 64 {
//     gt.stage ...
//     gt.loop J { gt.row I lanes 8 {...} } } } }
//
// Where nothing of that changes along the loop around the rows, as indices of
// neighbours along levels, a block serves many rows of it.
//
// Results that a call may stream past the caches are put together in buffers,
// long enough for streams of whole lines and in the nearest cache beside what
// the kernel reads, and flushed strip by strip.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// Schedules one stencil.
class StencilSchedule {
public:
  StencilSchedule(StringRef name, const KernelFacts &known, MachineAttr target)
      : facts(known), machine(target), schedule(name, known), staged(known.staged),
        streamed(known.streamed) {}
  KernelOp run();

private:
  void writeRows();
  void writeBlocks();
  void addStages();
  void addStrips(std::int64_t points);
  void writeRow();
  std::int64_t stripPoints() const;
  std::int64_t squareOf(AccessOp access) const;

  const KernelFacts &facts;
  MachineAttr machine;
  ScheduleBuilder schedule;
  SmallVector<AccessOp, 2> staged;
  SmallVector<WriteOp, 2> streamed;
  SmallVector<Value, 2> blocks; ///< of the staged accesses
  SmallVector<Value, 2> strips; ///< of the streamed writes
};
} // namespace

/// Points of a strip, in the widest elements.
std::int64_t StencilSchedule::stripPoints() const {
  std::int64_t widest = 1;
  for (WriteOp write : facts.streamed)
    widest = std::max(widest, memoryBytes(write.getValue().getType()));
  return std::max<std::int64_t>(1, machine.getStripBytes() / widest);
}

void StencilSchedule::addStrips(std::int64_t points) {
  for (WriteOp write : streamed) {
    strips.push_back(
        schedule.buffer(schedule.bufferType(facts.rowDim, points, write.getValue().getType())));
    schedule.writeThrough(write, strips.back());
  }
}

/// The points of a row, and the flush of what was streamed.
void StencilSchedule::writeRow() {
  OpBuilder::InsertPoint outside = schedule.place();
  schedule.openRow(facts.rowDim, facts.lanes);
  schedule.movePoint();
  schedule.returnTo(outside);
  for (auto [write, strip] : llvm::zip(streamed, strips))
    FlushOp::create(schedule.ops, schedule.loc, strip, write.getStorage());
}

/// Loops over whole rows.
void StencilSchedule::writeRows() {
  if (!facts.rowDim) {
    schedule.moveInvariants(); // all there is
    return schedule.movePoint();
  }
  std::int64_t points = stripPoints();
  addStrips(points);
  for (StringAttr dim : ArrayRef(facts.loopDims).drop_back())
    schedule.openLoop(dim);
  schedule.moveInvariants();
  if (!strips.empty())
    schedule.openParts(facts.rowDim, points, /*isStreaming=*/true);
  writeRow();
}

/// How many points wide a staged access is transposed; 0: copied.
std::int64_t StencilSchedule::squareOf(AccessOp access) const {
  std::int64_t bytes = memoryBytes(access.getType()), vectorBytes = machine.getVectorBytes();
  bool isUnitAcross = facts.acrossDim && dependsOn(access, facts.acrossDim) &&
                      isUnitAlong(access.getStorage().getType(), facts.acrossDim);
  bool hasLanes = vectorBytes >= 32 && vectorBytes <= machine.getLineBytes();
  return isUnitAcross && hasLanes && (bytes == 4 || bytes == 8) ? vectorBytes / bytes : 0;
}

/// Buffers for the staged accesses. A line lies between rows: those at a power of
/// two would share few sets of the cache.
void StencilSchedule::addStages() {
  for (AccessOp access : staged) {
    SmallVector<StringAttr> dims = {facts.rowDim};
    SmallVector<std::int64_t> extents = {kStagedRowPoints};
    if (facts.acrossDim && dependsOn(access, facts.acrossDim)) {
      dims.insert(dims.begin(), facts.acrossDim);
      extents.insert(extents.begin(), facts.acrossPoints);
    }
    blocks.push_back(schedule.buffer(schedule.bufferType(dims, extents, access.getType()),
                                     /*copies=*/1, machine.getLineBytes()));
  }
}

/// Loops over blocks of rows.
void StencilSchedule::writeBlocks() {
  addStages();
  addStrips(kStagedRowPoints);
  for (StringAttr dim : ArrayRef(facts.loopDims).drop_back())
    if (dim != facts.acrossDim)
      schedule.openLoop(dim);
  if (facts.acrossDim)
    schedule.openParts(facts.acrossDim, facts.acrossPoints);
  schedule.openParts(facts.rowDim, kStagedRowPoints);
  for (auto [access, block] : llvm::zip(staged, blocks)) {
    std::int64_t square = squareOf(access);
    StageOp::create(schedule.ops, access.getLoc(), access.getStorage(), access.getPins(),
                    access.getOffsetsAttr(), block,
                    square ? schedule.ops.getI64IntegerAttr(square) : IntegerAttr());
    schedule.readFrom(access, block);
  }
  if (facts.acrossDim)
    schedule.openLoop(facts.acrossDim);
  schedule.moveInvariants();
  writeRow();
}

KernelOp StencilSchedule::run() {
  if (facts.staged.empty())
    writeRows();
  else
    writeBlocks();
  return schedule.kernel();
}

KernelOp gtcompiler::scheduleStencil(StringRef name, const KernelFacts &facts,
                                     MachineAttr machine) {
  return StencilSchedule(name, facts, machine).run();
}
