//===- ConversionsTest.cpp - Casts and floats of two bytes ----------------===//
//
// Edges of conversions against values worked out by hand, and every bit pattern
// of f16 and bf16.
//
//===----------------------------------------------------------------------===//
#include "RowPrograms.h"

#include <cmath>
#include <limits>

using namespace gtcompiler::testing;
using gtjit::BFloat16, gtjit::Float16;

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
template <class T> using Limits = std::numeric_limits<T>;

/// All ways, and one for a machine without instructions that convert f16.
std::vector<Way> waysOfHalfs() {
  std::vector<Way> ways = allWays();
  ways.push_back({"AVX2 without F16C", "x86-64-v3", gtcompiler::CodeGenLevel::HandPicked, "-f16c"});
  return ways;
}
} // namespace

/// 16-bit floats by their bits; every NaN alike.
template <class T> static std::vector<int> bitsOf(const std::vector<T> &values) {
  std::vector<int> bits;
  for (T value : values)
    bits.push_back(std::isnan(float(value)) ? -1 : value.bits);
  return bits;
}

template <class T> static std::vector<T> allPatterns() {
  std::vector<T> all;
  for (unsigned bits = 0; bits < 65536; ++bits)
    all.push_back(T::fromBits(static_cast<std::uint16_t>(bits)));
  return all;
}

TEST(Conversions, FloatsSaturateInIntegersOfEveryWidth) {
  std::vector<double> x = {0,      -0.9,   1.9,          -1.9,         127.9,
                           128,    255.5,  256,          -128.5,       -129,
                           65536,  -40000, 4294967295.5, 4294967296.0, 1.8446744073709550e19,
                           2e19,   -1e30,  kInf,         -kInf,        kNaN,
                           9.3e18, -9.3e18};
  for (const Way &way : allWays()) {
    SCOPED_TRACE(way.name);
    auto expect = [&]<class T>(T) {
      std::vector<T> got = convertRow<T>(x, way);
      for (std::size_t at = 0; at < x.size(); ++at) {
        double whole = std::trunc(x[at]);
        double end = std::ldexp(1.0, Limits<T>::digits);
        T expected = std::isnan(whole)                   ? T(0)
                     : whole >= end                      ? Limits<T>::max()
                     : whole <= double(Limits<T>::min()) ? Limits<T>::min()
                                                         : T(whole);
        EXPECT_EQ(got[at], expected) << elementName<T>() << ' ' << x[at];
      }
    };
    expect(std::int8_t()), expect(std::int16_t()), expect(std::int32_t()), expect(std::int64_t());
    expect(std::uint8_t()), expect(std::uint16_t()), expect(std::uint32_t());
    expect(std::uint64_t());
  }
}

TEST(Conversions, IntegersWrapAndKeepTheirSign) {
  std::vector<std::int32_t> x = {0, 1, -1, 127, 128, 255, 256, -129, 65535, Limits<int>::min()};
  for (const Way &way : allWays()) {
    auto i8 = convertRow<std::int8_t>(x, way);
    auto u16 = convertRow<std::uint16_t>(x, way);
    auto u64 = convertRow<std::uint64_t>(x, way);
    auto narrow = convertRow<std::int64_t>(convertRow<std::uint8_t>(x, way), way);
    for (std::size_t at = 0; at < x.size(); ++at) {
      EXPECT_EQ(i8[at], static_cast<std::int8_t>(x[at]));
      EXPECT_EQ(u16[at], static_cast<std::uint16_t>(x[at]));
      EXPECT_EQ(u64[at], static_cast<std::uint64_t>(std::int64_t(x[at])));
      EXPECT_EQ(narrow[at], static_cast<std::uint8_t>(x[at])) << "an unsigned byte has no sign";
    }
  }
}

TEST(Conversions, UnsignedIntegersAboveTheSignedOnesAreRoundedOnce) {
  std::vector<std::uint64_t> x = {
      0, Limits<std::uint64_t>::max(), 1ull << 63, (1ull << 63) + 1025, (1ull << 53) + 1, 16777217};
  for (const Way &way : allWays()) {
    auto f64 = convertRow<double>(x, way);
    auto f32 = convertRow<float>(x, way);
    for (std::size_t at = 0; at < x.size(); ++at) {
      EXPECT_EQ(f64[at], double(x[at])) << x[at];
      EXPECT_EQ(f32[at], float(x[at])) << x[at];
    }
  }
}

TEST(Conversions, DoublesAreRoundedOnceToTwoBytes) {
  // Just above and below ties, where rounding to f32 first would make a tie.
  std::vector<double> x = {1 + 0x1p-11 + 0x1p-40,
                           1 + 0x1p-11 - 0x1p-40,
                           1 + 0x1p-11,
                           1 + 3 * 0x1p-11 - 0x1p-40,
                           1 + 0x1p-8 + 0x1p-45,
                           1 + 0x1p-8 - 0x1p-45,
                           65519.99999999,
                           65520,
                           65504,
                           -65520.0000001,
                           0x1p-25,
                           0x1p-25 + 0x1p-70,
                           0x1p-24,
                           3 * 0x1p-26,
                           0x1p-134,
                           0x1p-134 + 0x1p-180,
                           0x1p-133,
                           1e-320,
                           3.4e38,
                           3.3961775292304957e38,
                           1e300,
                           -1e300,
                           kInf,
                           -kInf,
                           kNaN,
                           -0.0};
  for (const Way &way : waysOfHalfs()) {
    SCOPED_TRACE(way.name);
    std::vector<Float16> f16;
    std::vector<BFloat16> bf16;
    for (double value : x) {
      f16.push_back(Float16(value));
      bf16.push_back(BFloat16(value));
    }
    EXPECT_EQ(bitsOf(convertRow<Float16>(x, way)), bitsOf(f16));
    EXPECT_EQ(bitsOf(convertRow<BFloat16>(x, way)), bitsOf(bf16));
  }
}

template <class T> static void expectEveryPattern(const Way &way) {
  std::vector<T> all = allPatterns<T>();
  std::string type = elementName<T>();
  std::vector<float> wide = convertRow<float>(all, way);
  std::vector<int> back = bitsOf(convertRow<T>(wide, way));
  for (unsigned bits = 0; bits < 65536; ++bits) {
    float value = all[bits];
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(wide[bits]));
      continue;
    }
    EXPECT_EQ(wide[bits], value) << bits;
    EXPECT_EQ(back[bits], int(bits));
  }
  auto check = [&](const char *mnemonic, float (*operation)(float)) {
    std::vector<T> expected;
    for (T value : all)
      expected.push_back(T(operation(value)));
    EXPECT_EQ(
        bitsOf(computeRow<T>("%r = gt." + std::string(mnemonic) + " %a : (" + type + ") -> " + type,
                             all, all, way)),
        bitsOf(expected))
        << mnemonic;
  };
  check("sqrt", [](float x) { return std::sqrt(x); });
  check("neg", [](float x) { return -x; });
  check("abs", [](float x) { return std::fabs(x); });
  check("round", [](float x) { return std::nearbyint(x); });
  check("floor", [](float x) { return std::floor(x); });
  check("exp", [](float x) { return gtjit::detail::mathExp(x); });
}

TEST(Conversions, EveryOperationOnTwoByteFloatsIsThatOfF32Rounded) {
  for (const Way &way : waysOfHalfs()) {
    SCOPED_TRACE(way.name);
    expectEveryPattern<Float16>(way);
    expectEveryPattern<BFloat16>(way);
  }
}

TEST(Conversions, AChainOnTwoByteFloatsIsRoundedAfterEveryOperation) {
  std::vector<Float16> a, b, expected;
  for (unsigned bits = 0; bits < 65536; bits += 7) {
    a.push_back(Float16::fromBits(static_cast<std::uint16_t>(bits)));
    b.push_back(Float16::fromBits(static_cast<std::uint16_t>(bits * 31 + 5)));
    Float16 product(float(a.back()) * float(b.back()));
    expected.push_back(Float16(float(product) + float(a.back())));
  }
  std::string body = "%p = gt.mul %a, %b : (f16, f16) -> f16\n"
                     "%r = gt.add %p, %a : (f16, f16) -> f16";
  for (const Way &way : waysOfHalfs())
    EXPECT_EQ(bitsOf(computeRow<Float16>(body, a, b, way)), bitsOf(expected)) << way.name;
}
