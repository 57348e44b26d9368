//===- RowsOfResults.cpp - Results of a fold that go together -------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "RowsOfResults.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/DenseSet.h"

using namespace gtcompiler;
using namespace mlir;

/// Whether rows that are neighbours along `dim` read the same vectors at each point of the reduced
/// dimension. What else they read in vectors they read at all of these.
static bool isShared(const KernelFacts &facts, StringAttr dim) {
  llvm::DenseSet<Value> alongRow, apart, reduced;
  bool isShared = false;
  for (Operation &op : *facts.point) {
    bool isRow = changesAlong(op, facts.rowDim, alongRow);
    bool isApart = changesAlong(op, dim, apart);
    bool isReduced = changesAlong(op, facts.alongDim, reduced);
    if (!isa<AccessOp>(op) || !isRow || !isReduced)
      continue;
    if (isApart)
      return false;
    isShared = true;
  }
  return isShared && !apart.empty();
}

StringAttr gtcompiler::findSharedRows(const KernelFacts &facts) {
  for (StringAttr dim : llvm::reverse(ArrayRef(facts.loopDims).drop_back()))
    if (isShared(facts, dim))
      return dim;
  return {};
}

void gtcompiler::joinPoints(Block &point, Neighbourhood along, Neighbourhood across) {
  auto yield = cast<YieldOp>(point.getTerminator());
  SmallVector<Value> yielded;
  OpBuilder ops(yield);
  SmallVector<Operation *> all;
  llvm::DenseSet<Value> apart;
  for (Operation &op : point.without_terminator()) {
    all.push_back(&op);
    changesAlong(op, across.dim, apart);
  }
  for (std::int64_t ahead = 0; ahead < along.points; ++ahead) {
    IRMapping first; // of those across
    for (std::int64_t row = 0; row < across.points; ++row) {
      IRMapping copies = first;
      for (Operation *op : all) {
        bool isThere = row == 0 ? ahead == 0 : !apart.contains(op->getResult(0));
        if (!isThere)
          moveAhead(ops.clone(*op, copies), [&](StringAttr dim) {
            return dim == along.dim ? ahead : dim == across.dim ? row : 0;
          });
      }
      for (Value value : yield.getValues())
        yielded.push_back(copies.lookupOrDefault(value));
      if (row == 0)
        first = copies;
    }
  }
  YieldOp::create(ops, yield.getLoc(), yielded);
  yield.erase();
}
