//===- StridedPrefetches.cpp - What restrictions fetch ahead --------------===//
//
// From one grid to a coarser one, with neighbours: rows with strides whose loop around passes over
// rows, too, and that read more of them than it passes over. The ends of such rows, which are no
// whole vectors, are loads with masks, along which processors do not look ahead.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include "gtcompiler/Dialect/GT/IR/LinearIndex.h"

using namespace gtcompiler;
using namespace mlir;

/// Rows that are read, one after the other: more than the loop passes over from one grid to another
/// with half as many points.
static constexpr std::size_t kFewestRows = 3;

namespace {
/// What is read of a storage at places that differ by numbers in the row and in the loop around it.
struct Line {
  GetOp get;
  std::size_t across;                ///< the dimension that the loop moves
  SmallVector<std::int64_t, 4> rows; ///< offsets in it
};
} // namespace

static StorageType typeOf(GetOp get) { return cast<StorageType>(get.getMemory().getType()); }

/// The dimension that the loop over `dim` alone moves by a linear index of `get`, if there is one.
static std::optional<std::size_t> dimensionAlong(GetOp get, StringAttr dim) {
  for (auto [number, own] : llvm::enumerate(typeOf(get).getDims()))
    if (Value index = get.getIndex(own)) {
      std::optional<LinearTerms> terms = linearTermsOf(index);
      if (terms && terms->size() == 1 && terms->front().dim == dim)
        return number;
    }
  return std::nullopt;
}

/// Whether the loop over `dim` moves what `get` reads.
static bool isMovedAlong(GetOp get, StringAttr dim) {
  bool isOwn = typeOf(get).hasDim(dim) && !findPin(get.getPins(), dim) && !get.getIndex(dim);
  return isOwn || dimensionAlong(get, dim).has_value();
}

static bool isSameLine(const Line &line, GetOp get, std::size_t along) {
  GetOp other = line.get;
  if (get.getMemory() != other.getMemory() || get.getPins() != other.getPins() ||
      get.getIndices() != other.getIndices() || get.getIndexDimsAttr() != other.getIndexDimsAttr())
    return false;
  for (std::size_t number = 0; number < get.getOffsets().size(); ++number)
    if (number != along && number != line.across &&
        get.getOffsets()[number] != other.getOffsets()[number])
      return false;
  return true;
}

/// What is read between grids, of storages that all loops move: others are in a cache.
static SmallVector<Line> findLines(RowOp row, ArrayRef<StringAttr> loopDims) {
  SmallVector<Line> lines;
  StringAttr around = cast<LoopOp>(row->getParentOp()).getDimAttr();
  for (GetOp get : row.getBlock()->getOps<GetOp>()) {
    if (!isa<StorageType>(get.getMemory().getType()))
      continue;
    std::optional<std::size_t> along = dimensionAlong(get, row.getDimAttr());
    std::optional<std::size_t> across = dimensionAlong(get, around);
    if (!along || !across ||
        !llvm::all_of(loopDims, [&](StringAttr dim) { return isMovedAlong(get, dim); }))
      continue;
    auto *known =
        llvm::find_if(lines, [&](const Line &line) { return isSameLine(line, get, *along); });
    if (known == lines.end())
      known = &lines.emplace_back(Line{get, *across, {}});
    known->rows.push_back(get.getOffsets()[*across]);
  }
  return lines;
}

/// Of rows that lie one after the other the two foremost, since one is passed over, and rows have
/// been at the others before.
void gtcompiler::addStridedPrefetches(OpBuilder &ops, RowOp row, ArrayRef<StringAttr> loopDims) {
  if (!isa<LoopOp>(row->getParentOp()))
    return;
  for (Line &line : findLines(row, loopDims)) {
    llvm::sort(line.rows, std::greater<>());
    line.rows.erase(llvm::unique(line.rows), line.rows.end());
    if (line.rows.size() < kFewestRows)
      continue;
    GetOp get = line.get;
    SmallVector<std::int64_t> offsets(get.getOffsets());
    for (std::int64_t foremost : ArrayRef(line.rows).take_front(2)) {
      offsets[line.across] = foremost;
      PrefetchOp::create(ops, get.getLoc(), get.getMemory(), get.getPins(), get.getIndices(),
                         offsets, get.getIndexDimsAttr(), /*exact=*/false, IntegerAttr(),
                         IntegerAttr());
    }
  }
}
