//===- Field.cpp - Properties and views of fields -------------------------===//
//
// The handle's members: what is known of a field without its values, shifts,
// slices, names.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Field.h"

#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/MappedDimension.h"
#include "gtjit/Graph/Operations/Point.h"

#include <algorithm>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

void detail::throwEmpty(const std::string &what, SourceLine line) {
  throw ValueError(line, what + " is empty: a Storage or Field that nothing was assigned to");
}

NodeRef detail::takeNode(Arg &operand, std::string_view called, std::size_t n, std::size_t count) {
  static constexpr const char *which[] = {"the first", "the second", "the third"};
  if (!operand.field.get())
    throwEmpty((count == 1 || n >= std::size(which) ? "the" : which[n]) +
                   (" operand of '" + std::string(called)) + "'",
               operand.line);
  return takeNode(operand);
}

const NodeRef &detail::nodeOf(const Field &field, SourceLine line) {
  if (!field.get())
    throwEmpty("the field", line);
  return field.ref();
}

DType Field::dtype(SourceLine line) const { return nodeOf(*this, line)->dtype; }
Dims Field::dims(SourceLine line) const { return nodeOf(*this, line)->domain.dims(); }
std::size_t Field::ndim(SourceLine line) const { return nodeOf(*this, line)->domain.ndim(); }
Domain Field::domain(SourceLine line) const {
  const Node &own = *nodeOf(*this, line);
  requireConcrete(own, "domain()", line);
  return own.domain;
}
Domain Field::compute_domain(SourceLine line) const {
  const Node &own = *nodeOf(*this, line);
  requireConcrete(own, "compute_domain()", line);
  return own.domain & own.compute;
}
Domain Field::extended_domain(SourceLine line) const {
  const Node &own = *nodeOf(*this, line);
  requireConcrete(own, "extended_domain()", line);
  return own.extended();
}

Sequence<std::int64_t> Field::origin(SourceLine line) const {
  const Node &own = *nodeOf(*this, line);
  requireConcrete(own, "origin()", line);
  Sequence<std::int64_t> origin;
  for (const NamedRange &range : own.domain) {
    if (!range.range.isFinite())
      throw ValueError(line, "the origin of " + describe(own) + ", which is infinite in " +
                                 std::string(range.dim.name()));
    origin.push_back(-range.range.lo());
  }
  return origin;
}

Field Field::shifted(Items<Shift> shifts, SourceLine line) const & {
  return Field(buildShifts(nodeOf(*this, line), shifts, line));
}
Field Field::shifted(Items<Shift> shifts, SourceLine line) && {
  nodeOf(*this, line);
  return Field(buildShifts(std::move(node), shifts, line));
}

Field Field::operator[](AtLine<Interior> part) const {
  return Field(buildInterior(nodeOf(*this, part.line), part.line));
}

ReorderedField Field::at_dims(const Dims &dims, SourceLine line) const {
  const Domain &domain = nodeOf(*this, line)->domain;
  for (const Dimension *dim = dims.begin(); dim != dims.end(); ++dim) {
    if (!domain.has(*dim))
      throw IndexError(line, "at_dims names " + std::string(dim->name()) + ", which " +
                                 describe(*node) + " lacks");
    if (std::find(dims.begin(), dim, *dim) != dim)
      throw IndexError(line, "at_dims names " + std::string(dim->name()) + " twice");
  }
  return {*this, dims};
}

Field Field::compute_root(SourceLine line) const {
  return Field(buildPlaced(nodeOf(*this, line), Placing::Root));
}
Field Field::compute_inline(SourceLine line) const {
  return Field(buildPlaced(nodeOf(*this, line), Placing::Inline));
}

Field Field::named(std::string_view name, SourceLine line) const & {
  return Field(buildNamed(nodeOf(*this, line), name));
}
Field Field::named(std::string_view name, SourceLine line) && {
  nodeOf(*this, line);
  return Field(buildNamed(std::move(node), name));
}
