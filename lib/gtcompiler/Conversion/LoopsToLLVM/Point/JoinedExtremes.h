//===- JoinedExtremes.h - Several least or greatest floats ------*- C++ -*-===//
//
// Of values in vectors that minima or maxima join, one by one or by pairs, for one result. Where
// masks have no registers of their own IEEE's maximum of two takes five instructions, of several
// three and a half each, and less where minima are asked of the same values.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_JOINEDEXTREMES_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_JOINEDEXTREMES_H

#include "gtcompiler/Conversion/PointCode/Extremes.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"

namespace gtcompiler {

class JoinedExtremes {
public:
  JoinedExtremes() = default;
  explicit JoinedExtremes(RowOp row);
  /// Whether the result of `op` is part of another one alone.
  bool isInside(mlir::Operation &op) const { return inside.contains(&op); }
  /// The values that `op` and what is inside of it join; empty if it is computed as it is.
  llvm::ArrayRef<mlir::Value> valuesOf(mlir::Operation &op) const;
  /// Computes it from `values`, at a point.
  mlir::Value evaluate(const CodeBuilder &code, mlir::Operation &op,
                       llvm::ArrayRef<mlir::Value> values);
  void leavePoint() { ordered.clear(); }

private:
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 6>> joined;
  llvm::DenseSet<mlir::Operation *> inside;
  OrderedPairs ordered; ///< at the point
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_JOINEDEXTREMES_H
