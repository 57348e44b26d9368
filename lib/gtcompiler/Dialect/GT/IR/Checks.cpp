//===- Checks.cpp - Checks that several verifiers make ----------*- C++ -*-===//
//
// Comparisons of lists of dimensions.
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
