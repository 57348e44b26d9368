//===- Selection.cpp - Relative and absolute slices of domains ------------===//
//
// Which part of a domain an index expression selects. Nothing is clipped: a
// position that is not there is an error.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Types/Selection.h"
#include "gtjit/Domain.h"
#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"

#include <vector>

namespace gtjit {

namespace {

using detail::toString;

/// Where a slice's text comes from in messages: "2:-2".
std::string toString(const Slice &slice) {
  auto number = [](std::int64_t n) { return n == Slice::none ? std::string() : std::to_string(n); };
  return slice.isIndex ? number(slice.start) : number(slice.start) + ":" + number(slice.stop);
}

[[noreturn]] void throwOutOfBounds(const NamedRange &range, const Slice &slice, SourceLine line) {
  std::string what = slice.isIndex ? "index " : "slice ";
  std::string points = range.range.isFinite() ? std::to_string(range.size()) + " points"
                                              : std::string("an infinite end");
  throw IndexOutOfBounds(line, what + toString(slice) + " in " + std::string(range.dim.name()) +
                                   " is out of bounds: " + toString(range) + " has " + points);
}

/// The coordinate `n` from the start, or from the end if negative; one past
/// the end is allowed for the bounds of a slice.
std::int64_t locate(const NamedRange &range, std::int64_t n, const Slice &slice, SourceLine line) {
  std::int64_t from = n < 0 ? range.range.hi() : range.range.lo();
  if (n == 0 && !slice.isIndex)
    return from;
  std::int64_t place = saturatingAdd(from, n);
  if (from == unbounded || from == -unbounded || place < range.range.lo() ||
      place > range.range.hi())
    throwOutOfBounds(range, slice, line);
  return place;
}

Range select(const NamedRange &range, const Slice &slice, SourceLine line) {
  if (slice.step != 1)
    throw ValueError(line, "expected a slice of step 1 in " + std::string(range.dim.name()) +
                               ", got step " + std::to_string(slice.step));
  if (slice.isIndex) {
    std::int64_t index = locate(range, slice.start, slice, line);
    if (!range.contains(index))
      throwOutOfBounds(range, slice, line);
    return {index, index + 1};
  }
  std::int64_t lo =
      slice.start == Slice::none ? range.range.lo() : locate(range, slice.start, slice, line);
  std::int64_t hi =
      slice.stop == Slice::none ? range.range.hi() : locate(range, slice.stop, slice, line);
  return {lo, hi};
}

} // namespace

std::size_t detail::positionOf(const Domain &domain, Dimension dim) {
  std::size_t position = 0;
  while (domain[position].dim != dim)
    ++position;
  return position;
}

void detail::throwOfPart(const Error &error, const std::string &whole) {
  std::string message = "a part of " + whole + ": " + std::string(error.message());
  auto raise = [&](auto named) {
    for (std::size_t n = 0; n < error.noteCount(); ++n)
      named.addNote({}, error.note(n));
    throw named;
  };
  if (dynamic_cast<const IndexOutOfBounds *>(&error))
    raise(IndexOutOfBounds(error.line(), message));
  if (dynamic_cast<const IndexError *>(&error))
    raise(IndexError(error.line(), message));
  raise(ValueError(error.line(), message));
  __builtin_unreachable();
}

std::vector<Slice> detail::expandSlices(const Domain &domain, std::span<const RelativeItem> items,
                                        SourceLine line) {
  std::size_t ellipses = 0;
  for (const RelativeItem &item : items)
    ellipses += item.isEllipsis;
  if (ellipses > 1)
    throw IndexError(line,
                     "expected at most one ellipsis in a slice, got " + std::to_string(ellipses));
  std::size_t given = items.size() - ellipses;
  if (given > domain.ndim())
    throw IndexError(line, "too many entries in a slice: expected at most " +
                               std::to_string(domain.ndim()) + " for " + toString(domain) +
                               ", got " + std::to_string(given));
  std::vector<Slice> slices;
  for (const RelativeItem &item : items) {
    if (item.isEllipsis)
      slices.resize(slices.size() + domain.ndim() - given);
    else
      slices.push_back(item.slice);
  }
  slices.resize(domain.ndim());
  return slices;
}

namespace {

[[noreturn]] void throwOutside(const Region::Item &item, const NamedRange &range, SourceLine line) {
  std::string part = item.isIndex ? toString(NamedIndex{item.dim, item.index})
                                  : toString(NamedRange{item.dim, item.range});
  IndexOutOfBounds error(line, part + " lies outside of " + toString(range));
  if (item.isIndex && item.index < 0 && range.range.isFinite() && item.index >= -range.size())
    error.addNote({}, "coordinates do not count from an end; rel({" + std::to_string(item.index) +
                          "}) does");
  throw error;
}

void checkNames(const Domain &domain, const Region &region, SourceLine line) {
  for (const Region::Item *item = region.begin(); item != region.end(); ++item) {
    if (!domain.has(item->dim))
      throw IndexError(line, "cannot select in " + std::string(item->dim.name()) + ": the domain " +
                                 toString(domain) + " has no such dimension");
    for (const Region::Item *before = region.begin(); before != item; ++before)
      if (before->dim == item->dim)
        throw IndexError(line,
                         "the dimension " + std::string(item->dim.name()) + " is selected twice");
  }
}

/// A range with an open end up to the end of the domain's; a closed end that
/// lies beyond it stays, and is out of bounds.
Range closed(Range asked, Range domain) {
  if (asked.empty() || asked.isFinite())
    return asked;
  if (asked.hi() == unbounded && asked.lo() <= domain.hi())
    asked = Range(asked.lo(), domain.hi());
  if (asked.lo() == -unbounded && !asked.empty() && asked.hi() >= domain.lo())
    asked = Range(domain.lo(), asked.hi());
  return asked;
}

const Region::Item *find(const Region &region, Dimension dim) {
  for (const Region::Item &item : region)
    if (item.dim == dim)
      return &item;
  return nullptr;
}

} // namespace

NamedRange operator>>(NamedIndex first, detail::IndexAt to) {
  NamedIndex last = to.point;
  if (!(first.dim == last.dim))
    throw IndexError(to.line, "expected a range of one dimension, got " + toString(first) + " >> " +
                                  toString(last));
  return first.dim(first.index, last.index);
}

Region::Region(const Domain &domain, SourceLine line) : origin(line) {
  for (const NamedRange &range : domain)
    list.push_back(range);
}

Domain sliceRelative(const Domain &domain, detail::Items<RelativeItem> items,
                     detail::Sequence<NamedIndex> &indices, SourceLine line) {
  std::vector<Slice> slices = detail::expandSlices(domain, items, line);
  std::vector<NamedRange> kept;
  for (std::size_t d = 0; d < slices.size(); ++d) {
    const NamedRange &range = domain[d];
    Range part = select(range, slices[d], line);
    if (slices[d].isIndex)
      indices.push_back({range.dim, part.lo()});
    else
      kept.push_back({range.dim, part});
  }
  return Domain(std::span<const NamedRange>(kept));
}

Domain sliceAbsolute(const Domain &domain, const Region &region,
                     detail::Sequence<NamedIndex> &indices, SourceLine line) {
  checkNames(domain, region, line);
  detail::Sequence<NamedRange, 8> kept;
  for (const NamedRange &range : domain) {
    const Region::Item *item = find(region, range.dim);
    if (!item) {
      kept.push_back(range);
      continue;
    }
    Range part = closed(item->range, range.range);
    if (!range.range.contains(part) || (item->isIndex && part.empty()))
      throwOutside(*item, range, line);
    if (item->isIndex)
      indices.push_back({range.dim, part.lo()});
    else
      kept.push_back({range.dim, part});
  }
  return Domain(std::span<const NamedRange>(kept));
}

} // namespace gtjit
