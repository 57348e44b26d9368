//===- FieldNeighbors.cpp - Tables and neighbours of expressions ----------===//

#include "Fields.h"

#include "Tables.h"

#include "gtjit/Concat.h"
#include "gtjit/Connectivity.h"
#include "gtjit/Graph/Operations/Neighbors.h"

using namespace gtjit;
using namespace gtjit::randomgraphs;

static HalfShift halfShift(Dimension to, Shift shift) {
  return {to, static_cast<double>(shift.offset) + (isStaggered(to) ? 0.5 : -0.5)};
}

Field randomgraphs::staggered(const Expression &e, const Field &field) {
  return field(halfShift(e.dims[0], e.shifts[0]));
}

Field randomgraphs::gathered(const Expression &e, const Field &field) {
  std::vector<Connectivity> tables;
  for (const TableSpec &table : e.tables)
    tables.push_back(connectivityOf(table));
  if (e.atOnce)
    return tables.size() == 1 ? field.premap({tables[0]}) : field.premap({tables[0], tables[1]});
  if (tables.size() == 1 && e.shifts.empty()) {
    const TableSpec &table = e.tables[0];
    return table.level > 0 ? field.remap(tables[0]) : field(tables[0]);
  }
  if (tables.size() == 1)
    return field(tables[0], e.shifts[0]);
  return e.shifts.empty() ? field(tables[0], tables[1]) : field(tables[0], tables[1], e.shifts[0]);
}

/// A number times a coordinate, where the table has positions.
static Field linearOf(const TableSpec &table) {
  const NamedRange &along = table.domain[0];
  std::int64_t step = *table.step, first = table.start() - step * along.range.lo();
  return (step * index(along.dim) + first).at({along});
}

/// What the table holds, as memory, computed, or put together of two.
static Field integersOf(const TableSpec &table, bool isComputed) {
  if (table.cut > 0) {
    auto [below, above] = partsOf(table);
    const NamedRange &rows = table.domain[0];
    return concat_where(rows.dim < rows.range.lo() + table.cut, integersOf(below, isComputed),
                        integersOf(above, isComputed));
  }
  Field integers = table.step ? linearOf(table) : Field(connectivityOf(table).table());
  return isComputed ? (integers + 3) - 3 : integers;
}

Field randomgraphs::shiftedBy(const Expression &e, const Field &field) {
  const TableSpec &table = e.tables[0];
  Field offsets = integersOf(table, e.all);
  DynamicShift shift = as_offset(table.to, offsets, {table.image.lo(), table.image.hi() - 1});
  return field(e.shifts.empty() ? shift : shift + e.shifts[0].offset);
}

Field randomgraphs::at(const Expression &e, const Field &field) {
  auto indexOf = [&](const TableSpec &table) {
    Field indices = integersOf(table, e.all);
    if (e.atOnce)
      indices = clip(indices, table.image.lo(), table.image.hi() - 1);
    return table.to(indices);
  };
  if (e.tables.size() == 1)
    return field(indexOf(e.tables[0]));
  return field.at({indexOf(e.tables[0]), indexOf(e.tables[1])});
}

static NeighborList listOf(const Expression &e, const Field &field) {
  SourceLine line = SourceLine::here();
  if (!e.tables.empty()) {
    std::vector<Connectivity> tables;
    for (const TableSpec &table : e.tables)
      tables.push_back(connectivityOf(table));
    return NeighborList(field, detail::Items<Connectivity>(tables), line);
  }
  if (e.dims.empty())
    return NeighborList(field, detail::Items<Shift>(e.shifts), line);
  std::vector<HalfShift> shifts;
  for (Shift shift : e.shifts)
    shifts.push_back(halfShift(e.dims[0], shift));
  return NeighborList(field, detail::Items<HalfShift>(shifts), line);
}

/// What the neighbours join to.
template <class... Neighbors> static Field joined(Reduction reduction, const Neighbors &...of) {
  switch (reduction) {
  case Reduction::Sum:
    return neighbor_sum(of...);
  case Reduction::Min:
    return min_over(of...);
  case Reduction::Max:
    return max_over(of...);
  case Reduction::Any:
    return any_over(of...);
  case Reduction::All:
    return all_over(of...);
  default:
    return mean_over(of...);
  }
}

Field randomgraphs::overNeighbors(const Expression &e, const Field &field) {
  return e.make == Make::Listed ? joined(e.reduce, listOf(e, field))
                                : joined(e.reduce, field, e.dims[0]);
}
