//===- PointEmitter.h - A kernel's region at one point ----------*- C++ -*-===//
//
// Turns the region of a kernel into values at a point of a row. What does not
// change along the row is computed once, outside the row.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_POINTEMITTER_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_POINTEMITTER_H

#include "Addresses.h"
#include "RowLoop.h"

namespace gtcompiler {

/// Emits a region at the points of one row. Make one for each row loop, while
/// the loops around it are open in `addresses`.
class PointEmitter {
public:
  PointEmitter(KernelFrame &kernel, Addresses &open) : frame(kernel), addresses(open) {}

  /// Lets `access` read from a row in memory at whose index 0 `row` would be.
  /// Comes before `prepare`.
  void stage(AccessOp access, mlir::Value row) { staged[access] = row; }
  /// Lets `write` go to a row in memory at whose index 0 `row` would be.
  void divert(WriteOp write, mlir::Value row) { diverted[write] = row; }
  /// Emits what does not change along the row, and the pointers to rows, in the
  /// innermost open loop. Comes before the row loop.
  void prepare();
  /// Emits the rest of the region; `value` answers for this point then.
  void evaluate(const RowPoint &point);
  /// The value of `value` at the last evaluated point: a scalar or a vector.
  mlir::Value value(mlir::Value value);

  /// Where `write` goes at `point`, which was evaluated last.
  mlir::Value target(WriteOp write, const RowPoint &point);
  /// Address of `place` at `point`, which was evaluated last.
  mlir::Value address(const Place &place, const RowPoint &point);

private:
  bool isInvariant(mlir::Value value) const;
  bool movesAlongRow(mlir::Operation &op) const;
  mlir::Value emitInvariant(mlir::Operation &op);
  mlir::Value scalarOf(mlir::Value value);
  void chooseReloaded();
  mlir::Value pointerTo(AccessOp access, const RowPoint &point);
  mlir::Value coordinate(IndexOp index, const RowPoint &point);
  mlir::Value lower(mlir::Operation &op, CodeBuilder &code,
                    llvm::function_ref<mlir::Value(mlir::Value)> operand);

  KernelFrame &frame;
  Addresses &addresses;
  const CodeBuilder *current = nullptr; ///< the point that was evaluated last
  std::int64_t currentLanes = 1;
  llvm::DenseMap<mlir::Operation *, mlir::Value> staged;   ///< rows of accesses
  llvm::DenseMap<mlir::Operation *, mlir::Value> diverted; ///< rows of writes
  llvm::DenseSet<mlir::Value> reloaded;                    ///< scalars that no register is kept for
  llvm::DenseMap<mlir::Value, mlir::Value> invariants;     ///< scalars
  llvm::DenseMap<mlir::Value, mlir::Value> splats;         ///< the same, in all lanes
  llvm::DenseMap<mlir::Value, mlir::Value> values;         ///< at the point
  llvm::DenseMap<mlir::Value, mlir::Value> elements;       ///< addresses, by row pointer
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_POINTEMITTER_H
