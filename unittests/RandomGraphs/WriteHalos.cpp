//===- WriteHalos.cpp - Halos in expressions, and the grid without --------===//

#include "Writer.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// The coordinate as a float.
int Writer::coordinateOf(Dimension dim) {
  Expression expression;
  expression.make = Make::Coordinate;
  expression.dims = {dim};
  for (int n = 0; n < 2; ++n)
    expression.operands.push_back({-1, {DType::F64, 0, random.between(-40, 40) * 0.375}});
  return define(std::move(expression));
}

/// The value on its grid with a filled halo, and mostly what neighbours join to.
int Writer::haloed(int from) {
  std::optional<Domain> grid = variable(from).inside();
  if (!grid || variable(from).weak)
    return from;
  using Kind = HaloFill::Kind;
  Expression expression;
  expression.width = HaloWidth(random.between(0, 3), random.between(0, 3));
  std::int64_t widest = std::max(expression.width.lo, expression.width.hi);
  for (const NamedRange &range : *grid) {
    if (!range.range.isFinite() || range.range.empty() || expression.fills.size() == 3 ||
        random.chance(30))
      continue;
    bool isNarrow = range.range.size() < widest;
    Kind kind = isNarrow
                    ? random.pick({Kind::Constant, Kind::Extend})
                    : random.pick({Kind::Periodic, Kind::Mirror, Kind::Constant, Kind::Extend});
    expression.fills.push_back({kind, range.dim, random.between(0, 1), SourceLine::here()});
  }
  if (expression.fills.empty())
    return from;
  random.shuffle(expression.fills);
  int result = onVariable(Make::Halo, from, std::move(expression));
  if (result < 0)
    return from;
  return random.chance(60) ? neighbours(result) : random.chance(40) ? shifted(result) : result;
}

/// The value without its halo.
int Writer::inner(int from) {
  int result = variable(from).grid ? onVariable(Make::Interior, from) : -1;
  return result < 0 ? from : result;
}
