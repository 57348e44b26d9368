//===- RowsTogether.cpp - Neighbouring rows in straight line --------------===//
//
// See the header. What rows share is found by writing them.
//
//===----------------------------------------------------------------------===//
#include "RowsTogether.h"

#include "KernelFacts.h"
#include "PointCopies.h"

#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include <cmath>

using namespace gtcompiler;
using namespace mlir;

/// How many times less work two rows have to be together, and four than two: a smaller gain is
/// not worth the code, whatever the machine.
static constexpr double kLeastGain = 1.2, kLeastFurtherGain = 1.1;

static void writeAll(OpBuilder &ops, StencilOp stencil, std::int64_t rows,
                     const llvm::SmallPtrSetImpl<Operation *> *streamed = nullptr) {
  SmallVector<PointCopy> copies;
  for (std::int64_t row = 0; row < rows; ++row)
    copies.push_back({{row, 0}, {}});
  writePoints(ops, *stencil.getPoint(), stencil.getLoopDims(), copies, streamed);
}

/// How many values are kept at once. What is loaded and used once is not: the instruction that uses
/// it reads it.
static std::int64_t mostKept(Block &point) {
  auto isKept = [](Value value) {
    return !value.use_empty() && !(value.hasOneUse() && value.getDefiningOp<GetOp>());
  };
  llvm::DenseMap<Operation *, std::int64_t>
      ended; // of values, by the operation that uses them last
  for (Operation &op : point)
    for (Value value : llvm::make_filter_range(op.getResults(), isKept))
      ++ended[*llvm::max_element(value.getUsers(), [](Operation *one, Operation *other) {
        return one->isBeforeInBlock(other);
      })];
  std::int64_t kept = 0, most = 0;
  for (Operation &op : point) {
    kept += llvm::count_if(op.getResults(), isKept) - ended.lookup(&op);
    most = std::max(most, kept);
  }
  return most;
}

/// Cycles of all that `work` says.
static double cyclesOf(PointWork work) { return double(work.computing + work.loading); }

/// Whether some storage is read in several rows.
static bool readsOtherRows(StencilOp stencil) {
  SmallVector<StringAttr> dims = stencil.getLoopDims();
  StringAttr across = dims[dims.size() - 2];
  return readsApart(*stencil.getPoint(), [&](AccessOp a, AccessOp b) {
    auto type = cast<StorageType>(a.getStorage().getType());
    if (!dependsOn(a, across) || !dependsOn(b, across))
      return false;
    std::int64_t number = type.getDimIndex(across);
    return a.getOffsets()[number] != b.getOffsets()[number];
  });
}

/// Whether all of a point is arithmetic, whose values registers hold.
static bool isPlain(Block &point) {
  return llvm::none_of(point.getOps<PointOp>(), callsFunction) &&
         point.getOps<CheckFiniteOp>().empty();
}

std::int64_t gtcompiler::chooseRowsTogether(StencilOp stencil, RowData data, MachineAttr machine) {
  bool hasFewRegisters = machine.getRegisters() <= machine.getRowRegisters();
  if ((hasFewRegisters && data == RowData::InCache) || stencil.getLoopDims().size() < 2 ||
      !readsOtherRows(stencil) || !isPlain(*stencil.getPoint()))
    return 1;
  Block together;
  OpBuilder ops(stencil.getContext());
  ops.setInsertionPointToEnd(&together);
  writeAll(ops, stencil, /*rows=*/2);
  if (hasFewRegisters && mostKept(together) > machine.getRegisters())
    return 1;
  PointWork first = pointWorkOf(*stencil.getPoint(), machine),
            both = pointWorkOf(together, machine);
  double one = cyclesOf(first), two = cyclesOf(both) / 2;
  // What takes no longer than memory gets slower: it comes sooner in one row than in several.
  if (data == RowData::Memory && one < 2 * double(machine.getMemoryCycles()))
    return 1;
  if (one < kLeastGain * two)
    return 1;
  // What registers hold for several rows gains little in the caches, for twice the code.
  if (hasFewRegisters || (data == RowData::InCache && both.computing < 2 * first.computing))
    return 2;
  double more = cyclesOf(both) - one, four = (one + 3 * more) / 4; // each row adds as much
  return two < kLeastFurtherGain * four ? 2 : 4;
}

bool gtcompiler::isRepeatable(Block &point) {
  llvm::SmallDenseSet<Value> read;
  for (auto access : point.getOps<AccessOp>())
    read.insert(access.getStorage());
  return llvm::none_of(point.getOps<WriteOp>(),
                       [&](WriteOp write) { return read.contains(write.getStorage()); });
}

/// Streams of memory that `rows` rows go along: planes of a power of two of bytes share eight
/// places of the nearest cache.
static std::int64_t streamsOf(StencilOp stencil) {
  StringAttr row = stencil.getLoopDims().back();
  auto isStream = [&](AccessOp access) {
    return movementOf(access, row) != Movement::None && !isGathered(access, row) &&
           dependsOn(access, stencil.getLoopDims().rbegin()[1]);
  };
  return llvm::count_if(stencil.getPoint()->getOps<AccessOp>(), isStream) +
         llvm::range_size(stencil.getPoint()->getOps<WriteOp>());
}

std::int64_t gtcompiler::chooseRowsOfTables(StencilOp stencil, MachineAttr machine) {
  constexpr std::int64_t kMostStreams = 4;
  Block &point = *stencil.getPoint();
  SmallVector<StringAttr> dims = stencil.getLoopDims();
  bool isGatheredAlong = dims.size() > 1 && llvm::any_of(point.getOps<AccessOp>(), [&](AccessOp a) {
                           return isGathered(a, dims.back());
                         });
  // Not measured with 32 registers.
  if (!isGatheredAlong || machine.getThreads() ||
      machine.getRegisters() > machine.getRowRegisters() || !isPlain(point) || !isRepeatable(point))
    return 1;
  auto loadsOf = [&](std::int64_t rows) {
    Block together;
    OpBuilder ops(stencil.getContext());
    ops.setInsertionPointToEnd(&together);
    writeAll(ops, stencil, rows);
    // Indices are in other registers than values.
    bool fits = mostKept(together) <= 2 * machine.getRegisters();
    return fits ? double(llvm::range_size(together.getOps<GetOp>())) / double(rows) : HUGE_VAL;
  };
  double one = loadsOf(1), two = loadsOf(2);
  if (one < kLeastGain * two)
    return 1;
  return 4 * streamsOf(stencil) > kMostStreams || two < kLeastFurtherGain * loadsOf(4) ? 2 : 4;
}

/// Whether `op` has the same value for all points of `row`.
static bool isSameAlong(RowOp row, Operation &op) {
  if (auto get = dyn_cast<GetOp>(op)) {
    StringAttr dim = row.getDimAttr();
    if (cast<StorageType>(get.getMemory().getType()).hasDim(dim) && !findPin(get.getPins(), dim) &&
        !get.getIndex(dim))
      return false;
  } else if (auto index = dyn_cast<IndexOp>(op)) {
    return index.getPin() || index.getDimAttr() != row.getDimAttr();
  }
  return llvm::all_of(op.getOperands(),
                      [&](Value operand) { return operand.getParentBlock() != row.getBlock(); });
}

void gtcompiler::writeRowsTogether(OpBuilder &ops, StencilOp stencil, std::int64_t rows,
                                   const llvm::SmallPtrSetImpl<Operation *> &streamed) {
  writeAll(ops, stencil, rows, &streamed);
  auto row = cast<RowOp>(ops.getInsertionBlock()->getParentOp());
  for (Operation &op : llvm::make_early_inc_range(*row.getBlock()))
    if (op.getNumResults() == 1 && isSameAlong(row, op))
      op.moveBefore(row);
}
