//===- Checks.cpp - Checks that several verifiers make ----------*- C++ -*-===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

using namespace mlir;
using namespace gtcompiler;

bool gtcompiler::haveSameDims(ArrayRef<StringAttr> first, ArrayRef<StringAttr> second) {
  return first.size() == second.size() &&
         llvm::all_of(first, [&](StringAttr dim) { return llvm::is_contained(second, dim); });
}

SmallVector<StringAttr> gtcompiler::rangeDims(ValueRange ranges) {
  return llvm::map_to_vector(ranges,
                             [](Value range) { return cast<RangeType>(range.getType()).getDim(); });
}

LogicalResult gtcompiler::verifyDistinct(Operation *op, ArrayRef<StringAttr> dims) {
  for (size_t i = 0; i < dims.size(); ++i)
    if (llvm::is_contained(dims.take_front(i), dims[i]))
      return op->emitOpError("expected different dimensions, got '")
             << dims[i].getValue() << "' twice";
  return success();
}

SmallVector<StringAttr> gtcompiler::otherDims(FieldType field, ArrayRef<StringAttr> removed) {
  return llvm::filter_to_vector(field.getDims(),
                                [&](StringAttr dim) { return !llvm::is_contained(removed, dim); });
}

LogicalResult gtcompiler::verifyHasDims(Operation *op, FieldType field, ArrayRef<StringAttr> dims) {
  for (StringAttr dim : dims)
    if (!field.hasDim(dim))
      return op->emitOpError("expected a field with dimension '")
             << dim.getValue() << "', got " << field;
  return success();
}

LogicalResult gtcompiler::verifyRangePerDim(Operation *op, StorageType storage, ValueRange ranges) {
  if (static_cast<int64_t>(ranges.size()) != storage.getRank())
    return op->emitOpError("expected ")
           << storage.getRank() << " ranges for " << storage << ", got " << ranges.size();
  for (auto [index, dim] : llvm::enumerate(storage.getDims())) {
    StringAttr got = cast<RangeType>(ranges[index].getType()).getDim();
    if (got != dim)
      return op->emitOpError("expected range ")
             << index << " to be of dimension '" << dim.getValue() << "', got '" << got.getValue()
             << "'";
  }
  return success();
}

LogicalResult gtcompiler::verifyReduces(Operation *op, ReduceKind kind, Type element) {
  bool isNumber = element.isIntOrFloat() && !element.isInteger(1);
  bool fits = false;
  switch (kind) {
  case ReduceKind::Any:
  case ReduceKind::All:
    fits = element.isInteger(1);
    break;
  case ReduceKind::Min:
  case ReduceKind::Max:
    fits = isNumber;
    break;
  case ReduceKind::Sum:
  case ReduceKind::Prod:
    fits = isNumber && !isa<Float16Type, BFloat16Type>(element);
    break;
  }
  if (fits)
    return success();
  return op->emitOpError("expected elements that '")
         << stringifyReduceKind(kind) << "' reduces, got " << element;
}

LogicalResult gtcompiler::verifyPosition(Operation *op, Type memory, ValueRange pins,
                                         ArrayRef<int64_t> offsets) {
  ArrayRef<StringAttr> dims = getMemoryDims(memory);
  if (offsets.size() != dims.size())
    return op->emitOpError("expected ") << dims.size() << " offsets, got " << offsets.size();
  SmallVector<StringAttr> pinned = rangeDims(pins);
  if (failed(verifyDistinct(op, pinned)))
    return failure();
  for (StringAttr dim : pinned)
    if (!llvm::is_contained(dims, dim))
      return op->emitOpError("expected a pin of a dimension of ")
             << memory << ", got '" << dim.getValue() << "'";
  return success();
}

LogicalResult gtcompiler::verifyIndices(Operation *op, Type memory, ValueRange pins,
                                        ValueRange indices, ArrayAttr indexDims) {
  SmallVector<StringAttr> dims;
  if (indexDims)
    llvm::append_range(dims, indexDims.getAsRange<StringAttr>());
  if (dims.size() != indices.size())
    return op->emitOpError("expected ")
           << indices.size() << " dimensions of index values, got " << dims.size();
  if (failed(verifyDistinct(op, dims)))
    return failure();
  for (StringAttr dim : dims) {
    if (!llvm::is_contained(getMemoryDims(memory), dim))
      return op->emitOpError("expected an index of a dimension of ")
             << memory << ", got '" << dim.getValue() << "'";
    if (findPin(pins, dim))
      return op->emitOpError("expected dimension '")
             << dim.getValue() << "' to be pinned or indexed, got both";
  }
  return success();
}

LogicalResult gtcompiler::verifyRemapped(Operation *op, FieldType field, ValueRange tables,
                                         ArrayRef<StringAttr> replaced, FieldType result) {
  if (tables.empty() || tables.size() != replaced.size()) // (C1)
    return op->emitOpError("expected indices for each dimension, and for one at least, got ")
           << tables.size() << " for " << replaced.size();
  if (failed(verifyDistinct(op, replaced)) ||     // (C1)
      failed(verifyHasDims(op, field, replaced))) // (C2)
    return failure();
  SmallVector<StringAttr> dims = otherDims(field, replaced);
  for (Value table : tables) {
    auto type = cast<FieldType>(table.getType());
    if (Type held = type.getElementType();
        !held.isSignlessInteger(32) && !held.isSignlessInteger(64)) // (C3)
      return op->emitOpError("expected indices of i32 or i64, got ") << held;
    for (StringAttr dim : type.getDims())
      if (!llvm::is_contained(dims, dim))
        dims.push_back(dim);
  }
  if (!haveSameDims(result.getDims(), dims)) // (C4)
    return op->emitOpError("expected the dimensions of ")
           << field << " that are not replaced and those of the indices, got " << result;
  if (result.getElementType() != field.getElementType()) // (C5)
    return op->emitOpError("expected a field of ")
           << field.getElementType() << ", got " << result.getElementType();
  return success();
}

bool gtcompiler::hasIndex(Operation *op, StringAttr dim) {
  for (Operation *around = op->getParentOp(); around && !isa<KernelOp>(around);
       around = around->getParentOp()) {
    if (auto row = dyn_cast<RowOp>(around); row && row.getDimAttr() == dim)
      return true;
    if (auto loop = dyn_cast<LoopOp>(around); loop && !loop.getBy() && loop.getDimAttr() == dim)
      return true;
  }
  return false;
}

bool gtcompiler::isLoopDim(Operation *kernel, StringAttr dim) {
  auto hasDim = [&](Value range) { return cast<RangeType>(range.getType()).getDim() == dim; };
  if (auto fold = dyn_cast<FoldOp>(kernel))
    return hasDim(fold.getAlong()) || llvm::any_of(fold.getRanges(), hasDim);
  if (auto sweep = dyn_cast<SweepOp>(kernel))
    return hasDim(sweep.getAlong()) || llvm::any_of(sweep.getRanges(), hasDim);
  return llvm::any_of(cast<StencilOp>(kernel).getRanges(), hasDim);
}
