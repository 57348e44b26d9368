//===- Intersection.h - Domains of operations -------------------*- C++ -*-===//
//
// Intersection of domains in canonical order, which keeps that order. The
// builders' hot path.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_INTERSECTION_H
#define GTJIT_GRAPH_INTERSECTION_H

#include "gtjit/Domain.h"

namespace gtjit::detail {

/// `a` becomes the points that lie in both; a dimension that one lacks is not
/// restricted by it. Both in canonical order, and so the result.
void intersectWith(Domain &a, const Domain &b);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_INTERSECTION_H
