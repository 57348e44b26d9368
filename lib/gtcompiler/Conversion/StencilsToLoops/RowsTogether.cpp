//===- RowsTogether.cpp - Neighbouring rows in straight line --------------===//
//
// See the header. What rows share is found by writing them.
//
//===----------------------------------------------------------------------===//
#include "RowsTogether.h"

#include "KernelFacts.h"
#include "PointCopies.h"

#include "gtcompiler/Conversion/PointCode/PointOperations.h"

using namespace gtcompiler;
using namespace mlir;

/// How many times less work two rows have to be together, and four than two: a smaller gain is
/// not worth the code, whatever the machine.
static constexpr double kLeastGain = 1.2, kLeastFurtherGain = 1.1;

/// Cycles of a point where some rows go together.
struct RowWork {
  double computing, loading;

  double all() const { return computing + loading; }
};

static void writeAll(OpBuilder &ops, StencilOp stencil, std::int64_t rows) {
  SmallVector<PointCopy> copies;
  for (std::int64_t row = 0; row < rows; ++row)
    copies.push_back({{row, 0}, {}});
  writePoints(ops, *stencil.getPoint(), stencil.getLoopDims(), copies);
}

static RowWork workOf(StencilOp stencil, std::int64_t rows, MachineAttr machine) {
  Block trial;
  OpBuilder ops(stencil.getContext());
  ops.setInsertionPointToEnd(&trial);
  writeAll(ops, stencil, rows);
  std::int64_t computing = 0, loading = 0;
  for (Operation &op : trial) {
    if (auto computed = dyn_cast<PointOp>(op))
      computing += machine.getCycles(computed);
    else if (isa<GetOp>(op))
      loading += machine.getSplitCycles(); // as most of those of neighbours are
  }
  return {double(computing) / rows, double(loading) / rows};
}

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

std::int64_t gtcompiler::chooseRowsTogether(StencilOp stencil, MachineAttr machine) {
  // The values of two rows and what they share: with as many as AVX2 has they would be spilled.
  constexpr std::int64_t kFewRegisters = 16;
  if (machine.getRegisters() <= kFewRegisters || stencil.getLoopDims().size() < 2 ||
      !readsOtherRows(stencil) || !isPlain(*stencil.getPoint()))
    return 1;
  RowWork one = workOf(stencil, 1, machine), two = workOf(stencil, 2, machine);
  if (one.all() < kLeastGain * two.all())
    return 1;
  // What is computed once for several rows stays in registers from one to the other.
  if (two.computing < one.computing)
    return 2;
  return two.all() < kLeastFurtherGain * workOf(stencil, 4, machine).all() ? 2 : 4;
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

void gtcompiler::writeRowsTogether(OpBuilder &ops, StencilOp stencil, std::int64_t rows) {
  writeAll(ops, stencil, rows);
  auto row = cast<RowOp>(ops.getInsertionBlock()->getParentOp());
  for (Operation &op : llvm::make_early_inc_range(*row.getBlock()))
    if (op.getNumResults() == 1 && isSameAlong(row, op))
      op.moveBefore(row);
}
