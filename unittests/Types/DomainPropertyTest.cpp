//===- DomainPropertyTest.cpp - Domains against sets of points ------------===//
//
// Random ranges and domains, infinite and empty ones among them, compared
// with plain sets of the points of a window. Ends of ranges lie well inside of
// the window, so that a clipped infinite range differs from every finite one.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Domain.h"
#include "gtjit/Error.h"
#include "gtjit/Text.h"

#include <array>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <set>
#include <vector>

using namespace gtjit;

namespace {

constexpr int kWindow = 6;  // points -6 ... 6
constexpr int kLargest = 3; // ends of ranges
constexpr int kShift = 2;   // largest translation
constexpr int kRounds = 3000;
constexpr int kDomainRounds = 400;
constexpr std::array<Dimension, 3> allDims = {I, J, K};

using Point = std::array<int, 3>; // coordinates in I, J, K
using Points = std::set<Point>;

struct Random {
  std::mt19937 engine;
  int operator()(int least, int greatest) {
    return std::uniform_int_distribution(least, greatest)(engine);
  }
  Range range() {
    std::int64_t lo = (*this)(0, 4) ? (*this)(-kLargest, kLargest) : std::int64_t(-unbounded);
    std::int64_t hi = (*this)(0, 4) ? (*this)(-kLargest, kLargest) : std::int64_t(unbounded);
    if ((*this)(0, 3) && lo > hi && lo != unbounded)
      std::swap(lo, hi);
    return {lo, hi};
  }
  /// Up to three dimensions in any order.
  Domain domain() {
    std::vector<Dimension> dims(allDims.begin(), allDims.end());
    std::shuffle(dims.begin(), dims.end(), engine);
    Domain domain;
    for (int n = (*this)(0, 3); n > 0; --n)
      domain = domain.with({dims[static_cast<std::size_t>(n - 1)], range()});
    return domain;
  }
};

std::set<int> pointsOf(Range range, int offset = 0) {
  std::set<int> points;
  for (int i = -kWindow; i <= kWindow; ++i)
    if (range.contains(i - offset))
      points.insert(i);
  return points;
}

Points pointsOf(const Domain &domain) {
  Points points;
  std::array<std::set<int>, 3> coordinates;
  for (std::size_t d = 0; d < 3; ++d)
    coordinates[d] = pointsOf(domain.rangeOr(allDims[d]));
  for (int i : coordinates[0])
    for (int j : coordinates[1])
      for (int k : coordinates[2])
        points.insert({i, j, k});
  return points;
}

template <class Set> Set intersection(const Set &a, const Set &b) {
  Set both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return both;
}

template <class Set> bool isSubset(const Set &part, const Set &whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

class DomainProperty : public testing::Test {
protected:
  Random random{std::mt19937(20240607)};
};

TEST_F(DomainProperty, RangesAreSetsOfIntegers) {
  for (int round = 0; round < kRounds; ++round) {
    Range a = random.range(), b = random.range();
    SCOPED_TRACE(testing::Message() << round << " " << toText(Domain{I(a), J(b)}));
    std::set<int> setA = pointsOf(a), setB = pointsOf(b);
    ASSERT_EQ(pointsOf(a & b), intersection(setA, setB));
    ASSERT_EQ(a.contains(b), isSubset(setB, setA));
    ASSERT_EQ(a == b, setA == setB);
    ASSERT_EQ(a.empty(), setA.empty());
    ASSERT_EQ(a.empty(), a == Range());
    if (a.isFinite()) {
      ASSERT_EQ(a.size(), static_cast<std::int64_t>(setA.size()));
    }
    int offset = random(-kShift, kShift);
    ASSERT_EQ(pointsOf(a + offset), pointsOf(a, offset));
    ASSERT_EQ(pointsOf(a - offset), pointsOf(a, -offset));
    Range both = hull(a, b);
    ASSERT_TRUE(both.contains(a) && both.contains(b));
    std::set<int> all = setA;
    all.insert(setB.begin(), setB.end());
    ASSERT_EQ(pointsOf(both).empty(), all.empty());
    if (!all.empty()) {
      ASSERT_EQ(*pointsOf(both).begin(), *all.begin());
      ASSERT_EQ(*pointsOf(both).rbegin(), *all.rbegin());
    }
  }
}

/// What Python gives for a list's slice.
std::vector<int> listSlice(const std::vector<int> &list, std::int64_t start, std::int64_t stop) {
  auto size = static_cast<std::int64_t>(list.size());
  auto clip = [size](std::int64_t n) {
    return std::clamp(n < 0 ? n + size : n, std::int64_t(0), size);
  };
  std::int64_t from = start == Slice::none ? 0 : clip(start);
  std::int64_t to = stop == Slice::none ? size : clip(stop);
  return from < to ? std::vector<int>(list.begin() + from, list.begin() + to) : std::vector<int>();
}

TEST_F(DomainProperty, SlicesOfFiniteRangesAreThoseOfLists) {
  for (int round = 0; round < kRounds; ++round) {
    Range range(random(-kLargest, kLargest), random(-kLargest, kLargest));
    std::int64_t start = random(0, 4) ? random(-8, 8) : Slice::none;
    std::int64_t stop = random(0, 4) ? random(-8, 8) : Slice::none;
    std::set<int> points = pointsOf(range);
    std::vector<int> expected = listSlice({points.begin(), points.end()}, start, stop);
    std::set<int> got = pointsOf(range[Slice(start, stop)]);
    ASSERT_EQ(std::vector<int>(got.begin(), got.end()), expected)
        << toText(Domain{I(range)}) << " from " << start << " to " << stop;
  }
}

TEST_F(DomainProperty, DomainsAreSetsOfPoints) {
  for (int round = 0; round < kDomainRounds; ++round) {
    Domain a = random.domain(), b = random.domain();
    SCOPED_TRACE(testing::Message() << round << " " << toText(a) << " " << toText(b));
    Points setA = pointsOf(a), setB = pointsOf(b);
    ASSERT_EQ(pointsOf(a & b), intersection(setA, setB));
    ASSERT_EQ((a & b), (b & a));
    ASSERT_EQ(a.contains(b), isSubset(setB, setA));
    ASSERT_EQ(a.empty(), setA.empty());
    ASSERT_EQ(a.canonical(), a);
    ASSERT_EQ(pointsOf(a.canonical()), setA);
    if (a == b) {
      ASSERT_EQ(setA, setB);
    } else if (a.dims().size() == (a & b).ndim() && b.ndim() == a.ndim() && !a.empty()) {
      ASSERT_NE(setA, setB); // the same dimensions and not the same ranges
    }
    if (a.ndim() == 3 && a.isFinite()) {
      ASSERT_EQ(a.size(), static_cast<std::int64_t>(setA.size()));
    }
  }
}

TEST_F(DomainProperty, EditsOfDomainsAreEditsOfSets) {
  for (int round = 0; round < kDomainRounds; ++round) {
    Domain domain = random.domain();
    auto d = static_cast<std::size_t>(random(0, 2));
    Dimension dim = allDims[d];
    Range range = random.range();
    SCOPED_TRACE(testing::Message()
                 << round << " " << toText(domain) << " " << toText(Domain{dim(range)}));
    Domain rest = domain.has(dim) ? domain.without(dim) : domain;
    ASSERT_EQ(rest.rangeOr(dim), Range::all());
    ASSERT_EQ(pointsOf(domain.with(dim(range))),
              intersection(pointsOf(rest), pointsOf(Domain{dim(range)})));
    auto position = static_cast<std::size_t>(random(0, static_cast<int>(rest.ndim())));
    Domain inserted = rest.insert(position, dim(range));
    ASSERT_EQ(inserted, domain.with(dim(range)));
    ASSERT_EQ(inserted[position], dim(range));
    int offset = random(-kShift, kShift);
    Points moved;
    for (Point point : pointsOf(domain.translated(dim, offset))) {
      point[d] -= offset;
      if (std::abs(point[d]) <= kWindow - kShift)
        moved.insert(point);
    }
    Points inner;
    for (const Point &point : pointsOf(domain))
      if (std::abs(point[d]) <= kWindow - kShift)
        inner.insert(point);
    Points clipped;
    for (const Point &point : moved)
      if (std::abs(point[d] + offset) <= kWindow)
        clipped.insert(point);
    ASSERT_EQ(clipped, inner);
  }
}

/// An open end goes as far as the domain does, if the other end is not beyond.
static Range closedBy(Range domain, Range asked) {
  if (asked.hi() == unbounded && asked.lo() <= domain.hi())
    asked = Range(asked.lo(), domain.hi());
  if (asked.lo() == -unbounded && !asked.empty() && asked.hi() >= domain.lo())
    asked = Range(domain.lo(), asked.hi());
  return asked;
}

TEST_F(DomainProperty, AbsoluteSelectionsAreSubsetsOrErrors) {
  for (int round = 0; round < kDomainRounds; ++round) {
    Domain domain = random.domain(), selection;
    for (const NamedRange &range : domain)
      if (random(0, 1))
        selection = selection.with({range.dim, random.range()});
    SCOPED_TRACE(testing::Message() << round << " " << toText(domain) << " " << toText(selection));
    bool inside = true;
    for (const NamedRange &range : selection)
      inside &=
          isSubset(pointsOf(closedBy(domain[range.dim], range.range)), pointsOf(domain[range.dim]));
    detail::Sequence<NamedIndex> indices;
    std::optional<Domain> part;
    try {
      part = sliceAbsolute(domain, selection, indices);
    } catch (const IndexOutOfBounds &) {
    }
    ASSERT_EQ(part.has_value(), inside);
    if (part) {
      ASSERT_EQ(pointsOf(*part), intersection(pointsOf(domain), pointsOf(selection)));
    }
  }
}

TEST_F(DomainProperty, RelativeSelectionsCountPointsOrAreErrors) {
  for (int round = 0; round < kRounds; ++round) {
    Range range(random(-kLargest, kLargest), random(-kLargest, kLargest));
    int start = random(-8, 8), stop = random(-8, 8);
    auto size = static_cast<int>(pointsOf(range).size());
    auto exists = [size](int n) { return n <= size && n >= -size; };
    std::set<int> points = pointsOf(range);
    detail::Sequence<NamedIndex> indices;
    RelativeItem item{Slice(start, stop)};
    std::optional<Domain> part;
    try {
      part = sliceRelative(Domain{I(range)}, std::span(&item, 1), indices);
    } catch (const IndexOutOfBounds &) {
    }
    ASSERT_EQ(part.has_value(), exists(start) && exists(stop)) << start << ":" << stop;
    if (!part)
      continue;
    std::vector<int> expected = listSlice({points.begin(), points.end()}, start, stop);
    ASSERT_EQ(pointsOf((*part)[I]), std::set<int>(expected.begin(), expected.end()));
  }
}

} // namespace
