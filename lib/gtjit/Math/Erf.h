//===- Erf.h - erf and erfc -------------------------------------*- C++ -*-===//
//
// erf is odd and smooth below 7/8; above, it is one less the exponential of a
// polynomial. erfc, which must keep its digits where it is tiny, is the product
// of exp(-x^2) and a smooth quotient, each kept as a sum of two numbers.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_ERF_H
#define GTJIT_MATH_ERF_H

#include "gtjit/Math/Hyperbolic.h"
#include "gtjit/Math/Polynomial.h"

namespace gtjit::detail {
namespace {

/// erf(x) / x - 1 of z = x^2, x <= 7/8, to 2^-56 of erf (floats: 2^-29).
template <class V> GTJIT_INLINE Sum<V> erfSeries(V z) {
  using T = Element<V>;
  constexpr bool isDouble = sizeof(T) == 8;
  const V first = all<V>(isDouble ? T(0x1.06eba8214db68p-3) : T(0x1.06eba8p-3f));
  const V second = all<V>(isDouble ? T(-0x1.812746b0379b5p-2) : T(-0x1.81274p-2f));
  V p;
  if constexpr (isDouble)
    p = polynomial(z, z * z, 0x1.ce2f21a040b02p-4, -0x1.b82ce311f7069p-6, 0x1.565bccf908894p-8,
                   -0x1.c02db03ff6859p-11, 0x1.f9a2bb4bba0e4p-14, -0x1.f4ca5bb2856d7p-17,
                   0x1.b9807f233887cp-20, -0x1.5c0bc3130e21dp-23, 0x1.d73d744d56748p-27,
                   -0x1.ac1a4196e188cp-31);
  else
    p = polynomial(z, z * z, 0x1.ce2d52p-4f, -0x1.b7fec4p-6f, 0x1.542fecp-8f, -0x1.a5197ap-11f,
                   0x1.4c5cb4p-14f);
  Sum<V> slope = addProduct(second, z, p), sum = addProduct(first, z, slope.value);
  return {sum.value, fma(z, slope.rest, sum.rest)};
}

/// q of log(erfc(7/8 + v)) = log(erfc(7/8)) + v q, 0 <= v <= 5.125 (floats:
/// 3.125); its exponential is right to 2^-57 (floats: 2^-28) of one.
template <class V> GTJIT_INLINE V logOfErfcSeries(V v) {
  if constexpr (sizeof(Element<V>) == 8)
    return polynomial(v, v * v, -0x1.3711709c17b47p1, -0x1.a730790b4d1c4p-1, -0x1.802c2793b2f8dp-5,
                      0x1.730b0e9cb19d4p-7, -0x1.19049abfd4924p-9, 0x1.a5139ade6e411p-13,
                      0x1.f15611a748029p-15, -0x1.4a4b74fb06bcep-15, 0x1.9819a4c81134dp-17,
                      -0x1.116292d01db98p-19, -0x1.2b2fbffe3c305p-23, 0x1.006553c9c17f4p-22,
                      -0x1.9e79775c08d21p-24, 0x1.acd22ad544d34p-26, -0x1.357095ddfa6fbp-28,
                      0x1.2f861ad551b2fp-31, -0x1.6d1b5f79405dbp-35, 0x1.9692d7789daaep-40);
  else
    return polynomial(v, v * v, -0x1.37117p1f, -0x1.a73058p-1f, -0x1.803e1cp-5f, 0x1.7431aap-7f,
                      -0x1.233938p-9f, 0x1.3c4bcap-12f, -0x1.56a608p-16f);
}

/// log(erfc(7/8)) and what it lacks.
template <class T>
constexpr T logOfErfcStart = sizeof(T) == 8 ? T(-0x1.88672ea9b34dcp0) : T(-0x1.88672ep0f);
template <class T>
constexpr T logOfErfcStartRest = sizeof(T) == 8 ? T(0x1.9f433934410c7p-55) : T(-0x1.53669cp-25f);

template <class V> GTJIT_INLINE V erf(V x) {
  using T = Element<V>;
  V size = smaller(all<V>(sizeof(T) == 8 ? T(6) : T(4)), magnitude(x));
  Sum<V> series = erfSeries(size * size);
  V below = size + fma(size, series.value, size * series.rest);
  V v = size - T(0.875), q = logOfErfcSeries(v), start = all<V>(logOfErfcStart<T>);
  V exponent = fma(v, q, start);
  V rest = fma(v, q, start - exponent) + logOfErfcStartRest<T>;
  V power = exp(exponent);
  V above = T(1) - fma(power, rest, power);
  return withSign(select<V>(size < T(0.875), below, above), x);
}

/// exp(-x^2) = 2^floor(k) (value + rest), x^2 in the range of doubles (floats).
template <class V> struct Gauss {
  Sum<V> factor;
  V k;
};
template <class V> GTJIT_INLINE Gauss<V> gauss(V x) {
  V square = x * x, lost = fma(x, x, -square);
  ExpParts<V> parts = expParts(-square);
  V rest = parts.rest - fma(lost, parts.r + parts.rest, lost);
  Sum<V> factor = addProduct(parts.power, parts.power, parts.r);
  factor.rest = fma(parts.power, rest, factor.rest);
  return {normalized(factor), parts.k};
}

/// (1 + 9/8 x) exp(x^2) erfc(x), x <= 28 (floats: 11), to 2^-56 (2^-29), by a
/// polynomial of (x - 4) / (x + 4), floats of (x - 2) / (x + 2).
template <class V> GTJIT_INLINE Sum<V> scaledErfc(V x) {
  using T = Element<V>;
  constexpr bool isDouble = sizeof(T) == 8;
  constexpr T middle = isDouble ? 4 : 2;
  constexpr T first = isDouble ? T(0x1.81ca5c6ac35d4p-1) : T(0x1.a8fa78p-1f);
  constexpr T firstRest = isDouble ? T(-0x1.1c615ece77414p-56) : T(0x1.939e38p-26f);
  constexpr T second = isDouble ? T(-0x1.88f7ef80ff627p-3) : T(-0x1.e99f58p-3f);
  constexpr T secondRest = isDouble ? T(-0x1.978f1398eb78ap-59) : T(-0x1.625582p-29f);
  Sum<V> ratio = divide(addExactly(x, all<V>(-middle)), addExactly(x, all<V>(middle)));
  V q = ratio.value + ratio.rest, p;
  if constexpr (isDouble)
    p = polynomial(q, q * q, 0x1.ab6160c8dc473p-4, -0x1.12e8a665fb22fp-5, -0x1.2c418633622c2p-7,
                   0x1.9b7c27f765531p-6, -0x1.82f2f29836351p-6, 0x1.f4f0daa265dd1p-7,
                   -0x1.e0b28821906c7p-8, 0x1.452c052e0ef3ap-9, -0x1.c8efa461bb47cp-12,
                   -0x1.452bb130b1426p-14, 0x1.39f8746a0db55p-14, -0x1.e87600c20fbefp-17,
                   -0x1.512907c0bc322p-18, 0x1.97157c2601cfp-19, 0x1.5ea6f4a51070cp-25,
                   -0x1.c57b5fdbf5804p-22, 0x1.c9942ab8e3d3fp-25, 0x1.db325a6812bacp-25,
                   -0x1.821c15fd18a79p-27, -0x1.eba90f13a1ad8p-28, 0x1.3ff21131a52e3p-30,
                   0x1.724b101e8a79fp-31);
  else
    p = polynomial(q, q * q, 0x1.94235cp-7f, 0x1.d8e364p-5f, -0x1.d8ebbcp-6f, -0x1.7dd6a6p-10f,
                   0x1.28e8d4p-8f, 0x1.2496c2p-12f, -0x1.9b40dp-11f, -0x1.4f401p-13f,
                   0x1.c1b68ep-14f, 0x1.68f35ep-15f);
  Sum<V> slope = addProduct(all<V>(second), q, p), sum = addProduct(all<V>(first), q, slope.value);
  sum.rest = (sum.rest + firstRest) + q * (slope.rest + secondRest);
  return sum;
}

template <class V> GTJIT_INLINE V erfc(V x) {
  using T = Element<V>;
  V size = smaller(all<V>(sizeof(T) == 8 ? T(28) : T(11)), magnitude(x));
  Gauss<V> power = gauss(size);
  V one = all<V>(T(1)), divisor = fma(size, all<V>(T(1.125)), one);
  V divisorRest = fma(size, all<V>(T(1.125)), one - divisor);
  Sum<V> quotient = divide(multiply(power.factor, scaledErfc(size)), Sum<V>{divisor, divisorRest});
  V tail = scaleByFloor(quotient.value + quotient.rest, power.k);
  return select<V>(x < T(0), T(2) - tail, tail);
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_ERF_H
