//===- PlacementCost.cpp - The cost model of placement ----------*- C++ -*-===//
//
// Costs are cycles of a core's busiest port for a vector of results, which the machine tells of
// the table of point operations. Loads are not counted, since neighbouring positions share them,
// but for those at indices that differ from point to point: each of them is as many loads as a
// vector has lanes.
//
//===----------------------------------------------------------------------===//

#include "Placer.h"

#include "gtcompiler/Dialect/GT/IR/LinearIndex.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace gtcompiler;

/// Operations, and concatenations that they read first parts of, which whoever reads the first
/// part of a rim does again. What is longer is kept: each reader would go through all of it.
static constexpr size_t kMostOfFirst = 64;

//===----------------------------------------------------------------------===//
// What it takes to compute a value
//===----------------------------------------------------------------------===//

/// Finds what it takes to compute `op` once, which is `cone`.
void Placer::measure(const Cone &cone, Operation *op, PlacementFacts &known) {
  known.cost = known.loads = 0;
  llvm::DenseSet<std::pair<Operation *, PositionId>> computedOnce; // with all results
  for (const ConeNode &node : cone.nodes) {
    bool isRead = node.op != op && cones.isInMemory(node.op);
    known.loads += isRead;
    if (auto computed = dyn_cast<PointOp>(node.op); computed && !isRead)
      if (node.op->getNumResults() == 1 || computedOnce.insert({node.op, node.position}).second)
        known.cost += limits.machine.getCycles(computed);
  }
}

/// Whether neighbours read at `where` what lies further apart: at a linear index, as far as is
/// known. Numbers are arguments of kernels; most are those of grids that are twice as coarse.
static bool isCoarse(const Coordinate &where) {
  std::optional<LinearTerms> terms =
      where.isIndexed() ? linearTermsOf(where.index.value) : std::nullopt;
  return terms && llvm::any_of(*terms, [](const LinearTerm &term) {
           return term.factor != 1 && term.factor != -1;
         });
}

/// How many points of a value there are for each one of its readers, if all of them are coarse.
int64_t Placer::pointsForOne(const PlacementFacts &known) const {
  int64_t points = 1;
  if (known.positions.empty())
    return points;
  for (const Coordinate &where : positions[known.positions.front()])
    if (llvm::all_of(known.positions, [&](PositionId position) {
          return isCoarse(positions.get(position, where.dim));
        }))
      points *= 2;
  return points;
}

/// Loads beside the point's own vector lie in two lines of the cache: they are two. Of every second
/// element there are two whole vectors, which are put together.
int64_t Placer::cyclesOfLoad(PositionId position) const {
  constexpr int64_t kEverySecond = 3;
  if (fastest && isCoarse(positions.get(position, fastest)))
    return kEverySecond;
  bool isBeside = fastest && positions.get(position, fastest).offset != 0;
  return isBeside ? limits.machine.getSplitCycles() : 1;
}

/// What it takes to compute all of a cone that is not in memory. If it `isRolled` the points of a
/// row hand their values on: each counts once, and a shift of lanes where `root`'s is needed again.
Placer::Work Placer::workOf(const Cone &cone, Operation *root, bool isRolled) {
  llvm::DenseSet<std::pair<Operation *, PositionId>> inRow, computedOnce;
  Work work;
  for (const ConeNode &node : cone.nodes) {
    if (node.op->getNumResults() > 1 && !cones.isInMemory(node.op) &&
        !computedOnce.insert({node.op, node.position}).second)
      continue; // with all results
    if (isRolled &&
        !inRow.insert({node.op, positions.withoutOffset(node.position, fastest)}).second)
      work.cycles += node.op == root;
    else if (node.op != root && cones.isInMemory(node.op))
      work.loads += cyclesOfLoad(node.position);
    else if (auto computed = dyn_cast<PointOp>(node.op))
      work.cycles += limits.machine.getCycles(computed);
  }
  return work;
}

/// Finds what it takes to compute `op` at all positions where it is read, in place of
/// computing it once and reading it there. What neighbours share counts once.
void Placer::measureCopies(const Cone &cone, Operation *op, PlacementFacts &known) {
  bool isRolled = isContiguous && limits.machine.getVectorBytes() > 0 &&
                  known.cost >= limits.machine.getShiftCycles();
  Work once = workOf(cone, op, isRolled);
  Work everywhere = workOf(cones.computeAt(op, known.positions, limits.kernel), op, isRolled);
  const int64_t points = pointsForOne(known);
  once.cycles *= points;
  once.loads *= points;
  for (PositionId position : known.positions)
    once.loads += cyclesOfLoad(position);
  known.extraCost = everywhere.cycles - once.cycles;
  known.extraLoads = std::max<int64_t>(everywhere.loads - once.loads, 0);
}

/// Finds both.
void Placer::measureAll(Operation *op, PlacementFacts &known) {
  const Cone cone = cones.compute(op, limits.kernel);
  measure(cone, op, known);
  if (known.positions.size() > 1)
    measureCopies(cone, op, known);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

static PlacementDecision decision(Placement placement, std::string reason, bool isNotable = true) {
  return PlacementDecision{placement, std::move(reason), isNotable};
}

/// Cycles to compute the first part of a concatenation once, from first parts of those that
/// have their rim in memory; none if that takes too many operations.
std::optional<int64_t> Placer::costOfFirst(Operation *op) {
  const Cone cone = cones.computeFirst(op, kMostOfFirst);
  if (cone.nodes.size() > kMostOfFirst || cone.choices.size() >= kMostOfFirst)
    return std::nullopt;
  int64_t cost = 0;
  for (const ConeNode &node : cone.nodes)
    if (auto computed = dyn_cast<PointOp>(node.op); computed && !cones.isInMemory(node.op))
      cost += limits.machine.getCycles(computed);
  return cost;
}

/// A concatenation that is read at neighbouring points: most points read its first
/// part alone, which need not be kept if it costs little.
std::optional<PlacementDecision> Placer::chooseRim(Operation *op, const PlacementFacts &known) {
  bool isMoved = llvm::all_of(known.positions, [&](PositionId position) {
    return llvm::none_of(positions[position],
                         [](const Coordinate &c) { return static_cast<bool>(c.range); });
  });
  if (!isa<ConcatOp>(op) || !isMoved)
    return std::nullopt;
  std::optional<int64_t> cost = costOfFirst(op);
  if (!cost || static_cast<int64_t>(known.positions.size() - 1) * *cost > limits.recompute)
    return std::nullopt;
  return decision(Placement::Rim, "kept where its readers leave its first part");
}

/// Where `op` lives, and why.
PlacementDecision Placer::choose(Operation *op, const PlacementFacts &known) {
  if (isa<ReduceOp>(op))
    return decision(Placement::Materialise, "a reduction");
  if (isa<ScanOp>(op))
    return decision(Placement::Materialise, "a scan");
  if (auto call = dyn_cast<CallOp>(op); call && call.getHasEffects())
    return decision(Placement::Materialise, "has effects, which happen once");
  if (known.exceedsKernel)
    return decision(Placement::Materialise,
                    llvm::formatv("its readers would exceed {0} operations", limits.kernel));
  if (const char *reason = whyWhole(known))
    return decision(Placement::Materialise, reason);
  if (known.exceedsParts) {
    if (auto rim = chooseRim(op, known))
      return *rim;
    return decision(Placement::Materialise, llvm::formatv("its readers would become more than {0} "
                                                          "kernels",
                                                          mostPartsOf(op)));
  }
  if (auto prescribed = op->getAttrOfType<PlacementAttr>(GTDialect::kPlacementAttrName))
    return decision(prescribed.getValue(), "prescribed");

  int64_t rank = cast<FieldType>(op->getResult(0).getType()).getRank();
  int64_t repeated = limits.machine.getRepeatedCycles();
  if (known.isBroadcast && (rank > 0 || isa<CallOp>(op)) && known.cost > repeated)
    return decision(Placement::Materialise,
                    llvm::formatv("lacks a dimension of its reader, recomputing would cost {0} "
                                  "cycles, more than {1}",
                                  known.cost, repeated));

  size_t atPositions = countCopies(known), copies = std::max(atPositions, known.kernels.size());
  if (copies <= 1 && isa<ConcatOp>(op))
    return decision(Placement::Inline,
                    llvm::formatv("a kernel for each of {0} parts", known.parts));
  if (copies <= 1)
    return decision(Placement::Inline, "read at one position", /*isNotable=*/false);
  std::string where = atPositions >= known.kernels.size()
                          ? llvm::formatv("read at {0} positions", copies).str()
                          : llvm::formatv("read by {0} kernels", copies).str();
  // What is kept is gathered once a position, too.
  int64_t gathers = known.gathered * std::max<int64_t>(known.loads - 1, 0);
  const int64_t points = pointsForOne(known);
  int64_t again = atPositions == known.positions.size() && atPositions == copies
                      ? known.extraCost + known.extraLoads
                      : (static_cast<int64_t>(copies) - points) * known.cost;
  int64_t recompute = again + gathers * limits.machine.getGatherCycles();
  int64_t limit = points * limitOf(known);
  if (recompute <= limit)
    return decision(Placement::Inline,
                    llvm::formatv("{0}, recomputing costs {1} cycles, keeping it {2}", where,
                                  recompute, limit));
  return decision(Placement::Materialise,
                  llvm::formatv("{0}, recomputing would cost {1} cycles, more than {2}", where,
                                recompute, limit));
}

/// Whether the kernels that read a value are stencils that read it at offsets, as far as that can
/// be seen from what `budget` operations read.
bool Placer::mayBeWindow(const PlacementFacts &known, unsigned &budget) const {
  for (auto [reader, position] : known.reads) {
    auto isElsewhere = [](const Coordinate &at) { return at.isPinned() || at.isIndexed(); };
    if (budget == 0 || isa<ReduceOp, ScanOp>(reader) ||
        llvm::any_of(positions[position], isElsewhere))
      return false;
    --budget;
    auto next = facts.find(reader); // it is computed in the kernels of its readers, if at all
    if (next != facts.end() && next->second.positions.size() <= 1 &&
        !mayBeWindow(next->second, budget))
      return false;
  }
  return true;
}

/// What keeping a value costs.
int64_t Placer::limitOf(const PlacementFacts &known) const {
  unsigned budget = 64;
  if (limits.window == limits.recompute || !mayBeWindow(known, budget))
    return limits.recompute;
  return limits.window;
}

/// A coordinate that is pinned somewhere in its range.
static Coordinate anywhere(Coordinate pinned) {
  pinned.within = pinned.offset = 0;
  return pinned;
}

/// Where `op` happens along `dim`, if all that it is computed for is pinned there: as a
/// part of a value of neighbours, one after the other. Looks at no more readers than `budget`.
std::optional<Coordinate> Placer::pinOfReaders(Operation *op, StringAttr dim,
                                               unsigned &budget) const {
  auto known = facts.find(op);
  if (known == facts.end() || !isPointwise(op))
    return std::nullopt;
  std::optional<Coordinate> common;
  for (auto [reader, position] : known->second.reads) {
    if (budget == 0)
      return std::nullopt;
    --budget;
    Coordinate at = positions.get(position, dim);
    std::optional<Coordinate> pin;
    if (at.isPinned())
      pin = anywhere(at);
    else if (!at.isIndexed() && at.offset == 0)
      pin = pinOfReaders(reader, dim, budget);
    if (!pin || (common && !(*common == *pin)))
      return std::nullopt;
    common = pin;
  }
  return common;
}

/// How often a point may be read: at positions that are pinned at different places of
/// one range, as neighbours are, it is not the same one; nor at the point itself of what is
/// read at such positions alone.
size_t Placer::countCopies(const PlacementFacts &known) const {
  unsigned budget = 64;
  llvm::SmallSetVector<StringAttr, 2> pinned; // along which some reader is
  for (PositionId position : known.positions)
    for (const Coordinate &where : positions[position])
      if (where.isPinned())
        pinned.insert(where.dim);
  if (pinned.empty())
    return known.positions.size();
  SmallVector<SmallVector<Coordinate, 2>, 4> different;
  auto add = [&](SmallVector<Coordinate, 2> where) {
    if (!llvm::is_contained(different, where))
      different.push_back(std::move(where));
  };
  for (auto [reader, position] : known.reads) {
    SmallVector<Coordinate, 2> unpinned;
    for (const Coordinate &where : positions[position])
      if (!where.isPinned())
        unpinned.push_back(where);
    for (StringAttr dim : pinned) {
      Coordinate at = positions.get(position, dim);
      if (at.isPinned())
        unpinned.push_back(anywhere(at));
      else if (!at.isIndexed() && at.offset == 0)
        if (auto pin = pinOfReaders(reader, dim, budget))
          unpinned.push_back(*pin);
    }
    add(std::move(unpinned));
  }
  return different.size();
}

/// Why what takes several kernels cannot be computed where it is read; null if it
/// can.
const char *Placer::whyWhole(const PlacementFacts &known) const {
  if (known.parts == 1)
    return nullptr;
  if (llvm::any_of(llvm::make_first_range(known.reads), llvm::IsaPred<ReduceOp, ScanOp>))
    return "a reduction or scan reads all of its parts";
  for (PositionId position : known.positions)
    if (llvm::any_of(positions[position], [&](const Coordinate &c) {
          return c.range && llvm::is_contained(known.cuts, c.dim);
        }))
      return "read at indices that may lie in any of its parts";
  return nullptr;
}
