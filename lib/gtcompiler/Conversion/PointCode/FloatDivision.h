//===- FloatDivision.h - Floats by what many points share -------*- C++ -*-===//
//
// Intel's dividers are busy for 10 and 16 cycles with 64 bytes of f32 and of f64. By what all
// points of a row are divided by, 1 is divided once; the quotients are three products and sums:
//
//   estimate = a * (1 / b);  rest = estimate * b - a;  quotient = estimate - rest * (1 / b)
//
// all but the first of them fused. That is the nearest float wherever nothing is rounded to fewer
// bits than a float has (P. W. Markstein, Computation of elementary functions on the IBM RISC
// System/6000 processor, 1990): where the dividend is 0, or neither that nor the quotient is small.
// The estimate is off by less than 1.5 units in its last place; where the rest has a bit more than
// a float, the quotient is far from the middle of two. Else, and where the quotient is no number,
// the vector is divided.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_FLOATDIVISION_H
#define GTCOMPILER_CONVERSION_POINTCODE_FLOATDIVISION_H

#include "CodeBuilder.h"

#include "llvm/ADT/DenseMap.h"

namespace gtcompiler {

/// Divisions in a kernel of vectors of f32 or f64 by what all points of a row share.
class SharedDivisors {
public:
  /// `a` by `b`, which is known in front of the row: there `b` is looked at, and divides 1. Null
  /// where the kernel has so many that they would take long to compile.
  mlir::Value divide(const CodeBuilder &code, mlir::Value a, mlir::Value b);

private:
  struct Divisor {
    mlir::Value size, sign; ///< the divisor is their product
    mlir::Value reciprocal; ///< of the size; NaN if it is not of use
    mlir::Value limit;      ///< twice the bits of the least dividend, less 1
  };
  const Divisor &divisor(const CodeBuilder &code, mlir::Value b);

  llvm::DenseMap<mlir::Value, Divisor> known;
  std::int64_t count = 0; ///< of quotients
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_FLOATDIVISION_H
