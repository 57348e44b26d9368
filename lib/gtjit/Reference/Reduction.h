//===- Reduction.h - Sums, least and greatest values ------------*- C++ -*-===//
//
// Reductions in the one order that docs/Semantics.md defines bit for bit.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_REDUCTION_H
#define GTJIT_REFERENCE_REDUCTION_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Reference/Grid.h"

namespace gtjit::reference {

/// Reduces one dimension over `range`: a grid over `box`, which lacks `dim`.
/// `lanes`: by 64 interleaved partial results in blocks of 4,096 points, else
/// in blocks of 64 points in order; blocks pairwise. The type must be a number
/// and stays.
Grid reduceDimension(const Grid &input, Dimension dim, Range range, const Domain &box,
                     detail::ReduceKind kind, bool lanes);

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_REDUCTION_H
