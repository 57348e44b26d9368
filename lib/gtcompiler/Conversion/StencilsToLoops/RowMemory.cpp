//===- RowMemory.cpp - How memory lies along a row --------------*- C++ -*-===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "RowMemory.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

using namespace gtcompiler;
using namespace mlir;

/// As many accesses have code for coarser steps than two, in the caches, where whole vectors are
/// loaded of which each third or fourth element is taken. Measured.
static constexpr std::size_t kFewStrided = 2;
/// Elements of so many bytes are gathered where there are gathers. One by one they take 0.9 of the
/// time of four vectors, 1.03 of that of three.
static constexpr std::int64_t kGatheredBytes = 8;
/// Of a lane that is loaded by itself: its index, its value, and a step on the way to the others.
/// Vectors of 16 bytes have too few lanes to make up for that. Measured on Zen 3.
static constexpr std::int64_t kInsertCycles = 3, kFewLanesBytes = 16;

/// The accesses that change along the row and are not contiguous along it, but
/// for those that are gathered.
static SmallVector<AccessOp, 2> stridedAccesses(const KernelFacts &facts) {
  SmallVector<AccessOp, 2> found;
  for (Block *block : blocksOf(facts))
    for (AccessOp access : block->getOps<AccessOp>())
      if (movementOf(access, facts.rowDim) == Movement::Strided)
        found.push_back(access);
  return found;
}

/// The same without those that linear indices alone move, which may be gathered: rows without
/// `strides` do so.
static SmallVector<AccessOp, 2> stridedByThemselves(const KernelFacts &facts) {
  return llvm::filter_to_vector<2>(stridedAccesses(facts), [&](AccessOp access) {
    return !isStridedByIndex(access, facts.rowDim);
  });
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
  if (!type.getUnit() || !dependsOn(access, type.getDims().back()))
    return {};
  StringAttr dim = type.getDims().back();
  return llvm::is_contained(facts.loopDims, dim) ? dim : StringAttr();
}

/// The loop dimension around the row along which nothing that is staged changes, so
/// that blocks serve several rows; null if there is none.
static StringAttr reusingDim(const KernelFacts &facts, ArrayRef<AccessOp> staged) {
  if (facts.loopDims.size() < 2)
    return {};
  StringAttr dim = facts.loopDims[facts.loopDims.size() - 2];
  auto changes = [&](AccessOp access) { return dependsOn(access, dim); };
  return llvm::none_of(staged, changes) ? dim : StringAttr();
}

/// Points along the row of blocks of so many bytes a point that several rows share: each row is as
/// long, so that what it reads and writes comes line by line of a page.
static std::int64_t longPoints(std::int64_t bytes, MachineAttr machine) {
  constexpr std::int64_t kMost = 1024;
  std::int64_t points = machine.getLineBytes(), room = machine.getBlockBytes() / 4 * 3;
  while (points < kMost && 2 * points * bytes <= room)
    points *= 2;
  return points;
}

/// Chooses the points of a block across the row: a line of the narrowest
/// elements, so that all vectors are whole, as often as the blocks of all
/// accesses fit what the machine stages at once; where rows share them, enough for
/// staging to cost little. Returns the blocks' bytes.
static std::int64_t sizeBlocks(KernelFacts &facts, MachineAttr machine) {
  bool isReused = facts.acrossDim && !dependsOn(facts.staged.front(), facts.acrossDim);
  std::int64_t bytesOfPoint = 0, line = 1;
  for (AccessOp access : facts.staged) {
    std::int64_t bytes = memoryBytes(access.getType());
    bytesOfPoint += bytes;
    line = std::max(line, machine.getLineBytes() / bytes);
  }
  facts.stagedPoints = isReused ? longPoints(bytesOfPoint, machine) : machine.getLineBytes();
  std::int64_t pointBytes = 0;
  for (AccessOp access : facts.staged)
    pointBytes += facts.stagedPoints * memoryBytes(access.getType()) + machine.getLineBytes();
  if (isReused) {
    facts.acrossPoints = machine.getLineBytes();
    return pointBytes;
  }
  if (facts.acrossDim)
    facts.acrossPoints =
        line * std::max<std::int64_t>(1, machine.getBlockBytes() / (line * pointBytes));
  return facts.acrossPoints * pointBytes;
}

/// Whether rows with tables whose neighbours lie side by side are worth vectors: where lanes are
/// gathered in the time of as many loads, and several rows share blocks of the tables or a point
/// computes more than it gathers; where lanes are loaded one by one, and the arithmetic is more
/// than putting them together. Measured (docs/Meshes.md).
static bool gainsByGathers(const KernelFacts &facts, ArrayRef<AccessOp> strided,
                           MachineAttr machine) {
  std::int64_t gathered = llvm::count_if(facts.point->getOps<AccessOp>(), [&](AccessOp access) {
    return isGathered(access, facts.rowDim);
  });
  if (gathered == 0)
    return false;
  std::int64_t computing = pointWorkOf(*facts.point, machine).computing;
  if (!machine.getHasGathers())
    return !machine.getHasMasks() && machine.getVectorBytes() > kFewLanesBytes &&
           computing > kInsertCycles * gathered;
  return reusingDim(facts, strided) || computing > gathered;
}

void gtcompiler::planStaging(KernelFacts &facts, MachineAttr machine) {
  if (!isa<StencilOp>(facts.op) || isNarrow(facts) || !facts.rowDim || !writesAreContiguous(facts))
    return;
  SmallVector<AccessOp, 2> strided = stridedByThemselves(facts);
  auto isTransposed = [&](AccessOp access) { return bool(unitDim(facts, access)); };
  auto first = llvm::find_if(strided, isTransposed);
  bool callsMath = llvm::any_of(facts.point->getOps<PointOp>(),
                                [](PointOp op) { return mathFunctionOf(op).has_value(); });
  bool isAtIndices =
      llvm::any_of(strided, [](AccessOp access) { return !access.getIndices().empty(); });
  if (strided.empty() || isAtIndices ||
      (first == strided.end() && !callsMath && !gainsByGathers(facts, strided, machine)))
    return;
  if (first != strided.end()) {
    facts.acrossDim = unitDim(facts, *first);
    std::swap(*first, strided.front());
  } else {
    facts.acrossDim = reusingDim(facts, strided);
  }
  facts.staged = std::move(strided);
  if (sizeBlocks(facts, machine) <= machine.getMostBlockBytes())
    return;
  facts.staged.clear();
  facts.acrossDim = {};
}

/// Rows that have code for no strides gather.
bool gtcompiler::rowsAreContiguous(const KernelFacts &facts, MachineAttr machine) {
  if (!writesAreContiguous(facts))
    return false;
  if (!facts.staged.empty() || stridedAccesses(facts).empty())
    return true;
  bool hasStrides = isa<StencilOp>(facts.op) && !stridesOf(facts, machine).empty();
  return !hasStrides && stridedByThemselves(facts).empty();
}

/// Whether the row has code for steps of `step` elements.
static bool takesOfVectors(const KernelFacts &facts, std::size_t step, MachineAttr machine) {
  bool takesWide = !machine.getHasGathers() && step == 3;
  std::size_t strided = llvm::count_if(facts.point->getOps<AccessOp>(), [&](AccessOp access) {
    return movementOf(access, facts.rowDim) == Movement::Strided &&
           (takesWide || memoryBytes(access.getType()) < kGatheredBytes);
  });
  return facts.inCache && machine.getHasMasks() && strided > 0 && strided <= kFewStrided;
}

SmallVector<std::int64_t, 2> gtcompiler::stridesOf(const KernelFacts &facts, MachineAttr machine) {
  bool isAnyContiguous = false, isAnyPair = false, isAnyGathered = false;
  for (Block *block : blocksOf(facts))
    for (AccessOp access : block->getOps<AccessOp>()) {
      Movement movement = movementOf(access, facts.rowDim);
      auto type = cast<StorageType>(access.getStorage().getType());
      isAnyGathered |= movement == Movement::Gathered;
      isAnyContiguous |= movement == Movement::Contiguous;
      isAnyPair |= movement != Movement::None && isa<ComplexType>(type.getElementType());
    }
  for (WriteOp write : facts.point->getOps<WriteOp>()) {
    auto type = cast<StorageType>(write.getStorage().getType());
    isAnyContiguous |= isUnitAlong(type, facts.rowDim);
    isAnyPair |= isa<ComplexType>(type.getElementType());
  }
  if (isa<FoldOp>(facts.op) || isAnyPair || isAnyGathered)
    return {};
  if (isa<SweepOp>(facts.op))
    return {1};
  SmallVector<std::int64_t, 2> strides{isAnyContiguous ? -1 : 1, 2};
  std::size_t written = llvm::count_if(facts.point->getOps<WriteOp>(), [&](WriteOp write) {
    return !isUnitAlong(cast<StorageType>(write.getStorage().getType()), facts.rowDim);
  });
  llvm::DenseMap<Value, std::size_t> pinned; // storages, and how often
  for (AccessOp access : facts.point->getOps<AccessOp>())
    if (auto type = cast<StorageType>(access.getStorage().getType());
        type.getUnit() && dependsOn(access, facts.rowDim) && access.getPin(type.getDims().back()))
      ++pinned[access.getStorage()];
  bool hasGathers = machine.getHasGathers();
  for (std::size_t components : {3, 4})
    if (written > 0 ? written % components == 0
                    : takesOfVectors(facts, components, machine) ||
                          ((facts.inCache || !hasGathers) &&
                           llvm::is_contained(llvm::make_second_range(pinned), components)))
      strides.push_back(static_cast<std::int64_t>(components));
  return strides;
}
