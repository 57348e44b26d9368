//===- RangeTest.cpp - Half-open ranges -----------------------------------===//
//
// Ranges one by one; DomainPropertyTest compares them with sets of points.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Range.h"
#include "../ExpectError.h"

using namespace gtjit;

namespace {

constexpr std::int64_t inf = unbounded;

// S4-014
TEST(Range, HoldsTheIntegersFromLoToBelowHi) {
  UnitRange range(2, 10);
  EXPECT_EQ(range.size(), 8);
  EXPECT_TRUE(range.contains(2));
  EXPECT_TRUE(range.contains(9));
  EXPECT_FALSE(range.contains(10));
  EXPECT_FALSE(range.contains(1));
  EXPECT_EQ(UnitRange(-5, -2).size(), 3);
  EXPECT_EQ(UnitRange(-5, -2)[0], -5);
}

// S4-014, case 6 and 7. A range has no step: it cannot be made with one.
TEST(Range, IntersectsAndSlicesAsTheDocumentSays) {
  UnitRange range(2, 10);
  EXPECT_EQ(range & UnitRange(5, 20), UnitRange(5, 10));
  EXPECT_EQ((range[{2, -2}]), UnitRange(4, 8));
  EXPECT_EQ((range[{2, Slice::none}]), UnitRange(4, 10));
  EXPECT_EQ((range[{Slice::none, -2}]), UnitRange(2, 8));
  EXPECT_ERROR(ValueError, (range[{0, 4, 2}]), "expected a slice of step 1, got step 2");
  static_assert(!std::is_constructible_v<Range, int, int, int> &&
                !std::is_constructible_v<Range, Slice>);
  EXPECT_EQ(UnitRange::below(3), UnitRange(-inf, 3));
}

// S4-014, case 1
TEST(Range, EveryEmptyRangeIsTheSame) {
  for (Range empty : {Range(5, 3), Range(7, 7), Range(0, 0), Range(inf, -inf), Range(inf, inf),
                      Range(-inf, -inf), Range(INT64_MIN, -inf), Range(INT64_MIN, INT64_MIN)}) {
    EXPECT_EQ(empty, Range());
    EXPECT_EQ(empty.lo(), 0);
    EXPECT_EQ(empty.hi(), 0);
    EXPECT_TRUE(empty.empty());
    EXPECT_EQ(empty.size(), 0);
  }
}

// case 2
TEST(Range, DisjointRangesMeetInTheEmptyOne) {
  EXPECT_EQ(Range(2, 5) & Range(7, 9), Range());
  EXPECT_EQ(Range(-3, 3) & Range::all(), Range(-3, 3));
  EXPECT_EQ(Range() & Range::all(), Range());
}

// case 3
TEST(Range, TranslationKeepsInfinitiesAndTheEmptyRange) {
  EXPECT_EQ(Range(2, 5) + 3, Range(5, 8));
  EXPECT_EQ(Range(2, 5) - 3, Range(-1, 2));
  EXPECT_EQ(Range::from(2) + 3, Range(5, inf));
  EXPECT_EQ(Range::below(2) - 3, Range(-inf, -1));
  EXPECT_EQ(Range::all() + 1, Range::all());
  EXPECT_EQ(Range() + 3, Range());
}

// S4-019
TEST(Range, InfiniteEndsSaturate) {
  EXPECT_EQ(Range::below(5) & Range::from(0), Range(0, 5));
  EXPECT_EQ(saturatingAdd(unbounded, 1), unbounded);
  EXPECT_EQ(saturatingAdd(-unbounded, 1), -unbounded);
  EXPECT_EQ(saturatingAdd(unbounded, -5), unbounded);
  EXPECT_EQ(saturatingAdd(inf - 1, 10), unbounded);
  EXPECT_EQ(saturatingAdd(-inf + 1, -10), -unbounded);
  EXPECT_EQ(saturatingAdd(-1, INT64_MIN), -unbounded);
  EXPECT_EQ(saturatingNegate(INT64_MIN), unbounded);
  EXPECT_EQ(Range(0, 5) - INT64_MIN, Range());
  EXPECT_EQ(Range(5, inf - 1) + 10, Range(15, inf));
  EXPECT_FALSE(Range::from(0).isFinite());
  EXPECT_TRUE(Range(0, 5).isFinite());
}

// S4-019
// case 5
TEST(Range, AnInfiniteRangeHasNoSize) {
  EXPECT_ERROR(ValueError, Range::all().size(), "the range (-inf,inf) has no finite size");
  EXPECT_ERROR(ValueError, Range::from(3).size(), "the range [3,inf) has no finite size");
  EXPECT_ERROR(ValueError, Range::below(3).size(), "the range (-inf,3) has no finite size");
  EXPECT_ERROR(ValueError, Range(-inf + 1, inf - 1).size(),
               "the range [-9223372036854775806,9223372036854775806) has no finite size");
}

// case 4
TEST(Range, TheEmptyRangeIsASubsetOfEveryRange) {
  EXPECT_TRUE(Range(-5, 10).contains(Range()));
  EXPECT_TRUE(Range(5, 10).contains(Range()));
  EXPECT_TRUE(Range().contains(Range()));
  EXPECT_FALSE(Range().contains(Range(0, 1)));
  EXPECT_TRUE(Range::all().contains(Range::from(3)));
  EXPECT_FALSE(Range(0, 5).contains(Range(0, 6)));
}

// case 6
TEST(Range, SlicesClipAndAStopOfZeroIsAStop) {
  Range range(2, 10);
  EXPECT_EQ((range[{-3, Slice::none}]), Range(7, 10));
  EXPECT_EQ((range[{0, 100}]), range);
  EXPECT_EQ((range[{-100, 100}]), range);
  EXPECT_EQ((range[{0, 0}]), Range());
  EXPECT_EQ((range[{1, 0}]), Range());
  EXPECT_EQ(range[Slice()], range);
  EXPECT_EQ((Range()[{0, 3}]), Range());
  EXPECT_EQ(range[Slice(3)], Range(5, 6));
}

TEST(Range, SlicesOfInfiniteRangesCountFromTheFiniteEnd) {
  EXPECT_EQ((Range::below(5)[{-3, Slice::none}]), Range(2, 5));
  EXPECT_EQ((Range::below(5)[{Slice::none, -2}]), Range(-inf, 3));
  EXPECT_EQ((Range::from(5)[{2, Slice::none}]), Range(7, inf));
  EXPECT_EQ((Range::all()[{0, Slice::none}]), Range::all());
  EXPECT_ERROR(IndexOutOfBounds, (Range::below(5)[{0, 2}]),
               "cannot count 2 from the infinite end of (-inf,5)");
  EXPECT_ERROR(IndexOutOfBounds, (Range::from(5)[{-2, Slice::none}]),
               "cannot count -2 from the infinite end of [5,inf)");
}

TEST(Range, ElementsAreCountedFromEitherEnd) {
  Range range(-2, 3);
  EXPECT_EQ(range[0], -2);
  EXPECT_EQ(range[4], 2);
  EXPECT_EQ(range[-1], 2);
  EXPECT_EQ(range[-5], -2);
  EXPECT_EQ(Range::below(5)[-1], 4);
  EXPECT_ERROR(IndexOutOfBounds, range[5], "the range [-2,3) has no element 5");
  EXPECT_ERROR(IndexOutOfBounds, range[-6], "the range [-2,3) has no element -6");
  EXPECT_ERROR(IndexOutOfBounds, Range()[0], "the range [0,0) has no element 0");
  EXPECT_ERROR(IndexOutOfBounds, Range::below(5)[0], "the range (-inf,5) has no element 0");
  EXPECT_ERROR(IndexOutOfBounds, Range()[Slice(0)], "the range [0,0) has no element 0");
}

TEST(Range, HullIsTheSmallestRangeAroundBoth) {
  EXPECT_EQ(hull(Range(0, 2), Range(5, 7)), Range(0, 7));
  EXPECT_EQ(hull(Range(), Range(5, 7)), Range(5, 7));
  EXPECT_EQ(hull(Range(5, 7), Range()), Range(5, 7));
  EXPECT_EQ(hull(Range::below(2), Range(5, 7)), Range(-inf, 7));
}

// S4-017
TEST(Range, OneNumberIsASize) {
  EXPECT_EQ(Range(10), Range(0, 10));
  EXPECT_EQ(Range(-3), Range());
}

static_assert(Range(2, 5) + 3 == Range(5, 8), "ranges are constant expressions");

/// Whether a choice between a number of this type and `unbounded` has its type:
/// others are refused or widened, as the compiler does it.
template <class T>
concept TakesUnbounded = requires(bool isOpen, T number) {
  { isOpen ? number : unbounded } -> std::same_as<T>;
};
static_assert(TakesUnbounded<std::int64_t> && !TakesUnbounded<int> && !TakesUnbounded<short>,
              "a narrower type would lose the value");
static_assert(std::is_convertible_v<Unbounded, std::int64_t> &&
              !std::is_convertible_v<Unbounded, int> && !std::is_convertible_v<Unbounded, bool>);

TEST(Unbounded, IsACoordinateThatNoRangeReaches) {
  EXPECT_EQ(unbounded, INT64_MAX);
  EXPECT_EQ(-unbounded, -INT64_MAX);
  EXPECT_EQ(-(-unbounded), unbounded);
  EXPECT_EQ(Range(0, unbounded), Range::from(0));
  EXPECT_EQ(Range(-unbounded, 3), Range::below(3));
  EXPECT_EQ(Range(-unbounded, unbounded), Range::all());
  EXPECT_TRUE(INT64_MAX - 1 < unbounded && unbounded > 5 && -unbounded <= -7);
  std::int64_t last = 7;
  EXPECT_EQ(Range(0, last > 5 ? unbounded : last), Range::from(0));
}

} // namespace
