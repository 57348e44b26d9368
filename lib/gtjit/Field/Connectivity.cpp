//===- Connectivity.cpp - Tables of neighbours ----------------------------===//
//
// From tables and lists of shifts to builders. What is computed is evaluated
// here, so that a table is memory wherever it is used.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Connectivity.h"

#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Functions.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/InverseImage.h"
#include "gtjit/Graph/Operations/At.h"
#include "gtjit/Graph/Operations/Neighbors.h"
#include "gtjit/Graph/Operations/Reduce.h"
#include "gtjit/Graph/Operations/Remap.h"
#include "gtjit/Graph/Operations/ShiftBy.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// The node as memory, or a part of it; what is computed is evaluated. In a traced
/// callable that is done by each call.
NodeRef inMemory(const NodeRef &table, SourceLine line) {
  if (!isTracing() && !isInMemory(*table))
    force({table}, line);
  return table;
}

std::optional<std::int64_t> skipOf(const Connectivity &table) {
  return table.hasSkip() ? std::optional(table.skip().index) : std::nullopt;
}

RemapTable tableOf(const Connectivity &table, SourceLine line) {
  return {nodeOf(table.table(), line), table.codomain(), skipOf(table)};
}

/// The same memory with another name of one of its dimensions.
NodeRef renamedTable(const NodeRef &table, Dimension from, Dimension to, SourceLine line) {
  if (table->symbolic)
    return buildRename(table, from, to, 0, line);
  auto lock = lockGraph(*table);
  std::optional<ArrayView> view = memoryOf(*table);
  Sequence<NamedRange, 4> ranges;
  for (const NamedRange &range : view->domain)
    ranges.push_back(range.dim == from ? to(range.range) : range);
  view->domain = Domain(ranges, line);
  return buildMemoryLeaf(*view, *table);
}

/// One field of the neighbours, in the order of the list, each converted before.
Field joined(const NeighborList &neighbors, const char *called, SourceLine line,
             Field (*join)(Arg, Arg), DType (*typeFor)(DType)) {
  if (neighbors.size() == 0)
    throw ValueError(line, "'" + std::string(called) + "' over a list without neighbours");
  Field result;
  for (const Field &neighbor : neighbors) {
    DType type = neighbor.dtype(line);
    if (isComplex(type))
      checkReducedType(*neighbor.get(), called, ReduceKind::Sum, line);
    DType wanted = typeFor(type);
    Field next = type == wanted ? neighbor : astype(Arg(neighbor, line), wanted);
    result = result.get() ? join(Arg(result, line), Arg(next, line)) : next;
  }
  return result;
}

DType itself(DType type) { return type; }
Field sumOf(Arg a, Arg b) { return std::move(a) + std::move(b); }

/// Throws DTypeError unless the neighbours are bools.
void checkBools(const NeighborList &neighbors, const char *called, SourceLine line) {
  for (const Field &neighbor : neighbors)
    checkReducedType(*neighbor.get(), called, ReduceKind::Any, line);
}

} // namespace

Connectivity::Connectivity(const Field &table, Dimension to, bool hasSkip, Skip skip,
                           SourceLine line)
    : dim(to), skips(hasSkip), missing(skip) {
  const NodeRef &given = nodeOf(table, line);
  checkTable(*given, to, line);
  indices = Field(inMemory(given, line));
}

Dimension Connectivity::local(SourceLine line) const {
  const Dimension *found = nullptr;
  Dims all = indices.dims(line);
  for (const Dimension &own : all)
    if (own.kind() == DimensionKind::Local) {
      if (found)
        throw ValueError(line, "the connectivity of " + describe(*indices.get()) +
                                   " has two local dimensions, " + std::string(found->name()) +
                                   " and " + std::string(own.name()));
      found = &own;
    }
  if (!found)
    throw ValueError(line, "the connectivity of " + describe(*indices.get()) +
                               " has no local dimension: " + toString(all));
  return *found;
}

Connectivity Connectivity::operator[](PositionAt n) const {
  Connectivity one = *this;
  one.indices = indices.at(Region(local(n.line)(n.position)), n.line);
  return one;
}

Connectivity Connectivity::withLocal(Dimension renamed, SourceLine line) const {
  if (renamed.kind() != DimensionKind::Local)
    throw ValueError(line, std::string(renamed.name()) + " is no local dimension");
  Connectivity result = *this;
  result.indices = Field(renamedTable(nodeOf(indices, line), local(line), renamed, line));
  return result;
}

Domain Connectivity::inverse_image(Range image, SourceLine line) const {
  const NodeRef &table = nodeOf(indices, line);
  requireConcrete(*table, "inverse_image", line);
  return inverseImage({*table, dim, skipOf(*this), image},
                      "the inverse image of " + toString(dim(image)), line)
      .domain;
}

Domain Connectivity::inverse_image(const NamedRange &image, SourceLine line) const {
  if (!(image.dim == dim))
    throw ValueError(line, "the inverse image of " + toString(image) +
                               " by a table of indices of " + std::string(dim.name()));
  return inverse_image(image.range, line);
}

Dimension gtjit::wrapDim(Dimension local, int level, SourceLine line) {
  if (local.kind() != DimensionKind::Local || level < 1)
    throw ValueError(line, "expected a local dimension and a level of at least 1, got " +
                               std::string(local.name()) + " and " + std::to_string(level));
  return Dimension(std::string(local.name()) + "_wrapped" + std::to_string(level),
                   DimensionKind::Local, line);
}

//===----------------------------------------------------------------------===//
// Fields by tables
//===----------------------------------------------------------------------===//

Field Field::operator()(const Connectivity &table, SourceLine line) const {
  RemapTable own = tableOf(table, line);
  return Field(buildRemap(nodeOf(*this, line), {&own, 1}, line));
}
Field Field::remap(const Connectivity &table, SourceLine line) const {
  return (*this)(table, line);
}
Field Field::remap(const Connectivity &table, Dimension newLocal, SourceLine line) const {
  return (*this)(table.withLocal(newLocal, line), line);
}

Field Field::premap(std::initializer_list<Connectivity> tables, SourceLine line) const {
  std::vector<RemapTable> all;
  for (const Connectivity &table : tables)
    all.push_back(tableOf(table, line));
  return Field(buildRemap(nodeOf(*this, line), all, line));
}

Field Field::premap(std::initializer_list<Shift> shifts, SourceLine line) const {
  for (const Shift *shift = shifts.begin(); shift != shifts.end(); ++shift)
    for (const Shift *other = shifts.begin(); other != shift; ++other)
      if (other->dim == shift->dim)
        throw ValueError(line, "premap replaces " + std::string(shift->dim.name()) + " twice");
  return (*this)(Items<Shift>(shifts), line);
}

Field Field::inTurn(const IndexMap *const *maps, std::size_t count) const {
  Field result = *this;
  for (std::size_t n = 0; n < count; ++n)
    result = maps[n]->isShift ? result(maps[n]->shift, maps[n]->line)
                              : result(maps[n]->connectivity, maps[n]->line);
  return result;
}

Field Field::operator()(const DynamicShift &shift, SourceLine line) const {
  NodeRef offsets = buildOffsets(nodeOf(shift.offsets, line), shift.dim, line);
  NodeRef field = nodeOf(*this, line);
  if (shift.constant != 0)
    field = buildShift(field, {shift.dim, shift.constant}, line);
  if (shift.isBounded)
    return Field(buildShiftBy(field, {shift.dim, offsets, shift.bounds}, line));
  Operand sum[] = {{buildIndex(shift.dim, line), line}, {offsets, line}};
  NodeRef indices = buildPoint(PointOp::Add, sum);
  RemapTable table{inMemory(indices, line), shift.dim, std::nullopt};
  return Field(buildRemap(field, {&table, 1}, line));
}

Field Field::operator()(const FieldIndex &index) const { return atIndices({index}); }

Field Field::atIndices(const FieldIndices &indices) const {
  SourceLine line = indices.list[0].line;
  Field field = *this;
  Sequence<AtIndex, 3> computed;
  for (const FieldIndex &index : indices.list)
    if (index.isNumber)
      field = field[Region(index.dim(index.number), index.line)];
    else
      computed.append(index.dim, nodeOf(index.indices, index.line));
  return Field(buildAt(nodeOf(field, line), computed, line));
}

//===----------------------------------------------------------------------===//
// Shifts by fields and numbers
//===----------------------------------------------------------------------===//

namespace {

/// A term of the offsets as i64, which no sum of them leaves; for `sign` -1 the other way.
Field termOf(Arg &&offsets, Dimension dim, int sign) {
  SourceLine line = offsets.line;
  Field term(buildOffsetTerm(takeNode(offsets), dim, line));
  return sign > 0 ? term : -Arg(term, line);
}

DynamicShift sumOf(Shift shift, Arg &&offsets, int sign) {
  return {shift.dim, termOf(std::move(offsets), shift.dim, sign), false, {}, shift.offset};
}

DynamicShift sumOf(const DynamicShift &shift, Arg &&offsets, int sign) {
  SourceLine line = offsets.line;
  if (shift.isBounded)
    throw ValueError(line, "a field is added to as_offset in " + std::string(shift.dim.name()) +
                               " with bounds, which are those of one field: add the offsets, and "
                               "give the bounds of their sum");
  Field more = termOf(std::move(offsets), shift.dim, sign);
  DynamicShift sum = shift;
  sum.offsets = termOf(Arg(shift.offsets, line), shift.dim, 1) + Arg(more, line);
  return sum;
}

} // namespace

DynamicShift gtjit::operator+(Dimension dim, Arg offsets) {
  return sumOf(dim + 0, std::move(offsets), 1);
}
DynamicShift gtjit::operator-(Dimension dim, Arg offsets) {
  return sumOf(dim + 0, std::move(offsets), -1);
}
DynamicShift gtjit::operator+(Arg offsets, Dimension dim) {
  return sumOf(dim + 0, std::move(offsets), 1);
}
DynamicShift gtjit::operator+(Shift shift, Arg offsets) {
  return sumOf(shift, std::move(offsets), 1);
}
DynamicShift gtjit::operator-(Shift shift, Arg offsets) {
  return sumOf(shift, std::move(offsets), -1);
}
DynamicShift gtjit::operator+(const DynamicShift &shift, Arg offsets) {
  return sumOf(shift, std::move(offsets), 1);
}
DynamicShift gtjit::operator-(const DynamicShift &shift, Arg offsets) {
  return sumOf(shift, std::move(offsets), -1);
}
DynamicShift gtjit::operator+(const DynamicShift &shift, std::int64_t more) {
  DynamicShift sum = shift;
  sum.constant = (Shift{shift.dim, shift.constant} + more).offset;
  return sum;
}
DynamicShift gtjit::operator-(const DynamicShift &shift, std::int64_t less) {
  DynamicShift sum = shift;
  sum.constant = (Shift{shift.dim, shift.constant} - less).offset;
  return sum;
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

NeighborList::NeighborList(const Field &field, Items<Shift> shifts, SourceLine line) {
  for (Shift shift : shifts)
    fields.push_back(field(shift, line));
}

NeighborList::NeighborList(const Field &field, Items<Connectivity> tables, SourceLine line) {
  for (const Connectivity &table : tables)
    fields.push_back(field(table, line));
}

NeighborList Field::operator()(std::initializer_list<Connectivity> tables, SourceLine line) const {
  return NeighborList(*this, Items<Connectivity>(tables), line);
}

NeighborList Field::operator()(std::initializer_list<Shift> shifts, SourceLine line) const {
  return NeighborList(*this, Items<Shift>(shifts), line);
}

#define GTJIT_OVER_NEIGHBORS(NAME, KIND)                                                           \
  Field gtjit::NAME(Arg field) {                                                                   \
    return Field(buildNeighborReduce(takeNode(field), ReduceKind::KIND, {}, field.line));          \
  }                                                                                                \
  Field gtjit::NAME(Arg field, Dimension axis) {                                                   \
    return Field(buildNeighborReduce(takeNode(field), ReduceKind::KIND, axis, field.line));        \
  }
GTJIT_OVER_NEIGHBORS(neighbor_sum, Sum)
GTJIT_OVER_NEIGHBORS(max_over, Max)
GTJIT_OVER_NEIGHBORS(min_over, Min)
GTJIT_OVER_NEIGHBORS(any_over, Any)
GTJIT_OVER_NEIGHBORS(all_over, All)
#undef GTJIT_OVER_NEIGHBORS

Field gtjit::mean_over(Arg field) {
  return Field(buildNeighborMean(takeNode(field), {}, field.line));
}
Field gtjit::mean_over(Arg field, Dimension axis) {
  return Field(buildNeighborMean(takeNode(field), axis, field.line));
}

Field gtjit::neighbor_sum(const NeighborList &neighbors, SourceLine line) {
  Field sum = joined(neighbors, "neighbor_sum", line, sumOf,
                     [](DType type) { return accumulatedType(ReduceKind::Sum, type); });
  DType type = neighbors.begin()->dtype(line); // two-byte floats are rounded at the end
  return isFloat(type) && sum.dtype(line) != type ? astype(Arg(sum, line), type) : sum;
}
Field gtjit::max_over(const NeighborList &neighbors, SourceLine line) {
  return joined(
      neighbors, "max_over", line, [](Arg a, Arg b) { return max(std::move(a), std::move(b)); },
      itself);
}
Field gtjit::min_over(const NeighborList &neighbors, SourceLine line) {
  return joined(
      neighbors, "min_over", line, [](Arg a, Arg b) { return min(std::move(a), std::move(b)); },
      itself);
}
Field gtjit::mean_over(const NeighborList &neighbors, SourceLine line) {
  Field sum = joined(neighbors, "mean_over", line, sumOf, dividedType);
  Field mean = Arg(sum, line) / Arg(static_cast<std::int64_t>(neighbors.size()), line);
  return astype(Arg(mean, line), meanType(neighbors.begin()->dtype(line)));
}
Field gtjit::any_over(const NeighborList &neighbors, SourceLine line) {
  checkBools(neighbors, "any_over", line);
  return joined(
      neighbors, "any_over", line, [](Arg a, Arg b) { return std::move(a) | std::move(b); },
      itself);
}
Field gtjit::all_over(const NeighborList &neighbors, SourceLine line) {
  checkBools(neighbors, "all_over", line);
  return joined(
      neighbors, "all_over", line, [](Arg a, Arg b) { return std::move(a) & std::move(b); },
      itself);
}
