//===- Neighbors.h - Reductions over neighbours -----------------*- C++ -*-===//
//
// One value of those along a local dimension, in the order in which a table lists
// them; missing ones count for nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_NEIGHBORS_H
#define GTJIT_GRAPH_OPERATIONS_NEIGHBORS_H

#include "gtjit/Graph/Build.h"

#include <optional>

namespace gtjit::detail {

/// Neighbours up to which a kernel is made for their number.
inline constexpr std::int64_t mostUnrolled = 64;

/// "neighbor_sum".
std::string_view neighborReductionName(ReduceKind kind);

/// Over `axis`, or over the only local dimension. Missing neighbours take no part:
/// over none of them it is what the reduction of no points is.
NodeRef buildNeighborReduce(const NodeRef &input, ReduceKind kind, std::optional<Dimension> axis,
                            SourceLine line);
/// The sum divided by the number of neighbours that are there.
NodeRef buildNeighborMean(const NodeRef &input, std::optional<Dimension> axis, SourceLine line);
/// All points in order, of a type that the kind reduces as it is.
NodeRef buildInNeighborOrder(const NodeRef &input, ReduceKind kind, Dimension dim, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_NEIGHBORS_H
