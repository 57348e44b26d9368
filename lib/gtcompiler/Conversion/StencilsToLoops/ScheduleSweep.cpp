//===- ScheduleSweep.cpp - The loops of sweeps ----------------------------===//
//
// The dimension of a sweep is gone through around parts of rows, so that the values
// carried stay near; each has a row of a buffer:
//
//   gt.loop J { gt.loop I by 256 {
//     gt.row I {...}                       what is carried to the first point
//     gt.loop K forward { gt.row I {...} } } }
//
// What a point writes anyway, to a result or for the sweep behind, is not kept a second time
// in calls whose data the caches hold. Where the points compute much, parts are so narrow that
// what is carried is in registers (StripsOfSweeps.cpp).
//
// Where each column has a thread, or there is one column, there are neither parts nor rows,
// and what is carried is in registers. So it is where columns are contiguous and a point is
// little work: some of them go side by side, whose chains of operations hide each other's
// latency.
//
// A sweep that reads what the one before it writes, column by column, follows in the
// same kernel: the levels of a part are in the caches still. What nobody else reads is
// then kept in a buffer instead of memory, where there are parts.
//
//===----------------------------------------------------------------------===//
#include "PointCopies.h"
#include "Schedule.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "llvm/ADT/MapVector.h"

using namespace gtcompiler;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Which sweeps share a kernel
//===----------------------------------------------------------------------===//

/// Whether an access reads its own column.
static bool isInColumn(AccessOp access, StringAttr along) {
  for (auto [dim, offset] : llvm::zip(access.getStorage().getType().getDims(), access.getOffsets()))
    if (dim != along && (offset != 0 || access.getPin(dim) || access.getIndex(dim)))
      return false;
  return true;
}

namespace {
/// What a sweep has to do with the memory that an earlier one reads and writes.
enum class Relation { None, ReadsInColumn, Other };
} // namespace

static llvm::SmallPtrSet<Value, 4> storagesWritten(SweepOp sweep) {
  llvm::SmallPtrSet<Value, 4> storages;
  for (WriteOp write : sweep.getPoint()->getOps<WriteOp>())
    storages.insert(write.getStorage());
  return storages;
}

static SmallVector<AccessOp> accessesOf(SweepOp sweep) {
  SmallVector<AccessOp> accesses;
  for (Region &region : sweep->getRegions())
    llvm::append_range(accesses, region.getOps<AccessOp>());
  return accesses;
}

static Relation relationOf(SweepOp later, SweepOp earlier) {
  StringAttr along = earlier.getAlong().getType().getDim();
  auto before = storagesWritten(earlier), behind = storagesWritten(later);
  Relation relation = Relation::None;
  for (AccessOp access : accessesOf(later))
    if (before.contains(access.getStorage())) {
      if (!isInColumn(access, along))
        return Relation::Other;
      relation = Relation::ReadsInColumn;
    }
  auto isOverwritten = [&](AccessOp access) {
    return behind.contains(access.getStorage()) && !isInColumn(access, along);
  };
  bool clashes = llvm::any_of(accessesOf(earlier), isOverwritten) ||
                 llvm::any_of(behind, [&](Value storage) { return before.contains(storage); });
  return clashes ? Relation::Other : relation;
}

/// Operations of sweeps that share a kernel, as many as one of another kind has: code generation
/// takes more than twice as long for twice as many, and of a long chain kernels of the same size
/// are equal.
static constexpr std::size_t kMostOperations = 300;

static std::size_t operationsOf(SweepOp sweep) { return sweep.getPoint()->getOperations().size(); }

std::size_t gtcompiler::countJoined(ArrayRef<SweepOp> sweeps) {
  SweepOp first = sweeps.front();
  std::size_t count = 1;
  std::size_t operations = operationsOf(first);
  for (SweepOp next : sweeps.drop_front()) {
    operations += operationsOf(next);
    if (operations > kMostOperations || next.getRanges() != first.getRanges() ||
        next.getAlong() != first.getAlong())
      return count;
    bool reads = false;
    for (SweepOp before : sweeps.take_front(count)) {
      Relation relation = relationOf(next, before);
      if (relation == Relation::Other)
        return count;
      reads |= relation == Relation::ReadsInColumn;
    }
    if (!reads)
      return count;
    ++count;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Their loops
//===----------------------------------------------------------------------===//

namespace {
/// Schedules the sweeps of one kernel.
class SweepSchedule {
public:
  SweepSchedule(StringRef name, ArrayRef<KernelFacts> sweeps, MachineAttr target)
      : facts(sweeps.back()), sweeps(sweeps), machine(target), schedule(name, facts) {}
  KernelOp run();

private:
  std::int64_t partPoints() const;
  bool isOwn(Value storage) const;
  void keepTemporaries();
  void addCarried(SweepOp sweep);
  void openRow(const KernelFacts &known);
  void keep(ValueRange values);
  Value writtenAs(Value value) const;
  void addColumnPrefetches(const KernelFacts &known);
  void addPrefetches(const KernelFacts &known);
  void writeStart(const KernelFacts &known);
  void writePoints(const KernelFacts &known);
  void addPrefetchesAlong(const KernelFacts &known, std::int64_t columns);
  void writeColumns(const KernelFacts &known, std::int64_t columns);

  const KernelFacts &facts; ///< in front of which the kernel stands
  ArrayRef<KernelFacts> sweeps;
  MachineAttr machine;
  ScheduleBuilder schedule;
  llvm::SmallPtrSet<Value, 4> fetched; ///< storages that a sweep has been at
  SmallVector<Value> carried;          ///< a buffer each; null where no point reads the value
};
} // namespace

/// Points of a part, in the widest elements that are written or carried. Where rows are not
/// contiguous it is one vector of single elements, or several shorter ones: the lines of so
/// few columns stay in the cache for many levels.
std::int64_t SweepSchedule::partPoints() const {
  std::int64_t widest = 1;
  bool hasLanes = false;
  for (const KernelFacts &known : sweeps) {
    hasLanes |= known.lanes > 1 && known.strides.empty();
    for (WriteOp write : known.point->getOps<WriteOp>())
      widest = std::max(widest, memoryBytes(write.getValue().getType()));
    for (Type type : known.point->getArgumentTypes())
      widest = std::max(widest, memoryBytes(type));
  }
  return hasLanes ? machine.getPartBytes() / widest : kMostStridedLanes;
}

/// Whether a temporary has its values of all points from these sweeps, and is read by them alone,
/// each point by itself.
bool SweepSchedule::isOwn(Value storage) const {
  auto type = cast<StorageType>(storage.getType());
  if (!storage.getDefiningOp<TemporaryOp>() || !type.hasDim(facts.alongDim))
    return false;
  return llvm::all_of(storage.getUsers(), [&](Operation *user) {
    bool isHere = llvm::any_of(
        sweeps, [&](const KernelFacts &known) { return known.op == user->getParentOp(); });
    auto access = dyn_cast<AccessOp>(user);
    return isHere && (!access || (access.getPins().empty() && access.getIndices().empty() &&
                                  llvm::all_of(access.getOffsets(),
                                               [](std::int64_t offset) { return offset == 0; })));
  });
}

/// Buffers of all levels of a part for the temporaries between the sweeps.
void SweepSchedule::keepTemporaries() {
  if (machine.getThreads())
    return;
  for (const KernelFacts &known : sweeps)
    for (WriteOp write : known.point->getOps<WriteOp>()) {
      if (!isOwn(write.getStorage()))
        continue;
      SmallVector<StringAttr> dims{facts.alongDim};
      SmallVector<std::int64_t> extents{BufferType::kOfTile};
      if (facts.rowDim) {
        dims.push_back(facts.rowDim);
        extents.push_back(partPoints());
      }
      schedule.keepIn(write.getStorage(), schedule.buffer(schedule.bufferType(
                                              dims, extents, write.getValue().getType())));
    }
}

/// Buffers for what the points of a sweep read of those before them.
void SweepSchedule::addCarried(SweepOp sweep) {
  carried.clear();
  for (BlockArgument argument : sweep.getPoint()->getArguments()) {
    Value buffer;
    if (!argument.use_empty()) {
      OpBuilder::InsertPoint here = schedule.place();
      schedule.ops.setInsertionPointToStart(schedule.kernel().getBlock());
      buffer =
          facts.rowDim
              ? schedule.buffer(schedule.bufferType(facts.rowDim, partPoints(), argument.getType()))
              : schedule.bufferInRegisters(argument.getType());
      schedule.returnTo(here);
    }
    carried.push_back(buffer);
  }
}

void SweepSchedule::openRow(const KernelFacts &known) {
  if (!known.rowDim)
    return;
  schedule.moveInvariants();
  schedule.openRow(known.rowDim, known.lanes, /*vectors=*/0, known.strides);
}

/// Where the point at hand, of a row in a loop in order, has written `value` so that the next
/// one finds it in the same lanes; null if it has not. From memory a row of its own is faster.
Value SweepSchedule::writtenAs(Value value) const {
  if (!facts.inCache)
    return {};
  auto row = dyn_cast<RowOp>(schedule.ops.getInsertionBlock()->getParentOp());
  auto loop = row ? dyn_cast<LoopOp>(row->getParentOp()) : LoopOp();
  if (!loop || loop.getOrder() == LoopOrder::Parallel || row.getStrides())
    return {};
  for (Operation &op : *row.getBlock()) {
    auto put = dyn_cast<PutOp>(op);
    auto kept = dyn_cast<KeepOp>(op);
    if (put && put.getValue() == value && !put.getStreaming() && !put.getAt() &&
        put.getStorage().getType().getElementType() == value.getType() &&
        put.getStorage().getType().hasDim(loop.getDimAttr()) &&
        isUnitAlong(put.getStorage().getType(), row.getDimAttr()))
      return put.getStorage();
    if (kept && kept.getValue() == value && !kept.getAs() &&
        kept.getBuffer().getType().hasDim(loop.getDimAttr()))
      return kept.getBuffer();
  }
  return {};
}

/// Keeps what the next point reads, after everything else.
void SweepSchedule::keep(ValueRange values) {
  for (auto [value, buffer] : llvm::zip(values, carried))
    if (buffer)
      KeepOp::create(schedule.ops, schedule.loc, value, buffer, writtenAs(value));
}

/// Calls `visit` for each storage that a sweep reads or writes at its point, if that is contiguous
/// along the sweep.
static void
forColumns(const KernelFacts &known,
           llvm::function_ref<void(TypedValue<StorageType> storage, Location loc)> visit) {
  llvm::SmallPtrSet<Value, 4> seen;
  auto note = [&](auto access) {
    if (isUnitAlong(access.getStorage().getType(), known.alongDim) &&
        seen.insert(access.getStorage()).second)
      visit(access.getStorage(), access.getLoc());
  };
  for (auto access : known.point->getOps<AccessOp>())
    if (access.getPins().empty() && access.getIndices().empty())
      note(access);
  llvm::for_each(known.point->getOps<WriteOp>(), note);
}

/// Asks for the columns of the next part, a line at a time.
void SweepSchedule::addColumnPrefetches(const KernelFacts &known) {
  forColumns(known, [&](TypedValue<StorageType> storage, Location loc) {
    StorageType type = storage.getType();
    if (!type.hasDim(known.rowDim) || schedule.isKept(storage) || !fetched.insert(storage).second)
      return;
    SmallVector<std::int64_t> offsets(type.getRank(), 0);
    offsets[type.getDimIndex(known.rowDim)] = partPoints();
    PrefetchOp::create(schedule.ops, loc, storage, ValueRange(), offsets, /*exact=*/true);
  });
}

/// Whether the rows of a sweep's levels follow each other in memory, as processors expect.
static bool followEachOther(StorageType storage, StringAttr along) {
  return storage.getDims().drop_back().back() == along;
}

/// Asks for the foremost values of each storage that the sweeps before have not read.
void SweepSchedule::addPrefetches(const KernelFacts &known) {
  if (known.rowDim && known.lanes > 1 && !known.strides.empty() && !known.inCache)
    return addColumnPrefetches(known);
  std::int64_t ahead = known.inCache ? machine.getCachedPointsAhead() : machine.getPointsAhead();
  if (!known.rowDim || known.lanes == 1 || !known.strides.empty() || ahead == 0)
    return;
  bool isForward = cast<SweepOp>(known.op).getDirection() == Direction::Forward;
  llvm::MapVector<Value, AccessOp> foremost;
  auto along = [&](AccessOp access) {
    return access.getOffsets()[access.getStorage().getType().getDimIndex(known.alongDim)];
  };
  for (auto access : known.point->getOps<AccessOp>()) {
    StorageType type = access.getStorage().getType();
    if (!dependsOn(access, known.alongDim) || !isUnitAlong(type, known.rowDim) ||
        !dependsOn(access, known.rowDim) || !access.getIndices().empty() ||
        schedule.isKept(access.getStorage()) || fetched.contains(access.getStorage()) ||
        (known.inCache && followEachOther(type, known.alongDim)))
      continue;
    AccessOp &first = foremost[access.getStorage()];
    if (!first || (isForward ? along(access) > along(first) : along(access) < along(first)))
      first = access;
  }
  for (auto [storage, access] : foremost) {
    SmallVector<std::int64_t> offsets = offsetsAhead(access, [&](StringAttr dim) {
      return dim != known.alongDim ? 0 : isForward ? ahead : -ahead;
    });
    PrefetchOp::create(schedule.ops, access.getLoc(), access.getStorage(), access.getPins(),
                       offsets, /*exact=*/true);
    fetched.insert(storage);
  }
}

void SweepSchedule::writeStart(const KernelFacts &known) {
  if (llvm::none_of(carried, [](Value buffer) { return bool(buffer); }))
    return;
  OpBuilder::InsertPoint outside = schedule.place();
  schedule.take(known.start);
  openRow(known);
  schedule.movePoint();
  keep(known.start->getTerminator()->getOperands());
  schedule.returnTo(outside);
}

void SweepSchedule::writePoints(const KernelFacts &known) {
  auto sweep = cast<SweepOp>(known.op);
  OpBuilder::InsertPoint outside = schedule.place();
  schedule.openInOrder(known.alongDim, sweep.getDirection());
  schedule.take(known.point);
  openRow(known);
  addPrefetches(known);
  for (auto [argument, buffer] : llvm::zip(known.point->getArguments(), carried)) {
    if (!buffer)
      continue;
    argument.replaceAllUsesWith(schedule.get(buffer, argument.getType()));
  }
  schedule.movePoint();
  keep(known.point->getTerminator()->getOperands());
  schedule.returnTo(outside);
}

/// How far ahead. Not a power of two: lines that far from each other share sets of the first cache.
static constexpr std::int64_t kLinesAhead = 96;

/// Asks for what columns read and write further along them, from memory. Processors do not look
/// ahead along several columns of one page, and fetch the lines that are written late, too. Upwards
/// also where the sweep goes down: most columns are shorter than that, and the next ones lie there.
void SweepSchedule::addPrefetchesAlong(const KernelFacts &known, std::int64_t columns) {
  if (known.inCache)
    return;
  forColumns(known, [&](TypedValue<StorageType> storage, Location loc) {
    StorageType type = storage.getType();
    std::int64_t points = kLinesAhead * machine.getLineBytes() / memoryBytes(type.getElementType());
    SmallVector<std::int64_t> offsets(type.getRank(), 0);
    offsets[type.getDimIndex(known.alongDim)] = points;
    StringAttr across = known.loopDims.back();
    for (std::int64_t column = 0; column < (type.hasDim(across) ? columns : 1); ++column) {
      if (type.hasDim(across))
        offsets[type.getDimIndex(across)] = column;
      PrefetchOp::create(schedule.ops, loc, storage, ValueRange(), offsets, /*exact=*/true);
    }
  });
}

/// Some columns side by side in straight line, each with values of its own.
void SweepSchedule::writeColumns(const KernelFacts &known, std::int64_t columns) {
  auto sweep = cast<SweepOp>(known.op);
  SmallVector<PointCopy> starts, points;
  SmallVector<SmallVector<Value>> registers;
  for (std::int64_t column = 0; column < columns; ++column) {
    addCarried(sweep);
    registers.push_back(carried);
    starts.push_back({{0, column}, {}});
  }
  points = starts;
  auto keepAll = [&](Block &block, ArrayRef<PointCopy> copies) {
    for (auto [copy, buffers] : llvm::zip(copies, registers)) {
      carried = buffers;
      keep(llvm::map_to_vector(block.getTerminator()->getOperands(), [&copy = copy](Value value) {
        return copy.values.lookupOrDefault(value);
      }));
    }
  };
  gtcompiler::writePoints(schedule.ops, *known.start, known.loopDims, starts);
  keepAll(*known.start, starts);
  schedule.openInOrder(known.alongDim, sweep.getDirection());
  for (auto [copy, buffers] : llvm::zip(points, registers))
    for (auto [argument, buffer] : llvm::zip(known.point->getArguments(), buffers))
      if (buffer)
        copy.values.map(argument, schedule.get(buffer, argument.getType()));
  addPrefetchesAlong(known, columns);
  gtcompiler::writePoints(schedule.ops, *known.point, known.loopDims, points);
  keepAll(*known.point, points);
}

KernelOp SweepSchedule::run() {
  keepTemporaries();
  if (facts.columns > 1) {
    for (StringAttr dim : ArrayRef(facts.loopDims).drop_back())
      schedule.openLoop(dim);
    schedule.writeSteps(facts.loopDims.back(), facts.columns,
                        [&](std::int64_t columns) { writeColumns(facts, columns); });
    return schedule.kernel();
  }
  for (StringAttr dim : facts.loopDims)
    if (dim != facts.rowDim)
      schedule.openLoop(dim);
  if (facts.rowDim)
    schedule.openParts(facts.rowDim, partPoints());
  auto parts = dyn_cast<LoopOp>(schedule.ops.getInsertionBlock()->getParentOp());
  for (const KernelFacts &known : sweeps) {
    addCarried(cast<SweepOp>(known.op));
    writeStart(known);
    writePoints(known);
  }
  if (facts.rowDim)
    makeStrips(schedule.kernel(), parts, facts.inCache, machine);
  return schedule.kernel();
}

KernelOp gtcompiler::scheduleSweeps(StringRef name, ArrayRef<KernelFacts> sweeps,
                                    MachineAttr machine) {
  return SweepSchedule(name, sweeps, machine).run();
}
