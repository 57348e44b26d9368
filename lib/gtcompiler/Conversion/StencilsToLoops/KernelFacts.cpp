//===- KernelFacts.cpp - What a kernel touches -----------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "KernelFacts.h"

#include "Elements.h"
#include "PointOperations.h"
#include "Staging.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace gtcompiler;
using namespace mlir;

bool gtcompiler::dependsOn(AccessOp access, StringAttr dim) {
  auto type = cast<StorageType>(access.getStorage().getType());
  return type.hasDim(dim) && !access.getPin(dim);
}

/// Whether neighbours along `dim` are neighbours in memory.
static bool isUnitAlong(StorageType type, StringAttr dim) {
  return type.getUnit() && type.getDims().back() == dim;
}

/// Collects the storages, ranges and flops of the point's operations.
static void collect(KernelFacts &facts) {
  for (Operation &op : *facts.point) {
    if (auto access = dyn_cast<AccessOp>(op)) {
      facts.storages.insert(access.getStorage());
      facts.read.insert(access.getStorage());
      for (Value pin : access.getPins())
        facts.ranges.insert(pin);
    } else if (auto index = dyn_cast<IndexOp>(op)) {
      if (index.getPin())
        facts.ranges.insert(index.getPin());
    } else if (auto write = dyn_cast<WriteOp>(op)) {
      facts.storages.insert(write.getStorage());
      facts.written.insert(write.getStorage());
    } else if (auto pointOp = dyn_cast<PointOp>(op)) {
      facts.flops += pointOp.getFlops();
    }
  }
}

llvm::SetVector<Value> gtcompiler::scalarArguments(Value scalar) {
  llvm::SetVector<Value> arguments;
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> open{scalar};
  while (!open.empty()) {
    Value value = open.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op)
      arguments.insert(value);
    else if (seen.insert(op).second)
      llvm::append_range(open, llvm::reverse(op->getOperands()));
  }
  return arguments;
}

unsigned gtcompiler::scalarWords(Type type) { return (memoryBytes(type) + 7) / 8; }

/// Numbers the scalars that the point's operations take from the program.
static void collectScalars(KernelFacts &facts) {
  llvm::SmallPtrSet<Value, 8> seen;
  unsigned words = 0;
  for (Operation &op : *facts.point)
    for (Value operand : op.getOperands()) {
      if (!isElementType(operand.getType()) || operand.getParentBlock() == facts.point ||
          !seen.insert(operand).second)
        continue;
      for (Value argument : scalarArguments(operand))
        if (facts.scalars.insert({argument, words}).second)
          words += scalarWords(argument.getType());
    }
}

/// The accesses that change along the row and are not contiguous along it.
static SmallVector<AccessOp, 2> stridedAccesses(const KernelFacts &facts) {
  SmallVector<AccessOp, 2> found;
  for (AccessOp access : facts.point->getOps<AccessOp>()) {
    auto type = cast<StorageType>(access.getStorage().getType());
    if (dependsOn(access, facts.rowDim) && !isUnitAlong(type, facts.rowDim))
      found.push_back(access);
  }
  return found;
}

/// Whether all that is written is contiguous along the row.
static bool writesAreContiguous(const KernelFacts &facts) {
  return llvm::all_of(facts.point->getOps<WriteOp>(), [&](WriteOp write) {
    return isUnitAlong(cast<StorageType>(write.getStorage().getType()), facts.rowDim);
  });
}

/// The loop dimension along which `access` is contiguous, or null.
static StringAttr unitDim(const KernelFacts &facts, AccessOp access) {
  auto type = cast<StorageType>(access.getStorage().getType());
  if (!type.getUnit() || access.getPin(type.getDims().back()))
    return {};
  StringAttr dim = type.getDims().back();
  return llvm::is_contained(facts.loopDims, dim) ? dim : StringAttr();
}

/// Scratch that blocks may take: a good part of the L1 cache and some more.
static constexpr std::int64_t kMostStagedBytes = 96 * 1024;

/// Chooses what is staged: all strided accesses, if that is worth it, because a
/// cache line would be read again for each of its elements or a math function
/// called for each point, and if the blocks fit.
static void planStaging(KernelFacts &facts) {
  if (!isa<StencilOp>(facts.op) || !facts.rowDim || !writesAreContiguous(facts))
    return;
  SmallVector<AccessOp, 2> strided = stridedAccesses(facts);
  auto isTransposed = [&](AccessOp access) { return bool(unitDim(facts, access)); };
  auto first = llvm::find_if(strided, isTransposed);
  bool callsMath = llvm::any_of(facts.point->getOps<PointOp>(),
                                [](PointOp op) { return mathFunctionOf(op).has_value(); });
  if (strided.empty() || (first == strided.end() && !callsMath))
    return;
  if (first != strided.end()) {
    facts.acrossDim = unitDim(facts, *first);
    std::swap(*first, strided.front());
  }
  facts.staged = std::move(strided);
  if (Staging::scratchBytes(facts) <= kMostStagedBytes)
    return;
  facts.staged.clear();
  facts.acrossDim = {};
}

/// Whether rows can go in vectors: all memory that changes along them is
/// contiguous, or staged.
static bool rowsAreContiguous(const KernelFacts &facts) {
  return writesAreContiguous(facts) && (!facts.staged.empty() || stridedAccesses(facts).empty());
}

/// The bytes of the widest value at a point, at least `least`. What is only
/// moved is not unpacked.
static std::int64_t widestBytes(Block &point, std::int64_t least) {
  std::int64_t widest = least;
  for (Operation &op : point) {
    auto note = [&](Type type) {
      if (isElementType(type))
        widest = std::max(widest, isa<AccessOp, WriteOp>(op) ? memoryBytes(type) : laneBytes(type));
    };
    llvm::for_each(op.getResultTypes(), note);
    llvm::for_each(op.getOperandTypes(), note);
  }
  return widest;
}

/// Bytes that a lane takes at least: shorter vectors have no masked moves of
/// single bytes, and a row's rest would be scalar code for each lane.
static std::int64_t leastLaneBytes(std::int64_t vectorBytes) { return vectorBytes >= 64 ? 1 : 4; }

/// Vectors of one register for the widest values, where memory is contiguous
/// and every math function exists for that many lanes; else point by point.
static std::int64_t chooseLanes(const KernelFacts &facts, std::int64_t vectorBytes) {
  if (!facts.rowDim || !rowsAreContiguous(facts))
    return 1;
  std::int64_t lanes = vectorBytes / widestBytes(*facts.point, leastLaneBytes(vectorBytes));
  for (Operation &op : *facts.point)
    if (auto pointOp = dyn_cast<PointOp>(op))
      if (!hasLanes(pointOp, lanes))
        return 1;
  return std::max<std::int64_t>(lanes, 1);
}

/// Whether a storage is read at several points.
static bool readsNeighbours(const KernelFacts &facts) {
  llvm::DenseMap<Value, AccessOp> known;
  for (AccessOp access : facts.point->getOps<AccessOp>()) {
    auto [entry, isFirst] = known.try_emplace(access.getStorage(), access);
    if (!isFirst && entry->second.getOffsets() != access.getOffsets())
      return true;
  }
  return false;
}

/// Writes in vectors to what the kernel does not read. Stencils are slower so:
/// they wait for memory at the start of each strip, since they compute too long
/// for the processor to look ahead to the loads of the next one.
static void planStreaming(KernelFacts &facts) {
  if (!isa<StencilOp>(facts.op) || facts.lanes == 1 || readsNeighbours(facts))
    return;
  for (WriteOp write : facts.point->getOps<WriteOp>())
    if (!facts.read.contains(write.getStorage()))
      facts.streamed.push_back(write);
}

KernelFacts gtcompiler::analyseKernel(Operation *kernel, std::int64_t vectorBytes) {
  KernelFacts facts;
  facts.op = kernel;
  llvm::TypeSwitch<Operation *>(kernel)
      .Case([&](StencilOp stencil) {
        facts.point = stencil.getPoint();
        facts.loopDims = stencil.getLoopDims();
        facts.ranges.insert_range(stencil.getRanges());
      })
      .Case([&](FoldOp fold) {
        facts.point = fold.getPoint();
        facts.loopDims = fold.getLoopDims();
        facts.ranges.insert_range(fold.getRanges());
        facts.ranges.insert(fold.getAlong());
        facts.reducedDim = cast<RangeType>(fold.getAlong().getType()).getDim();
        facts.flops += fold.getKinds().size();
        for (Value destination : fold.getDestinations()) {
          facts.storages.insert(destination);
          facts.written.insert(destination);
        }
      });
  collect(facts);
  collectScalars(facts);
  auto fold = dyn_cast<FoldOp>(kernel);
  if (fold && fold.getLanes())
    facts.rowDim = facts.reducedDim;
  else if (!facts.loopDims.empty())
    facts.rowDim = facts.loopDims.back();
  facts.vectorBytes = vectorBytes;
  if (vectorBytes > 0)
    planStaging(facts);
  facts.lanes = chooseLanes(facts, vectorBytes);
  planStreaming(facts);
  return facts;
}
