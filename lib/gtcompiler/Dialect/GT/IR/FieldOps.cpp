//===- FieldOps.cpp - Checks of the field level -----------------*- C++ -*-===//
//
// Verifiers of the operations in GTFieldOps.td, by the numbers that the
// constraints have there.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

using namespace mlir;
using namespace gtcompiler;

LogicalResult ConstantOp::verify() {
  if (!isa<IntegerAttr, FloatAttr>(getValue())) // (C1)
    return emitOpError("expected a bool, an integer or a float, got ") << getValue();
  return success();
}

LogicalResult LoadOp::verify() {
  FieldType field = getResult().getType();
  StorageType storage = getStorage().getType();
  if (!haveSameDims(field.getDims(), storage.getDims())) // (C1)
    return emitOpError("expected a field with the dimensions of ") << storage << ", got " << field;
  if (field.getElementType() != storage.getElementType()) // (C2)
    return emitOpError("expected a field of ")
           << storage.getElementType() << ", got " << field.getElementType();
  return success();
}

LogicalResult ShiftOp::verify() {
  int64_t rank = getField().getType().getRank();
  if (static_cast<int64_t>(getOffsets().size()) != rank) // (C1)
    return emitOpError("expected ") << rank << " offsets, got " << getOffsets().size();
  return success();
}

LogicalResult PinOp::verify() {
  FieldType field = getField().getType(), result = getResult().getType();
  StringAttr dim = getPosition().getType().getDim();
  if (!field.hasDim(dim)) // (C1)
    return emitOpError("expected a field with dimension '") << dim.getValue() << "', got " << field;
  if (!haveSameDims(result.getDims(), otherDims(field, dim))) // (C2)
    return emitOpError("expected the dimensions of ")
           << field << " without '" << dim.getValue() << "', got " << result;
  if (result.getElementType() != field.getElementType()) // (C3)
    return emitOpError("expected a field of ")
           << field.getElementType() << ", got " << result.getElementType();
  if (static_cast<int64_t>(getOffset()) < 0) // (C4)
    return emitOpError("expected an offset in the range, got ")
           << static_cast<int64_t>(getOffset());
  return success();
}

LogicalResult RemapOp::verify() { // (C1) to (C5)
  return verifyRemapped(*this, getField().getType(), getTables(), rangeDims(getRanges()),
                        getResult().getType());
}

LogicalResult BroadcastOp::verify() {
  FieldType result = getResult().getType();
  if (auto operand = dyn_cast<FieldType>(getOperand().getType()))
    for (StringAttr dim : operand.getDims()) // (C1)
      if (!result.hasDim(dim))
        return emitOpError("expected a field with dimension '")
               << dim.getValue() << "' of the operand, got " << result;
  Type elementType = getElementType(getOperand().getType());
  if (result.getElementType() != elementType) // (C2)
    return emitOpError("expected a field of ")
           << elementType << ", got " << result.getElementType();
  return success();
}

LogicalResult ReduceOp::verify() {
  FieldType field = getField().getType(), result = getResult().getType();
  if (getRanges().empty()) // (C5)
    return emitOpError("expected a range to reduce over, got none");
  SmallVector<StringAttr> reduced = rangeDims(getRanges());
  if (failed(verifyDistinct(*this, reduced))) // (C1)
    return failure();
  if (failed(verifyHasDims(*this, field, reduced))) // (C2)
    return failure();
  if (!haveSameDims(result.getDims(), otherDims(field, reduced))) // (C3)
    return emitOpError("expected the dimensions of ")
           << field << " without the reduced ones, got " << result;
  if (result.getElementType() != field.getElementType()) // (C4)
    return emitOpError("expected a field of ")
           << field.getElementType() << ", got " << result.getElementType();
  if (auto width = getWidth()) { // (C6)
    if (static_cast<uint64_t>(*width) > 64)
      return emitOpError("expected a width from 0 to 64, got ") << static_cast<int64_t>(*width);
    if (getRanges().size() != 1)
      return emitOpError("expected one range with a width");
  }
  return verifyReduces(*this, getKind(), field.getElementType()); // (C4)
}

LogicalResult StoreOp::verify() {
  StorageType storage = getStorage().getType();
  if (failed(verifyRangePerDim(*this, storage, getRanges()))) // (C1)
    return failure();
  if (auto field = dyn_cast<FieldType>(getValue().getType()))
    for (StringAttr dim : field.getDims()) // (C2)
      if (!storage.hasDim(dim))
        return emitOpError("expected a storage with dimension '")
               << dim.getValue() << "' of the field, got " << storage;
  Type elementType = getElementType(getValue().getType());
  if (elementType != storage.getElementType()) // (C3)
    return emitOpError("expected a field of ")
           << storage.getElementType() << ", got " << elementType;
  return success();
}
