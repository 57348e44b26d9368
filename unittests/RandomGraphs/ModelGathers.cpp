//===- ModelGathers.cpp - Domains of what tables move ---------------------===//

#include "Model.h"
#include "Tables.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// The domain of a field by tables, all at once.
static std::optional<Domain> gatheredDomain(const Domain &domain,
                                            std::span<const TableSpec> tables) {
  Domain result = domain;
  for (const TableSpec &table : tables) {
    if (!result.has(table.to) || !domain[table.to].isFinite() || domain[table.to].empty())
      return std::nullopt;
    result = result.without(table.to);
  }
  for (const TableSpec &table : tables) {
    std::optional<Domain> part = gatheredPart(table, domain[table.to]);
    if (!part)
      return std::nullopt;
    for (const NamedRange &range : *part) {
      bool isOwn = range.dim == table.to;
      bool isReplaced = std::any_of(tables.begin(), tables.end(),
                                    [&](const TableSpec &other) { return other.to == range.dim; });
      bool isLocal = range.dim.kind() == DimensionKind::Local;
      if (!isOwn && (isReplaced || (isLocal && domain.has(range.dim))))
        return std::nullopt;
    }
    result = result & *part;
  }
  return result.canonical();
}

std::optional<Variable> Model::inferGather(const Expression &e, Variable result) {
  std::span<const TableSpec> tables(e.tables);
  std::optional<Domain> domain = result.domain;
  if (e.atOnce)
    domain = gatheredDomain(*domain, tables);
  for (std::size_t n = 0; !e.atOnce && domain && n < tables.size(); ++n) {
    domain = gatheredDomain(*domain, tables.subspan(n, 1));
    if (domain && hasTwins(*domain))
      return std::nullopt;
  }
  if (!domain || result.weak)
    return std::nullopt;
  result.domain = *domain;
  result.grid = std::nullopt;
  result.neverNaN = false;
  return e.shifts.empty() ? std::optional(result) : inferShift(e, result);
}

std::optional<Variable> Model::inferShiftBy(const Expression &e, Variable result) {
  const TableSpec &table = e.tables[0];
  Dimension dim = table.to;
  if (!result.domain.has(dim) || !result.domain[dim].isFinite())
    return std::nullopt;
  Range whole = result.domain[dim]; // what any of the offsets reads is there
  std::int64_t more = e.shifts.empty() ? 0 : e.shifts[0].offset;
  result.domain = result.domain.with(
      dim(Range(whole.lo() - table.image.lo() - more, whole.hi() - table.image.hi() + 1 - more)));
  result.domain = (result.domain & Domain(table.domain)).canonical();
  result.grid = std::nullopt;
  result.neverNaN = false;
  return result;
}

std::optional<Variable> Model::inferAt(const Expression &e, Variable result) {
  Domain domain = result.domain;
  for (const TableSpec &table : e.tables) {
    if (!domain.has(table.to) || !domain[table.to].isFinite() ||
        !domain[table.to].contains(table.image))
      return std::nullopt;
    domain = domain.without(table.to);
  }
  for (const TableSpec &table : e.tables)
    domain = domain & Domain(table.domain);
  if (hasTwins(domain))
    return std::nullopt;
  result.domain = domain.canonical();
  result.grid = std::nullopt;
  result.neverNaN = false;
  return result;
}
