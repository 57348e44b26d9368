//===- PointEmitter.cpp - A kernel's region at one point ------------------===//
//
// See the header. The region is straight-line code, so one walk does it.
//
//===----------------------------------------------------------------------===//
#include "PointEmitter.h"

#include "Elements.h"
#include "PointOperations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace gtcompiler;
using namespace mlir;

/// Whether `op` gives a value (and is no write or terminator).
static bool isEvaluated(Operation &op) { return op.getNumResults() == 1; }

bool PointEmitter::isInvariant(Value value) const {
  return value.getParentBlock() != frame.facts().point || invariants.contains(value);
}

void PointEmitter::prepare() {
  const KernelFacts &facts = frame.facts();
  CodeBuilder &code = addresses.code();
  auto scalarOf = [&](Value value) {
    auto found = invariants.find(value);
    return found != invariants.end() ? found->second : frame.scalar(value);
  };
  for (Operation &op : *facts.point) {
    if (!isEvaluated(op))
      continue;
    auto access = dyn_cast<AccessOp>(op);
    bool moves = access && facts.rowDim && dependsOn(access, facts.rowDim);
    if (access)
      addresses.row(Place::of(access));
    if (moves || !llvm::all_of(op.getOperands(), [&](Value operand) {
          return isa<StorageType, RangeType>(operand.getType()) || isInvariant(operand);
        }))
      continue;
    invariants[op.getResult(0)] =
        access ? loadLanes(code, access.getType(), addresses.row(Place::of(access)).pointer, 1, {})
               : lower(op, code, scalarOf);
  }
  // Copies in all lanes of what the rest of the region uses.
  if (facts.lanes == 1)
    return;
  for (Operation &op : *facts.point) {
    if (isEvaluated(op) && invariants.contains(op.getResult(0)))
      continue;
    for (Value operand : op.getOperands()) {
      Type type = operand.getType();
      if (!isElementType(type) || !isInvariant(operand) || splats.contains(operand))
        continue;
      bool isOutside = operand.getParentBlock() != facts.point;
      Value scalar = scalarOf(operand);
      splats[operand] = splatLanes(isOutside ? frame.entry() : code, type, scalar, facts.lanes);
    }
  }
}

Value PointEmitter::lower(Operation &op, CodeBuilder &code,
                          llvm::function_ref<Value(Value)> operand) {
  SmallVector<Value> operands;
  for (Value original : op.getOperands())
    operands.push_back(operand(original));
  if (auto pointOp = dyn_cast<PointOp>(op))
    return lowerPointOp(code, pointOp, operands, [&](auto function, auto variant) {
      return frame.mathAddress(function, variant);
    });
  return code.ops.clone(op)->getResult(0); // a constant
}

Value PointEmitter::address(const Place &place, const RowPoint &point) {
  RowPointer row = addresses.row(place);
  if (!row.stride || !point.index)
    return row.pointer;
  StorageType type = place.type();
  bool isUnit = type.getUnit() && type.getDims().back() == frame.facts().rowDim;
  Value &element = elements[row.pointer]; // neighbours along the row share it
  if (!element)
    element = isUnit
                  ? point.code.element(row.pointer, point.index, memoryType(type.getElementType()))
                  : point.code.moved(row.pointer, point.code.mul(point.index, row.stride));
  return point.code.moved(element, row.shift);
}

void PointEmitter::evaluate(const RowPoint &point) {
  values.clear();
  elements.clear();
  for (Operation &op : *frame.facts().point) {
    if (!isEvaluated(op) || invariants.contains(op.getResult(0)))
      continue;
    Value result;
    if (auto access = dyn_cast<AccessOp>(op)) {
      Value pointer = address(Place::of(access), point);
      result = loadLanes(point.code, access.getType(), pointer, point.lanes, point.mask);
    } else {
      result = lower(op, point.code, [&](Value operand) { return value(operand); });
    }
    values[op.getResult(0)] = result;
  }
}

Value PointEmitter::value(Value original) {
  auto found = values.find(original);
  if (found != values.end())
    return found->second;
  auto splat = splats.find(original);
  if (splat != splats.end())
    return splat->second;
  auto invariant = invariants.find(original);
  return invariant != invariants.end() ? invariant->second : frame.scalar(original);
}
