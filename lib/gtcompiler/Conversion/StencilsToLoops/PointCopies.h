//===- PointCopies.h - Points in straight line ------------------*- C++ -*-===//
//
// Several neighbours of a loop's point written side by side: those that a thread runs,
// and columns of a sweep.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_POINTCOPIES_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_POINTCOPIES_H

#include "ThreadPoints.h"

#include "mlir/IR/IRMapping.h"

namespace gtcompiler {

/// One of several points that are written in straight line.
struct PointCopy {
  ThreadPoints ahead;     ///< how far from the indices of the last loops
  mlir::IRMapping values; ///< of the point's arguments; then of its operations, too
};

/// Writes what `point` says of some points: all values, each once, then the checks and puts
/// of all points; those of the writes `streamed` may go past the caches.
void writePoints(mlir::OpBuilder &ops, mlir::Block &point,
                 llvm::ArrayRef<mlir::StringAttr> loopDims, llvm::MutableArrayRef<PointCopy> copies,
                 const llvm::SmallPtrSetImpl<mlir::Operation *> *streamed = nullptr);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_POINTCOPIES_H
