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
    convertChoices(body);
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

  void convertChoices(Block &body);
  void foldAndShare(Block &block);
  void dropUnused(Block &block);
  void forgetUnusedFields(ScanOp scan);
  /// Folds until nothing changes; the value that stands for the result of `op`
  /// from then on, or null if that is its own.
  Value fold(Operation *op);
};

} // namespace

/// Whether `value` is one for all points, or a choice among such that nobody else needs. It has
/// another type once it is converted, so its own place has to be nobody's word.
static bool isChoiceOfScalars(Value value) {
  SmallVector<Value> rest{value};
  while (!rest.empty()) {
    Value next = rest.pop_back_val();
    if (!isa<FieldType>(next.getType()))
      continue;
    auto choice = next.getDefiningOp<WhereOp>();
    if (!choice || !next.hasOneUse() || choice->hasAttr(GTDialect::kPlacementAttrName))
      return false;
    llvm::append_range(rest, choice->getOperands().drop_front());
  }
  return true;
}

/// Converts what is chosen in place of the choice, which is then made in the narrower type, or
/// made of numbers that are converted once.
///
///   gt.cast (gt.select %c, %a, %b) : i64 to ui8
///   gt.select %c, (gt.cast %a), (gt.cast %b) : ui8
void Simplify::convertChoices(Block &body) {
  SmallVector<CastOp> casts(body.getOps<CastOp>());
  while (!casts.empty()) {
    CastOp cast = casts.pop_back_val();
    auto choice = cast->getOperand(0).getDefiningOp<WhereOp>();
    if (!choice || !isa<FieldType>(choice->getResult(0).getType()) ||
        !isChoiceOfScalars(choice->getResult(0)))
      continue;
    OpBuilder ops(cast);
    Type element = mlir::cast<FieldType>(cast->getResult(0).getType()).getElementType();
    SmallVector<Value> operands{choice->getOperand(0)};
    for (Value chosen : choice->getOperands().drop_front()) {
      auto field = dyn_cast<FieldType>(chosen.getType());
      Type type = field ? FieldType::get(field.getContext(), field.getDims(), element) : element;
      casts.push_back(CastOp::create(ops, cast.getLoc(), type, chosen));
      operands.push_back(casts.back()->getResult(0));
    }
    auto converted =
        WhereOp::create(ops, choice.getLoc(), cast->getResult(0).getType(), ValueRange(operands));
    converted->setDiscardableAttrs(cast->getDiscardableAttrDictionary());
    cast->replaceAllUsesWith(converted);
    cast->erase();
    choice->erase();
    ++numFolded;
  }
}

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
