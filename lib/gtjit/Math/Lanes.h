//===- Lanes.h - Vectors that math functions are written for ----*- C++ -*-===//
//
// Vectors of 16, 32 and 64 bytes (GCC's vector extensions) and the operations
// that the extensions lack, each with the same bits at every width; on a GPU, and where
// GTJIT_ONE_LANE says so, vectors of one lane. Everything
// has internal linkage: the file is compiled for several instruction sets, and
// no inline function of one may be linked into the other. Sources that include
// it are compiled without contraction: `fma` is the only fused operation.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_LANES_H
#define GTJIT_MATH_LANES_H

#include <cstdint>
#include <type_traits>
#ifdef __NVPTX__
#define GTJIT_ONE_LANE
#endif
#ifndef GTJIT_ONE_LANE
#include <immintrin.h>
#endif

namespace gtjit::detail {
namespace {

#ifdef GTJIT_ONE_LANE
using F64x1 = __attribute__((vector_size(8))) double;
using F32x1 = __attribute__((vector_size(4))) float;
using I64x1 = __attribute__((vector_size(8))) std::int64_t;
using I32x1 = __attribute__((vector_size(4))) std::int32_t;
#else
using F64x2 = __attribute__((vector_size(16))) double;
using F64x4 = __attribute__((vector_size(32))) double;
using F32x4 = __attribute__((vector_size(16))) float;
using F32x8 = __attribute__((vector_size(32))) float;
using I64x2 = __attribute__((vector_size(16))) std::int64_t;
using I64x4 = __attribute__((vector_size(32))) std::int64_t;
using I32x4 = __attribute__((vector_size(16))) std::int32_t;
using I32x8 = __attribute__((vector_size(32))) std::int32_t;
#ifdef __AVX512F__
using F64x8 = __attribute__((vector_size(64))) double;
using F32x16 = __attribute__((vector_size(64))) float;
using I64x8 = __attribute__((vector_size(64))) std::int64_t;
using I32x16 = __attribute__((vector_size(64))) std::int32_t;
#endif
#endif

/// What belongs to a vector type: the element T, the integers I of the same
/// size, which are also the masks that comparisons give.
template <class V> struct LanesOf;
#ifdef GTJIT_ONE_LANE
template <> struct LanesOf<F64x1> {
  using T = double;
  using I = I64x1;
};
template <> struct LanesOf<F32x1> {
  using T = float;
  using I = I32x1;
};
#else
template <> struct LanesOf<F64x2> {
  using T = double;
  using I = I64x2;
};
template <> struct LanesOf<F64x4> {
  using T = double;
  using I = I64x4;
};
template <> struct LanesOf<F32x4> {
  using T = float;
  using I = I32x4;
};
template <> struct LanesOf<F32x8> {
  using T = float;
  using I = I32x8;
};
#ifdef __AVX512F__
template <> struct LanesOf<F64x8> {
  using T = double;
  using I = I64x8;
};
template <> struct LanesOf<F32x16> {
  using T = float;
  using I = I32x16;
};
#endif
#endif
template <class V> using Element = typename LanesOf<V>::T;
template <class V> using Integers = typename LanesOf<V>::I;

/// The layout of a floating-point type.
template <class T> struct Format;
template <> struct Format<double> {
  using Bits = std::int64_t;
  static constexpr int fraction = 52; // bits
  static constexpr int bias = 1023;
  static constexpr double roundingShift = 0x1.8p52; // adding it rounds to an integer
  static constexpr double integerShift = 0x1p52;    // the same for what is not negative
  static constexpr double epsilon = 0x1p-52;
  static constexpr double infinity = __builtin_inf();
  static constexpr double smallestNormal = 0x1p-1022;
};
template <> struct Format<float> {
  using Bits = std::int32_t;
  static constexpr int fraction = 23;
  static constexpr int bias = 127;
  static constexpr float roundingShift = 0x1.8p23f;
  static constexpr float integerShift = 0x1p23f;
  static constexpr float epsilon = 0x1p-23f;
  static constexpr float infinity = __builtin_inff();
  static constexpr float smallestNormal = 0x1p-126f;
};

/// The lanes of V as integers without a sign, whose sums wrap.
template <class V> struct UnsignedOf {
  using T = std::make_unsigned_t<typename Format<Element<V>>::Bits>;
  typedef T Type __attribute__((vector_size(sizeof(V))));
};
template <class V> using Unsigned = typename UnsignedOf<V>::Type;

#define GTJIT_INLINE inline __attribute__((always_inline))

//===----------------------------------------------------------------------===//
// Operations with an instruction of their own
//===----------------------------------------------------------------------===//

#ifdef GTJIT_ONE_LANE
#define GTJIT_LANES(V, I)                                                                          \
  GTJIT_INLINE V fma(V a, V b, V c) { return __builtin_elementwise_fma(a, b, c); }                 \
  GTJIT_INLINE V squareRoot(V a) { return __builtin_elementwise_sqrt(a); }                         \
  GTJIT_INLINE V smaller(V a, V b) { return a < b ? a : b; }                                       \
  GTJIT_INLINE V larger(V a, V b) { return a > b ? a : b; }                                        \
  GTJIT_INLINE bool any(I mask) { return mask[0] != 0; }                                           \
  GTJIT_INLINE bool anyNotBelow(V a, V bound) { return !(a[0] < bound[0]); }                       \
  GTJIT_INLINE V truncate(V a) { return __builtin_elementwise_trunc(a); }                          \
  GTJIT_INLINE V roundDown(V a) { return __builtin_elementwise_floor(a); }
GTJIT_LANES(F64x1, I64x1)
GTJIT_LANES(F32x1, I32x1)
#undef GTJIT_LANES
#else
#define GTJIT_LANES(V, I, PREFIX, SUFFIX, ANY, NOT_BELOW)                                          \
  GTJIT_INLINE V fma(V a, V b, V c) { return PREFIX##_fmadd_##SUFFIX(a, b, c); }                   \
  GTJIT_INLINE V squareRoot(V a) { return PREFIX##_sqrt_##SUFFIX(a); }                             \
  /* The second where either is NaN. */                                                            \
  GTJIT_INLINE V smaller(V a, V b) { return PREFIX##_min_##SUFFIX(a, b); }                         \
  GTJIT_INLINE V larger(V a, V b) { return PREFIX##_max_##SUFFIX(a, b); }                          \
  GTJIT_INLINE bool any(I mask) { return ANY; }                                                    \
  /* Whether a lane is at `bound` or above, or NaN. */                                             \
  GTJIT_INLINE bool anyNotBelow(V a, V bound) { return NOT_BELOW; }
GTJIT_LANES(F64x2, I64x2, _mm, pd, _mm_movemask_pd((__m128d)mask) != 0,
            _mm_movemask_pd(_mm_cmpnlt_pd(a, bound)) != 0)
GTJIT_LANES(F64x4, I64x4, _mm256, pd, _mm256_movemask_pd((__m256d)mask) != 0,
            _mm256_movemask_pd(_mm256_cmp_pd(a, bound, _CMP_NLT_UQ)) != 0)
GTJIT_LANES(F32x4, I32x4, _mm, ps, _mm_movemask_ps((__m128)mask) != 0,
            _mm_movemask_ps(_mm_cmpnlt_ps(a, bound)) != 0)
GTJIT_LANES(F32x8, I32x8, _mm256, ps, _mm256_movemask_ps((__m256)mask) != 0,
            _mm256_movemask_ps(_mm256_cmp_ps(a, bound, _CMP_NLT_UQ)) != 0)
#ifdef __AVX512F__
GTJIT_LANES(F64x8, I64x8, _mm512, pd, _mm512_test_epi64_mask((__m512i)mask, (__m512i)mask) != 0,
            _mm512_cmp_pd_mask(a, bound, _CMP_NLT_UQ) != 0)
GTJIT_LANES(F32x16, I32x16, _mm512, ps, _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0,
            _mm512_cmp_ps_mask(a, bound, _CMP_NLT_UQ) != 0)
#endif
#undef GTJIT_LANES

#define GTJIT_ROUNDINGS(V, CALL)                                                                   \
  GTJIT_INLINE V truncate(V a) { return CALL(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }         \
  GTJIT_INLINE V roundDown(V a) { return CALL(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
GTJIT_ROUNDINGS(F64x2, _mm_round_pd)
GTJIT_ROUNDINGS(F64x4, _mm256_round_pd)
GTJIT_ROUNDINGS(F32x4, _mm_round_ps)
GTJIT_ROUNDINGS(F32x8, _mm256_round_ps)
#ifdef __AVX512F__
GTJIT_ROUNDINGS(F64x8, _mm512_roundscale_pd)
GTJIT_ROUNDINGS(F32x16, _mm512_roundscale_ps)
#endif
#undef GTJIT_ROUNDINGS
#endif

//===----------------------------------------------------------------------===//
// Operations made of others
//===----------------------------------------------------------------------===//

template <class V> GTJIT_INLINE V all(Element<V> value) { return value - V{}; } // keeps -0
template <class V> GTJIT_INLINE bool anyNotBelow(V a, Element<V> bound) {
  return anyNotBelow(a, all<V>(bound));
}
template <class V> GTJIT_INLINE Integers<V> bits(V a) { return (Integers<V>)a; }
template <class V> GTJIT_INLINE V fromBits(Integers<V> a) { return (V)a; }

template <class V> GTJIT_INLINE Integers<V> signBit() {
  using Bits = typename Format<Element<V>>::Bits;
  return Integers<V>{} + static_cast<Bits>(Bits(1) << (sizeof(Bits) * 8 - 1));
}
template <class V> GTJIT_INLINE V magnitude(V a) { return fromBits<V>(bits(a) & ~signBit<V>()); }
/// `a`, which is not negative, with the sign of `from`.
template <class V> GTJIT_INLINE V withSign(V a, V from) {
  return fromBits<V>(bits(a) | (bits(from) & signBit<V>()));
}
template <class V> GTJIT_INLINE V select(Integers<V> mask, V yes, V no) { return mask ? yes : no; }

/// 2^n for integers -bias < n <= bias, given as floating-point numbers.
template <class V> GTJIT_INLINE V powerOfTwo(V n) {
  using Form = Format<Element<V>>;
  V shifted = n + (Form::roundingShift + Form::bias);
  return fromBits<V>(bits(shifted) << Form::fraction);
}

/// a * 2^n, rounded once; |n| < 2 bias, an integer. `a` is 0, not finite, or
/// from [1/4, 4].
template <class V> GTJIT_INLINE V scale(V a, V n) {
  using Form = Format<Element<V>>;
  V half = (n * Element<V>(0.5) + Form::roundingShift) - Form::roundingShift;
  return a * powerOfTwo(half) * powerOfTwo(n - half);
}
#ifdef __AVX512F__
GTJIT_INLINE F64x8 scale(F64x8 a, F64x8 n) { return _mm512_scalef_pd(a, n); }
GTJIT_INLINE F32x16 scale(F32x16 a, F32x16 n) { return _mm512_scalef_ps(a, n); }
#endif

/// a * 2^floor(n), as above, for any n with floor(n) in that range.
template <class V> GTJIT_INLINE V scaleByFloor(V a, V n) { return scale(a, roundDown(n)); }
#ifdef __AVX512F__
GTJIT_INLINE F64x8 scaleByFloor(F64x8 a, F64x8 n) { return _mm512_scalef_pd(a, n); }
GTJIT_INLINE F32x16 scaleByFloor(F32x16 a, F32x16 n) { return _mm512_scalef_ps(a, n); }
#endif

/// 2^n as two factors, of half the exponent each, where the lowest bits of `shifted`, a sum with
/// Format::roundingShift / 2^places, are the integer n 2^places; |n| < 2 bias.
template <class V> struct PowerParts {
  Unsigned<V> half; ///< to be added to the bits of a number
  V rest;
};
template <int places, class V> GTJIT_INLINE PowerParts<V> powerParts(V shifted) {
  using Form = Format<Element<V>>;
  using Whole = typename UnsignedOf<V>::T;
  auto number = (Unsigned<V>)shifted;
  Unsigned<V> n = (number >> places) << Form::fraction, half = (number >> (places + 1))
                                                               << Form::fraction;
  return {half, (V)(n - half + (Whole(Form::bias) << Form::fraction))};
}

/// (a + a * b) * 2^floor(n), the sum and the product rounded once each, for |b| < 1/2, where
/// `shifted` is n as powerParts() takes it, with four places. `a` is from [1, 2).
template <class V> GTJIT_INLINE V sumTimesPower(V a, V b, V shifted, V) {
  PowerParts<V> parts = powerParts<4>(shifted);
  V scaled = (V)((Unsigned<V>)a + parts.half);
  return fma(scaled, b, scaled) * parts.rest;
}
/// a * 2^n, rounded once, with no place; `a` as scale() takes it.
template <class V> GTJIT_INLINE V timesPower(V a, V shifted, V) {
  using Form = Format<Element<V>>;
  using Whole = typename UnsignedOf<V>::T;
  PowerParts<V> parts = powerParts<0>(shifted);
  return a * (V)(parts.half + (Whole(Form::bias) << Form::fraction)) * parts.rest;
}
#ifdef __AVX512F__
GTJIT_INLINE F64x8 sumTimesPower(F64x8 a, F64x8 b, F64x8, F64x8 n) {
  return scaleByFloor(fma(a, b, a), n);
}
GTJIT_INLINE F32x16 timesPower(F32x16 a, F32x16, F32x16 n) { return scale(a, n); }
#endif

/// A positive finite number as mantissa * 2^exponent; anything for others.
template <class V> struct Parts {
  V mantissa;
  V exponent;
};

/// Where the mantissas of partsFrom begin, in 64ths.
constexpr int threeQuarters = 48, nearestBelowOne = 47;

/// The parts of x with the mantissa in [start / 64, start / 32).
template <class V, int start> GTJIT_INLINE Parts<V> partsFrom(V x) {
  using T = Element<V>;
  using Form = Format<T>;
  using Bits = typename Form::Bits;
  using Whole = typename UnsignedOf<V>::T;
  Integers<V> small = x < Form::smallestNormal;
  x = select<V>(small, x * (T(1) / Form::epsilon), x);
  // The exponent counted from the start, moved up so that it is not negative.
  constexpr Bits up = Bits(Form::bias) << Form::fraction;
  constexpr Bits least =
      (Bits(Form::bias - 1) << Form::fraction) + (Bits(start - 32) << (Form::fraction - 5));
  auto moved = (Integers<V>)((Unsigned<V>)x + Whole(up - least));
  Integers<V> raised = moved & ~((Bits(1) << Form::fraction) - 1);
  V mantissa = (V)((Unsigned<V>)x - (Unsigned<V>)raised + Whole(up));
  Integers<V> count = (raised >> Form::fraction) & (2 * Form::bias + 1);
  V exponent =
      fromBits<V>(count | bits(all<V>(Form::integerShift))) - (Form::integerShift + Form::bias);
  return {mantissa, exponent - select<V>(small, all<V>(Form::fraction), V{})};
}

template <class V> GTJIT_INLINE Parts<V> partsOf(V x) { return partsFrom<V, threeQuarters>(x); }
#ifdef __AVX512F__
GTJIT_INLINE Parts<F64x8> partsOf(F64x8 x) {
  __m512d mantissa = _mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src);
  __m512d exponent = _mm512_getexp_pd(x), one = _mm512_set1_pd(1);
  __mmask8 below = _mm512_cmp_pd_mask(mantissa, one, _CMP_LT_OQ);
  return {mantissa, _mm512_mask_add_pd(exponent, below, exponent, one)};
}
GTJIT_INLINE Parts<F32x16> partsOf(F32x16 x) {
  __m512 mantissa = _mm512_getmant_ps(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src);
  __m512 exponent = _mm512_getexp_ps(x), one = _mm512_set1_ps(1);
  __mmask16 below = _mm512_cmp_ps_mask(mantissa, one, _CMP_LT_OQ);
  return {mantissa, _mm512_mask_add_ps(exponent, below, exponent, one)};
}
#endif

/// `y` where x is positive and finite; -inf at zeros, inf at inf, else NaN.
template <class V> GTJIT_INLINE V withEdgesOfLog(V y, V x) {
  constexpr Element<V> inf = Format<Element<V>>::infinity;
  y = select<V>(x == Element<V>(0), all<V>(-inf), y);
  y = select<V>(x == inf, all<V>(inf), y);
  return select<V>(x >= Element<V>(0), y, all<V>(inf - inf));
}
#ifdef __AVX512F__
// Responses by class: NaNs and negatives 2 (NaN), zeros 4 (-inf), +inf 5, and
// one and positives 0 (as they are).
GTJIT_INLINE F64x8 withEdgesOfLog(F64x8 y, F64x8 x) {
  return _mm512_fixupimm_pd(y, x, _mm512_set1_epi64(0x02520422), 0);
}
GTJIT_INLINE F32x16 withEdgesOfLog(F32x16 y, F32x16 x) {
  return _mm512_fixupimm_ps(y, x, _mm512_set1_epi32(0x02520422), 0);
}
#endif

/// Entries of a table, numbered by the lowest four bits.
#ifdef GTJIT_ONE_LANE
GTJIT_INLINE F64x1 lookup(const double (&table)[16], I64x1 number) {
  return F64x1{table[number[0] & 15]};
}
#else
GTJIT_INLINE F64x2 lookup(const double (&table)[16], I64x2 number) {
  number &= 15;
  return F64x2{table[number[0]], table[number[1]]};
}
/// One load a lane: a gather takes twice as long on Zen, and as long on Intel's cores.
GTJIT_INLINE F64x4 lookup(const double (&table)[16], I64x4 number) {
  number &= 15;
  return F64x4{table[number[0]], table[number[1]], table[number[2]], table[number[3]]};
}
#ifdef __AVX512F__
GTJIT_INLINE F64x8 lookup(const double (&table)[16], I64x8 number) {
  return _mm512_permutex2var_pd(_mm512_loadu_pd(table), (__m512i)number,
                                _mm512_loadu_pd(table + 8));
}
#endif
#endif

/// Two tables of 16 numbers, of which both are looked up: side by side where lanes go one by one.
struct TwoTables {
  double first[16], second[16], pairs[32];
  constexpr TwoTables(const double (&one)[16], const double (&other)[16])
      : first(), second(), pairs() {
    for (int n = 0; n < 16; ++n) {
      pairs[2 * n] = first[n] = one[n];
      pairs[2 * n + 1] = second[n] = other[n];
    }
  }
};
template <class V> struct TwoNumbers {
  V first, second;
};
#ifdef GTJIT_ONE_LANE
GTJIT_INLINE TwoNumbers<F64x1> lookup(const TwoTables &tables, I64x1 number) {
  const double *pair = tables.pairs + 2 * (number[0] & 15);
  return {F64x1{pair[0]}, F64x1{pair[1]}};
}
#else
GTJIT_INLINE TwoNumbers<F64x2> lookup(const TwoTables &tables, I64x2 number) {
  number = (number & 15) << 1;
  __m128d low = _mm_load_pd(tables.pairs + number[0]), high = _mm_load_pd(tables.pairs + number[1]);
  return {_mm_unpacklo_pd(low, high), _mm_unpackhi_pd(low, high)};
}
GTJIT_INLINE TwoNumbers<F64x4> lookup(const TwoTables &tables, I64x4 number) {
  number = (number & 15) << 1;
  auto lanes = [&](int low, int high) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(tables.pairs + number[low])),
                                _mm_load_pd(tables.pairs + number[high]), 1);
  };
  __m256d even = lanes(0, 2), odd = lanes(1, 3);
  return {_mm256_unpacklo_pd(even, odd), _mm256_unpackhi_pd(even, odd)};
}
#ifdef __AVX512F__
GTJIT_INLINE TwoNumbers<F64x8> lookup(const TwoTables &tables, I64x8 number) {
  return {lookup(tables.first, number), lookup(tables.second, number)};
}
#endif
#endif

/// Floats as doubles, half of the lanes each, and back; of one lane, both halves are that.
#ifdef GTJIT_ONE_LANE
GTJIT_INLINE F64x1 lowHalf(F32x1 a) { return F64x1{double(a[0])}; }
GTJIT_INLINE F64x1 highHalf(F32x1 a) { return lowHalf(a); }
GTJIT_INLINE F32x1 narrow(F64x1 low, F64x1) { return F32x1{float(low[0])}; }
#else
#define GTJIT_HALVES(V, D, CAST, EXTRACT, WIDEN, NARROW)                                           \
  GTJIT_INLINE D lowHalf(V a) { return WIDEN(CAST(a)); }                                           \
  GTJIT_INLINE D highHalf(V a) { return WIDEN(EXTRACT); }                                          \
  GTJIT_INLINE V narrow(D low, D high) { return NARROW; }
GTJIT_HALVES(F32x4, F64x2, , _mm_movehl_ps(a, a), _mm_cvtps_pd,
             _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high)))
GTJIT_HALVES(F32x8, F64x4, _mm256_castps256_ps128, _mm256_extractf128_ps(a, 1), _mm256_cvtps_pd,
             _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low)))
#ifdef __AVX512F__
GTJIT_HALVES(F32x16, F64x8, _mm512_castps512_ps256, (__m256)_mm512_extractf64x4_pd((__m512d)a, 1),
             _mm512_cvtps_pd,
             (F32x16)_mm512_insertf64x4(_mm512_castpd256_pd512((__m256d)_mm512_cvtpd_ps(low)),
                                        (__m256d)_mm512_cvtpd_ps(high), 1))
#endif
#undef GTJIT_HALVES
#endif

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_LANES_H
