//===- PointOps.cpp - Checks of the point operations ------------*- C++ -*-===//
//
// The constraints of the interface `PointOp`, which hold for every operation
// that comes from the table; no operation is named here.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

using namespace mlir;
using namespace gtcompiler;

#include "gtcompiler/Dialect/GT/IR/GTInterfaces.cpp.inc"

/// Constraints (C1) and (C2): what is a field, and with which dimensions.
static LogicalResult verifyDims(Operation *op) {
  if (op->getNumResults() == 0) // the operation's own to refuse
    return success();
  auto result = dyn_cast<FieldType>(op->getResult(0).getType());
  for (Type type : TypeRange(op->getResults()).drop_front()) { // (C1), (C2)
    auto other = dyn_cast<FieldType>(type);
    if (bool(other) != bool(result) || (other && other.getDims() != result.getDims()))
      return op->emitOpError("expected results of the same dimensions, got ")
             << op->getResult(0).getType() << " and " << type;
  }
  bool hasFieldOperand = false;
  size_t largestRank = 0;
  for (Type type : op->getOperandTypes()) {
    auto field = dyn_cast<FieldType>(type);
    if (!field)
      continue;
    hasFieldOperand = true;
    largestRank = std::max<size_t>(largestRank, field.getRank());
    if (!result)
      break;
    if (field.getDims() == result.getDims())
      continue;
    for (StringAttr dim : field.getDims()) // (C2)
      if (!result.hasDim(dim))
        return op->emitOpError("expected a result with dimension '")
               << dim.getValue() << "' of an operand, got " << result;
  }
  if (hasFieldOperand != static_cast<bool>(result)) // (C1)
    return op->emitOpError("expected a ") << (hasFieldOperand ? "field" : "scalar")
                                          << " as result, got " << op->getResult(0).getType();
  if (!result || largestRank == static_cast<size_t>(result.getRank()))
    return success();
  for (StringAttr dim : result.getDims()) // (C2)
    if (llvm::none_of(op->getOperandTypes(), [&](Type type) {
          auto field = dyn_cast<FieldType>(type);
          return field && field.hasDim(dim);
        }))
      return op->emitOpError("expected dimensions of the operands only, got '")
             << dim.getValue() << "'";
  return success();
}

/// Emits an error unless all `types` have the same element type.
static LogicalResult verifySameElementType(Operation *op, TypeRange types) {
  Type first = getElementType(types.front());
  for (Type type : types.drop_front())
    if (getElementType(type) != first)
      return op->emitOpError("expected operands of one element type, got ")
             << first << " and " << getElementType(type);
  return success();
}

static LogicalResult verifyResultElement(Operation *op, Type expected) {
  Type got = getElementType(op->getResult(0).getType());
  if (got != expected)
    return op->emitOpError("expected a result of ") << expected << ", got " << got;
  return success();
}

/// Constraint (C3).
static LogicalResult verifyElements(Operation *op, TypeRule rule) {
  if (op->getNumOperands() == 0) // the operation's own to refuse
    return success();
  TypeRange types = op->getOperandTypes();
  Type first = getElementType(types.front());
  Type i1 = IntegerType::get(op->getContext(), 1);
  switch (rule) {
  case TypeRule::Convert:
  case TypeRule::Declared: // has its own
    return success();
  case TypeRule::Select:
    if (first != i1)
      return op->emitOpError("expected a condition of 'i1', got ") << first;
    if (failed(verifySameElementType(op, types.drop_front())))
      return failure();
    return verifyResultElement(op, getElementType(types[1]));
  case TypeRule::Compare:
    if (failed(verifySameElementType(op, types)))
      return failure();
    return verifyResultElement(op, i1);
  case TypeRule::Logical:
    if (first != i1)
      return op->emitOpError("expected operands of 'i1', got ") << first;
    break;
  case TypeRule::SameType:
    if (first == i1)
      return op->emitOpError("expected operands that are numbers, got ") << first;
    break;
  case TypeRule::TrueDivide:
  case TypeRule::FloatOnly:
  case TypeRule::Classify:
    if (!isa<FloatType>(first))
      return op->emitOpError("expected operands that are floats, got ") << first;
    break;
  }
  if (failed(verifySameElementType(op, types)))
    return failure();
  return verifyResultElement(op, rule == TypeRule::Classify ? i1 : first);
}

/// Constraints (C4), for the last operand (a condition comes first), and (C5).
static LogicalResult verifyDefined(PointOp op) {
  if (op->getNumOperands() == 0 || op->getNumResults() == 0)
    return success();
  Type type = getElementType(op->getOperands().back().getType());
  if (!op.isDefinedFor(getElementKind(type)))
    return op->emitOpError("expected operands of a type that it is defined for, got ") << type;
  Type result = getElementType(op->getResult(0).getType());
  if (isa<ComplexType>(type) && !isa<ComplexType>(result)) // (C5)
    return op->emitOpError("expected a complex type to convert ") << type << " to, got " << result;
  return success();
}

LogicalResult gtcompiler::detail::verifyPointOp(Operation *op) {
  auto point = cast<PointOp>(op);
  if (failed(verifyDims(op)) || failed(verifyElements(op, point.getTypeRule())))
    return failure();
  return verifyDefined(point);
}
