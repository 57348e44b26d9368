//===- SweepPlan.cpp - What a sweep computes beside a scan ------*- C++ -*-===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "SweepPlan.h"

using namespace mlir;
using namespace gtcompiler;

bool gtcompiler::isStored(const KernelPlan &plan, const Root &root, StoreOp store) {
  Operation *stored = !root.isPart() ? root.cone.root.value.getDefiningOp() : nullptr;
  return stored && root.cone.root.position == kAtPoint &&
         plan.destinations.lookup(root.cone.root.value) == store.getStorage();
}

/// The number of kernels that have run when the values of a root are in memory.
static unsigned levelBehind(const Root &root) {
  auto reduce = dyn_cast<ReduceOp>(root.op);
  return root.level + (reduce ? reduce.getRanges().size() : 1);
}

/// What computes the value of a node, if it is not the node's own reader.
const Root *SweepPlan::rootOf(const ConeNode &node) const {
  auto known = index.find(node.op);
  return known == index.end() ? nullptr : &roots[known->second];
}

unsigned SweepPlan::levelBehind(const Root &reader, const Cone &cone) const {
  unsigned level = 0;
  for (const ConeNode &node : cone.nodes)
    if (const Root *read = rootOf(node); read && read->op != reader.op)
      level = std::max(level, ::levelBehind(*read));
  return level;
}

size_t SweepPlan::sizeOf(const Root &root) {
  auto scan = dyn_cast<ScanOp>(root.op);
  return root.cone.nodes.size() + root.start.nodes.size() +
         (scan ? scan.getPoint()->getOperations().size() : 1);
}

/// Whether the store `root` may write to `storage` in the kernel of the scan `sweep`: what
/// the program loads of it was read by earlier kernels, or is read at the point.
bool SweepPlan::mayWrite(const Root &root, Value storage, const Root &sweep) const {
  if (!loadedStorages.contains(storage))
    return true;
  auto allows = [&](const Root &reader, const ConeNode &node) {
    auto load = dyn_cast<LoadOp>(node.op);
    if (!load || load.getStorage() != storage || !reader.isLive)
      return true;
    if (&reader == &root || reader.sweep == &sweep)
      return node.position == kAtPoint;
    bool isEarlier = &reader < &root && ::levelBehind(reader) <= sweep.level;
    return isEarlier && (!isa<StoreOp>(reader.op) || reader.sweep);
  };
  for (const Root &reader : roots)
    for (const Cone *cone : {&reader.cone, &reader.start})
      for (const ConeNode &node : cone->nodes)
        if (!allows(reader, node))
          return false;
  return true;
}

/// Whether a store takes what the scan `sweep` or one in its kernel has at the point, as it is.
bool SweepPlan::isResultOf(const Root &store, const Root &sweep) const {
  auto scan = store.cone.root.value.getDefiningOp<ScanOp>();
  auto known = scan ? index.find(scan) : index.end();
  return known != index.end() && roots[known->second].sweep == &sweep &&
         store.cone.root.position == kAtPoint;
}

/// Whether `root` can be computed at each point of the kernel of the scan `sweep`: over
/// the same ranges, in the same direction if it is a scan, and, of what that kernel
/// computes, by values at the point. Along the scan a store of its results may have fewer points.
bool SweepPlan::canJoin(const Root &root, const Root &sweep) const {
  auto leader = cast<ScanOp>(sweep.op);
  auto store = dyn_cast<StoreOp>(root.op);
  if (levelBehind(root, root.start) > sweep.level)
    return false;
  if (auto scan = dyn_cast<ScanOp>(root.op))
    if (scan.getDirection() != leader.getDirection() || scan.getAlong() != leader.getAlong())
      return false;
  auto dims = store ? store.getStorage().getType().getDims()
                    : cast<FieldType>(root.op->getResult(0).getType()).getDims();
  auto leaderDims = cast<FieldType>(leader.getResult(0).getType()).getDims();
  if (dims.size() != leaderDims.size() || sweep.size + sizeOf(root) > kernelLimit)
    return false;
  StringAttr along = leader.getAlong().getType().getDim();
  for (StringAttr dim : leaderDims)
    if (root.ranges.lookup(dim) != sweep.ranges.lookup(dim) &&
        !(dim == along && store && isResultOf(root, sweep)))
      return false;
  if (store && written.contains({&sweep, store.getStorage()}))
    return false;
  for (const ConeNode &node : root.cone.nodes) {
    const Root *read = rootOf(node);
    if (!read || read == &root)
      continue;
    if (read->sweep == &sweep ? node.position != kAtPoint : ::levelBehind(*read) > sweep.level)
      return false;
  }
  return !store || (!isStored(plan, root, store) && mayWrite(root, store.getStorage(), sweep));
}

/// Kernels that are tried for a scan beside those that it reads; keeps planning linear.
static constexpr size_t kMostCandidates = 8;

/// Scans whose values the root reads; of a scan, the last others, too.
SmallVector<Root *, 4> SweepPlan::candidatesFor(const Root &root) {
  SmallVector<Root *, 4> candidates;
  for (const ConeNode &node : root.cone.nodes)
    if (const Root *read = rootOf(node); read && read != &root && read->sweep)
      candidates.push_back(read->sweep);
  if (!isa<ScanOp>(root.op))
    return candidates;
  size_t tried = 0;
  for (const auto &[scan, kernel] : llvm::reverse(kernels))
    if (tried++ < kMostCandidates)
      candidates.push_back(scan->sweep);
  return candidates;
}

void SweepPlan::join(Root &root) {
  if (isa<ReduceOp>(root.op) || root.isPart())
    return; // has an order, or points, of its own
  for (Root *sweep : candidatesFor(root)) {
    if (!canJoin(root, *sweep))
      continue;
    root.sweep = sweep;
    root.level = sweep->level;
    sweep->size += sizeOf(root);
    noteWritten(root);
    return;
  }
  if (!isa<ScanOp>(root.op))
    return;
  root.sweep = &root;
  root.size = sizeOf(root);
  kernels[&root] = {};
  noteWritten(root);
}

/// Notes what the kernel of the root's sweep writes for it: each storage once.
void SweepPlan::noteWritten(const Root &root) {
  if (auto store = dyn_cast<StoreOp>(root.op))
    written.insert({root.sweep, store.getStorage()});
  for (Value value : root.op->getResults())
    if (Value destination = plan.destinations.lookup(value))
      written.insert({root.sweep, destination});
}

llvm::DenseSet<Value> SweepPlan::readElsewhere() const {
  llvm::DenseSet<Value> values;
  for (const Root &root : roots)
    for (const Cone *cone : {&root.cone, &root.start})
      for (const ConeNode &node : cone->nodes)
        if (const Root *read = rootOf(node); read && root.isLive)
          if (read->sweep && read->sweep != root.sweep)
            values.insert(node.value());
  return values;
}
