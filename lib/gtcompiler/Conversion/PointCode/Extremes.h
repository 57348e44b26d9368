//===- Extremes.h - IEEE's minimum and maximum of floats --------*- C++ -*-===//
//
// They know NaN and the sign of zero. Of two values, of several, and of a value and
// a bound that all points share, in fewer instructions than LLVM makes.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_EXTREMES_H
#define GTCOMPILER_CONVERSION_POINTCODE_EXTREMES_H

#include "CodeBuilder.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace gtcompiler {

/// IEEE minimum or maximum in three or four instructions where LLVM makes six of its intrinsic.
mlir::Value ieeeExtreme(const CodeBuilder &code, bool isLeast, mlir::Value a, mlir::Value b);

/// Whether both of two values are no NaN, where that is known.
using OrderedPairs = llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, mlir::Value>;

/// The same of several values at once, for which three instructions each are enough. Extremes of
/// the same values share what is `known` of pairs.
mlir::Value ieeeExtreme(const CodeBuilder &code, bool isLeast, mlir::Value first,
                        llvm::ArrayRef<mlir::Value> others, OrderedPairs *known = nullptr);

/// Minima and maxima in a kernel of values and of bounds that all points share: two instructions,
/// and what depends on the bound alone is computed where that is known.
class BoundedExtremes {
public:
  mlir::Value extreme(const CodeBuilder &code, bool isLeast, mlir::Value value, mlir::Value bound);

private:
  /// By bound, and whether the least value is asked for.
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, mlir::Value> corrections;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_EXTREMES_H
