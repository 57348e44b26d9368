//===- Domain.cpp - Sets of points ----------------------------------------===//
//
// Products of named ranges: construction, intersection, comparison.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Domain.h"

#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Staggered.h"

#include <algorithm>

namespace gtjit {

bool Dims::contains(Dimension dim) const { return std::find(begin(), end(), dim) != end(); }

namespace {
const NamedRange *find(const Domain &domain, Dimension dim) {
  for (const NamedRange &range : domain) // mostly without a look at names
    if (range.dim.identity() == dim.identity())
      return &range;
  for (const NamedRange &range : domain)
    if (range.dim == dim)
      return &range;
  return nullptr;
}

[[noreturn]] void throwNamedTwice(Dimension dim, SourceLine line) {
  throw ValueError(line,
                   "the dimension " + std::string(dim.name()) + " is named twice in a domain");
}

[[noreturn]] void throwLacks(const Domain &domain, Dimension dim, SourceLine line) {
  throw KeyError(line, "the domain " + detail::toString(domain) + " has no dimension " +
                           std::string(dim.name()));
}
} // namespace

Domain::Domain(std::initializer_list<NamedRange> ranges, SourceLine line)
    : Domain(detail::Items<NamedRange>(ranges.begin(), ranges.size()), line) {}

Domain::Domain(detail::Items<NamedRange> ranges, SourceLine line) {
  list.reserve(ranges.size());
  for (const NamedRange &range : ranges) {
    if (has(range.dim))
      throwNamedTwice(range.dim, line);
    list.push_back(range);
  }
  detail::checkTwins(*this, line);
}

void Domain::throwNoPosition(const detail::PositionAt &n) const {
  throw IndexError(n.line, "the domain " + detail::toString(*this) + " has " +
                               std::to_string(list.size()) + " dimensions, got position " +
                               std::to_string(n.position));
}

Range Domain::operator[](detail::DimensionAt at) const {
  if (const NamedRange *found = find(*this, at.dim))
    return found->range;
  throwLacks(*this, at.dim, at.line);
}

Range Domain::rangeOr(Dimension dim) const {
  const NamedRange *found = find(*this, dim);
  return found ? found->range : Range::all();
}

bool Domain::has(Dimension dim) const { return find(*this, dim) != nullptr; }

Dims Domain::dims() const {
  detail::Sequence<Dimension, 4> dims;
  for (const NamedRange &range : list)
    dims.push_back(range.dim);
  return Dims(std::span<const Dimension>(dims));
}

bool Domain::empty() const {
  return std::any_of(begin(), end(), [](const NamedRange &r) { return r.range.empty(); });
}

bool Domain::isFinite() const {
  return std::all_of(begin(), end(), [](const NamedRange &r) { return r.range.isFinite(); });
}

std::int64_t Domain::size(SourceLine line) const {
  if (empty())
    return 0;
  std::int64_t size = 1;
  for (const NamedRange &range : list)
    if (__builtin_mul_overflow(size, range.range.size(line), &size))
      throw ValueError(line, "the domain " + detail::toString(*this) +
                                 " has more points than can be counted");
  return size;
}

bool Domain::contains(const Domain &other) const {
  return other.empty() || std::all_of(begin(), end(), [&](const NamedRange &r) {
           return r.range.contains(other.rangeOr(r.dim));
         });
}

Domain Domain::with(NamedRange range) const & { return Domain(*this).with(range); }

Domain Domain::with(NamedRange range) && {
  for (NamedRange &mine : list)
    if (mine.dim == range.dim) {
      mine = range;
      return std::move(*this);
    }
  list.push_back(range);
  return std::move(*this);
}

Domain Domain::without(Dimension dim, SourceLine line) const & {
  return Domain(*this).without(dim, line);
}

Domain Domain::without(Dimension dim, SourceLine line) && {
  const NamedRange *found = find(*this, dim);
  if (!found)
    throwLacks(*this, dim, line);
  list.erase(static_cast<std::size_t>(found - begin()));
  return std::move(*this);
}

Domain Domain::insert(std::size_t position, NamedRange range, SourceLine line) const {
  if (has(range.dim))
    throwNamedTwice(range.dim, line);
  if (position > list.size())
    throw IndexError(line, "cannot insert " + detail::toString(range) + " at position " +
                               std::to_string(position) + " of " + detail::toString(*this));
  Domain result;
  result.list.reserve(list.size() + 1);
  for (std::size_t n = 0; n <= list.size(); ++n) {
    if (n == position)
      result.list.push_back(range);
    if (n < list.size())
      result.list.push_back(list[n]);
  }
  detail::checkTwins(result, line);
  return result;
}

Domain Domain::translated(Dimension dim, std::int64_t offset) const {
  Domain result = *this;
  for (NamedRange &range : result.list)
    if (range.dim == dim)
      range.range = range.range + offset;
  return result;
}

Domain Domain::canonical() const {
  Domain result = *this;
  std::sort(result.list.begin(), result.list.end(),
            [](const NamedRange &a, const NamedRange &b) { return a.dim < b.dim; });
  return result;
}

Domain operator&(const Domain &a, const Domain &b) {
  Domain result = a;
  for (NamedRange &range : result.list)
    range.range = range.range & b.rangeOr(range.dim);
  for (const NamedRange &range : b)
    if (!a.has(range.dim))
      result.list.push_back(range);
  return result;
}

bool operator==(const Domain &a, const Domain &b) {
  return a.ndim() == b.ndim() && std::all_of(a.begin(), a.end(), [&](const NamedRange &r) {
           const NamedRange *other = find(b, r.dim);
           return other && other->range == r.range;
         });
}

} // namespace gtjit
