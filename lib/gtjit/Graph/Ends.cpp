//===- Ends.cpp - Fields without ends -------------------------------------===//
//
// A slice, where one is needed.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Ends.h"

#include "gtjit/Graph/Build.h"

using namespace gtjit;
using namespace gtjit::detail;

NodeRef detail::withEnds(const NodeRef &node, const Dims &dims) {
  if (node->symbolic || node->domain.isFinite())
    return node;
  Domain part = node->domain;
  for (const NamedRange &own : node->domain) {
    Range grid = node->compute.rangeOr(own.dim);
    if (own.range.isFinite() || !dims.contains(own.dim))
      continue;
    bool isOpenBelow = own.range.lo() == -unbounded, isOpenAbove = own.range.hi() == unbounded;
    part = part.with(own.dim(isOpenBelow ? grid.lo() : own.range.lo(),
                             isOpenAbove ? grid.hi() : own.range.hi()));
  }
  return buildSlice(node, part, {}, node->line);
}
