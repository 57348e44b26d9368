//===- DimensionTest.cpp - Named dimensions, indices, ranges, shifts ------===//
//
// What is written with the name of a dimension.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"

// A user's file may have the macro of C's complex numbers.
#define I _Complex_I
#include "gtjit/Dimension.h"
#ifndef I
#error "gtjit/Dimension.h lost the macro I"
#endif
#undef I

#include <string>

using namespace gtjit;

namespace {

template <class A, class B>
concept Comparable = requires(const A &a, const B &b) { a == b; };

// S4-010
// M-002
// case 8
TEST(Dimension, IsEqualByNameAndKind) {
  EXPECT_EQ(Dimension("I"), Dimension("I"));
  EXPECT_EQ(Dimension("I"), I);
  EXPECT_EQ(Dimension("K"), K);
  EXPECT_EQ(Dimension("Cell"), Dimension("Cell"));
  EXPECT_NE(Dimension("Cell"), Dimension("Edge"));
  EXPECT_NE(Dimension("I", DimensionKind::Vertical), I);
  static_assert(!Comparable<Dimension, const char *> && !Comparable<Dimension, std::string>);
  EXPECT_EQ(dims::i, I);
  EXPECT_EQ(dims::j, J);
  EXPECT_EQ(dims::k, K);
}

TEST(Dimension, KnowsItsKind) {
  EXPECT_EQ(Dimension("K").kind(), DimensionKind::Vertical);
  EXPECT_EQ(Dimension("Cell").kind(), DimensionKind::Horizontal);
  EXPECT_EQ(Dimension("V2E", DimensionKind::Local).kind(), DimensionKind::Local);
}

TEST(Dimension, TheNameOutlivesTheTextItIsMadeFrom) {
  std::string text = "Vertex_of_a_dual_mesh_with_a_long_name";
  Dimension dim(text);
  std::string expected = text;
  text.assign(text.size(), 'x');
  EXPECT_EQ(dim.name(), expected);
}

TEST(Dimension, CanonicalOrderIsKindThenName) {
  Dimension local("A", DimensionKind::Local), vertical("A", DimensionKind::Vertical);
  EXPECT_TRUE(I < J);
  EXPECT_TRUE(J < local);
  EXPECT_TRUE(local < vertical);
  EXPECT_TRUE(vertical < K);
  EXPECT_FALSE(I < I);
}

TEST(Dimension, NamesAreIdentifiers) {
  EXPECT_EQ(Dimension("_a1").name(), "_a1");
  EXPECT_ERROR(ValueError, Dimension(""), "the name of a dimension is an identifier, got ''");
  EXPECT_ERROR(ValueError, Dimension("1a"), "the name of a dimension is an identifier, got '1a'");
  EXPECT_ERROR(ValueError, Dimension("a b"), "the name of a dimension is an identifier, got 'a b'");
}

// S4-011
TEST(NamedIndex, IsADimensionWithACoordinate) {
  EXPECT_EQ(I(1), (NamedIndex{I, 1}));
  EXPECT_NE(I(1), J(1));
  EXPECT_NE(I(1), I(2));
  EXPECT_EQ(I(-1).index, -1);
}

// S4-097
TEST(NamedRange, HasAllSpellings) {
  NamedRange expected{I, Range(0, 10)};
  EXPECT_EQ(I(0, 10), expected);
  EXPECT_EQ(I(Range(0, 10)), expected);
  EXPECT_EQ((I[{0, 10}]), expected);
  EXPECT_EQ(I[Range(0, 10)], expected);
  EXPECT_EQ(I[1], I(1));
}

// S4-012
TEST(BoundedDimension, IsASequenceOfItsCoordinates) {
  BoundedDimension bounded = I.bounded(0, 10);
  EXPECT_EQ(bounded.size(), 10);
  EXPECT_EQ(bounded[3], 3);
  EXPECT_EQ(I.bounded(5, 10)[3], 8);
  EXPECT_TRUE(bounded.contains(3));
  EXPECT_FALSE(bounded.contains(10));
  EXPECT_TRUE(bounded.contains(I(3)));
  EXPECT_FALSE(bounded.contains(J(3)));
  EXPECT_TRUE(bounded.contains(I.bounded(2, 5)));
  EXPECT_FALSE(bounded.contains(I.bounded(2, 11)));
  EXPECT_FALSE(bounded.contains(J.bounded(2, 5)));
  EXPECT_ERROR(IndexOutOfBounds, bounded[10], "the range [0,10) has no element 10");
}

// S4-013
TEST(NamedRange, SplitsIntoDimensionAndRange) {
  auto [dim, range] = I(2, 5);
  EXPECT_EQ(dim, I);
  EXPECT_EQ(range, Range(2, 5));
  auto [tag, index] = J(7);
  EXPECT_EQ(tag, J);
  EXPECT_EQ(index, 7);
}

TEST(Shift, MovesAgainstItsOffset) {
  EXPECT_EQ(I + 1, (Shift{I, 1}));
  EXPECT_EQ(I - 1, (Shift{I, -1}));
  EXPECT_EQ((I - INT64_MIN).offset, unbounded);
  EXPECT_EQ((I + 1).inverseImage(Range(0, 10)), Range(-1, 9));
  EXPECT_EQ((I - 1).inverseImage(Range::from(0)), Range::from(1));
}

template <class A, class B>
concept Comma = requires(A a, B b) { (a, b); };
static_assert(!Comma<NamedIndex, NamedIndex> && !Comma<NamedRange, NamedRange> &&
                  !Comma<NamedRange, NamedIndex> && !Comma<Shift, Shift>,
              "v[I(0, 1), J(2)] must not compile: regions are braced");

} // namespace
