//===- MathTableTest.cpp - The math table and edges of its functions ------===//
//
// What the table holds on which machine, and the values of functions at the
// ends of their ranges.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Math/Math.h"

#include "gtjit/Error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace gtjit;
using namespace gtjit::detail;
using gtabi::MathFunction;
using gtabi::MathVariant;

namespace {

/// Largest error in units of the last place against long double.
template <class T>
double largestError(T (*function)(T), long double (*exact)(long double), T from, T to) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<T> draw(from, to);
  double worst = 0;
  for (int n = 0; n < 100000; ++n) {
    T x = draw(random), got = function(x);
    long double want = exact(x);
    T rounded = static_cast<T>(want);
    long double ulp = std::nextafter(std::fabs(rounded), std::numeric_limits<T>::infinity()) -
                      static_cast<long double>(std::fabs(rounded));
    worst = std::max(worst, static_cast<double>(std::fabs(got - want) / ulp));
  }
  return worst;
}

TEST(MathTable, FunctionsAreWithinOneUnitOfTheLastPlace) {
  EXPECT_LT(largestError<double>(mathExp, std::exp, -700.0, 700.0), 1.0);
  EXPECT_LT(largestError<double>(mathExp, std::exp, -1.0, 1.0), 1.0);
  EXPECT_LT(largestError<double>(mathLog, std::log, 0.5, 2.0), 1.0);
  EXPECT_LT(largestError<double>(mathLog, std::log, 1e-300, 1e300), 1.0);
  EXPECT_LT(largestError<float>(mathExp, std::exp, -87.0f, 88.0f), 1.0);
  EXPECT_LT(largestError<float>(mathLog, std::log, 1e-30f, 1e30f), 1.0);
}

TEST(MathTable, FunctionsAreTotal) {
  double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(mathExp(-inf), 0.0);
  EXPECT_EQ(mathExp(inf), inf);
  EXPECT_EQ(mathExp(0.0), 1.0);
  EXPECT_EQ(mathExp(1e6), inf);
  EXPECT_EQ(mathLog(0.0), -inf);
  EXPECT_EQ(mathLog(-0.0), -inf);
  EXPECT_EQ(mathLog(inf), inf);
  EXPECT_EQ(mathLog(1.0), 0.0);
  EXPECT_TRUE(std::isnan(mathLog(-1.0)));
  EXPECT_TRUE(std::isnan(mathExp(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_NEAR(mathLog(std::numeric_limits<double>::denorm_min()), -744.4400719213812, 1e-12);
}

/// x, and what the functions of it must be to three units of the last place.
template <class T> void expectNear(T got, long double want) {
  T rounded = static_cast<T>(want);
  EXPECT_NEAR(got, rounded, 3 * std::numeric_limits<T>::epsilon() * std::fabs(rounded));
}

TEST(MathTable, FunctionsReachToTheEndsOfTheirRange) {
  constexpr double most = std::numeric_limits<double>::max();
  constexpr float mostFloat = std::numeric_limits<float>::max();
  expectNear(mathSinh(-710.4), sinhl(-710.4));
  expectNear(mathCosh(710.4), coshl(710.4));
  expectNear(mathSinh(89.2f), sinhl(89.2f));
  expectNear(mathCosh(-89.2f), coshl(89.2f));
  EXPECT_EQ(mathSinh(-711.0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(mathCosh(89.5f), std::numeric_limits<float>::infinity());
  expectNear(mathAsinh(-most), asinhl(-static_cast<long double>(most)));
  expectNear(mathAcosh(most), acoshl(most));
  expectNear(mathAsinh(mostFloat), asinhl(mostFloat));
  expectNear(mathAcosh(mostFloat), acoshl(mostFloat));
  expectNear(mathLog1p(most), log1pl(most));
  expectNear(mathLog1p(mostFloat), log1pl(mostFloat));
  expectNear(mathLog1p(1e-310), 1e-310L);
  EXPECT_TRUE(std::signbit(mathLog1p(-0.0)));
  EXPECT_TRUE(std::signbit(mathTgamma(-200.5)));
  EXPECT_EQ(mathTgamma(-1e10 - 0.5), 0.0);
  EXPECT_TRUE(std::isnan(mathTgamma(-300.0)));
  for (double x : {-169.14168098924407, -172.00300562216327, -176.99999999999997})
    EXPECT_NEAR(mathTgamma(x), static_cast<double>(tgammal(x)),
                3 * std::max(1e-16 * std::fabs(tgammal(x)), 0x1p-1074L));
  EXPECT_EQ(mathTgamma(-37.999996185302734f), static_cast<float>(tgammal(-37.999996185302734f)));
  expectNear(mathLgamma(-2.4570248126983643f), lgammal(-2.4570248126983643f));
  expectNear(mathLgamma(2.5e305), lgammal(2.5e305));
  expectNear(mathLgamma(4.08e36f), lgammal(4.08e36f));
}

TEST(MathTable, TrigonometricFunctionsKeepSignsAndEdges) {
  using Function = double (*)(double);
  constexpr double inf = std::numeric_limits<double>::infinity(), pi = 0x1.921fb54442d18p+1;
  for (Function function : std::initializer_list<Function>{mathSin, mathTan, mathAsin, mathAtan,
                                                           mathAsinh, mathAtanh, mathCbrt}) {
    EXPECT_TRUE(std::signbit(function(-0.0)));
  }
  for (Function function : std::initializer_list<Function>{mathSin, mathCos, mathTan})
    EXPECT_TRUE(std::isnan(function(inf)));
  EXPECT_EQ(mathSin(0x1.0p1000), std::sin(0x1.0p1000));
  EXPECT_EQ(mathAtan(-inf), -pi / 2);
  EXPECT_EQ(mathAtan2(0.0, -0.0), pi);
  EXPECT_EQ(mathAtan2(-0.0, -1.0), -pi);
  EXPECT_TRUE(std::signbit(mathAtan2(-0.0, 0.0)));
  EXPECT_EQ(mathAtan2(inf, inf), pi / 4);
  EXPECT_EQ(mathAtan2(1.0, -inf), pi);
  EXPECT_EQ(mathHypot(-inf, std::numeric_limits<double>::quiet_NaN()), inf);
  EXPECT_EQ(mathHypot(3e-310, 4e-310), 5e-310);
  EXPECT_EQ(mathCbrt(-inf), -inf);
  EXPECT_EQ(mathAcos(1.0), 0.0);
  EXPECT_EQ(mathAtanh(-1.0), -inf);
  for (double bad :
       {mathAcosh(0.5), mathAcosh(-3e5), mathAsin(1.5), mathAcos(-1.5), mathAtanh(2.0)})
    EXPECT_TRUE(std::isnan(bad));
}

TEST(MathTable, ErrorFunctionsAndGammaFunctionsKeepSignsAndEdges) {
  constexpr double inf = std::numeric_limits<double>::infinity(),
                   nan = std::numeric_limits<double>::quiet_NaN(),
                   tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(std::signbit(mathErf(-0.0)));
  EXPECT_EQ(mathErf(-inf), -1.0);
  EXPECT_EQ(mathErf(tiny), tiny);
  EXPECT_EQ(mathErf(5.9), 1.0 - 0x1p-53);
  EXPECT_EQ(mathErf(6.0), 1.0);
  EXPECT_EQ(mathErfc(-0.0), 1.0);
  EXPECT_EQ(mathErfc(-inf), 2.0);
  EXPECT_EQ(mathErfc(inf), 0.0);
  EXPECT_EQ(mathErfc(27.0), std::erfc(27.0)); // denormal
  EXPECT_EQ(mathErfc(27.3), 0.0);
  EXPECT_EQ(mathErfc(10.05f), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(mathErfc(10.1f), 0.0f);
  for (int n = 1, factorial = 1; n < 13; factorial *= n++)
    EXPECT_EQ(mathTgamma(static_cast<double>(n)), factorial);
  EXPECT_EQ(mathTgamma(0.0), inf);
  EXPECT_EQ(mathTgamma(-0.0), -inf);
  EXPECT_EQ(mathTgamma(-tiny), -inf);
  EXPECT_EQ(mathTgamma(1e-300), 1.0 / 1e-300);
  EXPECT_EQ(mathTgamma(171.7), inf);
  expectNear(mathTgamma(171.6), tgammal(171.6));
  expectNear(mathTgamma(35.04f), tgammal(35.04f));
  EXPECT_EQ(mathLgamma(1.0), 0.0);
  EXPECT_EQ(mathLgamma(2.0), 0.0);
  EXPECT_EQ(mathLgamma(3e305), inf);
  expectNear(mathLgamma(-1e-300), logl(1e300L));
  expectNear(mathLgamma(-1e10 - 0.5), lgammal(-1e10L - 0.5L));
  for (double pole : {0.0, -0.0, -1.0, -300.0, -0x1p60, -inf, inf})
    EXPECT_EQ(mathLgamma(pole), inf);
  for (double bad : {mathErf(nan), mathErfc(nan), mathTgamma(nan), mathLgamma(nan),
                     mathTgamma(-inf), mathTgamma(-1.0), mathTgamma(-0x1p60)})
    EXPECT_TRUE(std::isnan(bad));
}

TEST(MathTable, ALaneDoesNotSeeGreatAnglesInOthers) {
  // A vector with one great angle, and the scalars.
  const double x[4] = {0.5, 1e300, -3.0, std::numeric_limits<double>::infinity()};
  using Vector = double __attribute__((vector_size(16)));
  void *entry = const_cast<void *>(mathTable()[mathIndex(MathFunction::Sin, MathVariant::F64x2)]);
  auto sine = reinterpret_cast<Vector (*)(Vector)>(entry);
  for (int n = 0; n < 4; n += 2) {
    Vector got = sine(Vector{x[n], x[n + 1]});
    EXPECT_EQ(got[0], mathSin(x[n]));
    EXPECT_TRUE(got[1] == mathSin(x[n + 1]) || std::isnan(x[n + 1] - x[n + 1]));
  }
}

TEST(MathTable, FmodIsExactForEveryQuotient) {
  constexpr double most = std::numeric_limits<double>::max(),
                   inf = std::numeric_limits<double>::infinity();
  std::mt19937_64 random(3);
  for (int n = 0; n < 100000; ++n) {
    std::uint64_t bits[2] = {random(), random()};
    double x, y;
    std::memcpy(&x, &bits[0], 8);
    std::memcpy(&y, &bits[1], 8);
    double want = std::fmod(x, y), got = mathFmod(x, y);
    ASSERT_TRUE(std::memcmp(&want, &got, 8) == 0 || (std::isnan(want) && std::isnan(got)))
        << x << ' ' << y;
    float xf = static_cast<float>(bits[0] >> 40) * 0x1p-20f, yf;
    std::memcpy(&yf, &bits[1], 4);
    float wantFloat = std::fmod(xf, yf), gotFloat = mathFmod(xf, yf);
    ASSERT_TRUE(std::memcmp(&wantFloat, &gotFloat, 4) == 0 ||
                (std::isnan(wantFloat) && std::isnan(gotFloat)))
        << xf << ' ' << yf;
  }
  EXPECT_EQ(mathFmod(most, std::numeric_limits<double>::denorm_min()), 0.0);
  EXPECT_EQ(mathFmod(most, 3e-320), std::fmod(most, 3e-320));
  EXPECT_EQ(mathFmod(-7.5, 2.0), -1.5);
  EXPECT_EQ(mathFmod(7.5, -inf), 7.5);
  EXPECT_TRUE(std::signbit(mathFmod(-4.0, 2.0)));
  EXPECT_TRUE(std::isnan(mathFmod(inf, 2.0)));
  EXPECT_TRUE(std::isnan(mathFmod(1.0, 0.0)));
}

TEST(MathTable, ModAndFloorDivideFollowTheDivisor) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(mathMod(-7.0, 3.0), 2.0);
  EXPECT_EQ(mathMod(7.0, -3.0), -2.0);
  EXPECT_EQ(mathMod(-1.0, inf), inf);
  EXPECT_TRUE(std::signbit(mathMod(6.0, -3.0)));
  EXPECT_FALSE(std::signbit(mathMod(-6.0, 3.0)));
  EXPECT_TRUE(std::isnan(mathMod(1.0, 0.0)));
  EXPECT_EQ(mathFloorDivide(-7.0, 3.0), -3.0);
  EXPECT_EQ(mathFloorDivide(7.0, -3.0), -3.0);
  EXPECT_EQ(mathFloorDivide(-1.0, inf), -1.0);
  EXPECT_EQ(mathFloorDivide(1.0f, 0.1f), 9.0f);
  EXPECT_EQ(mathFloorDivide(-1.0, 0.0), -inf);
  EXPECT_TRUE(std::signbit(mathFloorDivide(-0.0, 3.0)));
  EXPECT_TRUE(std::isnan(mathFloorDivide(inf, 3.0)));
}

TEST(MathTable, EntriesThatNeedWiderVectorsAreNull) {
  const void *const *narrow = mathTable({.avx2 = true, .fma = true, .avx512 = false});
  for (unsigned n = 0; n < gtabi::kMathFunctions; ++n) {
    auto function = static_cast<MathFunction>(n);
    EXPECT_EQ(narrow[mathIndex(function, MathVariant::F64x8)], nullptr);
    EXPECT_EQ(narrow[mathIndex(function, MathVariant::F32x16)], nullptr);
    EXPECT_NE(narrow[mathIndex(function, MathVariant::F64x4)], nullptr);
    EXPECT_NE(narrow[mathIndex(function, MathVariant::F32x1)], nullptr);
  }
}

TEST(MathTable, OlderProcessorsAreRefusedByName) {
  try {
    mathTable({.avx2 = true, .fma = false, .avx512 = false});
    FAIL() << "expected a DeviceError";
  } catch (const DeviceError &error) {
    EXPECT_EQ(error.message(),
              "gtjit needs a processor with AVX2 and FMA, this one has no FMA: its "
              "results would differ in their last bits");
  }
  EXPECT_THROW(mathTable({.avx2 = false, .fma = true, .avx512 = false}), DeviceError);
  EXPECT_THROW(mathTable(MathFeatures{}), DeviceError);
}

} // namespace
