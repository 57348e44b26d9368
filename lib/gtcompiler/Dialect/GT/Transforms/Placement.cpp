//===- Placement.cpp - Where intermediates live -----------------*- C++ -*-===//
//
// Gathers what the cost model asks about each intermediate. Two walks over the program, so that
// time stays linear: forward, by the positions at which a value's direct readers read it;
// backward, by the kernels that it ends up in, and by where these need it.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/Transforms/Placement.h"
#include "DimOrder.h"
#include "FoldStores.h"
#include "Placer.h"

#include "gtcompiler/Dialect/GT/IR/LinearIndex.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace gtcompiler;

/// Kernels that are told apart; a value read by more is dear anyway.
static constexpr size_t kMostKernels = 16;

/// Places in them that are told apart.
static constexpr size_t kMostPlaces = 8;

/// Whether `op` makes an intermediate that can be placed.
static bool isPlaceable(Operation *op) {
  return isa<ReduceOp, ScanOp>(op) ||
         (isPointwise(op) && isa<FieldType>(op->getResult(0).getType()));
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

llvm::SmallVector<Read, 4> Placer::readsOf(Value operand, PositionId place) {
  Read read = positions.resolve({operand, place});
  SmallVector<Read, 4> reads{read};
  llvm::DenseSet<std::pair<Value, PositionId>> seen; // of indices
  for (size_t next = 0; next < reads.size(); ++next)
    for (Read index : positions.indicesOf(reads[next].position))
      if (seen.insert({index.value, index.position}).second)
        reads.push_back(index);
  return reads;
}

void Placer::gatherRead(Operation *reader, Value operand, Read read) {
  Operation *op = read.value.getDefiningOp();
  auto type = dyn_cast<FieldType>(read.value.getType());
  if (!op || !type)
    return;
  PlacementFacts &known = facts[op];
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
        if (isa<FieldType>(operand.getType()))
          for (Read read : readsOf(operand))
            gatherRead(&op, operand, read);
}

/// Whether the lanes of a vector are at indices of their own: tables change along
/// the fastest dimension.
bool Placer::isGathered(PositionId position) const {
  return llvm::any_of(positions[position], [&](const Coordinate &where) {
    auto table = where.isIndexed() ? dyn_cast<FieldType>(where.index.value.getType()) : FieldType();
    return table && fastest && table.hasDim(fastest) && !isLinear(where.index.value) &&
           !positions.get(where.index.position, fastest).isPinned();
  });
}

//===----------------------------------------------------------------------===//
// Forward: positions, and the size of kernels
//===----------------------------------------------------------------------===//

/// An upper bound of the nodes of the cone of `op`, from those of its operands.
size_t Placer::estimateConeSize(Operation *op) {
  auto scan = dyn_cast<ScanOp>(op);
  size_t size = scan ? scan.getPoint()->getOperations().size() : 1;
  for (Value operand : op->getOperands())
    for (Read read : readsOf(operand))
      if (Operation *def = read.value.getDefiningOp())
        size += cones.isInMemory(def) ? 1 : facts[def].coneSize;
  return size;
}

/// The operand, or index at which one is read, that would be computed in the kernel of `op`
/// and measures most, more than `floor`; null if there is none.
template <class Measure>
Operation *Placer::largestInlineOperand(Operation *op, size_t floor, Measure measure) {
  Operation *largest = nullptr;
  for (Value operand : op->getOperands())
    for (Read read : readsOf(operand)) {
      Operation *def = read.value.getDefiningOp();
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
        size > limit ? largestInlineOperand(
                           op, 0, [](const PlacementFacts &known) { return known.coneSize; })
                     : nullptr;
    if (!operand)
      break;
    facts[operand].exceedsKernel = true;
    decide(operand);
    size = estimateConeSize(op);
  }
  facts[op].coneSize = size;
}

/// What the kernels of `op` need, a point operation, a concatenation or a store.
Cone Placer::coneOf(Operation *op) {
  auto store = dyn_cast<StoreOp>(op);
  return store ? cones.read(store.getValue()) : cones.compute(op);
}

/// These kernels, if they are few.
std::optional<std::vector<ConePart>> Placer::fewPartsOf(Operation *op) {
  auto store = dyn_cast<StoreOp>(op);
  return store ? cones.readParts(store.getValue(), mostPartsOf(op))
               : cones.computeParts(op, mostPartsOf(op));
}

/// The outermost concatenation that `op` reads at several positions; null if there is
/// none.
Operation *Placer::outermostConcat(Operation *op) {
  llvm::SmallMapVector<Operation *, size_t, 4> positionsOf; // readers first
  const Cone cone = coneOf(op);
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
  for (const ConeNode &node : coneOf(op).nodes)
    if (PlacementFacts &known = facts[node.op]; known.parts > 1 && node.op != op) {
      auto parts = fewPartsOf(node.op);
      known.parts = parts ? parts->size() : mostPartsOf(node.op) + 1;
    }
}

/// Materialises operands of `op` until it takes few kernels; a concatenation that
/// has many parts by itself is materialised where it is read.
void Placer::boundParts(Operation *op) {
  auto partsOf = [](const PlacementFacts &known) { return known.parts; };
  if (!isa<ConcatOp>(op) && !largestInlineOperand(op, 1, partsOf))
    return;
  for (const ConeNode &node : coneOf(op).nodes)
    if (auto concat = dyn_cast<ConcatOp>(node.op))
      llvm::append_range(facts[op].cuts, concat.getCutDims());
  while (true) {
    if (auto parts = fewPartsOf(op)) {
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
    if (isPointwise(&op) || isa<StoreOp>(op))
      boundParts(&op);
    if (!isPlaceable(&op))
      continue;
    PlacementFacts &known = facts[&op];
    if (isPointwise(&op) && (known.positions.size() > 1 || known.isBroadcast))
      measureAll(&op, known);
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

/// The ranges of a store or reduction.
static SmallVector<const void *> rangesOf(Operation *op) {
  SmallVector<const void *> ranges;
  for (Value operand : op->getOperands())
    if (isa<RangeType>(operand.getType()))
      ranges.push_back(operand.getAsOpaquePointer());
  return ranges;
}

/// Finds which stores over the same ranges will probably share a kernel: in their order, as
/// many as have no more operations together than a kernel may.
void Placer::groupStores() {
  struct Group {
    unsigned number = 0;
    size_t stores = 0;
    llvm::DenseSet<std::pair<Operation *, PositionId>> nodes;
  };
  std::map<SmallVector<const void *>, Group> groups;
  auto limit = static_cast<size_t>(limits.kernel);
  for (StoreOp store : program.getBody().front().getOps<StoreOp>()) {
    Group &group = groups[rangesOf(store)];
    const Cone cone = cones.read(store.getValue(), limit);
    size_t added = llvm::count_if(cone.nodes, [&](const ConeNode &node) {
      return !group.nodes.contains({node.op, node.position});
    });
    if (group.stores > 0 && group.nodes.size() + group.stores + added + 1 > limit)
      group = {group.number + 1, 0, {}};
    ++group.stores;
    for (const ConeNode &node : cone.nodes)
      group.nodes.insert({node.op, node.position});
    groupOf[store] = group.number;
  }
}

/// The kernels that the readers of `op` are part of. Stores over the same ranges share one as
/// long as it does not become too large, and reductions share one.
void Placer::gatherKernels(Operation *op, PlacementFacts &known) {
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
      llvm::append_range(key, rangesOf(reader));
    if (unsigned group = groupOf.lookup(reader))
      key.push_back(reinterpret_cast<const void *>(uintptr_t(group)));
    if (isa<ReduceOp>(reader))
      key.push_back(reader->getName().getAsOpaquePointer());
    add(kernelIds.try_emplace(std::move(key), kernelIds.size()).first->second);
  }
}

/// Tells what `reader` is computed of at which places its kernels need that.
void Placer::gatherPlaces(Operation *reader) {
  bool isInline = isPointwise(reader) && !materialised.contains(reader);
  SmallVector<PositionId, 4> own{kAtPoint};
  if (isInline)
    own = facts[reader].places;
  llvm::SmallDenseMap<Operation *, llvm::SmallSetVector<PositionId, 4>, 4> read;
  for (Value operand : reader->getOperands())
    if (isa<FieldType>(operand.getType()))
      for (PositionId place : own)
        for (Read found : readsOf(operand, place))
          if (Operation *op = found.value.getDefiningOp(); op && isPointwise(op))
            read[op].insert(found.position);
  for (auto &[op, places] : read) {
    PlacementFacts &known = facts[op];
    known.placesOfReader = std::max(known.placesOfReader, places.size());
    for (PositionId place : places)
      if (known.places.size() <= kMostPlaces && !llvm::is_contained(known.places, place))
        known.places.push_back(place);
  }
}

/// Whether readers that all read a value at the point need it at different ones, some being
/// computed beside it themselves, as in `flux - (courant * flux)(J - 1)`. Rows that go together
/// share what they need of each other.
bool Placer::isSpread(const PlacementFacts &known) {
  auto isElsewhere = [&](PositionId place) {
    return llvm::any_of(positions[place], [](const Coordinate &at) { return bool(at.range); });
  };
  if (known.positions.size() != 1 || known.places.size() <= known.placesOfReader ||
      known.places.size() > kMostPlaces || llvm::any_of(known.places, isElsewhere))
    return false;
  return llvm::any_of(known.places, [&](PositionId place) {
    return !limits.sharesRows || !across ||
           positions.withoutOffset(place, across) !=
               positions.withoutOffset(known.places.front(), across);
  });
}

/// Whether a reader gathers a value at one position, and is itself needed at several neighbours, as
/// the terms of a sum over them are.
bool Placer::isGatheredApart(const PlacementFacts &known) const {
  return known.positions.size() == 1 && known.places.size() > 1 &&
         isGathered(known.positions.front());
}

void Placer::placeBackward() {
  for (Operation &op : llvm::reverse(program.getBodyRegion().front())) {
    if (isPointwise(&op)) {
      PlacementFacts &known = facts[&op];
      gatherKernels(&op, known);
      bool isOpen = isPlaceable(&op) && !materialised.contains(&op);
      if (isOpen && (isSpread(known) || isGatheredApart(known))) {
        known.positions = known.places;
        known.gathered =
            llvm::count_if(known.places, [&](PositionId place) { return isGathered(place); });
        measureAll(&op, known);
        decide(&op);
      } else if (isOpen && known.kernels.size() > std::max<size_t>(known.positions.size(), 1)) {
        measure(cones.compute(&op, limits.kernel), &op, known);
        decide(&op);
      }
    }
    if (isPointwise(&op) || isa<ReduceOp, ScanOp, StoreOp>(op))
      gatherPlaces(&op);
  }
}

Placements Placer::run() {
  if (StorageType type = firstStoredType(program)) {
    fastest = type.getDims().back();
    across = type.getRank() > 1 ? type.getDims()[type.getRank() - 2] : StringAttr();
    isContiguous = type.getUnit();
  }
  gatherReaders();
  placeForward();
  findFoldStores();
  groupStores();
  placeBackward();
  return std::move(placements);
}

Placements gtcompiler::placeFields(ProgramOp program, const PlacementLimits &limits) {
  return Placer(program, limits).run();
}
