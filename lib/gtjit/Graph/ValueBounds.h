//===- ValueBounds.h - Between what a node's values lie ---------*- C++ -*-===//
//
// What follows from how values are computed, whatever is read: `clip(n, 0, 79)` lies
// between its numbers.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_VALUEBOUNDS_H
#define GTJIT_GRAPH_VALUEBOUNDS_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

/// Both ends included; the least above the greatest where nothing is known.
struct ValueBounds {
  std::int64_t least = 0, greatest = -1;

  bool isKnown() const { return least <= greatest; }
  /// Whether all values lie in the range.
  bool isWithin(Range range) const {
    return isKnown() && range.contains(least) && range.contains(greatest);
  }
};

/// Of the integers of a node in a box. The bounds may be wider than they need to be.
ValueBounds boundsOf(const Node &node, const Domain &box);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_VALUEBOUNDS_H
