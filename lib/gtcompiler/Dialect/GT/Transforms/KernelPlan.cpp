//===- KernelPlan.cpp - Which kernels a program becomes ---------*- C++ -*-===//
//
// From the stores back: what is read where gives the ranges of every value in
// memory. Then forward: a kernel's level is the number of kernels that must
// have run before it; kernels of one level with the same loops are fused.
//
// What reads inlined concatenations is computed in parts, a kernel each over what
// its own ranges and those of the chosen parts have in common; beside a box of points
// that read first parts alone, in one for each side.
//
//===----------------------------------------------------------------------===//

#include "DimOrder.h"
#include "FoldStores.h"
#include "SweepPlan.h"
#include <map>

using namespace mlir;
using namespace gtcompiler;

static StringAttr dimOf(Value range) { return cast<RangeType>(range.getType()).getDim(); }

/// Reductions of one kernel. The partial results of more do not stay in the L1
/// cache, and kernels of the same size are equal more often.
static constexpr size_t kMostFolds = 8;

/// Kernels with the same loops that are tried for a result; keeps planning linear.
static constexpr size_t kMostCandidates = 8;

using RangesByDim = decltype(Root::ranges);

namespace {

class Planner {
public:
  Planner(ProgramOp program, PositionTable &positions, RangeWriter &ranges,
          const MaterialisedSet &materialised, size_t kernelLimit)
      : program(program), positions(positions), ranges(ranges), materialised(materialised),
        cones(positions, materialised, ranges, plan.dimOrder), kernelLimit(kernelLimit),
        sweeps(roots, rootIndex, loadedStorages, plan, kernelLimit) {}

  FailureOr<KernelPlan> run();

private:
  LogicalResult collectRoots();
  LogicalResult addRoot(Operation *op, Cone cone);
  LogicalResult addParts(Operation *op, std::vector<ConePart> parts);
  Root &wholeOf(const Root &root) { return roots[rootIndex.at(root.op)]; }
  void propagateRanges();
  void requireRanges(const Root &reader, const Cone &cone);
  RangesByDim boxOfSide(const Root &reader, unsigned side);
  void requireAt(Root &read, PositionId position, const RangesByDim &loops);
  void leaveOutUnread(Root &root);
  void chooseDestinations();
  bool isCovered(const Root &stored, StoreOp store);
  void assignLevels();
  void formSweep(Root &root);
  void formKernels(Root &root);
  void addResult(std::vector<Kernel> &kernels, Kernel shape, KernelResult result, unsigned level);
  SmallVector<Loop, 4> wholeLoops(const Root &root, ArrayRef<StringAttr> dims);
  void formKernel(Root &root, unsigned side, unsigned step);
  SmallVector<StringAttr> orderedDims(const Root &root, unsigned step);
  bool canFuse(const Kernel &kernel, const Kernel &shape, const KernelResult &result);

  ProgramOp program;
  PositionTable &positions;
  RangeWriter &ranges;
  const MaterialisedSet &materialised;
  ConeCollector cones;
  size_t kernelLimit;

  std::vector<Root> roots; ///< in program order
  llvm::DenseMap<Operation *, size_t> rootIndex;
  llvm::SmallPtrSet<Value, 8> loadedStorages;
  std::vector<std::vector<Kernel>> levels;
  SweepPlan sweeps;
  std::map<SmallVector<uint64_t>, SmallVector<size_t, 2>> sameLoops; ///< kernels by level and loops
  KernelPlan plan;
};

} // namespace

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

LogicalResult Planner::collectRoots() {
  for (Operation &op : program.getBodyRegion().front()) {
    LogicalResult added = success();
    if (auto load = dyn_cast<LoadOp>(op)) {
      loadedStorages.insert(load.getStorage());
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      added = addParts(&op, *cones.readParts(store.getValue()));
    } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
      added = addRoot(&op, cones.read(reduce.getField()));
    } else if (auto scan = dyn_cast<ScanOp>(op)) {
      added = addRoot(&op, cones.read(scan.getFields()));
      if (succeeded(added))
        roots.back().start = cones.read(scan.getInitials());
    } else if (materialised.contains(&op)) {
      added = addParts(&op, *cones.computeParts(&op));
    }
    if (failed(added))
      return failure();
  }
  return success();
}

/// Whoever reads a whole dimension reads what is in memory, or in one piece; and
/// whether a point at an index lies in a part depends on no loop.
LogicalResult Planner::addRoot(Operation *op, Cone cone) {
  if (isa<ReduceOp, ScanOp>(op) && cones.findOpen(cone, nullptr))
    return op->emitOpError("expected concatenations that it reads to be materialised");
  for (const auto &[key, chosen] : cone.choices)
    for (StringAttr dim : cast<ConcatOp>(key.first).getCutDims())
      if (positions.get(key.second, dim).range)
        return key.first->emitOpError("expected to be materialised, since it is read at indices "
                                      "of '")
               << dim.getValue() << "'";
  rootIndex.try_emplace(op, roots.size());
  Root &root = roots.emplace_back();
  root.op = op;
  root.cone = std::move(cone);
  return success();
}

LogicalResult Planner::addParts(Operation *op, std::vector<ConePart> parts) {
  for (ConePart &part : parts) {
    if (failed(addRoot(op, std::move(part.cone))))
      return failure();
    roots.back().clips = std::move(part.clips);
    roots.back().box = std::move(part.box);
    roots.back().narrow = std::move(part.narrow);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// The ranges of a side, all of them empty where one is: they are joined with those
/// of other readers.
RangesByDim Planner::boxOfSide(const Root &reader, unsigned side) {
  RangesByDim box, joined;
  SmallVector<StringAttr> cut; // slow to fast
  for (StringAttr dim : plan.dimOrder) {
    auto whole = reader.ranges.find(dim);
    if (whole == reader.ranges.end())
      continue;
    box[dim] = termsOfSide(reader, side, plan.dimOrder, dim, ranges);
    if (box[dim] != whole->second)
      cut.push_back(dim);
  }
  for (StringAttr dim : plan.dimOrder) {
    auto found = box.find(dim);
    if (found == box.end())
      continue;
    SmallVector<Value> others;
    for (StringAttr other : cut)
      if (other != dim)
        others.push_back(ranges.rangeOf(box.lookup(other)));
    joined[dim] = ranges.when(found->second, others);
  }
  return joined;
}

/// Adds to the values in memory that `reader` reads the ranges where it does.
void Planner::requireRanges(const Root &reader, const Cone &cone) {
  for (unsigned side = 0, sides = countSides(reader, plan.dimOrder); side < sides; ++side) {
    RangesByDim loops = boxOfSide(reader, side);
    for (const ConeNode &node : cone.nodes) {
      if (node.op == reader.op || isa<LoadOp>(node.op) || !cones.isInMemory(node.op))
        continue;
      Root &read = roots[rootIndex.at(node.op)];
      read.isLive = true;
      if (materialised.isRim(node.op))
        noteUnread(read, reader, node.position, positions);
      requireAt(read, node.position, loops);
    }
  }
}

/// Adds to the ranges of `read` those that `loops` need at a position.
void Planner::requireAt(Root &read, PositionId position, const RangesByDim &loops) {
  for (StringAttr dim : cast<FieldType>(read.op->getResult(0).getType()).getDims()) {
    Coordinate where = positions.get(position, dim);
    RangeTerms &terms = read.ranges[dim];
    if (where.range) {
      addTerm(terms, {where.range, where.offset, where.offset});
      continue;
    }
    for (const RangeTerm &term : loops.find(dim)->second)
      addTerm(terms, {term.range, addOffsets(term.lower, where.offset),
                      addOffsets(term.upper, where.offset)});
  }
}

/// Leaves out of the first part of a concatenation whose rim is in memory what nobody
/// reads of it. No reader asks for points of other parts that it leaves out.
void Planner::leaveOutUnread(Root &root) {
  Root &whole = wholeOf(root);
  bool isFirst = llvm::all_of(root.cone.choices, [](auto choice) { return choice.second == 0; });
  if (isFirst && root.box.empty() && !whole.isReadWhole)
    root.box = whole.unread;
}

void Planner::propagateRanges() {
  for (Root &root : llvm::reverse(roots)) {
    if (Root &whole = wholeOf(root); &whole != &root) {
      root.ranges = whole.ranges;
      root.isLive = whole.isLive;
    }
    root.isLive |= isa<StoreOp>(root.op);
    if (!root.isLive)
      continue;
    leaveOutUnread(root);
    if (isa<StoreOp, ReduceOp>(root.op))
      for (Value operand : root.op->getOperands())
        if (isa<RangeType>(operand.getType()))
          addTerm(root.ranges[dimOf(operand)], {operand, 0, 0});
    if (auto scan = dyn_cast<ScanOp>(root.op)) // has values there alone, wherever they are read
      root.ranges[dimOf(scan.getAlong())] = {{scan.getAlong(), 0, 0}};
    requireRanges(root, root.cone);
    requireRanges(root, root.start);
  }
}

/// Whether `store` covers exactly the ranges where the value in memory is read.
bool Planner::isCovered(const Root &stored, StoreOp store) {
  for (Value range : store.getRanges()) {
    auto terms = stored.ranges.find(dimOf(range));
    if (terms == stored.ranges.end() || terms->second != RangeTerms{{range, 0, 0}})
      return false;
  }
  return true;
}

void Planner::chooseDestinations() {
  for (Root &root : roots) {
    auto store = dyn_cast<StoreOp>(root.op);
    bool isWhole = store && !root.isPart();
    Operation *stored = isWhole ? root.cone.root.value.getDefiningOp() : nullptr;
    if (!stored || isa<LoadOp>(stored) || !cones.isInMemory(stored) ||
        root.cone.root.position != kAtPoint || loadedStorages.contains(store.getStorage()))
      continue;
    auto rank = cast<FieldType>(stored->getResult(0).getType()).getRank();
    if (rank == store.getStorage().getType().getRank() &&
        isCovered(roots[rootIndex.at(stored)], store))
      plan.destinations.try_emplace(root.cone.root.value, store.getStorage());
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void Planner::assignLevels() {
  for (Root &root : roots) {
    Root &whole = wholeOf(root);
    if (&whole == &root) // readers wait for all parts
      for (Root *part = &root; part != roots.data() + roots.size() && part->op == root.op; ++part)
        root.level = std::max({root.level, sweeps.levelBehind(*part, part->cone),
                               sweeps.levelBehind(*part, part->start)});
    root.level = whole.level;
    if (root.isLive)
      sweeps.join(root);
  }
}

/// Loop dimensions, slow to fast, when `step` dimensions have been reduced and
/// one more is being so.
SmallVector<StringAttr> Planner::orderedDims(const Root &root, unsigned step) {
  if (auto store = dyn_cast<StoreOp>(root.op))
    return llvm::to_vector(store.getStorage().getType().getDims());
  Value destination;
  for (Value value : llvm::reverse(root.op->getResults()))
    if (Value own = plan.destinations.lookup(value))
      destination = own;
  auto reduce = dyn_cast<ReduceOp>(root.op);
  if (destination && !reduce && !isa<ScanOp>(root.op))
    return llvm::to_vector(cast<StorageType>(destination.getType()).getDims());
  auto result = cast<FieldType>(root.op->getResult(0).getType());
  SmallVector<StringAttr> later;
  if (reduce)
    for (Value range : reduce.getRanges().drop_front(step + 1))
      later.push_back(dimOf(range));
  return llvm::filter_to_vector(plan.dimOrder, [&](StringAttr dim) {
    return result.hasDim(dim) || llvm::is_contained(later, dim);
  });
}

SmallVector<Loop, 4> Planner::wholeLoops(const Root &root, ArrayRef<StringAttr> dims) {
  SmallVector<Loop, 4> loops;
  for (StringAttr dim : dims)
    loops.push_back({dim, root.ranges.lookup(dim)});
  return loops;
}

/// The operations that `result` brings into `kernel`: stores share what they have in common.
static size_t sizeIn(const Kernel &kernel, const KernelResult &result) {
  return 1 + llvm::count_if(result.cone.nodes, [&](const ConeNode &node) {
           return !kernel.nodes.contains({node.op, node.position});
         });
}

/// Whether `result` can go into `kernel`, which has the same loops as `shape`.
bool Planner::canFuse(const Kernel &kernel, const Kernel &shape, const KernelResult &result) {
  bool isSmall = kernel.size + shape.size <= kernelLimit ||
                 kernel.size + sizeIn(kernel, result) <= kernelLimit;
  if (!isSmall || llvm::any_of(kernel.results,
                               [&](const KernelResult &other) { return other.op == result.op; }))
    return false;
  if (auto store = dyn_cast<StoreOp>(result.op))
    return llvm::none_of(kernel.results, [&](const KernelResult &other) {
      return cast<StoreOp>(other.op).getStorage() == store.getStorage();
    });
  if (shape.along)
    return kernel.results.size() < kMostFolds;
  return llvm::any_of(shape.loaded, [&](Value value) { return kernel.loaded.contains(value); });
}

void gtcompiler::addLoaded(Kernel &kernel, const Cone &cone) {
  for (const ConeNode &node : cone.nodes)
    if (auto load = dyn_cast<LoadOp>(node.op)) {
      kernel.loaded.insert(load.getStorage());
      if (node.position != kAtPoint)
        kernel.loadedApart.insert(load.getStorage());
    }
}

/// Remembers what a store brings into its kernel.
static void addNodes(Kernel &kernel, const KernelResult &result) {
  if (isa<StoreOp>(result.op))
    for (const ConeNode &node : result.cone.nodes)
      kernel.nodes.insert({node.op, node.position});
}

void Planner::addResult(std::vector<Kernel> &kernels, Kernel shape, KernelResult result,
                        unsigned level) {
  addLoaded(shape, result.cone);
  shape.size = result.cone.nodes.size() + 1;

  SmallVector<uint64_t> key{level, isa<StoreOp>(result.op), shape.lanes,
                            reinterpret_cast<uint64_t>(shape.along.getAsOpaquePointer())};
  for (const Loop &loop : shape.loops)
    for (const RangeTerm &term : loop.terms)
      key.append({reinterpret_cast<uint64_t>(term.range.getAsOpaquePointer()),
                  static_cast<uint64_t>(term.lower), static_cast<uint64_t>(term.upper)});
  SmallVector<size_t, 2> &candidates = sameLoops[std::move(key)];
  for (size_t index : llvm::reverse(ArrayRef(candidates).take_back(kMostCandidates))) {
    if (!canFuse(kernels[index], shape, result))
      continue;
    Kernel &kernel = kernels[index];
    kernel.size += sizeIn(kernel, result);
    addNodes(kernel, result);
    kernel.loaded.insert(shape.loaded.begin(), shape.loaded.end());
    kernel.loadedApart.insert(shape.loadedApart.begin(), shape.loadedApart.end());
    kernel.results.push_back(std::move(result));
    return;
  }
  candidates.push_back(kernels.size());
  addNodes(shape, result);
  shape.results.push_back(std::move(result));
  kernels.push_back(std::move(shape));
}

/// The kernels of `root`: one, or one for each dimension of a reduction, and for each
/// side of its box.
void Planner::formKernels(Root &root) {
  if (root.sweep)
    return formSweep(root);
  auto store = dyn_cast<StoreOp>(root.op);
  if (store && isStored(plan, root, store))
    return;
  auto reduce = dyn_cast<ReduceOp>(root.op);
  unsigned steps = reduce ? reduce.getRanges().size() : 1;
  for (unsigned side = 0, sides = countSides(root, plan.dimOrder); side < sides; ++side)
    for (unsigned step = 0; step < steps; ++step)
      formKernel(root, side, step);
}

void Planner::formKernel(Root &root, unsigned side, unsigned step) {
  Kernel shape;
  SmallVector<StringAttr> dims = orderedDims(root, step);
  for (StringAttr dim : dims)
    shape.loops.push_back({dim, termsOfSide(root, side, plan.dimOrder, dim, ranges)});
  if (auto reduce = dyn_cast<ReduceOp>(root.op)) {
    shape.along = reduce.getRanges()[step];
    shape.lanes = reduce.getLanes() && step == 0;
  }
  shape.isNarrow = dims.size() > 1 && llvm::is_contained(root.narrow, dims.back());
  KernelResult result{root.op, step == 0 ? root.cone : Cone(), Cone(), step};
  if (root.isPart())
    result.whole = wholeLoops(root, dims);
  if (isa<StoreOp>(root.op))
    return addResult(plan.stores, std::move(shape), std::move(result), 0);
  unsigned level = root.level + step;
  if (levels.size() <= level)
    levels.resize(level + 1);
  addResult(levels[level], std::move(shape), std::move(result), level);
}

/// Adds the root to the kernel of its scan, which has one already if it is another.
void Planner::formSweep(Root &root) {
  auto &[level, number] = sweeps.kernelOf(*root.sweep);
  if (root.sweep == &root) {
    auto scan = cast<ScanOp>(root.op);
    Kernel shape;
    shape.along = scan.getAlong();
    shape.direction = scan.getDirection();
    shape.loops = wholeLoops(root, orderedDims(root, 0));
    llvm::erase_if(shape.loops, [&](Loop &loop) { return loop.dim == dimOf(shape.along); });
    level = root.level;
    if (levels.size() <= level)
      levels.resize(level + 1);
    number = levels[level].size();
    levels[level].push_back(std::move(shape));
  }
  Kernel &kernel = levels[level][number];
  addLoaded(kernel, root.cone);
  addLoaded(kernel, root.start);
  kernel.size += SweepPlan::sizeOf(root);
  kernel.results.push_back({root.op, std::move(root.cone), std::move(root.start)});
}

FailureOr<KernelPlan> Planner::run() {
  plan.dimOrder = orderDims(program);
  if (failed(collectRoots()))
    return failure();
  propagateRanges();
  chooseDestinations();
  assignLevels();
  plan.readElsewhere = sweeps.readElsewhere();
  for (Root &root : roots)
    if (root.isLive)
      formKernels(root);
  joinFoldStores(program, levels, plan.stores, kernelLimit,
                 [&](Operation *store) { return roots[rootIndex.at(store)].level; });
  for (std::vector<Kernel> &level : levels)
    for (Kernel &kernel : level)
      plan.intermediates.push_back(std::move(kernel));
  return std::move(plan);
}

FailureOr<KernelPlan> gtcompiler::planKernels(ProgramOp program, PositionTable &positions,
                                              RangeWriter &ranges,
                                              const MaterialisedSet &materialised,
                                              size_t kernelLimit) {
  return Planner(program, positions, ranges, materialised, kernelLimit).run();
}
