//===- WriteGathers.cpp - Fields by tables and their neighbours -----------===//

#include "Tables.h"
#include "Writer.h"

#include <algorithm>
#include <cstdlib>

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

/// A table of a dimension that the domain has, on one of its dimensions or another one.
TableSpec Writer::tableFor(const Domain &domain, const NamedRange &replaced) {
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
  if (rows.dim == local || random.chance(30))
    return table;
  table.domain.push_back(local(0, random.chance(90) ? random.between(1, 7) : 18));
  if (random.chance(20))
    table.one = random.between(0, table.domain[1].range.size() - 1);
  else if ((domain.has(local) && !(replaced.dim == local)) || random.chance(8)) {
    table.level = static_cast<int>(random.between(1, 2));
    if (wrapDim(local, table.level) == rows.dim)
      table.level = 3 - table.level;
  }
  return table;
}

/// One table, or two of different dimensions at once, or one after the other.
Expression Writer::gatherOf(const Domain &domain) {
  Expression gather;
  const NamedRange &first = domain[random.below(domain.ndim())];
  const NamedRange &second = domain[random.below(domain.ndim())];
  for (const NamedRange *replaced : {&first, &second}) {
    bool isUsable = replaced->range.isFinite() && !replaced->range.empty();
    bool isMore = replaced == &second;
    if (isUsable && (!isMore || (!(first.dim == second.dim) && random.chance(50))))
      gather.tables.push_back(tableFor(domain, *replaced));
  }
  bool isOne = gather.tables.size() == 1;
  gather.atOnce = random.chance(isOne ? 8 : 45);
  if (!gather.atOnce && !gather.tables.empty() && random.chance(15))
    gather.shifts = {positionsOf(gather.tables.back())[0].dim + random.between(-2, 2)};
  return gather;
}

/// The value at the indices of tables, and mostly what its neighbours join to.
int Writer::gathered(int from) {
  const Domain domain = variable(from).domain;
  if (variable(from).weak || domain.empty() || domain.ndim() == 0)
    return from;
  Expression gather = gatherOf(domain);
  if (gather.tables.empty())
    return from;
  Dimension local = positionsOf(gather.tables.back()).begin()[0].dim;
  for (const TableSpec &table : gather.tables)
    for (const NamedRange &range : positionsOf(table))
      local = range.dim.kind() == DimensionKind::Local ? range.dim : local;
  int result = onVariable(Make::Gather, from, std::move(gather));
  if (result < 0)
    return from;
  if (random.chance(30))
    result = shifted(result);
  bool hasLocal = local.kind() == DimensionKind::Local && variable(result).domain.has(local);
  if (!hasLocal || random.chance(25))
    return result;
  Expression neighbors;
  neighbors.dims = {local};
  neighbors.reduce = anyJoin(variable(result).dtype);
  int joined = onVariable(Make::Neighbors, result, std::move(neighbors));
  return joined < 0 ? result : joined;
}

/// How neighbours of a type are joined.
Reduction Writer::anyJoin(DType dtype) {
  if (dtype == DType::Bool)
    return random.pick({Reduction::Sum, Reduction::Any, Reduction::All, Reduction::Mean});
  return random.pick({Reduction::Sum, Reduction::Min, Reduction::Max, Reduction::Mean});
}

/// What neighbours join to that are listed one by one.
int Writer::listed(int from) {
  const Domain domain = variable(from).domain;
  if (variable(from).weak || domain.empty() || domain.ndim() == 0 ||
      isComplex(variable(from).dtype))
    return from;
  const NamedRange &moved = domain[random.below(domain.ndim())];
  Expression list;
  list.reduce = anyJoin(variable(from).dtype);
  std::int64_t count = random.between(1, 4);
  if (random.chance(30) && moved.range.isFinite()) {
    TableSpec table = tableFor(domain, moved);
    for (std::int64_t n = 0; n < count; ++n) {
      list.tables.push_back(table);
      if (table.domain.size() > 1)
        list.tables.back().one = random.between(0, table.domain[1].range.size() - 1);
    }
  } else {
    bool isHalf = random.chance(30);
    for (std::int64_t n = 0; n < count; ++n) {
      Dimension dim = isHalf ? twinOf(moved.dim) : domain[random.below(domain.ndim())].dim;
      list.shifts.push_back(dim + random.between(-2, 2));
    }
    if (isHalf)
      list.dims = {twinOf(moved.dim)};
  }
  int result = onVariable(Make::Listed, from, std::move(list));
  return result < 0 ? from : result;
}

NamedRange Writer::nearTo(const NamedRange &range) {
  return range.dim(range.range.lo() - random.between(-2, 3),
                   range.range.hi() + random.between(0, 3));
}

/// Another dimension of a domain than `along`, or one that it lacks, for some tables, and for those
/// without any.
void Writer::addDimension(std::vector<NamedRange> &table, const Domain &domain, Dimension along) {
  const NamedRange &other = domain[random.below(domain.ndim())];
  if (random.chance(40) && !(other.dim == along) && other.range.isFinite())
    table.push_back(other);
  else if ((table.empty() || random.chance(20)) && !domain.has(meshDimension()))
    table.push_back(meshDimension()(0, random.between(1, 9)));
}

/// Puts some tables together of two.
void Writer::cutTable(TableSpec &table) {
  std::int64_t rows = table.domain[0].range.size();
  if (rows > 1 && random.chance(30))
    table.cut = random.between(1, rows - 1);
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
  TableSpec table;
  table.to = own.dim;
  table.wide = random.chance(50);
  table.values = random.bits() >> 32;
  std::int64_t least = random.between(-3, 2);
  table.image = Range(least, random.between(least + 1, 4));
  table.domain = {nearTo(own)};
  addDimension(table.domain, domain, own.dim);
  shift.all = random.chance(50);
  if (random.chance(30))
    shift.shifts = {{own.dim, random.pick({-2, -1, 1, 3})}};
  if (Domain(table.domain).empty())
    return from;
  cutTable(table);
  shift.tables = {table};
  int result = onVariable(Make::ShiftBy, from, std::move(shift));
  return result < 0 ? from : result;
}

/// Lets the indices of a table be a number times those of its positions, as many of them as lie in
/// `whole`.
void Writer::goEvenly(TableSpec &table, Range whole) {
  table.step = random.pick({-3, -2, -1, 0, 1, 2, 3, 4});
  table.image = whole;
  std::int64_t most = *table.step == 0 ? 40 : (whole.size() - 1) / std::abs(*table.step) + 1;
  NamedRange &along = table.domain[0];
  along.range = Range(along.range.lo(), along.range.lo() + std::min(along.range.size(), most));
}

/// The value where fields of indices say, in one dimension or two; they may have those
/// dimensions, others of the variable, and one that it lacks.
int Writer::atIndices(int from) {
  const Domain domain = variable(from).domain;
  if (variable(from).weak || domain.empty() || domain.ndim() == 0)
    return from;
  Expression at;
  std::size_t first = random.below(domain.ndim());
  std::size_t count = domain.ndim() > 1 && random.chance(50) ? 2 : 1;
  for (std::size_t n = 0; n < count; ++n) {
    const NamedRange &own = domain[(first + n) % domain.ndim()];
    if (!own.range.isFinite())
      continue;
    TableSpec table;
    table.to = own.dim;
    table.wide = random.chance(50);
    table.values = random.bits() >> 32;
    std::int64_t lo = random.between(own.range.lo(), own.range.hi() - 1);
    table.image = Range(lo, random.between(lo + 1, own.range.hi()));
    const NamedRange &along = domain[random.below(domain.ndim())];
    if (along.range.isFinite() && random.chance(80))
      table.domain = {nearTo(along)};
    if (table.domain.empty() || !random.chance(40))
      addDimension(table.domain, domain, along.dim);
    else
      goEvenly(table, own.range);
    if (table.domain.empty() || Domain(table.domain).empty())
      continue;
    if (!table.step)
      cutTable(table);
    at.tables.push_back(table);
  }
  if (at.tables.empty())
    return from;
  at.all = random.chance(50);
  at.atOnce = random.chance(30);
  int result = onVariable(Make::At, from, std::move(at));
  return result < 0 ? from : result;
}
