//===- SameComputation.h - Operations that compute the same -----*- C++ -*-===//
//
// For sets of operations of which one serves for all that are equal.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_SAMECOMPUTATION_H
#define GTCOMPILER_DIALECT_GT_IR_SAMECOMPUTATION_H

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMapInfo.h"

namespace gtcompiler {

/// Hashes and compares operations by what they compute, not where they stand.
struct SameComputation : llvm::DenseMapInfo<mlir::Operation *> {
  static unsigned getHashValue(const mlir::Operation *op) {
    return mlir::OperationEquivalence::computeHash(
        const_cast<mlir::Operation *>(op), mlir::OperationEquivalence::directHashValue,
        mlir::OperationEquivalence::ignoreHashValue, mlir::OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const mlir::Operation *first, const mlir::Operation *second) {
    if (first == second)
      return true;
    if (isSpecial(first) || isSpecial(second))
      return false;
    return mlir::OperationEquivalence::isEquivalentTo(const_cast<mlir::Operation *>(first),
                                                      const_cast<mlir::Operation *>(second),
                                                      mlir::OperationEquivalence::IgnoreLocations);
  }
  static bool isSpecial(const mlir::Operation *op) {
    return op == getEmptyKey() || op == getTombstoneKey();
  }
};

} // namespace gtcompiler

#endif // GTCOMPILER_DIALECT_GT_IR_SAMECOMPUTATION_H
