//===- Conversions.h - From one element type to another ---------*- C++ -*-===//
//
// What `gt.cast` does, for every pair of element types.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_CONVERSIONS_H
#define GTCOMPILER_CONVERSION_POINTCODE_CONVERSIONS_H

#include "CodeBuilder.h"

namespace gtcompiler {

/// `value`, lanes of `from`, as lanes of `to`: integers wrap, floats are
/// rounded once, floats to integers are truncated and saturate, with 0 for NaN.
/// A complex number becomes a complex number only.
mlir::Value convert(const CodeBuilder &code, mlir::Type from, mlir::Type to, mlir::Value value);

/// f16 and bf16 as the f32 that they are computed in, other types as they are.
mlir::Type computedElement(mlir::Type element);

/// Lanes of `flags`, which bytes in memory are, as integers of type `to` without asking for them
/// first: where there are no masks those would be bytes again. Null if they are something else.
mlir::Value countOfBytes(const CodeBuilder &code, mlir::Type to, mlir::Value flags);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_CONVERSIONS_H
