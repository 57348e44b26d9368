//===- MathBitsTest.cpp - The same bits at every width --------------------===//
//
// Calls every variant of every math function through its table as kernels do,
// and compares bits with the scalar variant, which the reference evaluator uses.
//
//===----------------------------------------------------------------------===//
#include "MathArguments.h"

#include "gtjit/Math/Math.h"

#include <gtest/gtest.h>

#include <immintrin.h>
#include <string>

using namespace gtjit;
using namespace gtjit::detail;
using gtabi::MathFunction;
using gtabi::MathVariant;

namespace {

// One call per vector; the attribute lets this file hold code that not every
// machine can run.
#define GTJIT_CALL(NAME, VECTOR, SCALAR, FEATURES, LOAD, STORE)                                    \
  __attribute__((target(FEATURES))) void NAME(const void *entry, const SCALAR *x, const SCALAR *y, \
                                              SCALAR *out) {                                       \
    void *address = const_cast<void *>(entry);                                                     \
    STORE(out, y ? reinterpret_cast<VECTOR (*)(VECTOR, VECTOR)>(address)(LOAD(x), LOAD(y))         \
                 : reinterpret_cast<VECTOR (*)(VECTOR)>(address)(LOAD(x)));                        \
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
  void (*call)(const void *entry, const T *x, const T *y, T *out); // y: null for one argument
};
template <class T> const Variant<T> variants[3];
template <>
const Variant<double> variants<double>[3] = {
    {MathVariant::F64x2, 2, call2}, {MathVariant::F64x4, 4, call4}, {MathVariant::F64x8, 8, call8}};
template <>
const Variant<float> variants<float>[3] = {{MathVariant::F32x4, 4, call4f},
                                           {MathVariant::F32x8, 8, call8f},
                                           {MathVariant::F32x16, 16, call16f}};

template <class T> bool sameBits(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// `y`: the second arguments, or null.
template <class T, class Scalar>
void expectScalarBits(const Variant<T> &variant, const char *name, MathFunction function,
                      Scalar scalar, const std::vector<T> &x, const std::vector<T> *y) {
  const void *entry = mathTable()[mathIndex(function, variant.variant)];
  ASSERT_TRUE(entry) << name;
  T out[16];
  for (std::size_t n = 0; n < x.size(); n += static_cast<std::size_t>(variant.lanes)) {
    variant.call(entry, &x[n], y ? &(*y)[n] : nullptr, out);
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(variant.lanes); ++lane)
      ASSERT_TRUE(sameBits(out[lane], scalar(n + lane)))
          << name << ", " << variant.lanes << " lanes, arguments " << x[n + lane] << ' '
          << (y ? (*y)[n + lane] : T(0)) << ": " << out[lane] << " and " << scalar(n + lane);
  }
}

template <class T> void expectScalarBitsOfAll(const Variant<T> &variant) {
  const std::vector<T> x = randomArguments<T>(1 << 16, 7), y = randomArguments<T>(1 << 16, 8);
  std::vector<T> specialX, specialY; // all pairs
  for (T a : specialArguments<T>())
    for (T b : specialArguments<T>()) {
      specialX.push_back(a);
      specialY.push_back(b);
    }
#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  expectScalarBits<T>(                                                                             \
      variant, #NAME, MathFunction::NAME, [&](std::size_t n) { return math##NAME(x[n]); }, x,      \
      nullptr);                                                                                    \
  expectScalarBits<T>(                                                                             \
      variant, #NAME, MathFunction::NAME, [&](std::size_t n) { return math##NAME(specialX[n]); },  \
      specialX, nullptr);
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  expectScalarBits<T>(                                                                             \
      variant, #NAME, MathFunction::NAME, [&](std::size_t n) { return math##NAME(x[n], y[n]); },   \
      x, &y);                                                                                      \
  expectScalarBits<T>(                                                                             \
      variant, #NAME, MathFunction::NAME,                                                          \
      [&](std::size_t n) { return math##NAME(specialX[n], specialY[n]); }, specialX, &specialY);
#include "gtabi/MathFunctions.def"
}

/// The parameter is the bytes of a vector.
class MathBits : public testing::TestWithParam<int> {
protected:
  void SetUp() override {
    if (GetParam() == 64 && !__builtin_cpu_supports("avx512f"))
      GTEST_SKIP() << "needs AVX-512";
  }
  static int variant() { return GetParam() == 16 ? 0 : GetParam() == 32 ? 1 : 2; }
};
INSTANTIATE_TEST_SUITE_P(Bytes, MathBits, testing::Values(16, 32, 64),
                         testing::PrintToStringParamName());

TEST_P(MathBits, VectorVariantsGiveTheBitsOfTheScalarOneInDouble) {
  expectScalarBitsOfAll(variants<double>[variant()]);
}
TEST_P(MathBits, VectorVariantsGiveTheBitsOfTheScalarOneInFloat) {
  expectScalarBitsOfAll(variants<float>[variant()]);
}

} // namespace
