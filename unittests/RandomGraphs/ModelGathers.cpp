//===- ModelGathers.cpp - Domains of what tables and twins move -----------===//

#include "Model.h"
#include "Tables.h"

using namespace gtjit;
using namespace gtjit::randomgraphs;

std::optional<Variable> Model::inferGather(const Expression &e, Variable result) {
  Dimension to = e.table.to;
  if (!result.domain.has(to) || !result.domain[to].isFinite() || result.domain[to].empty())
    return std::nullopt;
  std::optional<Domain> part = gatheredPart(e.table, result.domain[to]);
  if (!part)
    return std::nullopt;
  result.domain = result.domain.without(to);
  bool isLocal = e.table.domain.back().dim.kind() == DimensionKind::Local;
  if (isLocal && result.domain.has(e.table.domain.back().dim))
    return std::nullopt;
  result.domain = (result.domain & *part).canonical();
  result.neverNaN = false;
  return result;
}

std::optional<Variable> Model::inferShiftBy(const Expression &e, Variable result) {
  Dimension dim = e.table.to;
  if (!result.domain.has(dim) || !result.domain[dim].isFinite())
    return std::nullopt;
  Range whole = result.domain[dim]; // what any of the offsets reads is there
  result.domain = result.domain.with(
      dim(Range(whole.lo() - e.table.image.lo(), whole.hi() - e.table.image.hi() + 1)));
  result.domain = (result.domain & Domain(e.table.domain)).canonical();
  result.neverNaN = false;
  return result;
}

std::optional<Variable> Model::inferHalf(const Expression &e, Variable result) {
  Dimension to = e.dims[0], from = twinOf(to);
  if (!result.domain.has(from) || result.domain.has(to) || !result.domain[from].isFinite())
    return std::nullopt;
  Range range = result.domain[from] - e.shifts[0].offset;
  result.domain = result.domain.without(from).with(to(range)).canonical();
  return result;
}
