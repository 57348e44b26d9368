//===- ConditionTest.cpp - Sets of points by their coordinates ------------===//
//
// The numbers of cases are those of docs/Conformance.md.
//
//===----------------------------------------------------------------------===//
#include <gtjit/Condition.h>

#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace gtjit;

namespace {

std::vector<Domain> boxes(const Condition &condition) {
  return {condition.boxes().begin(), condition.boxes().end()};
}
using Boxes = std::vector<Domain>;

// case 18
TEST(Condition, OfADimensionIsARange) {
  EXPECT_EQ(boxes(I < 5), Boxes{I.below(5)});
  EXPECT_EQ(boxes(I <= 5), Boxes{I.below(6)});
  EXPECT_EQ(boxes(I > 5), Boxes{I.from(6)});
  EXPECT_EQ(boxes(I >= 5), Boxes{I.from(5)});
  EXPECT_EQ(boxes(I == 5), Boxes{I(5, 6)});
  EXPECT_EQ(boxes(2 < I), Boxes{I.from(3)});
  EXPECT_TRUE((5 > I) == (I < 5) && (5 >= I) == (I <= 5) && (5 <= I) == (I >= 5));
  EXPECT_TRUE((5 == I) == (I == 5) && (5 != I) == (I != 5));
  EXPECT_TRUE(Condition(I(2, 4)) == ((I >= 2) & (I < 4)));
  EXPECT_TRUE(Condition(I(3)) == (I == 3));
  EXPECT_TRUE(Condition(Domain{I(0, 2), J(1, 3)}) == (Condition(I(0, 2)) & J(1, 3)));
}

// case 19
TEST(Condition, UnequalIsTwoRanges) {
  EXPECT_EQ(boxes(I != 5), (Boxes{I.below(5), I.from(6)}));
  EXPECT_EQ(boxes(~(I == 5)), boxes(I != 5));
  EXPECT_EQ(boxes(!(I == 5)), boxes(I != 5));
}

// case 20
TEST(Condition, Intersections) {
  EXPECT_EQ(boxes((I > 2) & (I < 5)), Boxes{I(3, 5)});
  EXPECT_TRUE(boxes((I > 5) & (I < 2)).empty());
  EXPECT_EQ(boxes((I > 2) & (J < 5)), Boxes{Domain({I.from(3), J.below(5)})});
}

// case 21
TEST(Condition, Unions) {
  EXPECT_EQ(boxes((I < 2) | (I >= 2)), Boxes{I(Range::all())});
  EXPECT_EQ(boxes((I < 2) | (I > 5)), (Boxes{I.below(2), I.from(6)}));
  EXPECT_EQ(boxes((I < 2) | (J > 5)),
            (Boxes{Domain({J.below(6), I.below(2)}), Domain({J.from(6), I(Range::all())})}));
  EXPECT_EQ(boxes((I < 3) | (I == 1)), Boxes{I.below(3)});
}

TEST(Condition, IsANormalFormOfTheSet) {
  EXPECT_TRUE(((I < 1) | (I > 7)) == ~(Condition(I(1, 8))));
  Condition rim = (I < 1) | (I >= 9) | (J < 1) | (J >= 9);
  EXPECT_TRUE(rim == ~Condition(Domain{I(1, 9), J(1, 9)}));
  EXPECT_EQ(boxes(rim),
            (Boxes{Domain({J.below(1), I(Range::all())}), Domain({J(1, 9), I.below(1)}),
                   Domain({J(1, 9), I.from(9)}), Domain({J.from(9), I(Range::all())})}));
}

/// A random condition over three dimensions, and whether a point is of it.
struct Random {
  std::mt19937 engine;
  int below(int limit) { return static_cast<int>(engine() % static_cast<unsigned>(limit)); }

  using Holds = std::vector<bool>; ///< for I, J, K in [0, 6)
  std::pair<Condition, Holds> make(int depth) {
    if (depth == 0 || below(4) == 0) {
      Dimension dims[] = {I, J, K};
      int d = below(3), at = below(6);
      Condition condition = below(2) ? dims[d] < at : dims[d] == at;
      bool isLess = condition == (dims[d] < at);
      Holds holds;
      for (int n = 0; n < 216; ++n) {
        int point[] = {n / 36, n / 6 % 6, n % 6};
        holds.push_back(isLess ? point[d] < at : point[d] == at);
      }
      return {condition, holds};
    }
    auto [a, inA] = make(depth - 1);
    auto [b, inB] = make(depth - 1);
    int kind = below(3);
    for (std::size_t n = 0; n < inA.size(); ++n)
      inA[n] = kind == 0 ? inA[n] && inB[n] : kind == 1 ? inA[n] || inB[n] : !inA[n];
    return {kind == 0 ? a & b : kind == 1 ? a | b : ~a, inA};
  }
};

// cases 20, 21
TEST(Condition, RandomOnesHoldWhereTheyShould) {
  Random random{std::mt19937(5)};
  for (int round = 0; round < 300; ++round) {
    auto [condition, holds] = random.make(4);
    for (int n = 0; n < 216; ++n) {
      Domain point{I(n / 36, n / 36 + 1), J(n / 6 % 6, n / 6 % 6 + 1), K(n % 6, n % 6 + 1)};
      int found = 0;
      for (const Domain &box : condition.boxes())
        found += (box & point).size() == 1;
      ASSERT_EQ(found, holds[static_cast<std::size_t>(n)]) << "round " << round << ", point " << n;
    }
  }
}

template <class T>
concept Truthy = requires(T value) { static_cast<bool>(value); };
template <class A, class B>
concept Less = requires(A a, B b) { a < b; };
template <class A, class B>
concept Equal = requires(A a, B b) { a == b; };

// case 22: 0 < I < 10 does not compile
TEST(Condition, HasNoTruthValue) {
  static_assert(!Truthy<Condition>);
  static_assert(Less<int, Dimension> && !Less<decltype(0 < I), int>);
  static_assert(!Less<bool, Dimension> && !Less<Dimension, bool>);
  static_assert(!Equal<bool, Dimension> && !Equal<Dimension, bool>);
  static_assert(!Less<Domain, int> && !Less<bool, Domain>);
}

} // namespace
