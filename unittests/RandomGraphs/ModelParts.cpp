//===- ModelParts.cpp - Domains of parts and of what is moved -------------===//

#include "Model.h"
#include "Tables.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// What belongs to the grid does not move.
std::optional<Variable> Model::inferShift(const Expression &e, Variable result) {
  for (const Shift &shift : e.shifts) {
    if (!result.domain.has(shift.dim))
      return std::nullopt;
    result.domain = result.domain.translated(shift.dim, -shift.offset);
  }
  result.traits |= bit(Trait::Shifted);
  return result;
}

std::optional<Variable> Model::inferRoll(const Expression &e, Variable result) {
  Dimension dim = e.shifts[0].dim;
  if (!result.domain.has(dim) || !result.domain[dim].isFinite())
    return std::nullopt;
  result.traits |= bit(Trait::Shifted);
  return result;
}

std::optional<Variable> Model::inferRename(const Expression &e, Variable result) {
  Dimension from = e.dims[0], to = e.dims[1];
  if (!result.domain.has(from) || !result.domain[from].isFinite() || result.domain.has(to))
    return std::nullopt;
  auto renamed = [&](const Domain &domain) {
    return domain.has(from) ? domain.without(from).with(to(domain[from])).canonical() : domain;
  };
  result.domain = renamed(result.domain);
  if (result.grid)
    result.grid = renamed(*result.grid);
  return result;
}

std::optional<Variable> Model::inferSlice(const Expression &e, Variable result) {
  for (const Region::Item &item : e.region) {
    if (!result.domain.has(item.dim) || !result.domain[item.dim].contains(item.range))
      return std::nullopt;
    result.domain =
        item.isIndex ? result.domain.without(item.dim) : result.domain.with(item.dim(item.range));
  }
  result.traits |= bit(Trait::Sliced);
  return result;
}

std::optional<Variable> Model::inferBroadcast(const Expression &e, Variable result) {
  for (const NamedRange &range : result.domain)
    if (std::find(e.dims.begin(), e.dims.end(), range.dim) == e.dims.end())
      return std::nullopt;
  for (Dimension dim : e.dims)
    if (!result.domain.has(dim))
      result.domain = result.domain.with(dim(Range::all()));
  result.domain = result.domain.canonical();
  result.traits |= bit(Trait::Broadcast);
  return result;
}

namespace {

/// The domain of `f.rel(items)`, or nothing if an end is out of bounds.
std::optional<Domain> relativeDomain(const Domain &domain, const std::vector<RelativeItem> &items) {
  Domain result;
  std::size_t d = 0, item = 0;
  std::size_t fixed = 0;
  for (const RelativeItem &i : items)
    fixed += !i.isEllipsis;
  if (fixed > domain.ndim())
    return std::nullopt;
  for (; d < domain.ndim(); ++d) {
    Range range = domain[d].range;
    if (item < items.size() && items[item].isEllipsis) {
      for (std::size_t skip = domain.ndim() - fixed; skip > 0; --skip, ++d)
        result = result.with(domain[d]);
      ++item;
      if (d == domain.ndim())
        break;
      range = domain[d].range;
    }
    if (item == items.size()) {
      result = result.with(domain[d]);
      continue;
    }
    const Slice &slice = items[item++].slice;
    if (!range.isFinite())
      return std::nullopt;
    auto place = [&](std::int64_t n) { return n < 0 ? range.hi() + n : range.lo() + n; };
    if (slice.isIndex) {
      if (!range.contains(place(slice.start)))
        return std::nullopt;
      continue;
    }
    std::int64_t lo = slice.start == Slice::none ? range.lo() : place(slice.start);
    std::int64_t hi = slice.stop == Slice::none ? range.hi() : place(slice.stop);
    if (lo < range.lo() || hi > range.hi() || lo >= hi)
      return std::nullopt;
    result = result.with(domain[d].dim(lo, hi));
  }
  return result;
}

} // namespace

/// Entries count the dimensions that no vmap around goes over.
std::optional<Variable> Model::inferRelative(const Expression &e, Variable result) {
  Domain counted = result.domain;
  for (Dimension dim : e.mapped) {
    if (!counted.has(dim))
      return std::nullopt;
    counted = counted.without(dim);
  }
  std::optional<Domain> domain = relativeDomain(counted, e.items);
  if (!domain)
    return std::nullopt;
  for (Dimension dim : e.mapped)
    domain = domain->with(dim(result.domain[dim]));
  result.domain = domain->canonical();
  result.traits |= bit(Trait::Sliced);
  return result;
}

std::optional<Variable> Model::inferInterior(Variable result) {
  if (!result.grid || result.weak)
    return std::nullopt;
  result.domain = *result.inside();
  result.traits |= bit(Trait::Sliced);
  return result;
}

/// The points of each halo are made of as many next to the edges.
std::optional<Variable> Model::inferHalo(const Expression &e, Variable result) {
  if (!result.grid || result.weak || e.width.lo < 0 || e.width.hi < 0)
    return std::nullopt;
  const Domain grid = *result.inside();
  for (const HaloFill &fill : e.fills) {
    bool isThere = grid.has(fill.dim) && grid[fill.dim].isFinite() && !grid[fill.dim].empty();
    bool isTwice = std::count_if(e.fills.begin(), e.fills.end(),
                                 [&](const HaloFill &other) { return other.dim == fill.dim; }) > 1;
    if (!isThere || isTwice)
      return std::nullopt;
    Range own = grid[fill.dim];
    bool isLayered = fill.kind == HaloFill::Kind::Periodic || fill.kind == HaloFill::Kind::Mirror;
    if (isLayered && std::max(e.width.lo, e.width.hi) > own.size())
      return std::nullopt;
    result.domain = result.domain.with(fill.dim(own.lo() - e.width.lo, own.hi() + e.width.hi));
    result.grid = result.grid->with(fill.dim(own));
  }
  result.neverNaN = false;
  return result;
}

std::optional<Variable> Model::inferHalf(const Expression &e, Variable result) {
  Dimension to = e.dims[0], from = twinOf(to);
  if (!result.domain.has(from) || result.domain.has(to) || !result.domain[from].isFinite())
    return std::nullopt;
  Range range = result.domain[from] - e.shifts[0].offset;
  result.domain = result.domain.without(from).with(to(range)).canonical();
  result.grid = std::nullopt;
  return result;
}
