//===- Trigonometric.h - sin, cos and tan -----------------------*- C++ -*-===//
//
// Of the angle modulo pi / 2, kept as a sum of two numbers. The polynomials are
// minimax (fpminimax of Sollya); the errors stand with them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_TRIGONOMETRIC_H
#define GTJIT_MATH_TRIGONOMETRIC_H

#include "gtjit/Math/ExpLog.h"
#include "gtjit/Math/Polynomial.h"
#include "gtjit/Math/Reduction.h"

namespace gtjit::detail {
namespace {

/// sin(r) = r + r z sine(z) and cos(r) = 1 - z / 2 + z^2 cosine(z), z = r^2, to
/// 2^-56 and 2^-60 of them for doubles, 2^-31 and 2^-33 for floats. `choose`
/// takes a coefficient of each and gives one, or a vector.
template <class V, class Choose>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE V sineOrCosine(V z, V z2, Choose choose) {
  return polynomial(z, z2, choose(-0x1.5555555555555p-3, 0x1.5555555555555p-5),
                    choose(0x1.1111111110c84p-7, -0x1.6c16c16c168ccp-10),
                    choose(-0x1.a01a019ea17c5p-13, 0x1.a01a019f38ba5p-16),
                    choose(0x1.71de37b235b35p-19, -0x1.27e4fa03844e4p-22),
                    choose(-0x1.ae60217812a5cp-26, 0x1.1eeb586f37844p-29),
                    choose(0x1.5e11ba5d3813bp-33, -0x1.9073edb1d6431p-37));
}
template <class V, class Choose>
  requires(sizeof(Element<V>) == 4)
GTJIT_INLINE V sineOrCosine(V z, V z2, Choose choose) {
  return polynomial(
      z, z2, choose(-0x1.555556p-3f, 0x1.555556p-5f), choose(0x1.11119ap-7f, -0x1.6c17d4p-10f),
      choose(-0x1.a08584p-13f, 0x1.a0f5d8p-16f), choose(0x1.88275ap-19f, -0x1.590332p-22f));
}

/// The sine of an angle whose quadrant's lowest bit is clear, else the cosine,
/// without the sign of its quadrant, as a leading part and a small rest.
template <class V> GTJIT_INLINE Sum<V> sineOfQuadrant(Angle<V> angle) {
  using T = Element<V>;
  V r = angle.value, z = r * r;
  Integers<V> odd = (angle.quadrant & 1) != 0;
  V p = sineOrCosine(
      z, z * z, [&](T sine, T cosine) { return select<V>(odd, all<V>(cosine), all<V>(sine)); });
  V half = z * T(0.5), one = T(1) - half;
  V tail = fma(r, -angle.rest, (T(1) - one) - half);
  V factor = z * select<V>(odd, z, r);
  return {select<V>(odd, one, r), fma(factor, p, select<V>(odd, tail, angle.rest * one))};
}

/// The sign bit where the second lowest bit of the quadrant is set.
template <class V> GTJIT_INLINE Integers<V> signOfQuadrant(Integers<V> quadrant) {
  constexpr int up = sizeof(Element<V>) * 8 - 2;
  return (Integers<V>)((Unsigned<V>)quadrant << up) & signBit<V>();
}

template <class V> GTJIT_INLINE V sin(V x) {
  Angle<V> angle = reduce(magnitude(x));
  Sum<V> sum = sineOfQuadrant(angle);
  V size = sum.value + sum.rest;
  Integers<V> sign = signOfQuadrant<V>(angle.quadrant) ^ (bits(x) & signBit<V>());
  return fromBits<V>(bits(size) ^ sign);
}

template <class V> GTJIT_INLINE V cos(V x) {
  Angle<V> angle = reduce(magnitude(x));
  angle.quadrant += 1;
  Sum<V> sum = sineOfQuadrant(angle);
  V size = sum.value + sum.rest;
  return fromBits<V>(bits(size) ^ signOfQuadrant<V>(angle.quadrant));
}

/// sin / cos, or -cos / sin in odd quadrants, each as a sum of two numbers.
template <class V> GTJIT_INLINE V tan(V x) {
  using T = Element<V>;
  Angle<V> angle = reduce(magnitude(x));
  V r = angle.value, z = r * r, z2 = z * z;
  V half = z * T(0.5), one = T(1) - half;
  V sineRest = fma(r * z, sineOrCosine(z, z2, [](T sine, T) { return sine; }), angle.rest * one);
  V squareRest = fma(r, angle.rest + angle.rest, fma(r, r, -z));
  V cosineRest = fma(z2, sineOrCosine(z, z2, [](T, T cosine) { return cosine; }),
                     fma(squareRest, all<V>(T(-0.5)), (T(1) - one) - half));
  Integers<V> odd = (angle.quadrant & 1) != 0;
  V above = select<V>(odd, one, r), aboveRest = select<V>(odd, cosineRest, sineRest);
  V below = select<V>(odd, r, one), belowRest = select<V>(odd, sineRest, cosineRest);
  V dividend = above + aboveRest, divisor = below + belowRest;
  aboveRest += above - dividend;
  belowRest += below - divisor;
  V inverse = T(1) / divisor, quotient = dividend * inverse;
  V rest = fma(-quotient, divisor, dividend) + fma(-quotient, belowRest, aboveRest);
  V size = fma(rest, inverse, quotient);
  Integers<V> sign = (bits(x) & signBit<V>()) ^ (odd & signBit<V>());
  return fromBits<V>(bits(size) ^ sign);
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_TRIGONOMETRIC_H
