//===- Placement.cpp - Where intermediates live -----------------*- C++ -*-===//
//
// Gathers what the cost model asks about each intermediate, and the model
// itself (`choose`). Costs are cycles of a core's busiest port for a vector of
// results, which the machine tells of the table of point operations; loads are not counted, since
// neighbouring positions share them, but for those at indices that differ from
// point to point: each of them is as many loads as a vector has lanes.
//
// Two walks over the program, so that time stays linear: forward, by the
// positions at which a value's direct readers read it; backward, by the kernels
// that it ends up in.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/Transforms/Placement.h"
#include "FoldStores.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace gtcompiler;

namespace {

/// What is known about an intermediate.
struct Facts {
  SmallVector<PositionId, 4> positions; ///< where its readers read it, each once
  /// Who reads it where, but for those that just move it.
  SmallVector<std::pair<Operation *, PositionId>, 4> reads;
  SmallVector<unsigned, 2> kernels; ///< that it would be computed in, each once
  bool isBroadcast = false;         ///< a reader has more dimensions
  bool exceedsKernel = false;       ///< its readers would have too many operations
  bool exceedsParts = false;        ///< its readers would become too many kernels
  size_t parts = 1;                 ///< kernels that computing it takes
  SmallVector<StringAttr, 2> cuts;  ///< dimensions in which these have other points
  size_t coneSize = 0;              ///< at least the operations that it brings into a kernel
  int64_t cost = 0;                 ///< cycles to compute it once
  int64_t gathered = 0;             ///< positions at which each lane has its own place
  int64_t loads = 0;                ///< that computing it once takes
  int64_t extraCost = 0;            ///< to compute it at all positions, beyond the first
  int64_t extraLoads = 0;           ///< cycles of the loads that this takes
};

/// Kernels that are told apart; a value read by more is dear anyway.
constexpr size_t kMostKernels = 16;

/// Kernels that an operation may become because of the concatenations in it: code
/// for each of them has to be made, and most of them have few points.
constexpr size_t kMostParts = 16;

/// Those of a concatenation: three dimensions with a halo on both sides.
constexpr size_t kMostPartsOfConcat = 27;

/// Operations, and concatenations that they read first parts of, which whoever reads the first
/// part of a rim does again. What is longer is kept: each reader would go through all of it.
constexpr size_t kMostOfFirst = 64;

static size_t mostPartsOf(Operation *op) {
  return isa<ConcatOp>(op) ? kMostPartsOfConcat : kMostParts;
}

class Placer {
public:
  Placer(ProgramOp program, const PlacementLimits &limits)
      : program(program), limits(limits), cones(positions, materialised) {}

  Placements run();

private:
  void gatherReaders();
  void gatherOperand(Operation *reader, Value operand);
  void placeForward();
  void placeBackward();
  void findFoldStores();
  void gatherKernels(Operation *op, Facts &known);
  void boundKernel(Operation *op);
  void boundParts(Operation *op);
  Operation *outermostConcat(Operation *op);
  void countParts(Operation *op);
  template <class Measure>
  Operation *largestInlineOperand(Operation *op, size_t floor, Measure measure);
  const char *whyWhole(const Facts &known) const;
  size_t estimateConeSize(Operation *op);
  void measure(const Cone &cone, Operation *op, Facts &known);
  void measureCopies(const Cone &cone, Operation *op, Facts &known);
  /// Cycles, those of loads apart.
  struct Work {
    int64_t cycles = 0, loads = 0;
  };
  Work workOf(const Cone &cone, Operation *root, bool isRolled);
  int64_t cyclesOfLoad(PositionId position) const;
  bool isGathered(PositionId position) const;
  std::optional<Coordinate> pinOfReaders(Operation *op, StringAttr dim, unsigned &budget) const;
  size_t countCopies(const Facts &known) const;
  bool mayBeWindow(const Facts &known, unsigned &budget) const;
  int64_t limitOf(const Facts &known) const;
  std::optional<int64_t> costOfFirst(Operation *op);
  std::optional<PlacementDecision> chooseRim(Operation *op, const Facts &known);
  PlacementDecision choose(Operation *op, const Facts &known);
  void decide(Operation *op);

  ProgramOp program;
  const PlacementLimits &limits;
  PositionTable positions;
  MaterialisedSet materialised;
  ConeCollector cones;
  StringAttr fastest;        ///< the dimension along which vectors go, or null
  bool isContiguous = false; ///< and neighbours lie side by side in it
  llvm::DenseMap<Operation *, Facts> facts;
  std::map<SmallVector<const void *>, unsigned> kernelIds;
  llvm::DenseMap<Operation *, Operation *> foldOf; ///< of stores that a reduction's kernel writes
  Placements placements;
};

} // namespace

/// Whether a kernel computes `op` at each of its points.
static bool isPointwise(Operation *op) { return isa<PointOp>(op) || isChoice(op); }

/// Whether `op` makes an intermediate that can be placed.
static bool isPlaceable(Operation *op) {
  return isa<ReduceOp, ScanOp>(op) ||
         (isPointwise(op) && isa<FieldType>(op->getResult(0).getType()));
}

//===----------------------------------------------------------------------===//
// The cost model
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
std::optional<PlacementDecision> Placer::chooseRim(Operation *op, const Facts &known) {
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
PlacementDecision Placer::choose(Operation *op, const Facts &known) {
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
  int64_t again = atPositions == known.positions.size() && atPositions == copies
                      ? known.extraCost + known.extraLoads
                      : static_cast<int64_t>(copies - 1) * known.cost;
  int64_t recompute = again + gathers * limits.machine.getGatherCycles();
  int64_t limit = limitOf(known);
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
bool Placer::mayBeWindow(const Facts &known, unsigned &budget) const {
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
int64_t Placer::limitOf(const Facts &known) const {
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
size_t Placer::countCopies(const Facts &known) const {
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
const char *Placer::whyWhole(const Facts &known) const {
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

//===----------------------------------------------------------------------===//
// What it asks
//===----------------------------------------------------------------------===//

void Placer::gatherOperand(Operation *reader, Value operand) {
  if (!isa<FieldType>(operand.getType()))
    return;
  Read read = positions.resolve({operand, kAtPoint});
  Operation *op = read.value.getDefiningOp();
  auto type = dyn_cast<FieldType>(read.value.getType());
  if (!op || !type)
    return;
  Facts &known = facts[op];
  if (!llvm::is_contained(known.positions, read.position)) {
    known.positions.push_back(read.position);
    known.gathered += isGathered(read.position);
  }
  known.reads.push_back({reader, read.position});

  // Along dimensions that it lacks, or in which it is pinned, a value repeats.
  int64_t rank = type.getRank(), readerRank = cast<FieldType>(operand.getType()).getRank();
  if (auto store = dyn_cast<StoreOp>(reader))
    readerRank = store.getStorage().getType().getRank();
  else if (isPointwise(reader))
    readerRank = cast<FieldType>(reader->getResult(0).getType()).getRank();
  else if (auto scan = dyn_cast<ScanOp>(reader)) // what it starts with it reads once a line
    readerRank = cast<FieldType>(scan.getResult(0).getType()).getRank() -
                 llvm::is_contained(scan.getInitials(), operand);
  int64_t pinned =
      llvm::count_if(positions[read.position], [](const Coordinate &c) { return c.isPinned(); });
  known.isBroadcast |= readerRank > rank - pinned;
}

void Placer::gatherReaders() {
  for (Operation &op : program.getBodyRegion().front())
    if (isPointwise(&op) || isa<ReduceOp, ScanOp, StoreOp>(op))
      for (Value operand : op.getOperands())
        gatherOperand(&op, operand);
}

/// Whether neighbours are at indices that are neighbours: a coordinate, moved.
static bool goesWithLoop(Value index) {
  if (auto sum = index.getDefiningOp<AddOp>())
    index = sum.getRhs().getDefiningOp<ConstantOp>() ? sum.getLhs() : Value();
  return index && index.getDefiningOp<IndexOp>();
}

/// Whether the lanes of a vector are at indices of their own: tables change along
/// the fastest dimension.
bool Placer::isGathered(PositionId position) const {
  return llvm::any_of(positions[position], [&](const Coordinate &where) {
    auto table = where.isIndexed() ? dyn_cast<FieldType>(where.index.value.getType()) : FieldType();
    return table && fastest && table.hasDim(fastest) && !goesWithLoop(where.index.value) &&
           !positions.get(where.index.position, fastest).isPinned();
  });
}

/// Finds what it takes to compute `op` once, which is `cone`.
void Placer::measure(const Cone &cone, Operation *op, Facts &known) {
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

/// Loads beside the point's own vector lie in two lines of the cache: they are two.
int64_t Placer::cyclesOfLoad(PositionId position) const {
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
void Placer::measureCopies(const Cone &cone, Operation *op, Facts &known) {
  bool isRolled = isContiguous && limits.machine.getVectorBytes() > 0 &&
                  known.cost >= limits.machine.getShiftCycles();
  Work once = workOf(cone, op, isRolled);
  Work everywhere = workOf(cones.computeAt(op, known.positions, limits.kernel), op, isRolled);
  for (PositionId position : known.positions)
    once.loads += cyclesOfLoad(position);
  known.extraCost = everywhere.cycles - once.cycles;
  known.extraLoads = std::max<int64_t>(everywhere.loads - once.loads, 0);
}

//===----------------------------------------------------------------------===//
// Forward: positions, and the size of kernels
//===----------------------------------------------------------------------===//

/// An upper bound of the nodes of the cone of `op`, from those of its operands.
size_t Placer::estimateConeSize(Operation *op) {
  auto scan = dyn_cast<ScanOp>(op);
  size_t size = scan ? scan.getPoint()->getOperations().size() : 1;
  for (Value operand : op->getOperands()) {
    Operation *def = positions.resolve({operand, kAtPoint}).value.getDefiningOp();
    if (!def)
      continue;
    size += cones.isInMemory(def) ? 1 : facts[def].coneSize;
  }
  return size;
}

/// The operand that would be computed in the kernel of `op` and measures most,
/// more than `floor`; null if there is none.
template <class Measure>
Operation *Placer::largestInlineOperand(Operation *op, size_t floor, Measure measure) {
  Operation *largest = nullptr;
  for (Value operand : op->getOperands()) {
    Operation *def = positions.resolve({operand, kAtPoint}).value.getDefiningOp();
    if (!def || !isPlaceable(def) || cones.isInMemory(def) || measure(facts[def]) <= floor)
      continue;
    floor = measure(facts[def]);
    largest = def;
  }
  return largest;
}

/// Materialises operands of `op` until its cone is small enough for a kernel. Those of a scalar
/// are scalars, which each kernel computes.
void Placer::boundKernel(Operation *op) {
  auto limit = static_cast<size_t>(limits.kernel);
  size_t size = estimateConeSize(op);
  if (!isPlaceable(op)) {
    facts[op].coneSize = std::min(size, limit + 1);
    return;
  }
  while (size > limit) {
    size = cones.compute(op, limit).nodes.size();
    Operation *operand =
        size > limit
            ? largestInlineOperand(op, 0, [](const Facts &known) { return known.coneSize; })
            : nullptr;
    if (!operand)
      break;
    facts[operand].exceedsKernel = true;
    decide(operand);
    size = estimateConeSize(op);
  }
  facts[op].coneSize = size;
}

/// The outermost concatenation that `op` reads at several positions; null if there is
/// none.
Operation *Placer::outermostConcat(Operation *op) {
  llvm::SmallMapVector<Operation *, size_t, 4> positionsOf; // readers first
  const Cone cone = cones.compute(op);
  for (const ConeNode &node : llvm::reverse(cone.nodes))
    if (isa<ConcatOp>(node.op) && node.op != op && !cones.isInMemory(node.op))
      ++positionsOf[node.op];
  for (auto [concat, count] : positionsOf)
    if (count > 1)
      return concat;
  return nullptr;
}

/// Counts again what `op` reads, after something of it has been materialised.
void Placer::countParts(Operation *op) {
  for (const ConeNode &node : cones.compute(op).nodes)
    if (Facts &known = facts[node.op]; known.parts > 1 && node.op != op) {
      auto parts = cones.computeParts(node.op, mostPartsOf(node.op));
      known.parts = parts ? parts->size() : mostPartsOf(node.op) + 1;
    }
}

/// Materialises operands of `op` until it takes few kernels; a concatenation that
/// has many parts by itself is materialised where it is read.
void Placer::boundParts(Operation *op) {
  auto partsOf = [](const Facts &known) { return known.parts; };
  if (!isa<ConcatOp>(op) && !largestInlineOperand(op, 1, partsOf))
    return;
  for (const ConeNode &node : cones.compute(op).nodes)
    if (auto concat = dyn_cast<ConcatOp>(node.op))
      llvm::append_range(facts[op].cuts, concat.getCutDims());
  while (true) {
    if (auto parts = cones.computeParts(op, mostPartsOf(op))) {
      facts[op].parts = parts->size();
      return;
    }
    Operation *operand = outermostConcat(op);
    if (!operand)
      operand = largestInlineOperand(op, 1, partsOf);
    facts[operand ? operand : op].exceedsParts = true;
    if (!operand)
      break;
    decide(operand);
    countParts(op);
  }
  facts[op].parts = mostPartsOf(op) + 1;
}

void Placer::decide(Operation *op) {
  PlacementDecision decision = choose(op, facts[op]);
  if (decision.placement != Placement::Inline && isPointwise(op))
    materialised.insert(op, decision.placement == Placement::Rim);
  placements[op] = std::move(decision);
}

void Placer::placeForward() {
  for (Operation &op : program.getBodyRegion().front()) {
    if (isPointwise(&op) || isa<ScanOp>(op))
      boundKernel(&op);
    if (isPointwise(&op))
      boundParts(&op);
    if (!isPlaceable(&op))
      continue;
    Facts &known = facts[&op];
    if (isPointwise(&op) && (known.positions.size() > 1 || known.isBroadcast)) {
      Cone cone = cones.compute(&op, limits.kernel);
      measure(cone, &op, known);
      if (known.positions.size() > 1)
        measureCopies(cone, &op, known);
    }
    decide(&op);
  }
}

//===----------------------------------------------------------------------===//
// Backward: kernels
//===----------------------------------------------------------------------===//

/// Finds the stores that kernels of reductions will probably write.
void Placer::findFoldStores() {
  if (!mayStoreInFolds(program))
    return;
  Block &body = program.getBody().front();
  llvm::DenseMap<Value, ReduceOp> byRange;
  for (ReduceOp reduce : body.getOps<ReduceOp>())
    byRange.try_emplace(reduce.getRanges().front(), reduce);
  if (byRange.empty())
    return;
  auto isMoved = [&](LoadOp load) {
    return llvm::any_of(facts[load].positions, [](PositionId at) { return at != kAtPoint; });
  };
  llvm::DenseSet<Value> moved; // storages that are read beside the point
  for (LoadOp load : body.getOps<LoadOp>())
    if (isMoved(load))
      moved.insert(load.getStorage());
  for (StoreOp store : body.getOps<StoreOp>()) {
    ReduceOp reduce =
        store.getRanges().empty() ? ReduceOp() : byRange.lookup(store.getRanges().back());
    if (!reduce || moved.contains(store.getStorage()))
      continue;
    auto reduced = reduce.getField().getType();
    bool isOverSame = reduced.getRank() == store.getStorage().getType().getRank() &&
                      llvm::all_of(reduce.getRanges(), [&](Value range) {
                        return llvm::is_contained(store.getRanges(), range);
                      });
    if (isOverSame && mayShareRows(store, cones.read(store.getValue(), limits.kernel), reduce))
      foldOf[store] = reduce;
  }
}

/// The kernels that the readers of `op` are part of. Stores over the same ranges
/// share one, and so do reductions.
void Placer::gatherKernels(Operation *op, Facts &known) {
  auto add = [&](unsigned kernel) {
    if (known.kernels.size() < kMostKernels && !llvm::is_contained(known.kernels, kernel))
      known.kernels.push_back(kernel);
  };
  for (Operation *reader : llvm::make_first_range(known.reads)) {
    if (isPointwise(reader) && !materialised.contains(reader)) {
      for (unsigned kernel : facts[reader].kernels)
        add(kernel);
      continue;
    }
    if (Operation *fold = foldOf.lookup(reader))
      reader = fold;
    bool isAlone = isPointwise(reader) || isa<ScanOp>(reader);
    SmallVector<const void *> key{isAlone ? reader : nullptr};
    if (!isAlone)
      for (Value operand : reader->getOperands())
        if (isa<RangeType>(operand.getType()))
          key.push_back(operand.getAsOpaquePointer());
    if (isa<ReduceOp>(reader))
      key.push_back(reader->getName().getAsOpaquePointer());
    add(kernelIds.try_emplace(std::move(key), kernelIds.size()).first->second);
  }
}

void Placer::placeBackward() {
  for (Operation &op : llvm::reverse(program.getBodyRegion().front())) {
    if (!isPointwise(&op))
      continue;
    Facts &known = facts[&op];
    gatherKernels(&op, known);
    if (!isPlaceable(&op) || materialised.contains(&op) ||
        known.kernels.size() <= std::max<size_t>(known.positions.size(), 1))
      continue;
    measure(cones.compute(&op, limits.kernel), &op, known);
    decide(&op);
  }
}

Placements Placer::run() {
  for (StoreOp store : program.getBodyRegion().front().getOps<StoreOp>()) {
    StorageType type = store.getStorage().getType();
    if (type.getDims().empty())
      continue;
    fastest = type.getDims().back();
    isContiguous = type.getUnit();
    break;
  }
  gatherReaders();
  placeForward();
  findFoldStores();
  placeBackward();
  return std::move(placements);
}

Placements gtcompiler::placeFields(ProgramOp program, const PlacementLimits &limits) {
  return Placer(program, limits).run();
}
