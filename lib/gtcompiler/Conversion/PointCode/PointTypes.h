//===- PointTypes.h - The types of a point operation ------------*- C++ -*-===//
//
// What the lowering of a point operation needs to know of its types.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_POINTTYPES_H
#define GTCOMPILER_CONVERSION_POINTCODE_POINTTYPES_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

namespace gtcompiler {

class Divisions;
struct EmittedMath;

/// Element types as the program has them: of the operands (a condition apart)
/// and of the result; and how many lanes are computed at once. The values
/// themselves are as Elements.h says.
struct PointTypes {
  mlir::Type operand;
  mlir::Type result;
  std::int64_t lanes;
  Divisions *divisions = nullptr; ///< of the kernel so far; null: each is by itself
  EmittedMath *emitted = nullptr; ///< by the kernel so far; null: functions are called

  ElementKind kind() const { return getElementKind(operand); }
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_POINTTYPES_H
