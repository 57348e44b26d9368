//===- WriteGathers.cpp - Fields by tables and their neighbours -----------===//

#include "Tables.h"
#include "Writer.h"

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// The value on the twin of one of its dimensions, or back from it.
int Writer::staggered(int from) {
  const Domain domain = variable(from).domain;
  if (variable(from).weak || domain.empty() || domain.ndim() == 0)
    return from;
  Expression expression;
  Dimension dim = domain[random.below(domain.ndim())].dim;
  for (const NamedRange &range : domain) // back again more often than there
    if (isStaggered(range.dim))
      dim = range.dim;
  expression.dims = {twinOf(dim)};
  expression.shifts = {expression.dims[0] + random.between(-2, 2)};
  int result = onVariable(Make::Half, from, std::move(expression));
  return result < 0 ? from : result;
}

/// The value at the indices of a table, and mostly what its neighbours join to.
int Writer::gathered(int from) {
  const Domain domain = variable(from).domain;
  if (variable(from).weak || domain.empty() || domain.ndim() == 0)
    return from;
  const NamedRange &replaced = domain[random.below(domain.ndim())];
  if (!replaced.range.isFinite())
    return from;
  TableSpec table;
  table.to = replaced.dim;
  table.wide = random.chance(30);
  table.skips = random.chance(50);
  table.values = random.bits() >> 32;
  std::int64_t lo = random.between(replaced.range.lo(), replaced.range.hi() - 1);
  table.image = Range(lo, random.between(lo + 1, replaced.range.hi()));
  if (random.chance(20)) {
    table.before = random.between(0, 2);
    table.after = random.between(0, 2);
  }
  NamedRange rows = meshDimension()(0, 1);
  if (random.chance(50))
    rows.dim = domain[random.below(domain.ndim())].dim;
  Range near = rows.dim == replaced.dim ? Range(-5, 5) : domain.rangeOr(rows.dim);
  std::int64_t start = near.isFinite() ? near.lo() : random.between(-5, 5);
  std::int64_t size = random.pick({1, 3, 7, 8, 9, 16, 17, 40});
  rows.range = Range(start - table.before, start + size + table.after);
  table.domain = {rows};
  Dimension local = neighborDimension();
  bool hasLocal = domain.has(local) && !(replaced.dim == local);
  if (!hasLocal && !(rows.dim == local) && random.chance(65))
    table.domain.push_back(local(0, random.chance(90) ? random.between(1, 7) : 18));
  Expression gather;
  gather.table = std::move(table);
  int result = onVariable(Make::Gather, from, std::move(gather));
  if (result < 0)
    return from;
  if (random.chance(30))
    result = shifted(result);
  if (!variable(result).domain.has(local) || random.chance(25))
    return result;
  Expression neighbors;
  neighbors.dims = {local};
  neighbors.reduce = random.pick({Reduction::Sum, Reduction::Min, Reduction::Max, Reduction::Any,
                                  Reduction::All, Reduction::Mean});
  int joined = onVariable(Make::Neighbors, result, std::move(neighbors));
  return joined < 0 ? result : joined;
}

/// The value as far away as a field of offsets says, which is near it and may have a
/// dimension more.
int Writer::shiftedBy(int from) {
  const Domain domain = variable(from).domain;
  if (variable(from).weak || domain.empty() || domain.ndim() == 0)
    return from;
  const NamedRange &own = domain[random.below(domain.ndim())];
  if (!own.range.isFinite())
    return from;
  Expression shift;
  shift.table.to = own.dim;
  shift.table.wide = random.chance(50);
  shift.table.values = random.bits() >> 32;
  std::int64_t least = random.between(-3, 2);
  shift.table.image = Range(least, random.between(least + 1, 4));
  shift.table.domain = {
      own.dim(own.range.lo() - random.between(-2, 3), own.range.hi() + random.between(0, 3))};
  const NamedRange &other = domain[random.below(domain.ndim())];
  if (random.chance(40) && !(other.dim == own.dim) && other.range.isFinite())
    shift.table.domain.push_back(other);
  else if (random.chance(20) && !domain.has(meshDimension()))
    shift.table.domain.push_back(meshDimension()(0, random.between(1, 9)));
  shift.all = random.chance(50);
  if (Domain(shift.table.domain).empty())
    return from;
  int result = onVariable(Make::ShiftBy, from, std::move(shift));
  return result < 0 ? from : result;
}
