//===- CallableOps.cpp - Text and checks of callables -----------*- C++ -*-===//
//
// Verifiers of the operations in GTCallableOps.td, by the numbers that the
// constraints have there.
//
//===----------------------------------------------------------------------===//

#include "Assembly.h"
#include "Checks.h"
#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"

using namespace mlir;
using namespace gtcompiler;

ParseResult CallableOp::parse(OpAsmParser &parser, OperationState &result) {
  return assembly::parseSignature(parser, result);
}

void CallableOp::print(OpAsmPrinter &printer) {
  assembly::printSignature(printer, *this, /*printTerminators=*/true);
}

LogicalResult CallableOp::verify() {
  if (getSymName().empty()) // (C3)
    return emitOpError("expected a name");
  for (BlockArgument argument : getArguments()) // (C1)
    if (Type type = argument.getType(); !isa<FieldType>(type) && !isElementType(type))
      return emitOpError("expected argument ")
             << argument.getArgNumber() << " to be a field or a scalar, got " << type;
  return success();
}

LogicalResult CallableOp::verifyRegions() {
  for (Operation &op : getBodyRegion().front()) { // (C2)
    bool isOwn = isa<SliceOp, PartOp, InteriorOp, CountOp, GatherOp, ShiftByOp, AtOp, RenameOp,
                     ReduceDimsOp, FindExtremeOp, ScanDimOp, ConcatWhereOp, ConcatFieldsOp, SetOp,
                     HaloOp, RollOp, CallArraysOp, ReturnOp>(op);
    if (!isOwn && !isa<ConstantOp, IndexOp, ShiftOp, BroadcastOp, PointOp>(op))
      return op.emitOpError("expected an operation that a 'gt.callable' may hold");
  }
  return success();
}

LogicalResult ReturnOp::verify() {
  if (getResults().empty()) // (C1)
    return emitOpError("expected a result, got none");
  return success();
}

static SmallVector<StringAttr> namesOf(ArrayAttr dims) {
  return llvm::to_vector(dims.getAsRange<StringAttr>());
}

/// Constraints (C3) and (C4) of selections, (C3) and the first half of (C4) of
/// reductions.
static LogicalResult verifyRemaining(Operation *op, FieldType field, FieldType result,
                                     ArrayRef<StringAttr> removed, Type elementType) {
  if (!haveSameDims(result.getDims(), otherDims(field, removed)))
    return op->emitOpError("expected the dimensions of ")
           << field << " without those taken away, got " << result;
  if (result.getElementType() != elementType)
    return op->emitOpError("expected a field of ")
           << elementType << ", got " << result.getElementType();
  return success();
}

template <class Selection> static LogicalResult verifySelection(Selection op) {
  SmallVector<StringAttr> dims = namesOf(op.getDims());
  for (size_t count : {op.getBegins().size(), op.getEnds().size(), op.getPoints().size()})
    if (count != dims.size()) // (C1)
      return op.emitOpError("expected ")
             << dims.size() << " numbers, one for each dimension, got " << count;
  FieldType field = op.getField().getType();
  if (failed(verifyDistinct(op, dims)) ||     // (C1)
      failed(verifyHasDims(op, field, dims))) // (C2)
    return failure();
  SmallVector<StringAttr> removed;
  for (auto [dim, isPoint] : llvm::zip(dims, op.getPoints()))
    if (isPoint)
      removed.push_back(dim);
  return verifyRemaining(op, field, op.getResult().getType(), removed, field.getElementType());
}

LogicalResult SliceOp::verify() { return verifySelection(*this); }
LogicalResult PartOp::verify() { return verifySelection(*this); }

LogicalResult CountOp::verify() {
  SmallVector<StringAttr> dims = namesOf(getDims());
  if (failed(verifyDistinct(*this, dims))) // (C1)
    return failure();
  return verifyHasDims(*this, getField().getType(), dims); // (C2)
}

/// Constraints (C1) and (C2) of reductions.
static LogicalResult verifyReducedDims(Operation *op, FieldType field, ArrayRef<StringAttr> dims) {
  if (dims.empty())
    return op->emitOpError("expected a dimension, got none");
  if (failed(verifyDistinct(op, dims)))
    return failure();
  return verifyHasDims(op, field, dims);
}

LogicalResult ReduceDimsOp::verify() {
  FieldType field = getField().getType();
  SmallVector<StringAttr> dims = namesOf(getDims());
  if (failed(verifyReducedDims(*this, field, dims)) || // (C1), (C2)
      failed(verifyRemaining(*this, field, getResult().getType(), dims,
                             field.getElementType()))) // (C3), (C4)
    return failure();
  return verifyReduces(*this, getKind(), field.getElementType()); // (C4)
}

LogicalResult RenameOp::verify() {
  FieldType field = getField().getType(), result = getResult().getType();
  if (failed(verifyHasDims(*this, field, getFromAttr()))) // (C1)
    return failure();
  if (getFromAttr() != getToAttr() && field.hasDim(getToAttr())) // (C1)
    return emitOpError("expected a field without dimension '") << getTo() << "', got " << field;
  SmallVector<StringAttr> dims = otherDims(field, getFromAttr());
  dims.push_back(getToAttr());
  if (!haveSameDims(result.getDims(), dims)) // (C2)
    return emitOpError("expected the dimensions of ")
           << field << " with '" << getTo() << "' for '" << getFrom() << "', got " << result;
  if (result.getElementType() != field.getElementType()) // (C3)
    return emitOpError("expected a field of ")
           << field.getElementType() << ", got " << result.getElementType();
  return success();
}

LogicalResult GatherOp::verify() { // (C1) to (C5)
  SmallVector<StringAttr> dims = namesOf(getDims());
  if (getSkips().size() != dims.size()) // (C1)
    return emitOpError("expected ")
           << dims.size() << " skips, one for each dimension, got " << getSkips().size();
  return verifyRemapped(*this, getField().getType(), getTables(), dims, getResult().getType());
}

LogicalResult ShiftByOp::verify() {
  FieldType field = getField().getType(), offsets = getOffsets().getType();
  for (FieldType type : {field, offsets}) // (C1)
    if (failed(verifyHasDims(*this, type, getDimAttr())))
      return failure();
  if (!offsets.getElementType().isSignlessInteger(64))
    return emitOpError("expected offsets of i64, got ") << offsets.getElementType(); // (C2)
  int64_t least = getLeastAttr().getInt(), greatest = getGreatestAttr().getInt();
  if (least > greatest) // (C3)
    return emitOpError("expected bounds that hold a number, got ") << least << " to " << greatest;
  SmallVector<StringAttr> dims(field.getDims());
  for (StringAttr dim : offsets.getDims())
    if (!field.hasDim(dim))
      dims.push_back(dim);
  FieldType result = getResult().getType();
  if (!haveSameDims(result.getDims(), dims)) // (C4)
    return emitOpError("expected the dimensions of ")
           << field << " and " << offsets << ", got " << result;
  if (result.getElementType() != field.getElementType()) // (C5)
    return emitOpError("expected a field of ")
           << field.getElementType() << ", got " << result.getElementType();
  return success();
}

LogicalResult AtOp::verify() { // (C1) to (C5)
  return verifyRemapped(*this, getField().getType(), getIndices(), namesOf(getDims()),
                        getResult().getType());
}

LogicalResult FindExtremeOp::verify() {
  FieldType field = getField().getType();
  SmallVector<StringAttr> dims = namesOf(getDims());
  if (failed(verifyReducedDims(*this, field, dims))) // (C1), (C2)
    return failure();
  if (getCoordinates().size() != dims.size()) // (C3)
    return emitOpError("expected ")
           << dims.size() << " results, one for each dimension, got " << getCoordinates().size();
  Type i64 = IntegerType::get(getContext(), 64);
  for (Value result : getCoordinates()) // (C3)
    if (failed(verifyRemaining(*this, field, cast<FieldType>(result.getType()), dims, i64)))
      return failure();
  if (getKind() != ReduceKind::Min && getKind() != ReduceKind::Max) // (C4)
    return emitOpError("expected min or max, got ") << stringifyReduceKind(getKind());
  return verifyReduces(*this, getKind(), field.getElementType()); // (C4)
}
