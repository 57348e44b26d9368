//===- MathTableTest.cpp - The same bits at every width -------------------===//
//
// Calls every variant of every math function through its table as kernels do,
// compares bits with the scalar variant, and its values with long double.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Math/Math.h"

#include "gtjit/Error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <immintrin.h>
#include <limits>
#include <random>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;
using gtabi::MathFunction;
using gtabi::MathVariant;

namespace {

// One call per vector; the attribute lets this file hold code that not every
// machine can run.
#define GTJIT_CALL(NAME, VECTOR, SCALAR, FEATURES, LOAD, STORE)                                    \
  __attribute__((target(FEATURES))) void NAME(const void *entry, const SCALAR *in, SCALAR *out) {  \
    auto function = reinterpret_cast<VECTOR (*)(VECTOR)>(const_cast<void *>(entry));               \
    STORE(out, function(LOAD(in)));                                                                \
  }
GTJIT_CALL(call2, __m128d, double, "avx2,fma", _mm_loadu_pd, _mm_storeu_pd)
GTJIT_CALL(call4, __m256d, double, "avx2,fma", _mm256_loadu_pd, _mm256_storeu_pd)
GTJIT_CALL(call8, __m512d, double, "avx512f", _mm512_loadu_pd, _mm512_storeu_pd)
GTJIT_CALL(call4f, __m128, float, "avx2,fma", _mm_loadu_ps, _mm_storeu_ps)
GTJIT_CALL(call8f, __m256, float, "avx2,fma", _mm256_loadu_ps, _mm256_storeu_ps)
GTJIT_CALL(call16f, __m512, float, "avx512f", _mm512_loadu_ps, _mm512_storeu_ps)
#undef GTJIT_CALL

template <class T> struct Variant {
  MathVariant variant;
  int lanes;
  void (*call)(const void *, const T *, T *);
};
const Variant<double> doubleVariants[] = {
    {MathVariant::F64x2, 2, call2}, {MathVariant::F64x4, 4, call4}, {MathVariant::F64x8, 8, call8}};
const Variant<float> floatVariants[] = {{MathVariant::F32x4, 4, call4f},
                                        {MathVariant::F32x8, 8, call8f},
                                        {MathVariant::F32x16, 16, call16f}};

/// Random bits, usual values and all kinds of edges; a multiple of 16.
template <class T> std::vector<T> arguments(std::size_t count) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0),
                           -T(0),
                           Limits::infinity(),
                           -Limits::infinity(),
                           T(1),
                           T(-1),
                           Limits::min(),
                           Limits::max(),
                           Limits::lowest(),
                           Limits::denorm_min(),
                           -Limits::denorm_min(),
                           Limits::quiet_NaN(),
                           T(709.78),
                           T(-745.1),
                           T(88.72),
                           T(-103.9)};
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> usual(-20, 20);
  while (values.size() < count) {
    std::uint64_t bits = random();
    T any;
    std::memcpy(&any, &bits, sizeof(T));
    values.push_back(values.size() % 2 ? any : static_cast<T>(usual(random)));
  }
  return values;
}

template <class T> bool sameBits(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T, class Variants>
void expectScalarBits(MathFunction function, T (*scalar)(T), const Variants &variants) {
  std::vector<T> in = arguments<T>(1 << 16);
  for (const Variant<T> &variant : variants) {
    const void *entry = mathTable()[mathIndex(function, variant.variant)];
    if (!entry)
      continue; // this machine cannot run it
    T out[16];
    for (std::size_t n = 0; n < in.size(); n += static_cast<std::size_t>(variant.lanes)) {
      variant.call(entry, &in[n], out);
      for (int lane = 0; lane < variant.lanes; ++lane)
        ASSERT_TRUE(sameBits(out[lane], scalar(in[n + static_cast<std::size_t>(lane)])))
            << variant.lanes << " lanes, argument " << in[n + static_cast<std::size_t>(lane)];
    }
  }
}

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

TEST(MathTable, VectorVariantsGiveTheBitsOfTheScalarOne) {
  expectScalarBits<double>(MathFunction::Exp, mathExp, doubleVariants);
  expectScalarBits<double>(MathFunction::Log, mathLog, doubleVariants);
  expectScalarBits<float>(MathFunction::Exp, mathExp, floatVariants);
  expectScalarBits<float>(MathFunction::Log, mathLog, floatVariants);
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

TEST(MathTable, EntriesThatNeedWiderVectorsAreNull) {
  const void *const *narrow = mathTable({.avx2 = true, .fma = true, .avx512 = false});
  for (MathFunction function : {MathFunction::Exp, MathFunction::Log}) {
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
