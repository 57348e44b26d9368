//===- Folders.cpp - Folders of the gt dialect ------------------*- C++ -*-===//
//
// Rewrites that keep every bit of every result: no reassociation, no identity
// that fails for a signed zero or an infinity. A folder gives back an operand,
// or changes its operation in place.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gtcompiler;

/// shift(x, [0]) -> x
/// shift(shift(x, a), b) -> shift(x, a + b)
OpFoldResult ShiftOp::fold(FoldAdaptor) {
  if (llvm::all_of(getOffsets(), [](int64_t offset) { return offset == 0; }))
    return getField();
  auto inner = getField().getDefiningOp<ShiftOp>();
  if (!inner)
    return {};
  SmallVector<int64_t, 4> sum(getOffsets().size());
  for (auto [index, offset] : llvm::enumerate(getOffsets()))
    if (llvm::AddOverflow(offset, inner.getOffsets()[index], sum[index]))
      return {};
  setOffsets(sum);
  setOperand(inner.getField());
  return getResult();
}

/// broadcast(x) -> x if that has the type
/// broadcast(broadcast(x)) -> broadcast(x)
OpFoldResult BroadcastOp::fold(FoldAdaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  auto inner = getOperand().getDefiningOp<BroadcastOp>();
  if (!inner)
    return {};
  setOperand(inner.getOperand());
  return getResult();
}

/// `value` if it can stand for the result of `op`, else nothing: it may lack
/// dimensions that the result has from another operand.
static OpFoldResult replacement(PointOp op, Value value) {
  return value.getType() == op->getResult(0).getType() ? OpFoldResult(value) : OpFoldResult();
}

/// f(f(x)) -> x if f is an involution; f(f(x)) -> f(x) and f(x, x) -> x if f
/// is idempotent.
static OpFoldResult foldRepetition(PointOp op) {
  if (op->getNumOperands() == 2)
    return op.isIdempotent() && op->getOperand(0) == op->getOperand(1)
               ? replacement(op, op->getOperand(0))
               : OpFoldResult();
  Operation *inner = op->getOperand(0).getDefiningOp();
  if (op->getNumOperands() != 1 || !inner || inner->getName() != op->getName())
    return {};
  if (op.isInvolution())
    return replacement(op, inner->getOperand(0));
  return op.isIdempotent() ? replacement(op, inner->getResult(0)) : OpFoldResult();
}

/// select(c, x, x) stays: an evaluation that looks for NaN sees what `c` is made
/// from, and code generation drops it where nobody looks.
OpFoldResult gtcompiler::detail::foldPointOp(PointOp op) {
  if (op.getTypeRule() == TypeRule::Convert) // cast(x) -> x if that has the type
    return replacement(op, op->getOperand(0));
  return foldRepetition(op);
}
