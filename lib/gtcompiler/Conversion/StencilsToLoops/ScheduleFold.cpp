//===- ScheduleFold.cpp - The loops of a gt.fold --------------------------===//
//
// The order of a reduction is part of its result (see gt.reduce): blocks are
// reduced one after the other, then pairwise. With `lanes` a block is 4,096
// points in 64 partial results side by side:
//
//   gt.pairwise sum of %s along I by 4096 { gt.loop I by 64 { gt.row I {...} } }
//
// Else it is 64 points, for a strip of neighbouring results at once:
//
//   gt.loop I by 512 {
//     gt.pairwise sum of %s along K by 64 { gt.loop K { gt.row I {...} } } }
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

using namespace gtcompiler;
using namespace mlir;

/// Points in a block: with `lanes`, and without.
static constexpr std::int64_t kLaneBlock = 4096, kBlock = 64;
/// Partial results that `lanes` keeps side by side.
static constexpr std::int64_t kLanes = 64;
/// Results that are reduced at once without `lanes`.
static constexpr std::int64_t kStrip = 512;
/// Levels of a stack: enough for 2^48 blocks, more than can be run through.
static constexpr std::int64_t kLevels = 48;

namespace {
/// Schedules one fold.
class FoldSchedule {
public:
  FoldSchedule(StringRef name, const KernelFacts &known)
      : facts(known), fold(cast<FoldOp>(known.op)), schedule(name, known) {}
  KernelOp run();

private:
  /// Whether neighbouring results are reduced side by side.
  bool hasStrip() { return facts.rowDim && !fold.getLanes(); }
  void addBuffers();
  void openBlocks();
  void writeBlock();
  void writeResults(bool isChecked);

  const KernelFacts &facts;
  FoldOp fold;
  ScheduleBuilder schedule;
  Value count;
  SmallVector<Value> partials, stacks;
};
} // namespace

void FoldSchedule::addBuffers() {
  count = schedule.buffer(schedule.bufferType({}, {}, schedule.ops.getI64Type()));
  for (Value destination : fold.getDestinations()) {
    Type element = getElementType(destination.getType());
    BufferType one = schedule.bufferType({}, {}, element), partial = one, result = one;
    if (fold.getLanes())
      partial = schedule.bufferType(facts.alongDim, kLanes, element);
    else if (hasStrip())
      partial = result = schedule.bufferType(facts.rowDim, kStrip, element);
    partials.push_back(schedule.buffer(partial));
    stacks.push_back(schedule.buffer(result, kLevels));
  }
}

void FoldSchedule::openBlocks() {
  auto pairwise =
      PairwiseOp::create(schedule.ops, schedule.loc, fold.getKindsAttr(), partials, facts.alongDim,
                         fold.getLanes() ? kLaneBlock : kBlock, facts.lanes, stacks, count);
  schedule.ops.setInsertionPointToStart(&pairwise.getBody().emplaceBlock());
}

/// Accumulates the points of a block.
void FoldSchedule::writeBlock() {
  if (fold.getLanes()) {
    schedule.openParts(facts.alongDim, kLanes);
  } else {
    schedule.openLoop(facts.alongDim);
    schedule.moveInvariants();
  }
  if (facts.rowDim)
    schedule.openRow(facts.rowDim, facts.lanes);
  schedule.movePoint(partials);
}

/// Takes the whole span's results to the destinations, checked as the point's
/// values are.
void FoldSchedule::writeResults(bool isChecked) {
  if (hasStrip())
    schedule.openRow(facts.rowDim, /*lanes=*/1);
  SmallVector<Value> results, floats;
  for (Value partial : partials) {
    auto type = cast<BufferType>(partial.getType());
    SmallVector<std::int64_t> none(type.getRank(), 0);
    results.push_back(GetOp::create(schedule.ops, schedule.loc, type.getElementType(), partial,
                                    ValueRange(), ValueRange(), none, ArrayAttr()));
    if (isa<FloatType>(type.getElementType()))
      floats.push_back(results.back());
  }
  if (isChecked && !floats.empty())
    CheckFiniteOp::create(schedule.ops, schedule.loc, floats);
  for (auto [result, destination] : llvm::zip(results, fold.getDestinations()))
    PutOp::create(schedule.ops, schedule.loc, result, destination, /*in_place=*/false,
                  /*streaming=*/false);
}

KernelOp FoldSchedule::run() {
  bool isChecked = !facts.point->getOps<CheckFiniteOp>().empty();
  addBuffers();
  for (StringAttr dim : ArrayRef(facts.loopDims).drop_back(hasStrip() ? 1 : 0))
    schedule.openLoop(dim);
  if (hasStrip())
    schedule.openParts(facts.rowDim, kStrip);
  if (fold.getLanes())
    schedule.moveInvariants();
  OpBuilder::InsertPoint outside = schedule.place();
  openBlocks();
  writeBlock();
  schedule.returnTo(outside);
  writeResults(isChecked);
  return schedule.kernel();
}

KernelOp gtcompiler::scheduleFold(StringRef name, const KernelFacts &facts) {
  return FoldSchedule(name, facts).run();
}
