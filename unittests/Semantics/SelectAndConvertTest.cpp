//===- SelectAndConvertTest.cpp - where, astype, promotion, shifts --------===//
//
// The numbers of cases are those of docs/Conformance.md.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <cmath>
#include <limits>

using namespace gtjit;
using testing::ElementsAre;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class Select : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Select);
class Convert : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Convert);
class Shifted : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Shifted);

// case 76
TEST_P(Select, DomainIsTheIntersectionOfAllThree) {
  Storage condition = line<bool>({true, false}, 0, J);
  Storage t = empty<double>({I(0, 2), J(-1, 2)});
  {
    auto view = t.write<double>();
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        view(i, j) = 3 * i + j + 1;
  }
  Storage f = line<double>({7, 8, 9, 10}, -1, J);
  Field result = where(condition, t, f);
  EXPECT_EQ(result.domain(), Domain({I(0, 2), J(0, 2)}));
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(2, 9, 5, 9));
}

// case 77
TEST_P(Select, BothBranchesMayBeNumbers) {
  Storage condition = line<bool>({true, false});
  Field f = where(condition, 1, 2);
  EXPECT_THAT(valuesOf<std::int64_t>(astype(f, I64)), ElementsAre(1, 2));
  EXPECT_EQ(where(true, 1, 2).item<std::int64_t>(), 1);
  EXPECT_EQ(where(false, 1, 2).item<std::int64_t>(), 2);
  Storage x = line<double>({5, 6});
  EXPECT_THAT(valuesOf<double>(where(true, x, 0.0)), ElementsAre(5, 6));
  EXPECT_THAT(valuesOf<double>(where(false, x, 0.0)), ElementsAre(0, 0));
}

// S4-070, S4-070a
TEST_P(Select, ABoundaryOnASliceShrinksTheResult) {
  auto ones = [](std::int64_t lo, std::int64_t hi) { return full<double>({K(lo, hi)}, 1.0); };
  Storage mask = full<bool>({K(0, 10)}, true), interior = ones(0, 10), target = zeros({K(0, 10)});
  Field shrunk = where(mask, interior, ones(0, 1).named("boundary"));
  EXPECT_EQ(shrunk.domain(), Domain(K(0, 1)));
  EXPECT_TRUE(where(mask, interior, ones(20, 21)).domain().empty());
  try {
    target.named("target")[whole] = shrunk;
    FAIL() << "expected a DomainError";
  } catch (const DomainError &error) {
    EXPECT_EQ(error.message(),
              "storing to 'target' over K[0,10) needs 'boundary' over K[0,10), but "
              "'boundary' is defined over K[0,1)");
  }
  EXPECT_THAT(valuesOf<double>(target), testing::Each(0.0));
}

// case 79
TEST_P(Select, ConditionMustBeBool) {
  Storage number = line<double>({1, 0});
  EXPECT_THROW(where(number, number, number), TypeError);
}

// case 80
TEST_P(Select, BranchesPromote) {
  Storage condition = line<bool>({true, false});
  Field f = where(condition, line<float>({1, 2}), line<double>({3, 4}));
  EXPECT_EQ(f.dtype(), F64);
  EXPECT_THAT(valuesOf<double>(f), ElementsAre(1, 4));
  EXPECT_EQ(where(condition, 1, line<float>({3, 4})).dtype(), F32);
}

// case 81
TEST_P(Select, TheOtherBranchDoesNotShow) {
  Storage condition = line<bool>({true, false});
  EXPECT_THAT(valuesOf<double>(where(condition, line<double>({1, nan}), line<double>({inf, 4}))),
              ElementsAre(1, 4));
}

// case 94
TEST_P(Convert, FloatToIntegerTruncatesAndSaturates) {
  Storage x = line<double>(
      {1.7, -1.7, 2.5, -0.5, nan, 1e20, -1e20, inf, -inf, 2147483647.9, -2147483648.9});
  EXPECT_THAT(valuesOf<std::int32_t>(astype(x, I32)),
              ElementsAre(1, -1, 2, 0, 0, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN, INT32_MAX,
                          INT32_MIN));
  EXPECT_THAT(valuesOf<std::int64_t>(astype(x, I64)),
              ElementsAre(1, -1, 2, 0, 0, INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN, 2147483647,
                          -2147483648));
  Storage y = line<float>({-3.9f, 4e9f, -4e9f, 9.3e18f, std::nanf("")});
  EXPECT_THAT(valuesOf<std::int32_t>(astype(y, I32)),
              ElementsAre(-3, INT32_MAX, INT32_MIN, INT32_MAX, 0));
  EXPECT_THAT(valuesOf<std::int64_t>(astype(y, I64)),
              ElementsAre(-3, 4000000000, -4000000000, INT64_MAX, 0));
}

// case 94
TEST_P(Convert, ToBoolIsDifferentFromZero) {
  EXPECT_THAT(valuesOf<bool>(astype(line<double>({0, -0.0, 0.1, nan, -2}), Bool)),
              ElementsAre(false, false, true, true, true));
  EXPECT_THAT(valuesOf<bool>(astype(line<std::int64_t>({0, 1ll << 32, -1}), Bool)),
              ElementsAre(false, true, true));
  EXPECT_THAT(valuesOf<double>(astype(line<bool>({true, false}), F64)), ElementsAre(1, 0));
  EXPECT_THAT(valuesOf<std::int32_t>(astype(line<bool>({true, false}), I32)), ElementsAre(1, 0));
}

TEST_P(Convert, IntegersWrapAndFloatsRoundToNearest) {
  EXPECT_THAT(
      valuesOf<std::int32_t>(astype(line<std::int64_t>({1ll << 32, (1ll << 31) + 5, -1}), I32)),
      ElementsAre(0, INT32_MIN + 5, -1));
  EXPECT_THAT(valuesOf<float>(astype(line<double>({0.1, 1e300, 1e-46}), F32)),
              ElementsAre(0.1f, static_cast<float>(inf), 0.0f));
  // Once, not by way of f64: 2^60 + 2^36 + 1 is nearer to 2^60 + 2^37.
  EXPECT_THAT(valuesOf<float>(astype(line<std::int64_t>({(1ll << 60) + (1ll << 36) + 1}), F32)),
              ElementsAre(std::ldexp(1.0f, 60) + std::ldexp(1.0f, 37)));
}

// case 96, case 97
TEST_P(Convert, PromotionHasWeakNumbers) {
  Storage f32 = line<float>({1}), f64 = line<double>({1}), i32 = line<std::int32_t>({1}),
          i64 = line<std::int64_t>({1});
  EXPECT_EQ((f32 + f64).dtype(), F64);
  EXPECT_EQ((i32 + i64).dtype(), I64);
  EXPECT_EQ((f32 + 1.5).dtype(), F32);
  EXPECT_EQ((f32 + 1).dtype(), F32);
  EXPECT_EQ((i32 + 1).dtype(), I32);
  EXPECT_EQ((i32 / i32).dtype(), F64);
  EXPECT_THROW(f32 + i32, TypeError);
  EXPECT_THROW(i32 + 1.5, TypeError);
  EXPECT_THROW(line<bool>({true}) + i32, TypeError);
}

// case 56, S4-068, S4-100
TEST_P(Shifted, ValueAtIIsTheOperandsAtIPlusOne) {
  Storage a = line<double>({0, 1, 2, 3, 4});
  Field next = a(I + 1);
  EXPECT_EQ(next.domain(), Domain(I(-1, 4)));
  EXPECT_THAT(valuesOf<double>(next), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(a(I - 1).domain(), Domain(I(1, 6)));
  Field slope = a(I + 1) - a;
  EXPECT_EQ(slope.domain(), Domain(I(0, 4)));
  EXPECT_THAT(valuesOf<double>(slope), ElementsAre(1, 1, 1, 1));
  EXPECT_EQ(a(I + 1)(I - 1).domain(), a.domain());
  EXPECT_THAT(valuesOf<double>(a(I + 1)(I - 1) - a), ElementsAre(0, 0, 0, 0, 0));
}

// S4-101
TEST_P(Shifted, AShiftMovesAndAnIndexPicks) {
  Storage squares = line<double>({0, 1, 4, 9, 16, 25, 36, 49, 64, 81});
  Field next = squares(I + 1), lap = squares(I + 1) + squares(I - 1) - 2.0 * squares;
  EXPECT_EQ(next[I(-1)].item<double>(), 0);
  EXPECT_EQ(squares[I(1)].item<double>(), 1);
  EXPECT_EQ(lap.domain(), Domain(I(1, 9)));
  EXPECT_THAT(valuesOf<double>(lap), testing::Each(2.0));
}

// case 57
TEST_P(Shifted, DimensionMustBeThere) { EXPECT_THROW(line<double>({0})(J + 1), ValueError); }

// case 53
TEST_P(Shifted, LaplacianLeavesTheBorder) {
  Storage x = line<double>({0, 1, 4, 9, 16}), out = zeros<double>({I(0, 5)});
  Field laplacian = x(I + 1) + x(I - 1) - 2.0 * x;
  EXPECT_THROW(out[whole] = laplacian, DomainError);
  out[{I(1, 4)}] = laplacian;
  EXPECT_THAT(valuesOf<double>(out), ElementsAre(0, 2, 2, 2, 0));
}

// case 55
TEST_P(Shifted, ReadsHappenBeforeWrites) {
  Storage x = line<double>({0, 1, 2, 3, 4});
  x[{I(1, 5)}] = x(I - 1);
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(0, 0, 1, 2, 3));
}

// S3-052 (open: gufuncs)
TEST_P(Shifted, AnOverlappingTargetIsAsIfTheInputWasReadFirst) {
  Storage a = line<double>({1, 2, 3, 4});
  a[{I(1, 4)}] = 10.0 * a(I - 1);
  EXPECT_THAT(valuesOf<double>(a), ElementsAre(1, 10, 20, 30));
  std::int64_t before = runtime.counters().copies;
  a[whole] = 10.0 * a;
  EXPECT_THAT(valuesOf<double>(a), ElementsAre(10, 100, 200, 300));
  EXPECT_EQ(runtime.counters().copies, before) << "the same points need no copy";
}

// M-009
TEST_P(Shifted, AFieldSeesTheValuesOfWhenItWasWritten) {
  Storage x = line<double>({1, 2, 3});
  Field old = x + 0.0;
  x[whole] = 10.0 * x;
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(10, 20, 30));
  EXPECT_THAT(valuesOf<double>(old), ElementsAre(1, 2, 3));
}

TEST_P(Shifted, UpdateReadsEveryValueBeforeItWrites) {
  Storage p = line<double>({1, 2}), q = line<double>({10, 20});
  update({{p, p + q}, {q, p - q}});
  EXPECT_THAT(valuesOf<double>(p), ElementsAre(11, 22));
  EXPECT_THAT(valuesOf<double>(q), ElementsAre(-9, -18));
}

} // namespace
