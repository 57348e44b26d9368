//===- ScheduleStencil.cpp - The loops of a gt.stencil --------------------===//
//
// Loops over the tile, slow to fast, and a row along the last dimension:
//
//   gt.loop K { gt.loop J { gt.row I lanes 8 {...} } }
//
// or loops where threads run the points, one each, or some neighbours in straight line:
//
//   gt.loop K { gt.loop J step 4 { gt.loop I {...} } gt.loop J step 4 rest { gt.loop I {...} } }
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
// A stencil that writes in place and reads neighbours along its rows would wait, at each
// vector, for what it has just stored beside it. Where nothing is staged, parts of its rows
// go to a buffer first:
//
//   gt.loop K { gt.loop J { gt.loop I by 512 {
//     gt.row I lanes 8 {...}
//     gt.row I lanes 8 { gt.get gt.put in_place } } } }
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include "RowsTogether.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "llvm/ADT/MapVector.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// Schedules one stencil.
class StencilSchedule {
public:
  StencilSchedule(StringRef name, const KernelFacts &known, MachineAttr target)
      : facts(known), machine(target), schedule(name, known), staged(known.staged) {}
  KernelOp run();

private:
  void writeThreads();
  void writeRows();
  void writeRowsTogether();
  void writeBlocks();
  void addStages();
  void writeRow();
  bool isWaitedFor(WriteOp write) const;
  SmallVector<WriteOp, 1> waitedFor() const;
  void writeRowsInPlace(ArrayRef<WriteOp> writes);
  bool readsNeighbours() const;
  void addPrefetches();
  bool isColumnAhead(AccessOp access) const;
  Value otherEnd(Value end, Value other, StringAttr dim);
  void addColumnsAhead();
  std::int64_t squareOf(AccessOp access) const;
  StringAttr gatheredAcross() const;

  const KernelFacts &facts;
  MachineAttr machine;
  ScheduleBuilder schedule;
  SmallVector<AccessOp, 2> staged;
  SmallVector<Value, 2> blocks; ///< of the staged accesses
};
} // namespace

/// Columns, and those that are fetched, whose addresses x86's 16 registers hold beside those of
/// a result, its index and the stack.
static constexpr std::size_t kMostCachedAddresses = 12;

/// Whether a storage is read at several points.
bool StencilSchedule::readsNeighbours() const {
  return readsApart(*facts.point, [](AccessOp a, AccessOp b) {
    return a.getOffsets() != b.getOffsets() || a.getIndices() != b.getIndices();
  });
}

/// Whether the loops go through the last three dimensions of `storage` as they lie in memory: what
/// rows are fetched ahead then is that of the next plane, too, at the end of one.
static bool isInPlanes(Value storage, ArrayRef<StringAttr> loopDims) {
  ArrayRef<StringAttr> dims = cast<StorageType>(storage.getType()).getDims();
  return dims.size() > 2 && loopDims.size() > 2 && dims.take_back(3) == loopDims.take_back(3);
}

/// Fetches what is contiguous along the row: of the lines of a storage that lie one
/// after the other the foremost, since rows have been at the others before, and of planes the
/// foremost. Where each storage is read at one point the processor may look far enough ahead.
void StencilSchedule::addPrefetches() {
  if (!facts.fetches ||
      !(machine.getFetchesStreams() || readsNeighbours() || facts.streamed.empty()))
    return;
  struct Line {
    AccessOp access;
    SmallVector<std::int64_t> offsets;
  };
  SmallVector<Line> foremost;
  for (auto access : facts.point->getOps<AccessOp>()) {
    auto type = cast<StorageType>(access.getStorage().getType());
    if (!isUnitAlong(type, facts.rowDim) || !access.getIndices().empty() ||
        access.getPin(facts.rowDim) || !facts.fetched.contains(access.getStorage()))
      continue;
    Line line{access, SmallVector<std::int64_t>(access.getOffsets())};
    line.offsets.back() = 0;
    std::int64_t rank = type.getRank(), none = 0;
    auto next = [&](Line &of) -> std::int64_t & { return rank > 1 ? of.offsets[rank - 2] : none; };
    auto known = llvm::find_if(foremost, [&](Line other) {
      next(other) = next(line);
      return other.access.getStorage() == access.getStorage() &&
             other.access.getPins() == access.getPins() && other.offsets == line.offsets;
    });
    if (known == foremost.end())
      foremost.push_back(line);
    else
      next(*known) = std::max(next(*known), next(line));
  }
  auto isBehind = [&](Line &line, Line &other) {
    ArrayRef<std::int64_t> own = line.offsets, ahead = other.offsets;
    return other.access.getStorage() == line.access.getStorage() &&
           other.access.getPins() == line.access.getPins() &&
           isInPlanes(line.access.getStorage(), facts.loopDims) &&
           own.drop_back(3) == ahead.drop_back(3) && own[own.size() - 3] < ahead[own.size() - 3];
  };
  SmallVector<Line> lines = foremost;
  llvm::erase_if(foremost, [&](Line &line) {
    return llvm::any_of(lines, [&](Line &other) { return isBehind(line, other); });
  });
  StringAttr across = facts.rows > 1 ? facts.loopDims[facts.loopDims.size() - 2] : StringAttr();
  for (Line &line : foremost)
    for (std::int64_t row = 0; row < (across && dependsOn(line.access, across) ? facts.rows : 1);
         ++row) {
      SmallVector<std::int64_t> offsets = line.offsets;
      if (row > 0) {
        auto type = cast<StorageType>(line.access.getStorage().getType());
        std::int64_t &offset = offsets[type.getDimIndex(across)];
        (void)llvm::AddOverflow(offset, row, offset);
      }
      PrefetchOp::create(schedule.ops, line.access->getLoc(), line.access.getStorage(),
                         line.access.getPins(), offsets, /*exact=*/false);
    }
}

/// Whether the loop over `dim` moves what `get` reads.
static bool isMovedAlong(GetOp get, StringAttr dim) {
  return llvm::is_contained(getMemoryDims(get.getMemory().getType()), dim) &&
         !findPin(get.getPins(), dim) && !get.getIndex(dim);
}

/// Whether `value` is computed in `loop` of what changes along it.
static bool changesIn(LoopOp loop, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.getBlock())
    return false;
  StringAttr dim = loop.getDimAttr();
  if (auto get = dyn_cast<GetOp>(op))
    if (isMovedAlong(get, dim))
      return true;
  if (auto index = dyn_cast<IndexOp>(op))
    return !index.getPin() && index.getDimAttr() == dim;
  return llvm::any_of(op->getOperands(), [&](Value of) { return changesIn(loop, of); });
}

/// Whether `access` goes along the row where an index says that changes from row to row.
bool StencilSchedule::isColumnAhead(AccessOp access) const {
  auto type = cast<StorageType>(access.getStorage().getType());
  auto around = cast<LoopOp>(schedule.place().getBlock()->getParentOp()->getParentOp());
  auto isKnown = [&](Value index) { return index.getParentBlock() != facts.point; };
  auto changes = [&](Value index) { return !isLinear(index) && changesIn(around, index); };
  return isUnitAlong(type, facts.rowDim) && !access.getPin(facts.rowDim) &&
         !access.getIndex(facts.rowDim) && !dependsOn(access, around.getDimAttr()) &&
         llvm::all_of(access.getIndices(), isKnown) && llvm::any_of(access.getIndices(), changes);
}

/// Whether `index` is said by a table of the points that the loop over `dim` goes through, at the
/// point itself.
static bool isOfOwnPoint(Value index, StringAttr dim) {
  auto get = index.getDefiningOp<GetOp>();
  auto type = get ? dyn_cast<StorageType>(get.getMemory().getType()) : StorageType();
  return type && isMovedAlong(get, dim) && get.getOffsets()[type.getDimIndex(dim)] == 0;
}

/// Whether a table says the two columns, of what the loop over `dim` goes through, for one index
/// of the point: as those of the ends of an edge.
static bool areEnds(AccessOp first, AccessOp second, StringAttr dim) {
  Value one = first.getIndex(dim), other = second.getIndex(dim);
  if (!one || !other || first.getIndices().size() != 1 || second.getIndices().size() != 1 ||
      first.getStorage() != second.getStorage() || first.getPins() != second.getPins() ||
      first.getOffsets().drop_back() != second.getOffsets().drop_back())
    return false;
  auto of = one.getDefiningOp<GetOp>(), also = other.getDefiningOp<GetOp>();
  return of && also && of.getIndices().size() == 1 && isOfOwnPoint(of.getIndices()[0], dim) &&
         of.getMemory() == also.getMemory() && of.getIndices() == also.getIndices() &&
         of.getIndexDimsAttr() == also.getIndexDimsAttr() &&
         (of.getPins() != also.getPins() || of.getOffsets() != also.getOffsets());
}

/// Of the ends of an edge, the one that is not the loop's point, in front of the row.
Value StencilSchedule::otherEnd(Value end, Value other, StringAttr dim) {
  OpBuilder::InsertionGuard guard(schedule.ops);
  schedule.ops.setInsertionPoint(schedule.place().getBlock()->getParentOp());
  Type i64 = schedule.ops.getI64Type(), i1 = schedule.ops.getI1Type();
  Location loc = end.getLoc();
  Value point =
      IndexOp::create(schedule.ops, loc, i64, dim, Value(), schedule.ops.getI64IntegerAttr(0));
  Value coordinate = end.getType() == i64 ? end : CastOp::create(schedule.ops, loc, i64, end);
  Value isPoint = EqOp::create(schedule.ops, loc, i1, coordinate, point);
  return WhereOp::create(schedule.ops, loc, end.getType(), isPoint, other, end);
}

/// Fetches the columns of a later point: no processor looks ahead through a table. Where a point
/// computes much with each, its arithmetic hides most of what a column takes from the caches, and
/// where there are more than registers for their addresses those cost more than they bring there.
/// Of an edge's two ends, one of which is the point, the other end's column is fetched: the point's
/// own comes with those of its neighbours. Vectors of half a line ask for each line twice, which
/// takes longer than the caches do: on Zen 3 sums over six edges take 0.74 to 0.97 of their time
/// there without, gradients to edges 0.69 to 0.77.
void StencilSchedule::addColumnsAhead() {
  auto around = dyn_cast<LoopOp>(schedule.place().getBlock()->getParentOp()->getParentOp());
  if (!around)
    return;
  SmallVector<AccessOp> columns;
  for (auto access : facts.point->getOps<AccessOp>()) {
    auto isSame = [&](AccessOp other) {
      return other->getOperands() == access->getOperands() &&
             other.getOffsets().drop_back() == access.getOffsets().drop_back();
    };
    if (isColumnAhead(access) && llvm::none_of(columns, isSame))
      columns.push_back(access);
  }
  std::int64_t cycles = 0;
  for (auto computed : facts.point->getOps<PointOp>())
    cycles += machine.getCycles(computed);
  bool hidesReading = cycles > machine.getColumnCycles() * std::int64_t(columns.size());
  StringAttr dim = around.getDimAttr();
  llvm::MapVector<Operation *, AccessOp> fetched; // with the other end, if there are two
  for (AccessOp access : columns) {
    auto ends = llvm::filter_to_vector<2>(
        columns, [&](AccessOp end) { return end != access && areEnds(access, end, dim); });
    AccessOp other = ends.size() == 1 ? ends.front() : AccessOp();
    if (!other || !fetched.contains(other))
      fetched[access] = other;
  }
  bool asksTwice = machine.getVectorBytes() < machine.getLineBytes();
  if (facts.inCache &&
      (hidesReading || asksTwice || columns.size() + fetched.size() > kMostCachedAddresses))
    return;
  IntegerAttr ahead = schedule.ops.getI64IntegerAttr(machine.getColumnsAhead()), within;
  if (machine.getNearBytes() > 0 && !hidesReading) {
    ahead = schedule.ops.getI64IntegerAttr(2 * machine.getColumnsAhead());
    within = schedule.ops.getI64IntegerAttr(machine.getNearBytes());
  }
  for (auto [op, other] : fetched) {
    auto access = cast<AccessOp>(op);
    SmallVector<Value, 1> indices(access.getIndices());
    if (other)
      indices = {otherEnd(access.getIndex(dim), AccessOp(other).getIndex(dim), dim)};
    SmallVector<std::int64_t> offsets(access.getOffsets());
    offsets.back() = 0;
    PrefetchOp::create(schedule.ops, access.getLoc(), access.getStorage(), access.getPins(),
                       indices, offsets, access.getIndexDimsAttr(), /*exact=*/true, ahead, within);
  }
}

/// The points of a row.
void StencilSchedule::writeRow() {
  schedule.openRow(facts.rowDim, facts.lanes, /*vectors=*/0, facts.strides);
  if (facts.columnsAhead)
    addColumnsAhead();
  if (facts.staged.empty())
    addPrefetches();
  schedule.movePoint();
  if (!facts.strides.empty() && facts.lanes > 1 && !facts.inCache)
    addStridedPrefetches(schedule.ops, cast<RowOp>(schedule.place().getBlock()->getParentOp()),
                         facts.loopDims);
}

/// Whether vectors of the row read of `write`'s storage what the vector before them has written.
bool StencilSchedule::isWaitedFor(WriteOp write) const {
  StringAttr dim = facts.rowDim;
  auto type = cast<StorageType>(write.getStorage().getType());
  if (!write.getInPlace() || !dim || facts.lanes == 1 || !isUnitAlong(type, dim))
    return false;
  return llvm::any_of(facts.point->getOps<AccessOp>(), [&](AccessOp access) {
    return access.getStorage() == write.getStorage() && dependsOn(access, dim) &&
           access.getOffsets()[type.getDimIndex(dim)] != 0;
  });
}

SmallVector<WriteOp, 1> StencilSchedule::waitedFor() const {
  auto writes = facts.point->getOps<WriteOp>();
  return llvm::filter_to_vector<1>(writes, [&](WriteOp write) { return isWaitedFor(write); });
}

/// The points of a row, part by part, of which `writes` go through buffers.
void StencilSchedule::writeRowsInPlace(ArrayRef<WriteOp> writes) {
  constexpr std::int64_t kPartPoints = 512;
  SmallVector<std::pair<WriteOp, Value>, 1> kept;
  for (WriteOp write : writes) {
    OpBuilder::InsertionGuard guard(schedule.ops);
    schedule.ops.setInsertionPointToStart(&schedule.kernel().getBody().front());
    Value buffer = schedule.buffer(
        schedule.bufferType({facts.rowDim}, {kPartPoints}, write.getValue().getType()));
    schedule.writeTo(write, buffer);
    kept.push_back({write, buffer});
  }
  schedule.openParts(facts.rowDim, kPartPoints);
  OpBuilder::InsertPoint part = schedule.place();
  writeRow();
  schedule.returnTo(part);
  schedule.openRow(facts.rowDim, facts.lanes);
  for (auto [write, buffer] : kept)
    PutOp::create(schedule.ops, write.getLoc(), schedule.get(buffer, write.getValue().getType()),
                  write.getStorage(), /*inPlace=*/true, /*streaming=*/false);
}

/// Loops over whole rows.
void StencilSchedule::writeRows() {
  for (StringAttr dim : facts.loopDims)
    if (dim != facts.rowDim)
      schedule.openLoop(dim);
  schedule.moveInvariants();
  if (SmallVector<WriteOp, 1> writes = waitedFor(); !writes.empty())
    writeRowsInPlace(writes);
  else if (facts.rowDim)
    writeRow();
  else // invariants are all there is
    schedule.movePoint();
}

/// Loops over some rows at once.
void StencilSchedule::writeRowsTogether() {
  ArrayRef<StringAttr> dims = facts.loopDims;
  for (StringAttr dim : dims.drop_back(2))
    schedule.openLoop(dim);
  schedule.writeSteps(
      dims[dims.size() - 2], facts.rows,
      [&](std::int64_t rows) {
        schedule.openRow(facts.rowDim, facts.lanes);
        if (rows > 1)
          addPrefetches();
        gtcompiler::writeRowsTogether(schedule.ops, cast<StencilOp>(facts.op), rows,
                                      facts.streamed);
      },
      facts.lanes > 1 && isRepeatable(*facts.point));
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
    SmallVector<std::int64_t> extents = {facts.stagedPoints};
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
  for (StringAttr dim : ArrayRef(facts.loopDims).drop_back())
    if (dim != facts.acrossDim)
      schedule.openLoop(dim);
  if (facts.acrossDim)
    schedule.openParts(facts.acrossDim, facts.acrossPoints);
  schedule.openParts(facts.rowDim, facts.stagedPoints);
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

/// Neighbours that a thread runs.
void StencilSchedule::writeThreads() {
  auto stencil = cast<StencilOp>(facts.op);
  ArrayRef<StringAttr> dims = facts.loopDims;
  for (StringAttr dim : dims.drop_back(std::min<std::size_t>(dims.size(), 2)))
    schedule.openLoop(dim);
  auto writeColumns = [&](std::int64_t rows) {
    std::int64_t step = rows == facts.threadPoints[0] ? facts.threadPoints[1] : 1;
    schedule.writeSteps(dims.back(), step, [&](std::int64_t columns) {
      writeThreadPoints(schedule.ops, stencil, {rows, columns});
    });
  };
  if (dims.size() == 1)
    return writeColumns(1);
  schedule.writeSteps(dims[dims.size() - 2], facts.threadPoints[0], writeColumns);
}

/// The loop over planes of rows, if the points of a plane read at indices of its dimension alone,
/// each at its own: all planes read the same rows. Null if there is none. What is read at indices
/// of rows, too, as by points of departure, lies near in planes and takes 0.6 to 0.9 of the time
/// plane by plane.
StringAttr StencilSchedule::gatheredAcross() const {
  if (machine.getThreads() || facts.loopDims.size() < 3)
    return {};
  ArrayRef<StringAttr> dims = ArrayRef(facts.loopDims).take_back(3);
  bool isGatheredOf = llvm::any_of(facts.point->getOps<AccessOp>(), [&](AccessOp access) {
    return access.getIndices().size() == 1 && access.getIndex(dims[0]) &&
           (isGathered(access, dims[1]) || isGathered(access, dims[2]));
  });
  return isGatheredOf ? dims[0] : StringAttr();
}

KernelOp StencilSchedule::run() {
  if (StringAttr dim = gatheredAcross())
    schedule.kernel().setAcrossAttr(dim);
  if (countOf(facts.threadPoints) > 1)
    writeThreads();
  else if (facts.rows > 1 && waitedFor().empty())
    writeRowsTogether();
  else if (facts.staged.empty())
    writeRows();
  else
    writeBlocks();
  return schedule.kernel();
}

KernelOp gtcompiler::scheduleStencil(StringRef name, const KernelFacts &facts,
                                     MachineAttr machine) {
  return StencilSchedule(name, facts, machine).run();
}
