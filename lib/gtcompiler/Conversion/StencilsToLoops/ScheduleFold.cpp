//===- ScheduleFold.cpp - The loops of a gt.fold --------------------------===//
//
// The order of a reduction is part of its result (see gt.reduce): blocks are
// reduced one after the other, then pairwise. With `lanes` a block is 4,096
// points in 64 partial results side by side, which registers hold where the point
// is small:
//
//   gt.pairwise sum of %s along I by 4096 { gt.row I lanes 8 vectors 8 {...} }
//   gt.pairwise sum of %s along I by 4096 { gt.loop I by 64 { gt.row I {...} } }
//
// Else it is 64 points, for a strip of neighbouring results at once. Where the point
// is small it is several points in each pass over the strip:
//
//   gt.loop I by 512 {
//     gt.pairwise sum of %s along K by 64 {
//       gt.loop K step 4 { gt.row I {...} }
//       gt.loop K step 4 rest { gt.row I {...} } } }
//
// Neighbouring rows of results that read the same vectors, as in a product of matrices, go
// together:
//
//   gt.loop J step 4 {
//     gt.loop I by 128 { gt.pairwise sum, sum, sum, sum of %s0, ... along K by 64 {...} } }
//   gt.loop J step 4 rest {...}
//
// A fold of the results of one with `lanes`, along the innermost of its loops, takes
// each result when it is there:
//
//   gt.pairwise sum of %t along J by 64 {
//     gt.loop J forward { gt.pairwise sum of %s along I by 4096 {...}
//                         gt.accumulate %s to %t } }
//
// Where the order is free, as that of least values and of integers, registers hold the
// partial results of all rows:
//
//   gt.pairwise max of %s along I by 4096 { gt.loop J forward { gt.row I {...} } }
//
// What a fold with `lanes` writes is put in its rows.
//
// On a machine of threads those of a block have a result together:
//
//   gt.pairwise sum of %s along I by 4096 lanes 64 threads { gt.loop I {...} }
//
//===----------------------------------------------------------------------===//
#include "RowsOfResults.h"
#include "Schedule.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "mlir/IR/IRMapping.h"

using namespace gtcompiler;
using namespace mlir;

/// Points in a block: with `lanes`, and without. Like the lanes they are part of what a sum is.
static constexpr std::int64_t kLaneBlock = 4096, kBlock = 64;
/// Partial results that `lanes` keeps side by side.
static constexpr std::int64_t kLanes = 64;
/// Points of a strip's reduced dimension that one pass takes, and as many of least or
/// greatest floats. On any machine a pass loads and stores all partial results, for which 4
/// points pay a quarter each. What IEEE adds to a comparison of floats is done once for two
/// points and once for all, and as many loads as 8 hide that it is done at all.
static constexpr std::int64_t kStep = 4, kExtremeStep = 8;
/// Rows of results that go together, at most: with as many points of the reduced dimension a load
/// serves four products, and the numbers that they are products with fit into registers.
static constexpr std::int64_t kRows = 4;
/// Operations of what happens at several points in straight line, at most: what code may be
/// made for it, and where that takes the place of a stencil's, too.
static constexpr std::int64_t kMostInLine = 64, kMostInLineWithWrites = 128;
/// How many times as many vectors as there are registers partial results may have: with three
/// of four spilled they go to memory no more often than those in scratch do.
static constexpr std::int64_t kMostSpilled = 4;

namespace {
/// The blocks of one reduced dimension: of a fold, what it accumulates to.
struct Blocks {
  FoldOp fold;
  Value count;
  SmallVector<Value> partials, stacks;
};

/// Schedules one fold, or with it one of its results.
class FoldSchedule {
public:
  FoldSchedule(StringRef name, const KernelFacts &known, FoldOp ofResults, MachineAttr target)
      : facts(known), machine(target), inner{cast<FoldOp>(known.op), {}, {}, {}},
        outer{ofResults, {}, {}, {}}, fold(inner.fold), point(known.point), schedule(name, known) {}
  KernelOp run();

private:
  /// Whether neighbouring results are reduced side by side.
  bool hasStrip() { return facts.rowDim && !fold.getLanes(); }
  /// Whether it pays to write the point `times` times: no call clobbers registers, no
  /// partial result is rounded, and there is little code.
  bool isSmall(std::int64_t times);
  std::int64_t vectorsInRegisters();
  void chooseRows();
  bool isFloatExtreme(std::size_t number);
  bool isOrderFreeAt(std::size_t number);
  std::int64_t stepPoints();
  /// Vectors along the row of as many results as can be written at once.
  std::int64_t resultLanes();
  std::int64_t partialElements();
  void addBuffers(Blocks &blocks);
  void reduceByThreads();
  void openBlocks(Blocks &blocks);
  bool isFreeTogether();
  void writeReductions();
  SmallVector<Value> resultsOf(const Blocks &blocks);
  void writeBlock();
  void addPrefetches();
  void writeSteps(std::int64_t step);
  void writeResults(bool isChecked);
  void writeStrips(bool isChecked);
  void writeRowsTogether(bool isChecked);
  Block *copyOfPoint();

  const KernelFacts &facts;
  MachineAttr machine;
  Blocks inner, outer; ///< `outer` without a fold: the results of `inner` are the kernel's
  FoldOp fold;
  Block *point;          ///< what is reduced
  StringAttr acrossDim;  ///< of rows that go together,
  std::int64_t rows = 1; ///< and how many do
  /// Of a row, that are reduced at once without `lanes`: as many as floats fill a part of it.
  std::int64_t stripPoints = std::max<std::int64_t>(1, machine.getPartBytes() / 4);
  ScheduleBuilder schedule;
};
} // namespace

void FoldSchedule::addBuffers(Blocks &blocks) {
  blocks.count = schedule.buffer(schedule.bufferType({}, {}, schedule.ops.getI64Type()));
  auto destinations = blocks.fold.getDestinations();
  for (std::size_t number = 0; number < rows * destinations.size(); ++number) {
    Type element = getElementType(destinations[number % destinations.size()].getType());
    BufferType one = schedule.bufferType({}, {}, element), partial = one, result = one;
    if (blocks.fold.getLanes())
      partial = schedule.bufferType(facts.alongDim, partialElements(), element);
    else if (blocks.fold == fold && hasStrip())
      partial = result = schedule.bufferType(facts.rowDim, stripPoints, element);
    blocks.partials.push_back(schedule.buffer(partial));
    blocks.stacks.push_back(schedule.buffer(result, PairwiseOp::kLevels));
  }
}

void FoldSchedule::openBlocks(Blocks &blocks) {
  bool byThreads = bool(machine.getThreads()), byLanes = blocks.fold.getLanes();
  std::int64_t lanes = blocks.fold == fold ? facts.lanes : 1;
  SmallVector<Attribute> kinds;
  while (kinds.size() < blocks.partials.size())
    llvm::append_range(kinds, blocks.fold.getKindsAttr());
  auto pairwise = PairwiseOp::create(
      schedule.ops, schedule.loc, schedule.ops.getArrayAttr(kinds), blocks.partials,
      blocks.fold.getAlong().getType().getDim(), byLanes ? kLaneBlock : kBlock,
      byThreads && byLanes ? kLanes : lanes, byThreads, blocks.stacks, blocks.count);
  schedule.ops.setInsertionPointToStart(&pairwise.getBody().emplaceBlock());
}

/// How many operations of the point change along one of two dimensions: the others happen once
/// for all points.
static std::int64_t countOperations(Block &point, StringAttr first, StringAttr second) {
  llvm::DenseSet<Value> changing;
  std::int64_t operations = 0;
  for (Operation &op : point) {
    bool changes =
        isa<WriteOp>(op) || changesAlong(op, first, changing) || changesAlong(op, second, changing);
    operations += changes && !isa<YieldOp>(op);
  }
  return operations;
}

bool FoldSchedule::isSmall(std::int64_t times) {
  for (Operation &op : *point) {
    auto pointOp = dyn_cast<PointOp>(op);
    if (isa<CheckFiniteOp>(op) || (pointOp && callsFunction(pointOp)))
      return false;
  }
  for (auto [number, destination] : llvm::enumerate(fold.getDestinations())) {
    Type element = getElementType(destination.getType());
    ReduceKind kind = fold.getKind(number);
    bool isExact = kind == ReduceKind::Min || kind == ReduceKind::Max ||
                   laneBytes(element) == memoryBytes(element);
    if (!isExact)
      return false;
  }
  StringAttr along = facts.alongDim, row = facts.rowDim ? facts.rowDim : along;
  bool writes = !point->getOps<WriteOp>().empty();
  return countOperations(*point, along, row) * times <=
         (writes ? kMostInLineWithWrites : kMostInLine);
}

bool FoldSchedule::isFloatExtreme(std::size_t number) {
  ReduceKind kind = fold.getKind(number);
  return isa<FloatType>(getElementType(fold.getDestinations()[number].getType())) &&
         (kind == ReduceKind::Min || kind == ReduceKind::Max);
}

/// How many points of the reduced dimension a pass over a strip takes.
std::int64_t FoldSchedule::stepPoints() {
  auto numbers = llvm::seq<std::size_t>(0, fold.getDestinations().size());
  bool hasExtreme =
      llvm::any_of(numbers, [&](std::size_t number) { return isFloatExtreme(number); });
  std::int64_t step = hasExtreme ? kExtremeStep : kStep;
  while (step > 1 && !isSmall(rows * step))
    step /= 2;
  return step;
}

bool FoldSchedule::isOrderFreeAt(std::size_t number) {
  Type element = getElementType(fold.getDestinations()[number].getType());
  return isOrderFree(fold.getKind(number), element);
}

/// How many vectors go at once where a block's partial results are in registers; 0 if they
/// do not fit there. Some may be spilled: those in scratch go through memory all.
std::int64_t FoldSchedule::vectorsInRegisters() {
  if (facts.lanes == 1)
    return 0;
  auto numbers = llvm::seq<std::size_t>(0, fold.getDestinations().size());
  std::int64_t vectors = kLanes / facts.lanes, needed = 0;
  for (std::size_t number : numbers) {
    std::int64_t own =
        isOrderFreeAt(number) ? std::min(vectors, orderFreeVectors(machine)) : vectors;
    needed += own + (isFloatExtreme(number) ? llvm::divideCeil(own, 2) : 0);
  }
  if (needed > machine.getRegisters() * kMostSpilled)
    return 0;
  if (llvm::all_of(numbers, [&](std::size_t number) { return isOrderFreeAt(number); }))
    while (vectors > 1 && !isSmall(vectors))
      vectors /= 2;
  // As much code as vectors of a line would be: half as long ones are half of what is in memory.
  std::int64_t lines = vectors * machine.getVectorBytes() / machine.getLineBytes();
  return isSmall(std::max<std::int64_t>(lines, 1)) ? vectors : 0;
}

/// How many elements the partial results of one with `lanes` have.
std::int64_t FoldSchedule::partialElements() {
  std::int64_t vectors = vectorsInRegisters();
  return vectors == 0 ? kLanes : vectors * facts.lanes;
}

/// The point once more, for loops of its own.
Block *FoldSchedule::copyOfPoint() {
  Region &region = *facts.point->getParent();
  OpBuilder::InsertPoint here = schedule.place();
  Block *copy = schedule.ops.createBlock(&region, region.end());
  IRMapping copies;
  for (Operation &op : *point)
    schedule.ops.clone(op, copies);
  schedule.returnTo(here);
  return copy;
}

/// Several points of the reduced dimension in each pass over the results, and those
/// that are left over one by one.
void FoldSchedule::writeSteps(std::int64_t step) {
  OpBuilder::InsertPoint inBlock = schedule.place();
  Block *single = copyOfPoint();
  joinPoints(*point, {facts.alongDim, step}, {acrossDim, rows});
  joinPoints(*single, {facts.alongDim, 1}, {acrossDim, rows});
  for (bool isRest : {false, true}) {
    schedule.openSteps(facts.alongDim, step, isRest);
    if (isRest)
      schedule.take(single);
    schedule.moveInvariants();
    if (facts.rowDim)
      schedule.openRow(facts.rowDim, facts.lanes);
    schedule.movePoint(inner.partials);
    schedule.returnTo(inBlock);
  }
}

/// Fetches what rows read from memory: they end in a value each, at which the processor comes to
/// the lines behind late.
void FoldSchedule::addPrefetches() {
  if (facts.inCache || facts.lanes == 1 || !machine.getFetchesStreams())
    return;
  llvm::SmallDenseSet<Value> fetched;
  for (auto access : point->getOps<AccessOp>()) {
    auto type = cast<StorageType>(access.getStorage().getType());
    if (!isUnitAlong(type, facts.rowDim) || !access.getIndices().empty() ||
        access.getPin(facts.rowDim) || !fetched.insert(access.getStorage()).second)
      continue;
    std::int64_t ahead = machine.getAheadBytes() / memoryBytes(type.getElementType());
    SmallVector<std::int64_t> offsets = offsetsAhead(
        access, [&](StringAttr dim) { return dim == facts.rowDim ? ahead : std::int64_t(0); });
    PrefetchOp::create(schedule.ops, access.getLoc(), access.getStorage(), access.getPins(),
                       offsets, /*exact=*/true);
  }
}

/// Accumulates the points of a block.
void FoldSchedule::writeBlock() {
  if (fold.getLanes()) {
    std::int64_t vectors = vectorsInRegisters();
    if (vectors == 0)
      schedule.openParts(facts.alongDim, kLanes);
    schedule.openRow(facts.rowDim, facts.lanes, vectors);
    addPrefetches();
    return schedule.movePoint(inner.partials);
  }
  if (std::int64_t step = stepPoints(); step > 1)
    return writeSteps(step);
  if (rows > 1)
    joinPoints(*point, {facts.alongDim, 1}, {acrossDim, rows});
  schedule.openLoop(facts.alongDim);
  schedule.moveInvariants();
  if (facts.rowDim)
    schedule.openRow(facts.rowDim, facts.lanes);
  schedule.movePoint(inner.partials);
}

std::int64_t FoldSchedule::resultLanes() {
  bool isContiguous = llvm::all_of(fold.getDestinations(), [&](Value destination) {
    return isUnitAlong(cast<StorageType>(destination.getType()), facts.rowDim);
  });
  return isContiguous ? facts.lanes : 1;
}

/// The whole span's results, where they are in scratch.
SmallVector<Value> FoldSchedule::resultsOf(const Blocks &blocks) {
  return llvm::map_to_vector(blocks.partials, [&](Value partial) -> Value {
    auto type = cast<BufferType>(partial.getType());
    SmallVector<std::int64_t> none(type.getRank(), 0);
    return GetOp::create(schedule.ops, schedule.loc, type.getElementType(), partial, ValueRange(),
                         ValueRange(), none, ArrayAttr());
  });
}

/// Takes the results to the destinations, checked as the point's values are.
void FoldSchedule::writeResults(bool isChecked) {
  if (hasStrip())
    schedule.openRow(facts.rowDim, isChecked ? 1 : resultLanes());
  FoldOp last = outer.fold ? outer.fold : fold;
  SmallVector<Value> results = resultsOf(outer.partials.empty() ? inner : outer), floats;
  llvm::copy_if(results, std::back_inserter(floats),
                [](Value result) { return isa<FloatType>(result.getType()); });
  if (isChecked && !floats.empty())
    CheckFiniteOp::create(schedule.ops, schedule.loc, floats);
  auto destinations = last.getDestinations();
  for (auto [number, result] : llvm::enumerate(results)) {
    Value destination = destinations[number % destinations.size()];
    auto row = std::int64_t(number / destinations.size());
    auto offsets = llvm::map_to_vector(
        cast<StorageType>(destination.getType()).getDims(),
        [&](StringAttr dim) { return dim == acrossDim ? row : std::int64_t(0); });
    PutOp::create(schedule.ops, schedule.loc, result, destination, offsets, /*in_place=*/false,
                  /*streaming=*/false);
  }
}

/// Whether the results may be reduced together with the points: all of both is done in
/// registers, by the same kinds, which do not depend on the order.
bool FoldSchedule::isFreeTogether() {
  for (std::size_t number = 0; number < fold.getDestinations().size(); ++number)
    if (fold.getKind(number) != outer.fold.getKind(number) || !isOrderFreeAt(number))
      return false;
  return vectorsInRegisters() != 0;
}

/// The reduction of the points, and of its results, in the loops that are open.
void FoldSchedule::writeReductions() {
  if (!outer.fold) {
    if (fold.getLanes())
      schedule.moveInvariants();
    openBlocks(inner);
    return writeBlock();
  }
  bool isTogether = isFreeTogether();
  if (isTogether)
    openBlocks(inner);
  else
    openBlocks(outer);
  schedule.openInOrder(outer.fold.getAlong().getType().getDim(), Direction::Forward);
  schedule.moveInvariants();
  if (isTogether)
    return writeBlock();
  OpBuilder::InsertPoint around = schedule.place();
  openBlocks(inner);
  writeBlock();
  schedule.returnTo(around);
  for (auto [result, partial] : llvm::zip(resultsOf(inner), outer.partials))
    AccumulateOp::create(schedule.ops, schedule.loc, result, partial);
}

/// The whole schedule where each thread has some of a result's points.
void FoldSchedule::reduceByThreads() {
  for (Value destination : fold.getDestinations())
    inner.partials.push_back(
        schedule.buffer(schedule.bufferType({}, {}, getElementType(destination.getType()))));
  for (StringAttr dim : facts.loopDims)
    schedule.openLoop(dim);
  OpBuilder::InsertPoint outside = schedule.place();
  openBlocks(inner);
  schedule.openLoop(facts.alongDim);
  schedule.movePoint(inner.partials);
  schedule.returnTo(outside);
}

/// Finds neighbouring rows of results that go together, in the innermost loop that has them; that
/// goes around them all.
void FoldSchedule::chooseRows() {
  if (!hasStrip() || outer.fold || facts.lanes == 1 || !point->getOps<CheckFiniteOp>().empty())
    return;
  acrossDim = findSharedRows(facts);
  if (!acrossDim)
    return;
  schedule.kernel().setAcrossAttr(acrossDim); // tiles might have a row each
  for (rows = kRows; rows > 1 && !isSmall(rows * kStep);)
    rows /= 2;
  stripPoints /= rows;
}

/// The reduction of a strip at a time, in the loops that are open.
void FoldSchedule::writeStrips(bool isChecked) {
  if (hasStrip())
    schedule.openParts(facts.rowDim, stripPoints);
  OpBuilder::InsertPoint outside = schedule.place();
  writeReductions();
  schedule.returnTo(outside);
  writeResults(isChecked);
}

/// The same for some rows at a time, and those that are left over one by one.
void FoldSchedule::writeRowsTogether(bool isChecked) {
  Block *single = copyOfPoint();
  schedule.writeSteps(acrossDim, rows, [&](std::int64_t points) {
    if (points == 1) {
      rows = 1;
      point = single;
      schedule.take(single);
      inner.partials.truncate(fold.getDestinations().size());
      inner.stacks.truncate(fold.getDestinations().size());
    }
    writeStrips(isChecked);
  });
}

KernelOp FoldSchedule::run() {
  bool isChecked = !point->getOps<CheckFiniteOp>().empty();
  if (machine.getThreads()) {
    reduceByThreads();
    writeResults(isChecked);
    return schedule.kernel();
  }
  chooseRows();
  addBuffers(inner);
  if (outer.fold && !isFreeTogether())
    addBuffers(outer);
  for (StringAttr dim : ArrayRef(facts.loopDims).drop_back(hasStrip() || outer.fold ? 1 : 0))
    if (dim != acrossDim)
      schedule.openLoop(dim);
  if (acrossDim)
    writeRowsTogether(isChecked);
  else
    writeStrips(isChecked);
  return schedule.kernel();
}

/// Whether `value` is a temporary that `writer` alone writes, and an access of
/// `reader` at the point alone reads.
static bool isHandedOn(Value value, FoldOp writer, FoldOp reader) {
  if (!value.getDefiningOp<TemporaryOp>() || !value.hasNUses(2))
    return false;
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    return user == writer ||
           (access && access->getParentOp() == reader && access.getPins().empty() &&
            access.getIndices().empty() &&
            llvm::all_of(access.getOffsets(), [](std::int64_t offset) { return offset == 0; }));
  });
}

bool gtcompiler::isFoldOfResults(FoldOp first, FoldOp next) {
  ValueRange loops = first.getRanges();
  if (!first.getLanes() || next.getLanes() || loops.size() < 2 || next.getAlong() != loops.back() ||
      next.getRanges() != loops.drop_back() || !first.getPoint()->getOps<CheckFiniteOp>().empty())
    return false;
  auto yield = cast<YieldOp>(next.getPoint()->getTerminator());
  if (yield.getValues().size() != first.getDestinations().size() ||
      !llvm::hasNItems(*next.getPoint(), yield.getValues().size() + 1))
    return false;
  return llvm::all_of(llvm::zip(first.getDestinations(), yield.getValues()), [&](auto pair) {
    auto access = std::get<1>(pair).template getDefiningOp<AccessOp>();
    return access && access.getStorage() == std::get<0>(pair) &&
           isHandedOn(access.getStorage(), first, next);
  });
}

KernelOp gtcompiler::scheduleFold(StringRef name, const KernelFacts &facts, FoldOp ofResults,
                                  MachineAttr machine) {
  if (ofResults) // behind the temporaries of its results
    facts.op->moveBefore(ofResults);
  return FoldSchedule(name, facts, ofResults, machine).run();
}
