//===- SelectionTest.cpp - Relative and absolute slices of domains --------===//
//
// The domains of slices; which values they hold is tested where fields are.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "gtjit/Domain.h"

#include <type_traits>
#include <vector>

using namespace gtjit;

namespace {

constexpr std::int64_t none = Slice::none;

struct Selected {
  Domain domain;
  std::vector<NamedIndex> indices;
};

Selected rel(const Domain &domain, std::initializer_list<RelativeItem> items) {
  detail::Sequence<NamedIndex> indices;
  Domain part = sliceRelative(domain, std::span(items.begin(), items.size()), indices);
  return {part, {indices.begin(), indices.end()}};
}

Selected at(const Domain &domain, const Region &region) {
  detail::Sequence<NamedIndex> indices;
  Domain part = sliceAbsolute(domain, region, indices);
  return {part, {indices.begin(), indices.end()}};
}

const Domain F{I(5, 15), J(2, 12)};

// case 36
TEST(RelativeSlice, AnIndexTakesItsDimensionAway) {
  Selected first = rel(F, {0});
  EXPECT_EQ(first.domain, (Domain{J(2, 12)}));
  EXPECT_EQ(first.indices, (std::vector{I(5)}));
  EXPECT_EQ(rel(F, {-1}).indices, (std::vector{I(14)}));
  EXPECT_EQ(rel(F, {-10}).indices, (std::vector{I(5)}));
  EXPECT_EQ(rel(F, {1, 2}).domain, Domain());
  EXPECT_EQ(rel(F, {1, 2}).indices, (std::vector{I(6), J(4)}));
  EXPECT_ERROR(IndexOutOfBounds, rel(F, {10}),
               "index 10 in I is out of bounds: I[5,15) has 10 points");
  EXPECT_ERROR(IndexOutOfBounds, rel(F, {-11}),
               "index -11 in I is out of bounds: I[5,15) has 10 points");
}

// case 37
TEST(RelativeSlice, MissingEntriesKeepTheirDimension) {
  EXPECT_EQ(rel(F, {{none, 3}}).domain, (Domain{I(5, 8), J(2, 12)}));
  EXPECT_EQ(rel(F, {{-3, none}}).domain, (Domain{I(12, 15), J(2, 12)}));
  EXPECT_EQ(rel(F, {{2, -2}}).domain, (Domain{I(7, 13), J(2, 12)}));
  EXPECT_EQ(rel(F, {}).domain, F);
}

// case 38, case 41
TEST(RelativeSlice, AnEllipsisStandsForTheOtherDimensions) {
  EXPECT_EQ(rel(F, {ellipsis, 1}).domain, (Domain{I(5, 15)}));
  EXPECT_EQ(rel(F, {ellipsis, 1}).indices, (std::vector{J(3)}));
  EXPECT_EQ(rel(F, {1, ellipsis}).domain, (Domain{J(2, 12)}));
  EXPECT_EQ(rel(F, {ellipsis}).domain, F);
  EXPECT_EQ(rel(F, {1, ellipsis, 2}).domain, Domain());
  EXPECT_EQ(rel(F, {1, {0, 2}}).domain, (Domain{J(2, 4)}));
  EXPECT_EQ(rel(Domain(), {ellipsis}).domain, Domain());
  EXPECT_ERROR(IndexError, rel(F, {ellipsis, ellipsis}),
               "expected at most one ellipsis in a slice, got 2");
}

// case 45
TEST(AbsoluteSlice, IsOfOneDimension) {
  EXPECT_ERROR(IndexError, I(6) >> J(8), "expected a range of one dimension, got I(6) >> J(8)");
  EXPECT_ERROR(IndexError, K(1) >> J(7), "expected a range of one dimension, got K(1) >> J(7)");
}

// case 39
TEST(RelativeSlice, NothingIsClipped) {
  EXPECT_ERROR(IndexOutOfBounds, rel(F, {{0, 11}}),
               "slice 0:11 in I is out of bounds: I[5,15) has 10 points");
  EXPECT_ERROR(IndexOutOfBounds, rel(F, {{-11, none}}),
               "slice -11: in I is out of bounds: I[5,15) has 10 points");
}

// case 40, case 41
TEST(RelativeSlice, EmptySlicesAreEmptyDomains) {
  for (Slice slice : {Slice(3, 3), Slice(5, 2), Slice(0, 0), Slice(10, 10)}) {
    Domain part = rel(F, {slice}).domain;
    EXPECT_EQ(part, (Domain{I(0, 0), J(2, 12)}));
  }
}

// case 41
TEST(RelativeSlice, RefusesStepsAndTooManyEntries) {
  EXPECT_ERROR(ValueError, rel(F, {{none, none, 2}}),
               "expected a slice of step 1 in I, got step 2");
  EXPECT_ERROR(IndexError, rel(F, {1, 2, 3}),
               "too many entries in a slice: expected at most 2 for {I[5,15), J[2,12)}, got 3");
  EXPECT_ERROR(IndexError, rel(Domain(), {Slice()}),
               "too many entries in a slice: expected at most 0 for {}, got 1");
}

// case 15. Too many entries are an IndexError as in S4-093, too few keep the other dimensions.
TEST(RelativeSlice, TakesARangePerDimension) {
  Domain f{I(0, 10), J(5, 15)};
  EXPECT_EQ(rel(f, {{2, 5}, {2, 7}}).domain, (Domain{I(2, 5), J(7, 12)}));
  EXPECT_EQ(rel(f, {{1, -1}, Slice()}).domain, (Domain{I(1, 9), J(5, 15)}));
  EXPECT_EQ(rel(f, {{2, 5}}).domain, (Domain{I(2, 5), J(5, 15)}));
  EXPECT_ERROR(IndexError, rel(f, {Slice(), Slice(), Slice()}),
               "too many entries in a slice: expected at most 2 for {I[0,10), J[5,15)}, got 3");
}

// S4-087
TEST(RelativeSlice, CountsFromTheEndsOfTheDomain) {
  Domain f{I(3, 10)};
  EXPECT_EQ(rel(f, {{1, 4}}).domain, (Domain{I(4, 7)}));
  EXPECT_EQ(rel(f, {{0, 4}}).domain, at(f, I(3, 7)).domain);
  EXPECT_EQ(rel(f, {{-2, none}}).domain, (Domain{I(8, 10)}));
  EXPECT_EQ(rel(f, {{2, -2}}).domain, (Domain{I(5, 8)}));
}

// S4-093
TEST(RelativeSlice, OutOfRangeIsAnErrorAtEitherEnd) {
  Domain f{I(-2, 3)};
  EXPECT_ERROR(IndexOutOfBounds, rel(f, {5}),
               "index 5 in I is out of bounds: I[-2,3) has 5 points");
  EXPECT_ERROR(IndexOutOfBounds, rel(f, {-6}),
               "index -6 in I is out of bounds: I[-2,3) has 5 points");
  EXPECT_ERROR(IndexOutOfBounds, rel(f, {{5, 6}}),
               "slice 5:6 in I is out of bounds: I[-2,3) has 5 points");
  EXPECT_ERROR(IndexOutOfBounds, rel(f, {{-7, -6}}),
               "slice -7:-6 in I is out of bounds: I[-2,3) has 5 points");
  EXPECT_EQ(rel(f, {{4, 5}}).domain, (Domain{I(2, 3)}));
  EXPECT_TRUE(rel(f, {{5, none}}).domain.empty());
  EXPECT_EQ(rel(f, {-5}).indices, (std::vector{I(-2)}));
  EXPECT_ERROR(IndexError, rel(f, {0, 0}),
               "too many entries in a slice: expected at most 1 for {I[-2,3)}, got 2");
  EXPECT_ERROR(ValueError, rel(f, {{0, 4, 2}}), "expected a slice of step 1 in I, got step 2");
  EXPECT_ERROR(IndexOutOfBounds, at(f, I(-3)), "I(-3) lies outside of I[-2,3)");
  EXPECT_ERROR(IndexOutOfBounds, at(f, I(3)), "I(3) lies outside of I[-2,3)");
}

TEST(RelativeSlice, AnInfiniteEndHasNoPositions) {
  Domain f{I(Range::below(5))};
  EXPECT_EQ(rel(f, {{-3, none}}).domain, (Domain{I(2, 5)}));
  EXPECT_EQ(rel(f, {Slice()}).domain, f);
  EXPECT_ERROR(IndexOutOfBounds, rel(f, {{1, none}}),
               "slice 1: in I is out of bounds: I(-inf,5) has an infinite end");
  EXPECT_ERROR(IndexOutOfBounds, rel(f, {0}),
               "index 0 in I is out of bounds: I(-inf,5) has an infinite end");
}

// case 43
TEST(AbsoluteSlice, CoordinatesAreNeverCountedFromTheEnd) {
  EXPECT_EQ(at(F, I(5)).domain, (Domain{J(2, 12)}));
  EXPECT_EQ(at(F, I(5)).indices, (std::vector{I(5)}));
  EXPECT_ERROR(IndexOutOfBounds, at(F, I(4)), "I(4) lies outside of I[5,15)");
  EXPECT_ERROR(IndexOutOfBounds, at(F, I(15)), "I(15) lies outside of I[5,15)");
  EXPECT_ERROR(IndexOutOfBounds, at(F, I(-1)), "I(-1) lies outside of I[5,15)");
  EXPECT_ERROR(IndexOutOfBounds, at(Domain{I(Range::all())}, I(unbounded)),
               "I(9223372036854775807) lies outside of I(-inf,inf)");
}

// case 44
TEST(AbsoluteSlice, KeepsTheOrderOfTheDomain) {
  EXPECT_EQ(at(F, I(7, 9)).domain, (Domain{I(7, 9), J(2, 12)}));
  Domain part = at(F, {J(3, 5), I(6, 8)}).domain;
  EXPECT_EQ(part, (Domain{I(6, 8), J(3, 5)}));
  EXPECT_EQ(part[0].dim, I);
  EXPECT_EQ(at(F, {J(3), I(6)}).indices, (std::vector{I(6), J(3)}));
  EXPECT_EQ(at(F, Domain{J(3, 5), I(6, 8)}).domain, part);
}

// case 45. An open end is the domain's, as S4-091 has it.
TEST(AbsoluteSlice, RangesLieInsideTheDomain) {
  EXPECT_ERROR(IndexOutOfBounds, at(F, I(4, 8)), "I[4,8) lies outside of I[5,15)");
  EXPECT_EQ(at(F, I(Range::below(8))).domain, (Domain{I(5, 8), J(2, 12)}));
  EXPECT_ERROR(IndexOutOfBounds, at(F, I(Range::below(4))), "I(-inf,4) lies outside of I[5,15)");
  EXPECT_EQ(at(Domain{I(Range::all())}, I(3, 5)).domain, (Domain{I(3, 5)}));
}

// case 46
TEST(AbsoluteSlice, AnEmptyRangeSelectsNothing) {
  EXPECT_EQ(at(F, I(7, 7)).domain, (Domain{I(0, 0), J(2, 12)}));
  EXPECT_EQ(at(F, I(99, 99)).domain, (Domain{I(0, 0), J(2, 12)}));
}

// S4-094
// case 47
TEST(AbsoluteSlice, KeepsOtherDimensionsAndKnowsItsOwn) {
  Domain f{I(2, 5), J(3, 6), K(4, 7)};
  EXPECT_EQ(at(f, {J(4, 5), I(2)}).domain, (Domain{J(4, 5), K(4, 7)}));
  EXPECT_EQ(at(f, {I(2), J(4, 5)}).domain, (Domain{J(4, 5), K(4, 7)}));
  EXPECT_ERROR(IndexError, at(F, K(3)),
               "cannot select in K: the domain {I[5,15), J[2,12)} has no such dimension");
  EXPECT_ERROR(IndexError, at(F, {I(6), I(7, 8)}), "the dimension I is selected twice");
}

// S4-015
TEST(Region, IsMadeFromIndicesAndRanges) {
  Region braced{I[{1, 10}], J[{2, 4}]};
  EXPECT_EQ(braced.size(), 2u);
  Region mixed{I(3), J(2, 4)};
  EXPECT_TRUE(mixed.begin()->isIndex);
  NamedRange converted = {I, {0, 10}};
  EXPECT_EQ(converted, I(0, 10));
  Region ofDomain = Domain{I(0, 2), J(0, 3)};
  EXPECT_EQ(ofDomain.size(), 2u);
  EXPECT_EQ(at(F, Domain()).domain, F);
}

// case 48
TEST(Region, DoesNotMixWithRelativeSlices) {
  static_assert(!std::is_constructible_v<RelativeItem, NamedIndex> &&
                !std::is_constructible_v<RelativeItem, NamedRange> &&
                !std::is_constructible_v<Region::Item, Slice> &&
                !std::is_constructible_v<Region::Item, Ellipsis>);
}

TEST(Selection, IndicesAreNamedAsTheyAreWritten) {
  std::string last = std::to_string(INT64_MAX), first = std::to_string(INT64_MIN);
  EXPECT_ERROR(IndexOutOfBounds, at(Domain{I(0, 4)}, I(INT64_MAX)),
               "I(" + last + ") lies outside of I[0,4)");
  EXPECT_ERROR(IndexOutOfBounds, at(Domain{I(0, 4)}, I(INT64_MIN)),
               "I(" + first + ") lies outside of I[0,4)");
}

} // namespace
