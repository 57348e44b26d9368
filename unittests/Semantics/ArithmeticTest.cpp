//===- ArithmeticTest.cpp - Numbers computed by hand ----------------------===//
//
// Operations at a point: domains, promotion, integers, floats at the edges.
// The numbers of cases are those of docs/Conformance.md.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <cmath>
#include <limits>
#include <ranges>
#include <string_view>

using namespace gtjit;
using testing::ElementsAre;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int32_t least32 = INT32_MIN, greatest32 = INT32_MAX;
constexpr std::int64_t least64 = INT64_MIN, greatest64 = INT64_MAX;

template <class T>
concept HasSize = requires(const T &t) { t.size(); };
template <class A, class B>
concept TakesSum = requires(A &a, const B &b) { a += b; };

class Arithmetic : public OnEveryBackend {
protected:
  Storage a = line<double>({0, 1, 2, 3, 4});
  Storage b = line<double>({10, 20, 30, 40, 50, 60}, 2);
  Storage j = line<double>({100, 200}, 0, J);
};
GTJIT_ON_EVERY_BACKEND(Arithmetic);

// case 23
TEST_P(Arithmetic, SumsOverTheIntersection) {
  Field f = a + b;
  EXPECT_EQ(f.domain(), Domain(I(2, 5)));
  EXPECT_THAT(valuesOf<double>(f), ElementsAre(12, 23, 34));
  Field equal = a == b;
  EXPECT_EQ(equal.dtype(), Bool);
  EXPECT_THAT(valuesOf<bool>(equal), ElementsAre(false, false, false));
}

// case 24, S4-048
TEST_P(Arithmetic, BroadcastsByNameInEitherOrder) {
  Field head = a.rel({Slice(0, 2)});
  for (const Field &f : {head + j, j + head}) {
    EXPECT_EQ(f.domain(), Domain({I(0, 2), J(0, 2)}));
    EXPECT_EQ(f.dims().begin()[0], I);
    EXPECT_THAT(valuesOf<double>(f), ElementsAre(100, 200, 101, 201));
  }
}

// case 25, S4-049
TEST_P(Arithmetic, DisjointDomainsGiveAnEmptyField) {
  Field f = a + line<double>({1, 2}, 7);
  EXPECT_EQ(f.domain(), Domain(I(0, 0)));
  EXPECT_EQ(eval(f).shape()[0], 0);
  EXPECT_TRUE(valuesOf<double>(f).empty());
  EXPECT_EQ(sum(f).item<double>(), 0.0);
}

// S4-046
TEST_P(Arithmetic, FieldsWithoutDimensionsBroadcastLikeNumbers) {
  EXPECT_THAT(valuesOf<double>(sum(a) * a), ElementsAre(0, 10, 20, 30, 40));
  EXPECT_THAT(valuesOf<double>(10.0 - a), ElementsAre(10, 9, 8, 7, 6));
}

// case 27
TEST_P(Arithmetic, AFieldHasNoTruthValue) {
  static_assert(!std::is_constructible_v<bool, Field> && !std::is_constructible_v<bool, Storage>);
  EXPECT_THROW((1.0 < a) < 3.0, TypeError); // as 1 < a < 3 reads
  static_assert(!HasSize<Field> && !std::ranges::range<Field>, "neither a length nor a sequence");
}

// case 35
TEST_P(Arithmetic, OnePointIsNotBroadcastUnlessAsked) {
  Storage one = line<double>({3});
  EXPECT_EQ((one + a).domain(), Domain(I(0, 1)));
  EXPECT_THAT(valuesOf<double>(one.at(I(0)) + a), ElementsAre(3, 4, 5, 6, 7));
  double three = 3;
  Storage everywhere = wrap(&three, {I(0, 5)}, {.strides = {0}});
  EXPECT_THAT(valuesOf<double>(everywhere + a), ElementsAre(3, 4, 5, 6, 7));
  EXPECT_THAT(valuesOf<double>(everywhere[I(1, 3)] * 2.0), ElementsAre(6, 6));
}

// case 28, S4-021
TEST_P(Arithmetic, LogicIsForBoolsAlone) {
  Storage p = line<bool>({true, true, false, false}), q = line<bool>({true, false, true, false});
  EXPECT_THAT(valuesOf<bool>(p & q), ElementsAre(true, false, false, false));
  EXPECT_THAT(valuesOf<bool>(p | q), ElementsAre(true, true, true, false));
  EXPECT_THAT(valuesOf<bool>(p ^ q), ElementsAre(false, true, true, false));
  EXPECT_THAT(valuesOf<bool>(!p), ElementsAre(false, false, true, true));
  EXPECT_THAT(valuesOf<bool>(p & true), ElementsAre(true, true, false, false));
  EXPECT_THROW(a & b, TypeError);
  EXPECT_THROW(a | b, TypeError);
  EXPECT_THROW(a ^ b, TypeError);
  EXPECT_THROW(-Field(p), TypeError);
}

// S4-114, case 30
TEST_P(Arithmetic, FloatDivisionByZeroFollowsIEEE754) {
  Storage x = line<double>({1, 0, -1});
  std::vector<double> values = valuesOf<double>(x / 0.0);
  EXPECT_EQ(values[0], inf);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[2], -inf);
}

// case 31
TEST_P(Arithmetic, IntegersDivideAsF64) {
  Field f = Field(line<std::int32_t>({1, 2})) / line<std::int32_t>({2, 2});
  EXPECT_EQ(f.dtype(), F64);
  EXPECT_THAT(valuesOf<double>(f), ElementsAre(0.5, 1.0));
}

// case 32
TEST_P(Arithmetic, IntegersWrap) {
  Storage i = line<std::int32_t>({greatest32, least32, -7});
  EXPECT_THAT(valuesOf<std::int32_t>(i + 1), ElementsAre(least32, least32 + 1, -6));
  EXPECT_THAT(valuesOf<std::int32_t>(i - 1), ElementsAre(greatest32 - 1, greatest32, -8));
  EXPECT_THAT(valuesOf<std::int32_t>(abs(i)), ElementsAre(greatest32, least32, 7));
  EXPECT_THAT(valuesOf<std::int32_t>(-Field(i)), ElementsAre(-greatest32, least32, 7));
  Storage l = line<std::int64_t>({greatest64, least64});
  EXPECT_THAT(valuesOf<std::int64_t>(l * 2), ElementsAre(-2, 0));
  EXPECT_THAT(valuesOf<std::int64_t>(l + l), ElementsAre(-2, 0));
}

// case 33
TEST_P(Arithmetic, UnaryMinusFlipsTheSignOfZero) {
  std::vector<double> values = valuesOf<double>(-Field(line<double>({0.0, -0.0, 3.0})));
  EXPECT_TRUE(std::signbit(values[0]));
  EXPECT_FALSE(std::signbit(values[1]));
  EXPECT_EQ(values[2], -3.0);
}

// case 34
TEST_P(Arithmetic, AssigningAHandleRebindsIt) {
  Field x = a, old = x;
  x = x + 1.0;
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(1, 2, 3, 4, 5));
  x += 1;
  Field next = x;
  (x *= 2.0) -= a;
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(4, 5, 6, 7, 8));
  x /= 4.0;
  x %= 1.0;
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(0, 0.25, 0.5, 0.75, 0));
  Field p = a > 1.0;
  p &= a < 4.0;
  p |= a == 0.0;
  p ^= true;
  EXPECT_THAT(valuesOf<bool>(p), ElementsAre(false, true, false, false, true));
  EXPECT_THAT(valuesOf<double>(next), ElementsAre(2, 3, 4, 5, 6));
  EXPECT_THAT(valuesOf<double>(old), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(valuesOf<double>(a), ElementsAre(0, 1, 2, 3, 4)) << "no memory is written";
  static_assert(!TakesSum<Storage, double> && !TakesSum<const Field, double>);
  unsigned here = __LINE__ + 2;
  try {
    x += true;
    FAIL() << "expected a DTypeError";
  } catch (const DTypeError &error) {
    EXPECT_EQ(error.line().line, here);
    EXPECT_TRUE(std::string_view(error.line().file).ends_with("ArithmeticTest.cpp"));
  }
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(0, 0.25, 0.5, 0.75, 0)) << "as before the error";
}

TEST_P(Arithmetic, MinimumAndMaximumAreThoseOfIEEE754In2019) {
  Storage x = line<double>({0.0, -0.0, nan, 1, -inf}), y = line<double>({-0.0, 0.0, 1, nan, inf});
  std::vector<double> least = valuesOf<double>(gtjit::min(x, y));
  std::vector<double> greatest = valuesOf<double>(gtjit::max(x, y));
  EXPECT_TRUE(std::signbit(least[0]) && std::signbit(least[1]));
  EXPECT_FALSE(std::signbit(greatest[0]) || std::signbit(greatest[1]));
  EXPECT_TRUE(std::isnan(least[2]) && std::isnan(least[3]) && std::isnan(greatest[2]) &&
              std::isnan(greatest[3]));
  EXPECT_EQ(least[4], -inf);
  EXPECT_EQ(greatest[4], inf);
}

TEST_P(Arithmetic, ComparisonsWithNaNAreFalseButForUnequal) {
  Storage x = line<double>({nan, 1}), y = line<double>({nan, 1});
  EXPECT_THAT(valuesOf<bool>(x == y), ElementsAre(false, true));
  EXPECT_THAT(valuesOf<bool>(x != y), ElementsAre(true, false));
  EXPECT_THAT(valuesOf<bool>(x < y), ElementsAre(false, false));
  EXPECT_THAT(valuesOf<bool>(x <= y), ElementsAre(false, true));
  EXPECT_THAT(valuesOf<bool>(x > y), ElementsAre(false, false));
  EXPECT_THAT(valuesOf<bool>(x >= y), ElementsAre(false, true));
}

TEST_P(Arithmetic, ProductsAreNotContractedIntoSums) {
  double x = 1 + std::ldexp(1.0, -30), product = x * x;
  Storage s = line<double>({x});
  EXPECT_EQ(valuesOf<double>(s * s - product)[0], 0.0); // a fused one leaves 2^-60
}

TEST_P(Arithmetic, DenormalsAreKept) {
  double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_THAT(valuesOf<double>(line<double>({tiny}) * 3.0), ElementsAre(3 * tiny));
  float tinyFloat = std::numeric_limits<float>::denorm_min();
  EXPECT_THAT(valuesOf<float>(line<float>({tinyFloat}) + line<float>({tinyFloat})),
              ElementsAre(2 * tinyFloat));
}

TEST_P(Arithmetic, SquareRootIsCorrectlyRounded) {
  std::vector<double> values = valuesOf<double>(sqrt(line<double>({2, -0.0, -1, inf})));
  EXPECT_EQ(values[0], std::sqrt(2.0));
  EXPECT_TRUE(values[1] == 0 && std::signbit(values[1]));
  EXPECT_TRUE(std::isnan(values[2]));
  EXPECT_EQ(values[3], inf);
}

} // namespace
