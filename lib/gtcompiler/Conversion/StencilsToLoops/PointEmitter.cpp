//===- PointEmitter.cpp - A kernel's region at one point ------------------===//
//
// See the header. The region is straight-line code, so one walk does it.
//
//===----------------------------------------------------------------------===//
#include "PointEmitter.h"

#include "Elements.h"
#include "PointOperations.h"

#include "llvm/ADT/MapVector.h"

using namespace gtcompiler;
using namespace mlir;

/// Whether `op` gives a value (and is no write or terminator).
static bool isEvaluated(Operation &op) { return op.getNumResults() == 1; }

bool PointEmitter::isInvariant(Value value) const {
  return value.getParentBlock() != frame.facts().point || invariants.contains(value);
}

/// Whether the result of `op` changes along the row by itself.
bool PointEmitter::movesAlongRow(Operation &op) const {
  StringAttr row = frame.facts().rowDim;
  if (auto access = dyn_cast<AccessOp>(op))
    return row && dependsOn(access, row);
  auto index = dyn_cast<IndexOp>(op);
  return index && !index.getPin() && index.getDimAttr() == row;
}

/// The value outside the point, or invariant, as one lane.
Value PointEmitter::scalarOf(Value value) {
  auto found = invariants.find(value);
  return found != invariants.end() ? found->second : frame.scalar(value);
}

Value PointEmitter::emitInvariant(Operation &op) {
  CodeBuilder &code = addresses.code();
  if (auto access = dyn_cast<AccessOp>(op))
    return loadLanes(code, access.getType(), addresses.row(Place::of(access)).pointer, 1, {});
  if (auto index = dyn_cast<IndexOp>(op)) {
    Value base =
        index.getPin() ? frame.bounds(index.getPin()).first : addresses.indexOf(index.getDimAttr());
    return code.add(base, code.number(index.getOffset()));
  }
  return lower(op, code, [&](Value operand) { return scalarOf(operand); });
}

/// The coordinates of the point's lanes.
Value PointEmitter::coordinate(IndexOp index, const RowPoint &point) {
  CodeBuilder &code = point.code;
  Value first = code.add(point.index, code.number(index.getOffset()));
  if (point.lanes == 1)
    return first;
  Value numbering = code.numbering(code.ops.getI64Type(), point.lanes);
  return code.add(code.splat(first, point.lanes), numbering);
}

/// Of the scalars from outside the kernel, as many stay in registers as leave
/// enough for the point's values; those that are read most. The others are
/// loaded from memory to all lanes where they are read, which instructions of
/// arithmetic do themselves on AVX-512.
void PointEmitter::chooseReloaded() {
  const KernelFacts &facts = frame.facts();
  llvm::MapVector<Value, unsigned> uses;
  for (Operation &op : *facts.point)
    if (!isEvaluated(op) || !invariants.contains(op.getResult(0)))
      for (Value operand : op.getOperands())
        if (isElementType(operand.getType()) && operand.getParentBlock() != facts.point)
          ++uses[operand];
  std::size_t kept = facts.vectorBytes >= 64 ? 12 : 6;
  if (uses.size() <= kept)
    return;
  auto order = uses.takeVector();
  llvm::stable_sort(order, [](auto &a, auto &b) { return a.second > b.second; });
  for (auto &[value, count] : ArrayRef(order).drop_front(kept))
    if (KernelFrame::isReloadable(value.getType()))
      reloaded.insert(value);
}

void PointEmitter::prepare() {
  const KernelFacts &facts = frame.facts();
  CodeBuilder &code = addresses.code();
  for (Operation &op : *facts.point) {
    if (!isEvaluated(op))
      continue;
    if (auto access = dyn_cast<AccessOp>(op); access && !staged.contains(access))
      addresses.row(Place::of(access));
    if (movesAlongRow(op) || !llvm::all_of(op.getOperands(), [&](Value operand) {
          return isa<StorageType, RangeType>(operand.getType()) || isInvariant(operand);
        }))
      continue;
    invariants[op.getResult(0)] = emitInvariant(op);
  }
  // Copies in all lanes of what the rest of the region uses.
  if (facts.lanes == 1)
    return;
  chooseReloaded();
  for (Operation &op : *facts.point) {
    if (isEvaluated(op) && invariants.contains(op.getResult(0)))
      continue;
    for (Value operand : op.getOperands()) {
      Type type = operand.getType();
      if (!isElementType(type) || !isInvariant(operand) || splats.contains(operand) ||
          reloaded.contains(operand))
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
  return constantLane(code, cast<ConstantOp>(op).getValue());
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

Value PointEmitter::target(WriteOp write, const RowPoint &point) {
  auto found = diverted.find(write);
  if (found == diverted.end())
    return address(Place::at(write.getStorage()), point);
  return point.code.element(found->second, point.index, memoryType(write.getValue().getType()));
}

Value PointEmitter::pointerTo(AccessOp access, const RowPoint &point) {
  auto found = staged.find(access);
  if (found == staged.end())
    return address(Place::of(access), point);
  return point.code.element(found->second, point.index, memoryType(access.getType()));
}

void PointEmitter::evaluate(const RowPoint &point) {
  current = &point.code;
  currentLanes = point.lanes;
  values.clear();
  elements.clear();
  Location kernelLine = point.code.loc;
  for (Operation &op : *frame.facts().point) {
    if (!isEvaluated(op) || invariants.contains(op.getResult(0)))
      continue;
    point.code.loc = op.getLoc(); // for line tables
    Value result;
    if (auto access = dyn_cast<AccessOp>(op)) {
      result = loadLanes(point.code, access.getType(), pointerTo(access, point), point.lanes,
                         point.mask);
    } else if (auto index = dyn_cast<IndexOp>(op)) {
      result = coordinate(index, point);
    } else {
      result = lower(op, point.code, [&](Value operand) { return value(operand); });
    }
    values[op.getResult(0)] = result;
  }
  point.code.loc = kernelLine;
}

Value PointEmitter::value(Value original) {
  auto found = values.find(original);
  if (found != values.end())
    return found->second;
  if (reloaded.contains(original))
    return splatLanes(*current, original.getType(), frame.reload(*current, original), currentLanes);
  auto splat = splats.find(original);
  if (splat != splats.end())
    return splat->second;
  auto invariant = invariants.find(original);
  return invariant != invariants.end() ? invariant->second : frame.scalar(original);
}
