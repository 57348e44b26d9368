//===- Accuracy.cpp - Errors of math functions against MPFR ---------------===//
#include "Accuracy.h"

#include "MathArguments.h"

#include "gtjit/Math/Math.h"

#include <algorithm>
#include <immintrin.h>
#include <mpfr.h>

using namespace gtjit::detail;
using gtabi::MathFunction;

namespace {

const MathName names[] = {
#define GTABI_MATH_UNARY(NAME, SPELLING) {MathFunction::NAME, #SPELLING, false},
#define GTABI_MATH_BINARY(NAME, SPELLING) {MathFunction::NAME, #SPELLING, true},
#include "gtabi/MathFunctions.def"
};

/// A number of 160 bits.
struct Precise {
  mpfr_t value;
  Precise() { mpfr_init2(value, 160); }
  ~Precise() { mpfr_clear(value); }
  Precise(const Precise &) = delete;
};

int mpfr_tgamma(mpfr_t to, const mpfr_t x, mpfr_rnd_t mode) { return mpfr_gamma(to, x, mode); }
int logOfGamma(mpfr_t to, const mpfr_t x, mpfr_rnd_t mode) {
  int sign;
  return mpfr_lgamma(to, &sign, x, mode);
}
#define mpfr_lgamma logOfGamma
// Not measured: they are made of IEEE operations.
int mpfr_mod(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t) { return 0; }
int mpfr_floorDivide(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t) { return 0; }

void evaluate(MathFunction function, mpfr_t to, const mpfr_t x, const mpfr_t y) {
  switch (function) {
#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  case MathFunction::NAME:                                                                         \
    mpfr_##SPELLING(to, x, MPFR_RNDN);                                                             \
    return;
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  case MathFunction::NAME:                                                                         \
    mpfr_##SPELLING(to, x, y, MPFR_RNDN);                                                          \
    return;
#include "gtabi/MathFunctions.def"
  }
}

template <class T> T callScalar(MathFunction function, T x, T y) {
  switch (function) {
#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  case MathFunction::NAME:                                                                         \
    return math##NAME(x);
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  case MathFunction::NAME:                                                                         \
    return math##NAME(x, y);
#include "gtabi/MathFunctions.def"
  }
  return T();
}

double rounded(const mpfr_t value, double) { return mpfr_get_d(value, MPFR_RNDN); }
float rounded(const mpfr_t value, float) { return mpfr_get_flt(value, MPFR_RNDN); }

constexpr double infinitelyWrong = std::numeric_limits<double>::infinity();

struct Range {
  double from, to;
};

/// Where programs call a function, and where it is hard.
std::vector<Range> usualRanges(MathFunction function) {
  switch (function) {
  case MathFunction::Exp:
  case MathFunction::Expm1:
  case MathFunction::Sinh:
  case MathFunction::Cosh:
    return {{-1, 1}, {-20, 20}, {-750, 750}, {-105, 90}};
  case MathFunction::Log:
  case MathFunction::Log2:
  case MathFunction::Log10:
  case MathFunction::Acosh:
    return {{0.5, 2}, {0.01, 100}, {0.99, 1.01}, {1, 1e6}};
  case MathFunction::Asin:
  case MathFunction::Acos:
  case MathFunction::Atanh:
    return {{-1, 1}, {-1, -0.99}, {0.99, 1}, {-0.01, 0.01}};
  case MathFunction::Tgamma:
  case MathFunction::Lgamma:
    return {{-5, 5}, {-180, 0}, {0, 180}, {0.9, 2.1}};
  case MathFunction::Log1p:
    return {{-1, 1}, {-0.01, 0.01}, {0, 100}, {-1, -0.5}};
  default:
    return {{-1, 1}, {-10, 10}, {-0.1, 0.1}, {-1000, 1000}};
  }
}

template <class T> T withExponent(std::mt19937_64 &random, int exponentField, bool negative) {
  std::uint64_t bits = random();
  T value;
  if constexpr (sizeof(T) == 8) {
    bits = (bits >> 12) | (static_cast<std::uint64_t>(exponentField) << 52) |
           (static_cast<std::uint64_t>(negative) << 63);
    std::memcpy(&value, &bits, 8);
  } else {
    auto word = static_cast<std::uint32_t>(bits >> 41) |
                (static_cast<std::uint32_t>(exponentField) << 23) |
                (static_cast<std::uint32_t>(negative) << 31);
    std::memcpy(&value, &word, 4);
  }
  return value;
}

template <class T> constexpr int exponentFields = sizeof(T) == 8 ? 2047 : 255;

template <class T> class Sweep {
public:
  explicit Sweep(const MathName &name) : function(name.function), binary(name.binary) {}

  void compare(T x, T y) {
    double ulp = errorInUlp(function, x, y, callScalar(function, x, y));
    worst.include({ulp, x, y, 1});
  }
  void specials() {
    std::vector<T> values = specialArguments<T>();
    for (std::size_t n = 0, count = values.size(); n < count; ++n) {
      values.push_back(std::nextafter(values[n], T(0)));
      values.push_back(std::nextafter(values[n], std::numeric_limits<T>::infinity()));
    }
    for (T x : values) {
      if (!binary)
        compare(x, T(0));
      else
        for (T y : values)
          compare(x, y);
    }
  }
  void exponents(std::size_t perExponent) {
    for (int field = 0; field < exponentFields<T>; ++field)
      for (std::size_t n = 0; n < 2 * perExponent; ++n) {
        T x = withExponent<T>(random, field, n % 2);
        auto other = static_cast<int>(random() % exponentFields<T>);
        compare(x, binary ? withExponent<T>(random, other, random() % 2) : T(0));
      }
  }
  void usual(std::size_t count) {
    std::vector<Range> ranges = usualRanges(function);
    for (std::size_t n = 0; n < count; ++n) {
      Range forX = ranges[n % ranges.size()], forY = ranges[n / ranges.size() % ranges.size()];
      std::uniform_real_distribution<double> drawX(forX.from, forX.to), drawY(forY.from, forY.to);
      double x = drawX(random), y = drawY(random);
      if (function == MathFunction::Pow && n % 3)
        x = std::fabs(x);
      compare(static_cast<T>(x), static_cast<T>(y));
    }
  }
  WorstError worst;

private:
  std::mt19937_64 random{5};
  MathFunction function;
  bool binary;
};

} // namespace

std::span<const MathName> mathNames() {
  return std::span(names).first(static_cast<std::size_t>(MathFunction::Mod));
}

void WorstError::include(const WorstError &other) {
  std::size_t all = arguments + other.arguments;
  if (other.ulp > ulp)
    *this = other;
  arguments = all;
}

template <class T> double errorInUlp(MathFunction function, T x, T y, T got) {
  using Limits = std::numeric_limits<T>;
  static Precise preciseX, preciseY, exact, difference;
  mpfr_set_d(preciseX.value, x, MPFR_RNDN);
  mpfr_set_d(preciseY.value, y, MPFR_RNDN);
  evaluate(function, exact.value, preciseX.value, preciseY.value);
  T want = rounded(exact.value, T());
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : infinitelyWrong;
  if (want == got) {
    if (want == 0 && std::signbit(want) != std::signbit(got))
      return infinitelyWrong;
    if (!std::isfinite(want))
      return 0;
  }
  if (mpfr_inf_p(exact.value))
    return infinitelyWrong;
  mpfr_set_d(difference.value, got, MPFR_RNDN);
  if (std::isinf(got)) {
    mpfr_set_d(difference.value, std::copysign(0.5, got), MPFR_RNDN);
    mpfr_mul_2si(difference.value, difference.value, Limits::max_exponent + 1, MPFR_RNDN);
  }
  mpfr_sub(difference.value, difference.value, exact.value, MPFR_RNDN);
  long exponent = mpfr_zero_p(exact.value) ? Limits::min_exponent : mpfr_get_exp(exact.value);
  long unit = std::max<long>(exponent, Limits::min_exponent) - Limits::digits;
  mpfr_mul_2si(difference.value, difference.value, -unit, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.value, MPFR_RNDN));
}
template double errorInUlp(MathFunction function, double x, double y, double got);
template double errorInUlp(MathFunction function, float x, float y, float got);

template <class T>
WorstError sweep(const MathName &name, std::size_t perExponent, std::size_t usual) {
  Sweep<T> result(name);
  result.specials();
  result.exponents(perExponent);
  result.usual(usual);
  return result.worst;
}
template WorstError sweep<double>(const MathName &, std::size_t, std::size_t);
template WorstError sweep<float>(const MathName &, std::size_t, std::size_t);

//===----------------------------------------------------------------------===//
// All floats
//===----------------------------------------------------------------------===//

/// As errorInUlp, with a double in place of the true value.
static double errorAgainstDouble(float got, double exact) {
  auto want = static_cast<float>(exact);
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : infinitelyWrong;
  if (want == got && std::isinf(want))
    return 0;
  if (std::isinf(exact) || (want == 0 && got == 0 && std::signbit(want) != std::signbit(got)))
    return infinitelyWrong;
  double value = std::isinf(got) ? std::copysign(0x1p128, got) : double(got);
  std::uint64_t bits;
  double size = std::max(std::fabs(exact), 0x1p-126);
  std::memcpy(&bits, &size, 8);
  bits &= ~((std::uint64_t(1) << 52) - 1);
  double power;
  std::memcpy(&power, &bits, 8);
  return std::fabs(value - exact) / power * 0x1p23;
}

namespace {

/// Eight floats and what the vector variants give for them, as floats and as
/// doubles.
struct Eight {
  float x[8], inFloat[8];
  double inDouble[8];

  __attribute__((target("avx2,fma"))) void call(MathFunction function) {
    using gtabi::MathVariant;
    auto entry = [&](MathVariant variant) {
      return const_cast<void *>(mathTable()[mathIndex(function, variant)]);
    };
    auto floats = reinterpret_cast<__m256 (*)(__m256)>(entry(MathVariant::F32x8));
    auto doubles = reinterpret_cast<__m256d (*)(__m256d)>(entry(MathVariant::F64x4));
    _mm256_storeu_ps(inFloat, floats(_mm256_loadu_ps(x)));
    for (int n = 0; n < 8; n += 4)
      _mm256_storeu_pd(inDouble + n, doubles(_mm256_cvtps_pd(_mm_loadu_ps(x + n))));
  }

  /// Whether each is correctly rounded, or an ordinary number with an error of
  /// at most `ulp`: the common case, fast.
  __attribute__((target("avx2,fma"))) bool isWithin(double ulp) const {
    const __m256d exponentBits = _mm256_castsi256_pd(_mm256_set1_epi64x(0x7ff0000000000000));
    const __m256d sign = _mm256_set1_pd(-0.0), least = _mm256_set1_pd(0x1p-126);
    __m256d within = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
    for (int n = 0; n < 8; n += 4) {
      __m256d exact = _mm256_loadu_pd(inDouble + n);
      __m128 got = _mm_loadu_ps(inFloat + n);
      __m256d unit = _mm256_max_pd(_mm256_and_pd(exact, exponentBits), least);
      __m256d error = _mm256_andnot_pd(sign, _mm256_sub_pd(_mm256_cvtps_pd(got), exact));
      __m256d bound = _mm256_mul_pd(unit, _mm256_set1_pd(ulp * 0x1p-23));
      __m256d size = _mm256_andnot_pd(sign, exact);
      __m256d ordinary = _mm256_and_pd(_mm256_cmp_pd(size, _mm256_set1_pd(0x1p127), _CMP_LT_OQ),
                                       _mm256_cmp_pd(size, least, _CMP_GE_OQ));
      __m256d isNear = _mm256_and_pd(ordinary, _mm256_cmp_pd(error, bound, _CMP_LE_OQ));
      __m128i same =
          _mm_cmpeq_epi32(_mm_castps_si128(got), _mm_castps_si128(_mm256_cvtpd_ps(exact)));
      __m256d isRounded = _mm256_castsi256_pd(_mm256_cvtepi32_epi64(same));
      within = _mm256_and_pd(within, _mm256_or_pd(isNear, isRounded));
    }
    return _mm256_movemask_pd(within) == 15;
  }
};

} // namespace

WorstError sweepAllFloats(const MathName &name, std::uint64_t stride) {
  WorstError worst;
  for (std::uint64_t block = 0; block < 512; ++block) { // one sign and exponent
    float at = 0, valueAt = 0;
    double greatest = 0.5; // of what is correctly rounded
    std::uint64_t first = block << 23, last = (block + 1) << 23;
    for (std::uint64_t bits = (first + stride - 1) / stride * stride; bits < last;
         bits += 8 * stride) {
      Eight eight;
      for (std::uint64_t n = 0; n < 8; ++n) {
        auto word = static_cast<std::uint32_t>(std::min(bits + n * stride, last - 1));
        std::memcpy(&eight.x[n], &word, 4);
      }
      eight.call(name.function);
      worst.arguments += 8;
      if (eight.isWithin(greatest))
        continue;
      for (int n = 0; n < 8; ++n) {
        double error = errorAgainstDouble(eight.inFloat[n], eight.inDouble[n]);
        if (error > greatest)
          greatest = error, at = eight.x[n], valueAt = eight.inFloat[n];
      }
    }
    if (greatest > 0.5)
      worst.include({errorInUlp(name.function, at, 0.0f, valueAt), at, 0, 0});
  }
  return worst;
}
