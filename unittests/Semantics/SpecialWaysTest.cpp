//===- SpecialWaysTest.cpp - Operations that have a way of their own ------===//
//
// Powers by some numbers, shifts by numbers, least and greatest values beside bytes: what is
// computed otherwise than the table says has the values that it says.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace gtjit;
using testing::ElementsAre;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class SpecialWays : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(SpecialWays);

double at1(const Field &field) { return valuesOf<double>(field)[0]; }

TEST_P(SpecialWays, PowersByNumbersThatNeedNoMathFunction) {
  double x = 1.1, square = x * x;
  Field f = line<double>({x});
  EXPECT_EQ(at1(pow(f, 2.0)), square);
  EXPECT_EQ(at1(pow(f, 3.0)), square * x);
  EXPECT_EQ(at1(pow(f, -1.0)), 1.0 / x);
  EXPECT_EQ(at1(pow(f, -1)), 1.0 / x);
  EXPECT_EQ(at1(pow(f, 0.5)), std::sqrt(x));
  EXPECT_EQ(at1(pow(f, 1.5)), x * std::sqrt(x));
  EXPECT_EQ(pow(line<float>({2}), 0.5).dtype(), F32);
  EXPECT_EQ(pow(Field(2.0), 0.5).item<double>(), std::sqrt(2.0));
  std::vector<double> edges{0.0, -0.0, inf, -inf, 5e-324, -1.0, 1e308};
  for (double exponent : {0.5, 1.5, -1.0, 2.0, 3.0})
    for (double edge : edges) {
      double result = at1(pow(line<double>({edge}), exponent)), expected = std::pow(edge, exponent);
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(result)) << edge << ' ' << exponent;
      else
        EXPECT_EQ(std::bit_cast<std::uint64_t>(result), std::bit_cast<std::uint64_t>(expected))
            << edge << ' ' << exponent;
    }
}

TEST_P(SpecialWays, ShiftsByOneNumberOfEitherKind) {
  Field x = line<std::int32_t>({-9, 9}), y = line<std::uint32_t>({0x80000001u, 6});
  for (std::int32_t count : {0, 1, 31, 32, 40, -1}) {
    Field n = Field(count);
    bool isPlace = count >= 0 && count < 32;
    auto left = [&](std::int32_t a) {
      return isPlace ? static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << count) : 0;
    };
    auto right = [&](std::int32_t a) { return a >> (isPlace ? count : 31); };
    EXPECT_THAT(valuesOf<std::int32_t>(bitwise_xor(shift_left(x, n), shift_right(x, n))),
                ElementsAre(left(-9) ^ right(-9), left(9) ^ right(9)))
        << count;
    if (count >= 0) {
      EXPECT_THAT(valuesOf<std::uint32_t>(shift_right(y, count)),
                  ElementsAre(isPlace ? 0x80000001u >> count : 0, isPlace ? 6u >> count : 0))
          << count;
    }
  }
}

// Eight doubles go with eight bytes, which fill no register.
TEST_P(SpecialWays, LeastAndGreatestValuesBesideBytes) {
  const double values[] = {0.0, -0.0, 1.5, -1.5, inf, -inf, nan};
  constexpr std::int64_t count = 49;
  Storage x = zeros<double>({I(0, count)}), y = like(x), least = like(x), greatest = like(x);
  Storage mask = zeros<bool>({I(0, count)}), bytes = zeros<std::uint8_t>({I(0, count)});
  {
    auto a = x.write<double>(), b = y.write<double>();
    auto m = mask.write<bool>();
    for (std::int64_t n = 0; n < count; ++n) {
      a(n) = values[n / 7];
      b(n) = values[n % 7];
      m(n) = n % 3 != 0;
    }
  }
  update({{least, where(mask, min(x, y), x)}, {greatest, where(mask, max(x, y), x)}});
  bytes[whole] = astype(max(min(x, y), 0.0) + 1.0, U8);
  auto low = least.read<double>(), high = greatest.read<double>();
  auto byte = bytes.read<std::uint8_t>();
  for (std::int64_t n = 0; n < count; ++n) {
    double a = values[n / 7], b = values[n % 7];
    bool isAnyNaN = std::isnan(a) || std::isnan(b), isTaken = n % 3 != 0;
    double lesser = std::signbit(a) == std::signbit(b) ? std::fmin(a, b) : std::signbit(a) ? a : b;
    double greater = std::signbit(a) == std::signbit(b) ? std::fmax(a, b) : std::signbit(a) ? b : a;
    auto expect = [&](double result, double chosen) {
      double expected = !isTaken ? a : isAnyNaN ? nan : chosen;
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(result)) << a << ' ' << b;
      else
        EXPECT_EQ(std::bit_cast<std::uint64_t>(result), std::bit_cast<std::uint64_t>(expected))
            << a << ' ' << b;
    };
    expect(low(n), lesser);
    expect(high(n), greater);
    double sum = isAnyNaN ? 0.0 : std::fmax(lesser, 0.0) + 1.0; // NaN is 0
    EXPECT_EQ(byte(n), sum > 255 ? 255 : static_cast<int>(sum)) << a << ' ' << b;
  }
}

} // namespace
