//===- Power.h - pow --------------------------------------------*- C++ -*-===//
//
// x^y = exp(y log |x|) with the logarithm as a sum of two doubles, to 2^-64;
// floats are computed as doubles, where one is enough.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_POWER_H
#define GTJIT_MATH_POWER_H

#include "gtjit/Math/ExpLog.h"

namespace gtjit::detail {
namespace {

/// As reciprocals, logarithms and logarithmsRest, for m rounded to the nearest
/// multiple of 1/16 (above one) or 1/32: |r| <= 1/32.
alignas(64) constexpr double nearReciprocals[16] = {
    0x1p+0,     0x1.e2p-1,  0x1.c7p-1, 0x1.afp-1,  0x1.9ap-1,  0x1.86p-1,  0x1.74p-1, 0x1.64p-1,
    0x1.558p+0, 0x1.478p+0, 0x1.3bp+0, 0x1.2f8p+0, 0x1.248p+0, 0x1.1a8p+0, 0x1.11p+0, 0x1.088p+0};
alignas(64) constexpr double nearLogarithms[16] = {
    0x0.0p+0,           0x1.eea31c0068p-5,  0x1.e3707ee304p-4,  0x1.60b3100b0ap-3,
    0x1.c6ffbc6fp-3,    0x1.16b5ccbadp-2,   0x1.4718dc271cp-2,  0x1.741d876c68p-2,
    -0x1.27161913f8p-2, -0x1.f871b28956p-3, -0x1.a8becfc882p-3, -0x1.5c94007598p-3,
    -0x1.10f8e42254p-3, -0x1.9375e55594p-4, -0x1.075983599p-4,  -0x1.0b94f7c198p-5};
alignas(64) constexpr double nearLogarithmsRest[16] = {0x0.0p+0,
                                                       0x1.c3dd83606d891p-44,
                                                       0x1.0f684e6766abdp-45,
                                                       -0x1.71456c988f814p-44,
                                                       0x1.ee138d3a69d43p-44,
                                                       -0x1.23299042d74bfp-44,
                                                       0x1.06c18fb4c14c5p-44,
                                                       -0x1.13a7b5b11cfa7p-44,
                                                       -0x1.4f4f1f61564b4p-44,
                                                       0x1.f75fd6a526efep-44,
                                                       -0x1.e3185cf21b9cfp-44,
                                                       0x1.a8d948cd23322p-44,
                                                       0x1.93b3843396307p-45,
                                                       -0x1.eddc37380c364p-44,
                                                       0x1.b8ecfe4b59987p-44,
                                                       0x1.e89896f022783p-45};

/// log x to 2^-64 of its size, for positive finite x.
template <class V> GTJIT_INLINE Sum<V> preciseLog(V x) {
  constexpr std::int64_t halfStep = std::int64_t(1) << 47;
  Parts<V> parts = partsFrom<V, nearestBelowOne>(x);
  Integers<V> number = (bits(parts.mantissa) + halfStep) >> 48;
  V reciprocal = lookup(nearReciprocals, number);
  V product = parts.mantissa * reciprocal;
  V r = product - 1.0, rRest = fma(parts.mantissa, reciprocal, -product); // exact together
  // r - r^2 / 2 + r^3 q; the leading terms with what their rounding loses.
  V half = r * -0.5;
  V square = half * r, squareRest = fma(half, r, -square);
  V r2 = r * r, r4 = r2 * r2;
  V q0 = fma(r, all<V>(-0x1.ffffffffffed9p-3), all<V>(0x1.5555555555555p-2));
  V q1 = fma(r, all<V>(-0x1.55555557ac4bap-3), all<V>(0x1.9999999999568p-3));
  V q2 = fma(r, all<V>(-0x1.ffffcda0718a0p-4), all<V>(0x1.249249293ce24p-3));
  V q3 = fma(r, all<V>(-0x1.9a76bbe2d3e00p-4), all<V>(0x1.c71c2a8cd73fep-4));
  q3 = fma(r2, all<V>(0x1.7552c82cc9bacp-4), q3);
  V q = fma(r4, fma(r2, q3, q2), fma(r2, q1, q0)); // to 2^-68 of the result
  V main = fma(parts.exponent, all<V>(0x1.62e42fefa38p-1), lookup(nearLogarithms, number));
  V rest = fma(parts.exponent, all<V>(0x1.ef35793c7673p-45), lookup(nearLogarithmsRest, number));
  V first = main + r, second = first + square;
  rest += ((main - first) + r) + ((first - second) + square);
  rest += fma(-rRest, r, rRest) + squareRest;
  rest = fma(r2 * r, q, rest);
  V value = second + rest;
  return {value, (second - value) + rest};
}

/// The sign, and what is not exp(y log |x|): `size` is that.
template <class V> GTJIT_INLINE V withEdgesOfPow(V size, V x, V y) {
  using T = Element<V>;
  constexpr T inf = Format<T>::infinity;
  V ax = magnitude(x), half = y * T(0.5);
  Integers<V> whole = truncate(y) == y;
  Integers<V> odd = whole & (truncate(half) != half);
  V signedSize = fromBits<V>(bits(size) | (bits(x) & signBit<V>() & odd));
  Integers<V> noNumber = (x < T(0)) & (ax < inf) & ~whole;
  V result = select<V>(noNumber, all<V>(inf - inf), signedSize);
  Integers<V> one = (x == T(1)) | (y == T(0)) | ((x == T(-1)) & (magnitude(y) == inf));
  return select<V>(one, all<V>(T(1)), result);
}

template <class V>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE V pow(V x, V y) {
  V ax = magnitude(x);
  Sum<V> log = preciseLog(ax);
  log.value = withEdgesOfLog(log.value, ax);
  V exponent = y * log.value;
  V rest = fma(y, log.value, -exponent) + y * log.rest;
  rest = select<V>(magnitude(exponent) < 800.0, rest, V{});
  return withEdgesOfPow(expOfSum(exponent, rest), x, y);
}

/// Of a float's logarithm and power, as doubles: only the last is rounded.
template <class D> GTJIT_INLINE D powOfFloats(D ax, D y) {
  Sum<D> log = logOfParts(partsOf(ax));
  return exp(y * withEdgesOfLog(log.value + log.rest, ax));
}

template <class V>
  requires(sizeof(Element<V>) == 4)
GTJIT_INLINE V pow(V x, V y) {
  V ax = magnitude(x);
  V size = narrow(powOfFloats(lowHalf(ax), lowHalf(y)), powOfFloats(highHalf(ax), highHalf(y)));
  return withEdgesOfPow(size, x, y);
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_POWER_H
