//===- StridedPrefetches.cpp - What rows with strides fetch ahead ---------===//
//
// Processors do not look ahead along loads with masks, which the ends of such rows are, in many
// rows at once: on Zen 5 a restriction of 64 x 64 x 32 points with its neighbours takes 0.35 to 0.8
// of its time from memory. Copies of every second or third point, which they follow, take 1.1.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include "gtcompiler/Dialect/GT/IR/LinearIndex.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// What is read of a storage at places that differ in the row alone, and in the loop around it.
struct Line {
  GetOp get;
  std::optional<std::size_t> across; ///< the number of the dimension that the loop moves
  SmallVector<std::int64_t, 4> rows; ///< offsets in it
};

class LineFinder {
public:
  explicit LineFinder(RowOp row) : rowDim(row.getDimAttr()) {
    if (auto around = dyn_cast<LoopOp>(row->getParentOp()))
      loopDim = around.getDimAttr();
  }
  /// Nothing for what the row does not move, or moves unevenly.
  std::optional<Line> lineOf(GetOp get) const;
  /// Whether `get` reads what `line` does but for the row, the loop around, and the component of
  /// what is contiguous.
  bool isOf(GetOp get, const Line &line) const;

private:
  StringAttr rowDim, loopDim;
};
} // namespace

static ArrayRef<StringAttr> dimsOf(GetOp get) {
  return cast<StorageType>(get.getMemory().getType()).getDims();
}

/// Whether the loop over `dim` moves dimension `number` of what `get` reads.
static bool movesDimension(GetOp get, std::size_t number, StringAttr dim) {
  StringAttr own = dimsOf(get)[number];
  if (Value index = get.getIndex(own))
    return linearTermAlong(index, dim).has_value();
  return own == dim && !findPin(get.getPins(), own);
}

std::optional<Line> LineFinder::lineOf(GetOp get) const {
  if (!isa<StorageType>(get.getMemory().getType()) || !llvm::all_of(get.getIndices(), isLinear))
    return std::nullopt;
  bool isMoved = false;
  Line line{get, std::nullopt, {}};
  for (std::size_t number = 0; number < dimsOf(get).size(); ++number) {
    isMoved |= movesDimension(get, number, rowDim);
    if (loopDim && movesDimension(get, number, loopDim))
      line.across = number;
  }
  if (line.across)
    line.rows.push_back(get.getOffsets()[*line.across]);
  return isMoved ? std::optional(line) : std::nullopt;
}

bool LineFinder::isOf(GetOp get, const Line &line) const {
  GetOp other = line.get;
  if (get.getMemory() != other.getMemory())
    return false;
  bool isUnit = cast<StorageType>(get.getMemory().getType()).getUnit();
  for (auto [number, dim] : llvm::enumerate(dimsOf(get))) {
    if (movesDimension(get, number, rowDim) || (isUnit && number + 1 == dimsOf(get).size()))
      continue;
    bool isSameRow =
        line.across == number || get.getOffsets()[number] == other.getOffsets()[number];
    if (!isSameRow || get.getIndex(dim) != other.getIndex(dim) ||
        findPin(get.getPins(), dim) != findPin(other.getPins(), dim))
      return false;
  }
  return true;
}

static SmallVector<Line> findLines(RowOp row) {
  LineFinder finder(row);
  SmallVector<Line> lines;
  for (GetOp get : row.getBlock()->getOps<GetOp>()) {
    std::optional<Line> own = finder.lineOf(get);
    if (!own)
      continue;
    auto *known = llvm::find_if(lines, [&](const Line &line) { return finder.isOf(get, line); });
    if (known == lines.end())
      lines.push_back(*own);
    else
      llvm::append_range(known->rows, own->rows);
  }
  return lines;
}

/// Whether several rows of what `line` reads are read.
static bool hasSeveralRows(const Line &line, ArrayRef<Line> lines) {
  auto isSame = [&](const Line &other) {
    GetOp get = line.get, of = other.get;
    return get.getMemory() == of.getMemory();
  };
  return line.rows.size() > 1 || llvm::count_if(lines, isSame) > 1;
}

/// Of a storage that is read in several rows. Of those that lie one after the other the foremost,
/// since rows have been at the others before; two where an index says how far the loop around goes:
/// from one grid to another with half as many points it passes over one.
void gtcompiler::addStridedPrefetches(OpBuilder &ops, RowOp row) {
  SmallVector<Line> lines = findLines(row);
  for (Line &line : lines) {
    llvm::sort(line.rows, std::greater<>());
    line.rows.erase(llvm::unique(line.rows), line.rows.end());
  }
  for (const Line &line : lines) {
    if (!hasSeveralRows(line, lines))
      continue;
    GetOp get = line.get;
    SmallVector<std::int64_t> offsets(get.getOffsets());
    offsets.back() = 0;
    bool mayPassOver = line.across && get.getIndex(dimsOf(get)[*line.across]);
    std::size_t count = std::clamp<std::size_t>(line.rows.size(), 1, mayPassOver ? 2 : 1);
    for (std::size_t n = 0; n < count; ++n) {
      if (line.across)
        offsets[*line.across] = line.rows[n];
      PrefetchOp::create(ops, get.getLoc(), get.getMemory(), get.getPins(), get.getIndices(),
                         offsets, get.getIndexDimsAttr(), /*exact=*/false, IntegerAttr(),
                         IntegerAttr());
    }
  }
}
