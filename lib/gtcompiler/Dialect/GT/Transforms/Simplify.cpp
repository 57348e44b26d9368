//===- Simplify.cpp - Fold, share and drop operations -----------*- C++ -*-===//
//
// The pass `gt-simplify`. Programs are straight-line blocks, so one walk
// forward (fold, then look for an equal operation before) and one walk back
// (drop what is unused) do what the greedy driver and the CSE pass need several
// walks for. What may be folded is the operations' business, not this file's.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/IR/SameComputation.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"
#include "llvm/ADT/DenseSet.h"

namespace gtcompiler {
#define GEN_PASS_DEF_SIMPLIFYPASS
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"
} // namespace gtcompiler

using namespace mlir;
using namespace gtcompiler;

namespace {

struct Simplify : gtcompiler::impl::SimplifyPassBase<Simplify> {
  void runOnOperation() override {
    Block &body = getOperation().getBodyRegion().front();
    foldAndShare(body);
    for (Operation &op : body)
      for (Region &region : op.getRegions())
        for (Block &block : region) {
          foldAndShare(block);
          dropUnused(block);
        }
    for (ScanOp scan : body.getOps<ScanOp>())
      forgetUnusedFields(scan);
    dropUnused(body);
  }

  void foldAndShare(Block &block);
  void dropUnused(Block &block);
  void forgetUnusedFields(ScanOp scan);
  /// Folds until nothing changes; the value that stands for the result of `op`
  /// from then on, or null if that is its own.
  Value fold(Operation *op);
};

} // namespace

Value Simplify::fold(Operation *op) {
  SmallVector<OpFoldResult, 1> results;
  while (succeeded(op->fold(results))) {
    ++numFolded;
    if (!results.empty())
      return dyn_cast<Value>(results.front());
  }
  return nullptr;
}

void Simplify::foldAndShare(Block &block) {
  llvm::DenseSet<Operation *, SameComputation> known;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.getNumResults() == 0 || op.getNumRegions() != 0 || !isPure(&op))
      continue;
    if (Value replacement = op.getNumResults() == 1 ? fold(&op) : Value()) {
      op.getResult(0).replaceAllUsesWith(replacement);
    } else {
      auto [position, isNew] = known.insert(&op);
      if (isNew)
        continue;
      ++numShared;
      op.replaceAllUsesWith(*position);
    }
    op.erase();
  }
}

/// What a scan does not look at only gives it dimensions, and need not be computed.
///
///   gt.scan ... over %0 : !f { ^bb0(%c, %x): yield %c }
///   gt.scan ... over (gt.broadcast 0) : !f { ^bb0(%c, %x): yield %c }
void Simplify::forgetUnusedFields(ScanOp scan) {
  OpBuilder ops(scan);
  unsigned first = scan.getInitials().size();
  for (auto [number, field] : llvm::enumerate(scan.getFieldsMutable())) {
    auto type = dyn_cast<FieldType>(field.get().getType());
    if (!type || !scan.getPoint()->getArgument(first + number).use_empty())
      continue;
    TypedAttr zero = ops.getZeroAttr(type.getElementType());
    if (!zero) // a complex number
      continue;
    Value value = ConstantOp::create(ops, scan.getLoc(), zero);
    field.set(BroadcastOp::create(ops, scan.getLoc(), type, value));
  }
}

void Simplify::dropUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (op.hasTrait<OpTrait::IsTerminator>() || !isOpTriviallyDead(&op))
      continue;
    ++numDropped;
    op.erase();
  }
}
