//===- KernelFacts.cpp - What a kernel's schedule is made of ---------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "KernelFacts.h"

#include "RowMemory.h"
#include "RowsTogether.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace gtcompiler;
using namespace mlir;

bool gtcompiler::dependsOn(AccessOp access, StringAttr dim) {
  auto type = cast<StorageType>(access.getStorage().getType());
  return type.hasDim(dim) && !access.getPin(dim) && !access.getIndex(dim);
}

bool gtcompiler::movesAlong(Operation &op, StringAttr dim) {
  if (auto access = dyn_cast<AccessOp>(op))
    return dependsOn(access, dim);
  auto index = dyn_cast<IndexOp>(op);
  return index && !index.getPin() && index.getDimAttr() == dim;
}

bool gtcompiler::changesAlong(Operation &op, StringAttr dim, llvm::DenseSet<Value> &changing) {
  bool changes = (dim && movesAlong(op, dim)) || llvm::any_of(op.getOperands(), [&](Value operand) {
                   return changing.contains(operand);
                 });
  if (changes)
    changing.insert_range(op.getResults());
  return changes;
}

bool gtcompiler::isGathered(AccessOp access, StringAttr dim) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  auto isTable = [](Value index) { return !isLinear(index); };
  SmallVector<Value> open = llvm::filter_to_vector(access.getIndices(), isTable);
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != access->getBlock() || !seen.insert(op).second)
      continue;
    if (movesAlong(*op, dim))
      return true;
    llvm::append_range(open, op->getOperands());
  }
  return false;
}

Movement gtcompiler::movementOf(AccessOp access, StringAttr dim) {
  if (isGathered(access, dim))
    return Movement::Gathered;
  auto type = cast<StorageType>(access.getStorage().getType());
  int moved = dependsOn(access, dim) ? 1 : 0;
  bool isUnit = moved && isUnitAlong(type, dim);
  for (StringAttr own : type.getDims())
    if (Value index = access.getIndex(own))
      if (std::optional<LinearTerm> term = linearTermAlong(index, dim)) {
        ++moved;
        isUnit |= isUnitAlong(type, own) && term->factor == 1;
      }
  if (moved == 0)
    return Movement::None;
  return moved == 1 && isUnit ? Movement::Contiguous : Movement::Strided;
}

bool gtcompiler::isStridedByIndex(AccessOp access, StringAttr dim) {
  return !dependsOn(access, dim) && movementOf(access, dim) == Movement::Strided;
}

bool gtcompiler::readsApart(Block &point, llvm::function_ref<bool(AccessOp, AccessOp)> differ) {
  llvm::DenseMap<Value, AccessOp> first;
  return llvm::any_of(point.getOps<AccessOp>(), [&](AccessOp access) {
    auto [known, isNew] = first.try_emplace(access.getStorage(), access);
    return !isNew && differ(known->second, access);
  });
}

PointWork gtcompiler::pointWorkOf(Block &point, MachineAttr machine) {
  PointWork work;
  for (Operation &op : point) {
    if (auto computed = dyn_cast<PointOp>(op))
      work.computing += machine.getCycles(computed);
    else if (isa<NeighbourOp>(op))
      ++work.computing;
    else if (isa<GetOp, AccessOp>(op))
      work.loading += machine.getSplitCycles(); // as most of those of neighbours are
  }
  return work;
}

/// So many points on; from next to the last number there is, far away on the other side.
static std::int64_t pointsOn(std::int64_t offset, std::int64_t points) {
  std::int64_t sum;
  (void)llvm::AddOverflow(offset, points, sum);
  return sum;
}

SmallVector<std::int64_t>
gtcompiler::offsetsAhead(AccessOp access, llvm::function_ref<std::int64_t(StringAttr)> ahead) {
  SmallVector<std::int64_t> offsets(access.getOffsets());
  auto storage = cast<StorageType>(access.getStorage().getType());
  for (auto [offset, dim] : llvm::zip(offsets, storage.getDims()))
    if (dependsOn(access, dim))
      offset = pointsOn(offset, ahead(dim));
  return offsets;
}

void gtcompiler::moveAhead(Operation *op, llvm::function_ref<std::int64_t(StringAttr)> ahead) {
  if (auto access = dyn_cast<AccessOp>(op))
    access.setOffsets(offsetsAhead(access, ahead));
  else if (auto index = dyn_cast<IndexOp>(op); index && !index.getPin())
    index.setOffset(pointsOn(index.getOffset(), ahead(index.getDimAttr())));
}

bool gtcompiler::isUnitAlong(StorageType type, StringAttr dim) {
  return type.getUnit() && type.getDims().back() == dim;
}

SmallVector<Block *, 2> gtcompiler::blocksOf(const KernelFacts &facts) {
  SmallVector<Block *, 2> blocks{facts.point};
  if (facts.start)
    blocks.push_back(facts.start);
  return blocks;
}

bool gtcompiler::isNarrow(const KernelFacts &facts) {
  auto stencil = dyn_cast<StencilOp>(facts.op);
  return stencil && stencil.getNarrow();
}

/// The values of a point that are others at each point of a row: what vectors hold.
static llvm::DenseSet<Value> changingAlongRow(Block &point, StringAttr rowDim) {
  llvm::DenseSet<Value> changing(point.args_begin(), point.args_end());
  for (Operation &op : point)
    changesAlong(op, rowDim, changing);
  return changing;
}

/// Whether a value is a coordinate of which only the low half is used: vectors hold nothing else.
static bool isShortCoordinate(Value value) {
  return value.getDefiningOp<IndexOp>() && llvm::all_of(value.getUsers(), [](Operation *user) {
           return isa<CastOp>(user) && user->getResult(0).getType().isInteger(32);
         });
}

/// The bytes of the widest value that vectors hold, at least `least`. What is only moved is not
/// unpacked, and vectors do not hold what strides are made of.
static std::int64_t widestBytes(Block &point, const llvm::DenseSet<Value> &changing,
                                std::int64_t least) {
  std::int64_t widest = least;
  llvm::DenseSet<Operation *> unneeded = operationsOfLinearIndices(point);
  for (Operation &op : point) {
    if (unneeded.contains(&op))
      continue;
    auto note = [&](Value value) {
      Type type = value.getType();
      if (isElementType(type) && !unneeded.contains(value.getDefiningOp()) &&
          !isShortCoordinate(value) && (isa<WriteOp, YieldOp>(op) || changing.contains(value)))
        widest = std::max(widest, isa<AccessOp, WriteOp>(op) ? memoryBytes(type) : laneBytes(type));
    };
    llvm::for_each(op.getOperands(), note);
    llvm::for_each(op.getResults(), note);
  }
  return widest;
}

/// Whether all math functions of a point exist for so many lanes.
static bool functionsHaveLanes(Block &point, const llvm::DenseSet<Value> &changing,
                               std::int64_t lanes) {
  return llvm::all_of(point.getOps<PointOp>(), [&](PointOp op) {
    return !changing.contains(op->getResult(0)) || hasLanes(op, lanes);
  });
}

/// Whether elements that are pairs are at indices that change along the row.
static bool gathersPairs(const KernelFacts &facts) {
  return llvm::any_of(facts.point->getOps<AccessOp>(), [&](AccessOp access) {
    return isa<ComplexType>(access.getType()) &&
           (isGathered(access, facts.rowDim) || isStridedByIndex(access, facts.rowDim));
  });
}

/// Whether a sweep goes column by column: its memory is contiguous along it, and the points
/// cost no more than to put vectors of several columns together, element by element as a gather
/// does, and to take them apart.
static bool goesByColumns(const KernelFacts &facts, MachineAttr machine) {
  std::int64_t work = 0;
  for (Operation &op : *facts.point) {
    if (auto pointOp = dyn_cast<PointOp>(op))
      work += machine.getCycles(pointOp);
    auto access = dyn_cast<AccessOp>(op);
    if (access && dependsOn(access, facts.alongDim) &&
        !isUnitAlong(cast<StorageType>(access.getStorage().getType()), facts.alongDim))
      return false;
    auto write = dyn_cast<WriteOp>(op);
    if (write && write.getStorage().getType().hasDim(facts.alongDim) &&
        !isUnitAlong(write.getStorage().getType(), facts.alongDim))
      return false;
  }
  return work <= machine.getGatherCycles();
}

/// How many operations a point of a sweep waits for that wait for the point before.
static std::int64_t carriedOperations(Block &point) {
  llvm::DenseMap<Value, std::int64_t> behind;
  for (Value carried : point.getArguments())
    behind[carried] = 0;
  for (PointOp op : point.getOps<PointOp>())
    for (Value operand : op->getOperands())
      if (auto before = behind.find(operand); before != behind.end()) {
        std::int64_t count = before->second + 1;
        for (Value result : op->getResults())
          behind[result] = std::max(behind[result], count);
      }
  std::int64_t most = 0;
  for (Value next : point.getTerminator()->getOperands())
    most = std::max(most, behind.lookup(next));
  return most;
}

/// Bytes of memory that a point of a sweep takes.
static std::int64_t bytesOfPoint(Block &point) {
  llvm::SmallDenseSet<Value> storages;
  for (auto access : point.getOps<AccessOp>())
    storages.insert(access.getStorage());
  for (auto write : point.getOps<WriteOp>())
    storages.insert(write.getStorage());
  std::int64_t bytes = 0;
  for (Value storage : storages)
    bytes += memoryBytes(cast<StorageType>(storage.getType()).getElementType());
  return bytes;
}

/// The columns that go side by side, whose operations hide each other's latency. From memory,
/// which takes `memory_cycles` for a vector, those of a point that waits no longer for the one
/// before than for its own values go alone where processors fetch streams by themselves: upwards
/// along one column they come further than along several that are asked for.
static std::int64_t columnsOf(SweepOp sweep, MachineAttr machine, const ScheduleChoices &choices) {
  Block &point = *sweep.getPoint();
  std::int64_t latency = machine.getLatencyCycles();
  if (!choices.inCache && !machine.getFetchesStreams() &&
      sweep.getDirection() == Direction::Forward &&
      carriedOperations(point) * latency * machine.getVectorBytes() <=
          bytesOfPoint(point) * machine.getMemoryCycles())
    return 1;
  return static_cast<std::int64_t>(llvm::PowerOf2Ceil(latency));
}

/// Vectors of one register for the widest values, where memory is contiguous or put together
/// and every math function exists for that many lanes; else point by point. Lanes
/// without masked moves would make scalar code of a row's rest.
static void chooseLanes(KernelFacts &facts, MachineAttr machine) {
  if (machine.getThreads())
    facts.whyPointByPoint = "threads run them";
  else if (!facts.rowDim)
    facts.whyPointByPoint =
        facts.loopDims.empty() ? "there is no loop" : "its columns are contiguous and cost little";
  else if (isNarrow(facts))
    facts.whyPointByPoint = "the fastest loop has few points";
  else if (!rowsAreContiguous(facts, machine) && stridesOf(facts, machine).empty())
    facts.whyPointByPoint = "memory is not contiguous along the row";
  else if (machine.getVectorBytes() == 0)
    facts.whyPointByPoint = "the machine has no vectors";
  else if (gathersPairs(facts))
    facts.whyPointByPoint = "complex numbers are gathered";
  if (!facts.whyPointByPoint.empty())
    return;
  std::int64_t widest = machine.getLaneBytes();
  SmallVector<std::pair<Block *, llvm::DenseSet<Value>>, 2> blocks;
  for (Block *block : blocksOf(facts)) {
    blocks.emplace_back(block, changingAlongRow(*block, facts.rowDim));
    widest = widestBytes(*block, blocks.back().second, widest);
  }
  std::int64_t lanes = machine.getVectorBytes() / widest;
  const bool isStrided = !rowsAreContiguous(facts, machine);
  if (isStrided)
    lanes = std::min(lanes, kMostStridedLanes);
  for (const auto &[block, changing] : blocks)
    if (!functionsHaveLanes(*block, changing, lanes)) {
      facts.whyPointByPoint = "a math function has no such lanes";
      return;
    }
  facts.lanes = std::max<std::int64_t>(lanes, 1);
  if (isStrided && facts.lanes > 1)
    facts.strides = stridesOf(facts, machine);
}

/// Whether all that touches a temporary are stencils of its dimensions alone, at offsets.
static bool mayBeWindow(TemporaryOp temporary) {
  std::size_t rank = cast<StorageType>(temporary.getType()).getRank();
  return llvm::all_of(temporary->getUsers(), [&](Operation *user) {
    auto stencil = dyn_cast<StencilOp>(user->getParentOp());
    if (!stencil || stencil.getLoopDims().size() != rank)
      return false;
    auto access = dyn_cast<AccessOp>(user);
    return !access || (access.getPins().empty() && access.getIndices().empty());
  });
}

llvm::DenseSet<Value> gtcompiler::findWindows(ProgramOp program) {
  llvm::DenseSet<Value> windows;
  for (auto temporary : program.getBody().getOps<TemporaryOp>())
    if (mayBeWindow(temporary))
      windows.insert(temporary);
  return windows;
}

/// Writes in vectors to what the stencil or sweep does not read. Windows are in a cache already;
/// what else a kernel reads is fetched ahead, though it may write into windows alone.
static void planStreaming(KernelFacts &facts, MachineAttr machine, const ScheduleChoices &choices) {
  if (isa<FoldOp>(facts.op) || facts.lanes == 1 || !facts.strides.empty())
    return;
  llvm::DenseSet<Value> read;
  for (Block *block : blocksOf(facts))
    for (AccessOp access : block->getOps<AccessOp>())
      read.insert(access.getStorage());
  for (Value storage : read)
    if (!choices.windows.contains(storage))
      facts.fetched.insert(storage);
  for (WriteOp write : facts.point->getOps<WriteOp>()) {
    if (read.contains(write.getStorage()) || write.getAt() ||
        facts.lanes * memoryBytes(write.getValue().getType()) < machine.getStreamedBytes())
      continue;
    facts.fetches |= !facts.fetched.empty();
    if (!choices.windows.contains(write.getStorage()))
      facts.streamed.insert(write);
  }
}

/// The points that threads run of a stencil's last loops, which are one where there is no loop.
static ThreadPoints threadPointsOf(const KernelFacts &facts, MachineAttr machine,
                                   const ScheduleChoices &choices) {
  auto stencil = dyn_cast<StencilOp>(facts.op);
  if (!stencil || !machine.getThreads())
    return {1, 1};
  ThreadPoints points =
      choices.threadPoints ? *choices.threadPoints : chooseThreadPoints(stencil, machine);
  for (std::size_t fromLast = facts.loopDims.size() + 1; fromLast <= 2; ++fromLast)
    points[2 - fromLast] = 1;
  return points;
}

/// The rows of a stencil that go together.
static std::int64_t rowsOf(const KernelFacts &facts, MachineAttr machine) {
  auto stencil = dyn_cast<StencilOp>(facts.op);
  if (!stencil || facts.rowDim != facts.loopDims.back() || !facts.staged.empty() ||
      !facts.strides.empty())
    return 1;
  if (facts.lanes == 1)
    return chooseRowsOfTables(stencil, machine);
  RowData data = facts.inCache                              ? RowData::InCache
                 : facts.fetches || !facts.streamed.empty() ? RowData::Memory
                                                            : RowData::Windows;
  return chooseRowsTogether(stencil, data, machine);
}

KernelFacts gtcompiler::analyseKernel(Operation *kernel, MachineAttr machine,
                                      const ScheduleChoices &choices) {
  KernelFacts facts;
  facts.op = kernel;
  if (auto fold = dyn_cast<FoldOp>(kernel)) {
    facts.point = fold.getPoint();
    facts.loopDims = fold.getLoopDims();
    facts.alongDim = fold.getAlong().getType().getDim();
    facts.flops = fold.getKinds().size();
    if (fold.getLanes())
      facts.rowDim = facts.alongDim;
  } else if (auto sweep = dyn_cast<SweepOp>(kernel)) {
    facts.point = sweep.getPoint();
    facts.start = sweep.getStart();
    facts.loopDims = sweep.getLoopDims();
    facts.alongDim = sweep.getAlong().getType().getDim();
  } else {
    facts.point = cast<StencilOp>(kernel).getPoint();
    facts.loopDims = cast<StencilOp>(kernel).getLoopDims();
    if (cast<StencilOp>(kernel).getNarrow() && !machine.getThreads())
      facts.rowDim = facts.loopDims[facts.loopDims.size() - 2];
  }
  bool hasColumns = isa<SweepOp>(kernel) && !choices.isJoined && goesByColumns(facts, machine);
  if (!facts.rowDim && !facts.loopDims.empty() && !machine.getThreads()) {
    if (hasColumns)
      facts.columns = columnsOf(cast<SweepOp>(kernel), machine, choices);
    else
      facts.rowDim = facts.loopDims.back();
  }
  llvm::DenseSet<Operation *> unneeded = operationsOfLinearIndices(*facts.point);
  for (Operation &op : *facts.point)
    if (auto pointOp = dyn_cast<PointOp>(op); pointOp && !unneeded.contains(&op))
      facts.flops += pointOp.getFlops();
  if (machine.getVectorBytes() > 0)
    planStaging(facts, machine);
  facts.inCache = choices.inCache;
  chooseLanes(facts, machine);
  if (!choices.inCache)
    planStreaming(facts, machine, choices);
  facts.threadPoints = threadPointsOf(facts, machine, choices);
  if (!choices.quick)
    facts.rows = rowsOf(facts, machine);
  facts.columnsAhead =
      !choices.quick && facts.lanes > 1 && facts.staged.empty() && facts.strides.empty();
  return facts;
}
