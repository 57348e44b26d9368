//===- Float16Test.cpp - Floats of two bytes ------------------------------===//
//
// Every value, and the rounding of values between them, against a definition
// by the neighbours in sorted order.
//
//===----------------------------------------------------------------------===//

#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <sstream>
#include <unordered_set>

using namespace gtjit;

namespace {

template <class T> class TwoByteFloats : public testing::Test {};
using Both = testing::Types<Float16, BFloat16>;
TYPED_TEST_SUITE(TwoByteFloats, Both);

template <class T> constexpr std::uint16_t infinityBits = T(HUGE_VAL).bits;

TYPED_TEST(TwoByteFloats, AreUnchangedByAWayThroughWiderTypes) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    auto value = TypeParam::fromBits(static_cast<std::uint16_t>(bits));
    float wide = value;
    if (std::isnan(wide)) {
      EXPECT_GT(bits & 0x7fff, infinityBits<TypeParam>);
      EXPECT_TRUE(std::isnan(static_cast<float>(TypeParam(wide))));
    } else {
      EXPECT_EQ(TypeParam(wide).bits, bits);
      EXPECT_EQ(TypeParam(static_cast<double>(wide)).bits, bits);
    }
  }
}

// Between each value and the next: the middle goes to the even one, and what
// is next to the middle, in f64, to its side. A way through f32 would round
// twice and fail here.
TYPED_TEST(TwoByteFloats, RoundOnceToNearestEven) {
  for (unsigned bits = 0; bits < infinityBits<TypeParam>; ++bits) {
    auto below = TypeParam::fromBits(static_cast<std::uint16_t>(bits));
    auto above = TypeParam::fromBits(static_cast<std::uint16_t>(bits + 1));
    double low = below, high = above;
    if (std::isinf(high)) // the next value, were there no limit
      high = low + (low - static_cast<double>(TypeParam::fromBits(bits - 1)));
    double middle = (low + high) / 2;
    unsigned even = bits % 2 == 0 ? bits : bits + 1;
    for (double sign : {1.0, -1.0}) {
      unsigned signBit = sign < 0 ? 0x8000 : 0;
      EXPECT_EQ(TypeParam(sign * middle).bits, even | signBit);
      EXPECT_EQ(TypeParam(sign * std::nextafter(middle, 0.0)).bits, bits | signBit);
      EXPECT_EQ(TypeParam(sign * std::nextafter(middle, HUGE_VAL)).bits, (bits + 1) | signBit);
    }
  }
}

TYPED_TEST(TwoByteFloats, RoundAlikeInEveryRoundingMode) {
  for (int mode : {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    volatile double third = 0x1.5555555555555p-2;
    EXPECT_EQ(static_cast<float>(TypeParam(third)),
              (std::is_same_v<TypeParam, Float16> ? 0x1.554p-2f : 0x1.56p-2f));
    std::fesetround(FE_TONEAREST);
  }
}

TYPED_TEST(TwoByteFloats, HandleSpecialValues) {
  EXPECT_EQ(TypeParam(std::numeric_limits<double>::denorm_min()).bits, 0);
  EXPECT_EQ(TypeParam(-0.0).bits, 0x8000);
  EXPECT_EQ(TypeParam(-HUGE_VAL).bits, infinityBits<TypeParam> | 0x8000);
  EXPECT_EQ(TypeParam(std::numeric_limits<double>::max()).bits, infinityBits<TypeParam>);
  // A signalling NaN whose payload is lost stays a NaN.
  EXPECT_TRUE(
      std::isnan(static_cast<float>(TypeParam(__builtin_bit_cast(double, 0x7ff0000000000001)))));
  EXPECT_EQ(static_cast<float>(TypeParam(true)), 1.0f);
  EXPECT_EQ(static_cast<float>(TypeParam(-3)), -3.0f);
}

TEST(Float16, HasTheValuesOfBinary16) {
  EXPECT_EQ(static_cast<float>(Float16::fromBits(0x7bff)), 65504.0f);
  EXPECT_EQ(static_cast<float>(Float16::fromBits(0x0400)), 0x1p-14f);
  EXPECT_EQ(static_cast<float>(Float16::fromBits(0x8001)), -0x1p-24f);
  EXPECT_EQ(static_cast<float>(Float16::fromBits(0x3555)), 0x1.554p-2f);
  EXPECT_EQ(Float16(65520).bits, 0x7c00);
  EXPECT_EQ(Float16(65519.99).bits, 0x7bff);
}

TEST(BFloat16, HasTheValuesOfTheUpperHalfOfAFloat) {
  EXPECT_EQ(static_cast<float>(BFloat16::fromBits(0x7f7f)), 0x1.fep127f);
  EXPECT_EQ(static_cast<float>(BFloat16::fromBits(0x0001)), 0x1p-133f);
  EXPECT_EQ(BFloat16(3.14159274f).bits, 0x4049);
  // 16777217 becomes a float first, then 2^24.
  EXPECT_EQ(BFloat16((std::int64_t(1) << 40) + (std::int64_t(1) << 32) + 1).bits,
            BFloat16(0x1p40f + 0x1p32f).bits);
}

// Arithmetic of C++ is float's, also where fields' operators could be meant.
TEST(Float16, ComputesAsFloat) {
  Float16 a(1.5), b(2.5);
  static_assert(std::is_same_v<decltype(a + b), float>);
  EXPECT_EQ(a + b, 4.0f);
  EXPECT_EQ(a * BFloat16(2), 3.0f);
  EXPECT_TRUE(a < b && a != b && -a == Float16(-1.5) && a == 1.5);
  static_assert(std::is_same_v<decltype(a + 1), float>);
  static_assert(std::is_same_v<decltype(2.0 * a), double>);
  EXPECT_EQ(std::abs(-a), 1.5f);
  EXPECT_EQ(std::pow(a, 2), 2.25f);
  EXPECT_EQ(std::max(a, b), b);
  a += 1, a *= 2.0, a -= b, a /= BFloat16(0.5);
  EXPECT_EQ(a, 5.0f);
  EXPECT_EQ(Float16(BFloat16(3)), Float16(3));
  EXPECT_EQ(BFloat16(Float16(3)), BFloat16(3));
}

TEST(Float16, IsPrintedAsItsValue) {
  std::ostringstream text;
  text << Float16(1.5) << ' ' << BFloat16(-2);
  EXPECT_EQ(text.str(), "1.5 -2");
}

TYPED_TEST(TwoByteFloats, HashAsTheyCompare) {
  std::unordered_set<TypeParam> values{TypeParam(1), TypeParam(1.0), TypeParam(0.0),
                                       TypeParam(-0.0)};
  EXPECT_EQ(values.size(), 2u);
}

// By their definitions, which float's limits have too.
TYPED_TEST(TwoByteFloats, HaveLimits) {
  using Limits = std::numeric_limits<TypeParam>;
  static_assert(Limits::is_specialized && !Limits::is_integer && Limits::is_signed);
  static_assert(std::numeric_limits<const TypeParam>::digits == Limits::digits);
  float one = 1.0f, greatest = Limits::max(), least = Limits::min();
  EXPECT_EQ(TypeParam(one + Limits::epsilon()).bits, TypeParam(one).bits + 1);
  EXPECT_EQ(Limits::epsilon(), std::ldexp(1.0f, 1 - Limits::digits));
  EXPECT_EQ(greatest, std::ldexp(2.0f - Limits::epsilon(), Limits::max_exponent - 1));
  EXPECT_EQ(Limits::lowest(), -greatest);
  EXPECT_EQ(TypeParam::fromBits(static_cast<std::uint16_t>(Limits::max().bits + 1)),
            Limits::infinity());
  EXPECT_TRUE(std::isinf(static_cast<float>(Limits::infinity())));
  EXPECT_EQ(least, std::ldexp(1.0f, Limits::min_exponent - 1));
  EXPECT_EQ(Limits::denorm_min(), std::ldexp(least, 1 - Limits::digits));
  EXPECT_EQ(Limits::round_error(), 0.5f);
  EXPECT_TRUE(std::isnan(static_cast<float>(Limits::quiet_NaN())));
  EXPECT_TRUE(std::isnan(static_cast<float>(Limits::signaling_NaN())));
  EXPECT_NE(Limits::quiet_NaN().bits, Limits::signaling_NaN().bits);
  const double log2 = std::log10(2.0);
  EXPECT_EQ(Limits::digits10, std::floor((Limits::digits - 1) * log2));
  EXPECT_EQ(Limits::max_digits10, std::ceil(1 + Limits::digits * log2));
  EXPECT_EQ(Limits::max_exponent10, std::floor(std::log10(greatest)));
  EXPECT_EQ(Limits::min_exponent10, std::ceil(std::log10(least)));
}

} // namespace
