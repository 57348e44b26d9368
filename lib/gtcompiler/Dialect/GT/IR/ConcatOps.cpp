//===- ConcatOps.cpp - Checks of concatenations -----------------*- C++ -*-===//
//
// Verifiers of the operations in GTConcatOps.td, by the numbers that the
// constraints have there.
//
//===----------------------------------------------------------------------===//

#include "Assembly.h"
#include "Checks.h"
#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"

using namespace mlir;
using namespace gtcompiler;
using namespace gtcompiler::assembly;

#define GET_OP_CLASSES
#include "gtcompiler/Dialect/GT/IR/GTConcatOps.cpp.inc"

/// The dimensions that each part has entries of: the same for all parts.
static LogicalResult verifyEntries(Operation *op, size_t parts, ArrayRef<StringAttr> dims) {
  if (parts == 0) // (C1)
    return op->emitOpError("expected a part, got none");
  if (dims.empty() || dims.size() % parts != 0) // (C1)
    return op->emitOpError("expected as many ranges for each of ")
           << parts << " parts, got " << dims.size();
  ArrayRef<StringAttr> cut = dims.take_front(dims.size() / parts);
  if (failed(verifyDistinct(op, cut))) // (C2)
    return failure();
  for (auto [n, dim] : llvm::enumerate(dims))
    if (StringAttr expected = cut[n % cut.size()]; dim != expected) // (C2)
      return op->emitOpError("expected range ")
             << n << " to be of dimension '" << expected.getValue() << "', got '" << dim.getValue()
             << "'";
  return success();
}

/// Whether the result has the dimensions of the parts and `cut`, and their type.
static LogicalResult verifyResult(Operation *op, FieldType result, ValueRange parts,
                                  ArrayRef<StringAttr> cut) {
  SmallVector<StringAttr> dims(cut);
  for (Value part : parts)
    if (auto field = dyn_cast<FieldType>(part.getType()))
      for (StringAttr dim : field.getDims())
        if (!llvm::is_contained(dims, dim))
          dims.push_back(dim);
  if (!haveSameDims(result.getDims(), dims))
    return op->emitOpError("expected the dimensions of all parts and ranges, got ") << result;
  for (Value part : parts)
    if (Type type = getElementType(part.getType()); type != result.getElementType())
      return op->emitOpError("expected parts of ") << result.getElementType() << ", got " << type;
  return success();
}

SmallVector<StringAttr> ConcatOp::getCutDims() { return rangeDims(getRangesOf(0)); }

LogicalResult ConcatOp::verify() {
  if (failed(verifyEntries(*this, getParts().size(), rangeDims(getRanges())))) // (C1), (C2)
    return failure();
  return verifyResult(*this, getResult().getType(), getParts(), getCutDims()); // (C3), (C4)
}

static SmallVector<StringAttr> namesOf(ArrayAttr dims) {
  return llvm::to_vector(dims.getAsRange<StringAttr>());
}

LogicalResult ConcatWhereOp::verify() {
  SmallVector<StringAttr> dims = namesOf(getDims());
  for (size_t count : {getBegins().size(), getEnds().size(), getPoints().size()})
    if (count != dims.size()) // (C1)
      return emitOpError("expected ")
             << dims.size() << " numbers, one for each entry, got " << count;
  if (failed(verifyEntries(*this, getParts().size(), dims))) // (C1), (C2)
    return failure();
  if (llvm::is_contained(getPoints(), true)) // (C5)
    return emitOpError("expected ranges, got one point");
  return verifyResult(*this, getResult().getType(), getParts(), // (C3), (C4)
                      ArrayRef(dims).take_front(dims.size() / getParts().size()));
}

LogicalResult ConcatFieldsOp::verify() {
  if (getParts().empty()) // (C1)
    return emitOpError("expected a part, got none");
  return verifyResult(*this, getResult().getType(), getParts(), {}); // (C2), (C3)
}

LogicalResult SetOp::verify() {
  SmallVector<StringAttr> dims = namesOf(getDims());
  FieldType field = getField().getType();
  if (dims.empty()) // (C1)
    return emitOpError("expected a dimension, got none");
  if (failed(verifyDistinct(*this, dims)) ||                   // (C1)
      failed(verifyHasDims(*this, field, dims)) ||             // (C2)
      failed(verifyHasDims(*this, getPart().getType(), dims))) // (C2)
    return failure();
  return verifyResult(*this, getResult().getType(), {getField(), getValue()}, // (C3), (C4)
                      field.getDims());
}

LogicalResult HaloOp::verify() {
  SmallVector<StringAttr> dims = namesOf(getDims());
  bool isEntry = dims.size() == 1 && getBegins().size() == 1 && getEnds().size() == 1 &&
                 getPoints().size() == 1 && !getPoints()[0] && getBegins()[0] != INT64_MIN &&
                 getBegins()[0] <= 0 && getEnds()[0] >= 0;
  if (!isEntry) // (C1)
    return emitOpError("expected one dimension, from what is not above 0 to what is not below");
  bool isConstant = getKind() == "constant";
  if (!isConstant && getKind() != "periodic" && getKind() != "mirror" &&
      getKind() != "extend") // (C5)
    return emitOpError("expected periodic, mirror, extend or constant, got '") << getKind() << "'";
  if (getParts().size() != (isConstant ? 2 : 1)) // (C2)
    return emitOpError("expected ")
           << (isConstant ? 2 : 1) << " operands, got " << getParts().size();
  auto field = dyn_cast<FieldType>(getParts()[0].getType());
  if (!field) // (C2)
    return emitOpError("expected a field, got ") << getParts()[0].getType();
  if (isConstant)
    if (auto value = dyn_cast<FieldType>(getParts()[1].getType()); value && value.getRank()) // (C2)
      return emitOpError("expected a value without dimensions, got ") << value;
  if (failed(verifyHasDims(*this, field, dims))) // (C1)
    return failure();
  return verifyResult(*this, getResult().getType(), getParts(), field.getDims()); // (C3), (C4)
}

LogicalResult RollOp::verify() {
  int64_t rank = getField().getType().getRank();
  if (static_cast<int64_t>(getOffsets().size()) != rank) // (C1)
    return emitOpError("expected ") << rank << " offsets, got " << getOffsets().size();
  return success();
}
