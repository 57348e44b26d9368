//===- UsualChoices.h - Rows at the edges of domains ------------*- C++ -*-===//
//
// What a row chooses by the indices of loops around it, as
//
//   where(index(K) == 0, surface, inside)
//
// does, is the same at all of its points, and with an equality the same in all rows but a few.
// Those that choose as usual have code of their own, which neither computes nor reads what they do
// not choose.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_USUALCHOICES_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_USUALCHOICES_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace gtcompiler {

struct UsualChoices {
  /// What conditions outside of the row usually are.
  llvm::SmallVector<std::pair<mlir::Value, bool>, 2> conditions;
  /// Choices by them, each with the operand that it usually is.
  llvm::DenseMap<mlir::Operation *, mlir::Value> chosen;
  /// Operations of the row that nothing uses then.
  llvm::DenseSet<mlir::Operation *> unneeded;
};

/// The choices of a row of vectors that keeps nothing for others; none if there is little that it
/// does not need where they are usual.
UsualChoices findUsualChoices(RowOp row);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_USUALCHOICES_H
