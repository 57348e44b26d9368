//===- LinearIndex.h - Indices that loops move evenly -----------*- C++ -*-===//
//
// Which index values are sums of loops' indices, each times a number that no loop changes: what
// is read there has strides, and needs no gather. Integers of 64 bits wrap as addresses do, so
// that such a place is the same whether the index wraps or not; no narrower ones do.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_LINEARINDEX_H
#define GTCOMPILER_DIALECT_GT_IR_LINEARINDEX_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include <optional>

namespace gtcompiler {

/// What an index value gains from point to point of a dimension.
struct LinearTerm {
  mlir::StringAttr dim;
  std::optional<std::int64_t> factor; ///< none: it is known when the kernel runs
};

/// The terms of a linear index; none for one that no loop changes.
using LinearTerms = llvm::SmallVector<LinearTerm, 2>;

/// The terms of `index`, a scalar of a kernel or a field of indices; nothing if it is not linear,
/// or if more operations than one looks through say so.
std::optional<LinearTerms> linearTermsOf(mlir::Value index);

/// The term of `index` that is of `dim`; nothing if it is not linear, or the loop over `dim` does
/// not move it.
std::optional<LinearTerm> linearTermAlong(mlir::Value index, mlir::StringAttr dim);

/// Whether `index` is linear and some loop moves it.
bool isLinear(mlir::Value index);

/// The operations of `block` whose values nothing but accesses at linear indices uses: addresses
/// are computed without them.
llvm::DenseSet<mlir::Operation *> operationsOfLinearIndices(mlir::Block &block);

} // namespace gtcompiler

#endif // GTCOMPILER_DIALECT_GT_IR_LINEARINDEX_H
