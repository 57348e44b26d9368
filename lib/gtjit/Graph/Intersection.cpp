//===- Intersection.cpp - Domains of operations ---------------------------===//
//
// A merge of two sorted lists of named ranges, in place: the builders' hot
// path. Domains of one expression mostly have the same dimensions.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Domain.h"

#include <cstdint>

using namespace gtjit;
using namespace gtjit::detail;

/// Zero for equal ranges of one tag; else it says nothing.
static std::uint64_t difference(const NamedRange &a, const NamedRange &b) {
  return (reinterpret_cast<std::uintptr_t>(a.dim.identity()) ^
          reinterpret_cast<std::uintptr_t>(b.dim.identity())) |
         static_cast<std::uint64_t>((a.range.lo() ^ b.range.lo()) | (a.range.hi() ^ b.range.hi()));
}

/// Whether it is plain without looking at names; false says nothing. Adds up all
/// differences: a branch for each would cost more.
static bool areEqual(const NamedRange *a, const NamedRange *b, std::size_t count) {
  if (count == 3)
    return (difference(a[0], b[0]) | difference(a[1], b[1]) | difference(a[2], b[2])) == 0;
  std::uint64_t all = 0;
  for (std::size_t n = 0; n < count; ++n)
    all |= difference(a[n], b[n]);
  return all == 0;
}

using Ranges = Sequence<NamedRange, 3>;

/// Whether a dimension comes before another one, which it is not.
static bool isBefore(Dimension a, Dimension b) {
  if (a.kind() != b.kind() || a.name().front() == b.name().front())
    return a < b;
  return static_cast<unsigned char>(a.name().front()) <
         static_cast<unsigned char>(b.name().front());
}

/// Merges what is in `other` from position `same` on, where the first differ.
[[gnu::noinline]] static void mergeFrom(std::size_t same, Ranges &mine, const Ranges &other) {
  std::size_t at = same;
  for (std::size_t n = same; n < other.size(); ++n, ++at) {
    const NamedRange &next = other[n];
    while (at < mine.size() && !(mine[at].dim == next.dim) && isBefore(mine[at].dim, next.dim))
      ++at;
    if (at < mine.size() && mine[at].dim == next.dim)
      mine[at].range = mine[at].range & next.range;
    else
      mine.insert(at, next);
  }
}

[[gnu::noinline]] static void intersect(Ranges &mine, const Ranges &other) {
  if (mine.empty()) { // of a number
    mine = other;
    return;
  }
  std::size_t same = 0;
  for (; same < other.size() && same < mine.size(); ++same) {
    if (!(mine[same].dim == other[same].dim))
      break;
    mine[same].range = mine[same].range & other[same].range;
  }
  if (same < other.size())
    mergeFrom(same, mine, other);
}

void detail::intersectWith(Domain &a, const Domain &b) {
  Ranges &mine = a.list;
  const Ranges &other = b.list;
  if (mine.size() == other.size() && areEqual(mine.data(), other.data(), mine.size()))
    return; // as in most expressions
  intersect(mine, other);
}
