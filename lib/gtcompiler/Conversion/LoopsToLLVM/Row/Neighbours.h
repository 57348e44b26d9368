//===- Neighbours.h - Values of other points of a row -----------*- C++ -*-===//
//
// What a row computes once for several of its points (gt.neighbour): values that
// vectors pass on to the next one.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_NEIGHBOURS_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_NEIGHBOURS_H

#include "gtcompiler/Conversion/PointCode/CodeBuilder.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace gtcompiler {

/// The values that are passed on in a row, and those of the vector before.
class Neighbours {
public:
  Neighbours() = default;
  /// Of a row, some of whose operations are not needed.
  Neighbours(RowOp row, const llvm::DenseSet<mlir::Operation *> &unneeded);

  /// For how many points in front of the row a result of `op` is needed.
  std::int64_t pointsBefore(mlir::Operation &op) const;
  /// The most of any value.
  std::int64_t mostPointsBefore() const { return most; }

  /// In place of a vector whose values nobody uses.
  CodeBuilder::State none(const CodeBuilder &code, std::int64_t lanes) const;
  /// Goes to a vector behind one whose values were `before`.
  void enter(llvm::ArrayRef<mlir::Value> before);
  /// What the vector passes on: of each value what `emitted` says.
  CodeBuilder::State leave(const CodeBuilder &code,
                           llvm::function_ref<mlir::Value(mlir::Value)> emitted) const;
  /// The value of `neighbour`, where what it takes part of is `value` in this vector.
  mlir::Value evaluate(const CodeBuilder &code, NeighbourOp neighbour, mlir::Value value) const;

private:
  llvm::SetVector<mlir::Value> carried;
  llvm::DenseMap<mlir::Value, std::int64_t> needed;
  std::int64_t most = 0;
  llvm::DenseMap<mlir::Value, mlir::Value> last; ///< in the vector before
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_NEIGHBOURS_H
