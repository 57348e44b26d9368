//===- IntegerDivision.h - Quotients and remainders of integers -*- C++ -*-===//
//
// Divisions in the code of a kernel: what depends on the divisor alone is
// computed where that is known, and a quotient and a remainder of the same
// numbers are one division.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_INTEGERDIVISION_H
#define GTCOMPILER_CONVERSION_POINTCODE_INTEGERDIVISION_H

#include "CodeBuilder.h"

#include "llvm/ADT/DenseMap.h"

#include <tuple>

namespace gtcompiler {

/// The quotient rounded down and what it leaves, which has the sign of the divisor. By 0 both are
/// 0; the least integer by -1 is itself and leaves 0.
struct Division {
  mlir::Value quotient;
  mlir::Value remainder;
};

/// The divisions of a kernel, each of which is emitted once at a point.
class Divisions {
public:
  /// `a` by `b`, signless scalars or vectors that are read as `isSigned` says.
  Division divide(const CodeBuilder &code, mlir::Value a, mlir::Value b, bool isSigned);
  /// What was divided so far is of another point.
  void leavePoint() { known.clear(); }

private:
  /// What is known of a divisor in vectors, behind it.
  struct Divisor {
    mlir::Value floats;     ///< the divisor
    mlir::Value reciprocal; ///< of that; of 0 it is 0
    mlir::Value offset;     ///< by which a ratio is rounded to the nearest in place of down
    mlir::Value notZero;    ///< all bits, none where it is 0
    mlir::Value shortBits;  ///< of 64 bits: none of the upper ones if it is short
  };
  const Divisor &divisor(const CodeBuilder &code, mlir::VectorType floats, mlir::Value b,
                         bool isSigned);
  Division divideNarrow(const CodeBuilder &code, mlir::VectorType floats, mlir::Value a,
                        mlir::Value b, bool isSigned);
  Division divideWide(const CodeBuilder &code, mlir::Value a, mlir::Value b, bool isSigned);

  using Key = std::tuple<mlir::Value, mlir::Value, unsigned>;
  llvm::DenseMap<Key, Division> known;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, Divisor> divisors;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_INTEGERDIVISION_H
