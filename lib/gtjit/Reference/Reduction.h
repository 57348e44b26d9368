//===- Reduction.h - Sums, least and greatest values ------------*- C++ -*-===//
//
// Reductions in the one order that docs/Semantics.md defines bit for bit.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_REDUCTION_H
#define GTJIT_REFERENCE_REDUCTION_H

#include "gtjit/Reference/Grid.h"
#include "gtjit/Types/ReduceKind.h"

namespace gtjit::reference {

/// What becomes of each line of points along a dimension.
struct LineReduction {
  Dimension dim;
  Range range;
  detail::ReduceKind kind;
  /// By 64 interleaved partial results in blocks of 4,096 points, else in
  /// blocks of 64 points in order; blocks pairwise.
  bool lanes;
  SourceLine line; ///< of the user
};

/// Reduces one dimension: a grid over `box`, which lacks it. The type must be a
/// number and stays. Throws MemoryError.
Grid reduceDimension(const Grid &input, const LineReduction &reduction, const Domain &box);

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_REDUCTION_H
