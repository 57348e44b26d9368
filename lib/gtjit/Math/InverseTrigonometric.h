//===- InverseTrigonometric.h - asin, acos, atan and atan2 ------*- C++ -*-===//
//
// Of arguments below 1/2, or the tangent of 15 degrees, and of others by what
// they differ from a known angle, with the rounding of the root or the quotient
// made good. The polynomials are minimax (fpminimax of Sollya); the errors stand
// with them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_INVERSETRIGONOMETRIC_H
#define GTJIT_MATH_INVERSETRIGONOMETRIC_H

#include "gtjit/Math/Polynomial.h"

namespace gtjit::detail {
namespace {

/// Pi and its half, and what they lack; an angle near 30 degrees that equals its
/// value to 2^-69 (floats: 2^-37), and its tangent.
template <class T> struct Angles;
template <> struct Angles<double> {
  static constexpr double halfPi = 0x1.921fb54442d18p+0, halfPiRest = 0x1.1a62633145c07p-54;
  static constexpr double known = 0x1.0c15239b05b66p-1, tangent = 0x1.279a74794131dp-1;
};
template <> struct Angles<float> {
  static constexpr float halfPi = 0x1.921fb6p+0f, halfPiRest = -0x1.777a5cp-25f;
  static constexpr float known = 0x1.0c5284p-1f, tangent = 0x1.27ec5p-1f;
};

/// p of atan(t) = t + t z p, z = t^2, |t| <= 0.27, to 2^-59 (floats: 2^-29).
template <class V> GTJIT_INLINE V arctangentSeries(V z) {
  if constexpr (sizeof(Element<V>) == 8)
    return polynomial(z, z * z, -0x1.5555555555555p-2, 0x1.999999999947dp-3, -0x1.249249241fd2fp-3,
                      0x1.c71c7149aa8dap-4, -0x1.745cf49747715p-4, 0x1.3b0e46ab819adp-4,
                      -0x1.1090f86d7629ep-4, 0x1.d3ea5cb965c8bp-5, -0x1.42e33c541a7a6p-5);
  else
    return polynomial(z, z * z, -0x1.555554p-2f, 0x1.99956ap-3f, -0x1.23745ap-3f, 0x1.95052p-4f);
}

/// A multiple of pi / 2, plus `angle` and a small rest. The sums are exact up to
/// the last, but where the first is zero.
template <class V> GTJIT_INLINE V addQuarterTurns(V turns, V angle, V rest) {
  using Known = Angles<Element<V>>;
  V start = turns * Known::halfPi, sum = start + angle;
  return sum + (((start - sum) + angle) + fma(turns, all<V>(Known::halfPiRest), rest));
}

/// The angle of a triangle's legs, neither negative nor both zero; pi less that
/// in lanes `back`. The known angle is taken
/// off where it is over 15 degrees, either way; over 45 the other leg is
/// measured.
template <class V> GTJIT_INLINE V angleOf(V above, V below, Integers<V> back) {
  using T = Element<V>;
  using Known = Angles<T>;
  Integers<V> steep = above > below;
  V small = smaller(below, above), great = larger(below, above); // NaN if above is
  Integers<V> wide = small > great * T(0.2679492);
  V tangent = select<V>(wide, all<V>(Known::tangent), V{});
  V numerator = fma(-tangent, great, small), divisor = fma(tangent, small, great);
  V divisorRest = fma(tangent, small, great - divisor);
  V inverse = T(1) / divisor, t = numerator * inverse;
  V rest = fma(-t, divisorRest, fma(-t, divisor, numerator)) * inverse;
  V z = t * t;
  rest = fma(t * z, arctangentSeries(z), rest);
  V known = select<V>(wide, all<V>(Known::known), V{});
  V sum = known + t;
  rest += (known - sum) + t;
  Integers<V> sign = (steep ^ back) & signBit<V>();
  V turns = select<V>(steep, all<V>(T(1)), select<V>(back, all<V>(T(2)), V{}));
  return addQuarterTurns(turns, fromBits<V>(bits(sum) ^ sign), fromBits<V>(bits(rest) ^ sign));
}

template <class V> GTJIT_INLINE V atan(V x) {
  V size = smaller(all<V>(Element<V>(0x1p60f)), magnitude(x));
  return withSign(angleOf(size, all<V>(1), Integers<V>{}), x);
}

template <class V> struct Legs {
  V above, below;
};
/// Legs at the same angle, for any: neither infinite nor both zero, with their
/// digits in range unless the angle is beneath it, and the first NaN if one is.
template <class V> __attribute__((noinline)) Legs<V> moderateLegs(V above, V below) {
  using T = Element<V>;
  constexpr T inf = Format<T>::infinity, most = sizeof(T) == 8 ? T(0x1p900) : T(0x1p90f);
  constexpr T up = sizeof(T) == 8 ? T(0x1p100) : T(0x1p30f);
  V great = larger(above, below);
  V factor = select<V>(great > most, all<V>(1 / up), all<V>(up));
  factor = select<V>(great == inf, V{}, factor);
  V a = select<V>(above == inf, all<V>(T(1)), above * factor);
  V b = select<V>((below == inf) | (great == T(0)), all<V>(T(1)), below * factor);
  return {select<V>(below != below, below, a), b};
}

template <class V> GTJIT_INLINE V atan2(V y, V x) {
  using T = Element<V>;
  constexpr T most = sizeof(T) == 8 ? T(0x1p900) : T(0x1p90f);
  Legs<V> legs{magnitude(y), magnitude(x)};
  V sum = legs.above + legs.below, small = smaller(legs.above, legs.below);
  if (anyNotBelow(sum, most) || anyNotBelow(-small, -1 / most))
    legs = moderateLegs(legs.above, legs.below);
  Integers<V> back = (bits(x) & signBit<V>()) != 0;
  return withSign(angleOf(legs.above, legs.below, back), y);
}

/// p of asin(s) = s + s z p, z = s^2 <= 1/4, to 2^-58 (floats: 2^-30).
template <class V> GTJIT_INLINE V arcsineSeries(V z) {
  if constexpr (sizeof(Element<V>) == 8)
    return polynomial(z, z * z, 0x1.5555555555556p-3, 0x1.3333333332d9ep-4, 0x1.6db6db6e48dffp-5,
                      0x1.f1c71c1187edcp-6, 0x1.6e8bb383c0f08p-6, 0x1.1c4d0fc1b660fp-6,
                      0x1.c9d336dfb8159p-7, 0x1.77ff42ab32e5bp-7, 0x1.5336524f2be8cp-7,
                      0x1.5dc12cbea3385p-8, 0x1.224dcb3a7c4a1p-6, -0x1.f6744bcf07f98p-7,
                      0x1.dc690543e52b8p-6);
  else
    return polynomial(z, z * z, 0x1.555554p-3f, 0x1.3334cep-4f, 0x1.6d3e6ap-5f, 0x1.ffbf34p-6f,
                      0x1.0fe1b2p-6f, 0x1.1acb92p-5f);
}

/// asin of a size, or of sqrt((1 - size) / 2) twice where that is `great`, as
/// the leading part and the rest.
template <class V> struct Arcsine {
  Integers<V> great;
  V value, rest;
};
template <class V> GTJIT_INLINE Arcsine<V> arcsine(V size) {
  using T = Element<V>;
  Integers<V> great = size > T(0.5);
  V z = select<V>(great, fma(size, all<V>(T(-0.5)), all<V>(T(0.5))), size * size);
  V root = squareRoot(z);
  V value = select<V>(great, root + root, size);
  V lost = restOfRoot(root, z);
  return {great, value, fma(value * z, arcsineSeries(z), select<V>(great, lost + lost, V{}))};
}

template <class V> GTJIT_INLINE V asin(V x) {
  using T = Element<V>;
  Arcsine<V> part = arcsine(magnitude(x));
  Integers<V> sign = part.great & signBit<V>();
  V turns = select<V>(part.great, all<V>(T(1)), V{});
  return withSign(addQuarterTurns(turns, fromBits<V>(bits(part.value) ^ sign),
                                  fromBits<V>(bits(part.rest) ^ sign)),
                  x);
}

template <class V> GTJIT_INLINE V acos(V x) {
  using T = Element<V>;
  Arcsine<V> part = arcsine(magnitude(x));
  Integers<V> sign = (bits(x) ^ ~part.great) & signBit<V>();
  V turns = select<V>(part.great, select<V>(x < T(0), all<V>(T(2)), V{}), all<V>(T(1)));
  return addQuarterTurns(turns, fromBits<V>(bits(part.value) ^ sign),
                         fromBits<V>(bits(part.rest) ^ sign));
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_INVERSETRIGONOMETRIC_H
