//===- KernelFacts.cpp - What a kernel touches -----------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "KernelFacts.h"

#include "Elements.h"
#include "PointOperations.h"

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
    } else if (auto write = dyn_cast<WriteOp>(op)) {
      facts.storages.insert(write.getStorage());
      facts.written.insert(write.getStorage());
    } else if (auto pointOp = dyn_cast<PointOp>(op)) {
      facts.flops += pointOp.getFlops();
    }
  }
}

/// Whether all memory that changes along the row is contiguous along it.
static bool rowsAreContiguous(const KernelFacts &facts) {
  for (Operation &op : *facts.point) {
    if (auto access = dyn_cast<AccessOp>(op)) {
      auto type = cast<StorageType>(access.getStorage().getType());
      if (dependsOn(access, facts.rowDim) && !isUnitAlong(type, facts.rowDim))
        return false;
    } else if (auto write = dyn_cast<WriteOp>(op)) {
      if (!isUnitAlong(cast<StorageType>(write.getStorage().getType()), facts.rowDim))
        return false;
    }
  }
  return true;
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
  auto fold = dyn_cast<FoldOp>(kernel);
  if (fold && fold.getLanes())
    facts.rowDim = facts.reducedDim;
  else if (!facts.loopDims.empty())
    facts.rowDim = facts.loopDims.back();
  facts.lanes = chooseLanes(facts, vectorBytes);
  return facts;
}
