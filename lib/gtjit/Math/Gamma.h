//===- Gamma.h - tgamma and lgamma ------------------------------*- C++ -*-===//
//
// From 21/8 on by Stirling's series, below by a polynomial around two and
// gamma(x) = gamma(x + 1) / x; negative arguments by the reflection
// gamma(x) gamma(-x) = -pi / (x sin(pi x)). All of it as sums of two numbers.
// Floats are computed as doubles, so that only the last step is rounded.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_GAMMA_H
#define GTJIT_MATH_GAMMA_H

#include "gtjit/Math/Hyperbolic.h"
#include "gtjit/Math/Power.h"
#include "gtjit/Math/Trigonometric.h"

namespace gtjit::detail {
namespace {

/// From where on Stirling's series is used.
constexpr double startOfStirling = 2.625;

/// Below, gamma(x) is 1 / x and log(gamma(x)) is -log |x|.
constexpr double tinyOfGamma = 0x1p-60;

/// log(gamma(x)) for finite x from 21/8 on, given log(x):
/// (x - 1/2) (log(x) - 1) + (log(2 pi) - 1) / 2 + series(1 / x^2) / x.
template <class V> GTJIT_INLINE Sum<V> stirling(V x, Sum<V> log) {
  V inverse = 1.0 / x, z = inverse * inverse;
  // to 2^-57.6
  V series = polynomial(z, z * z, 0x1.5555555555555p-4, -0x1.6c16c16c14e57p-9,
                        0x1.a01a0192734a7p-11, -0x1.3813773eb9f7cp-11, 0x1.b94e070eba4ebp-11,
                        -0x1.f636490da82fep-10, 0x1.9f7eeb1bd9001p-8, -0x1.c31d165ef5f1fp-6,
                        0x1.172862364f355p-3, -0x1.4eb6ecb94dfb8p-1, 0x1.4fe910bdd5782p+1,
                        -0x1.f05f6b2465d99p+2, 0x1.d05333ac94821p+3, -0x1.960aa923b0ad4p+3);
  V factor = x - 0.5;
  Sum<V> product = multiply(Sum<V>{factor, (x - factor) - 0.5}, Sum<V>{log.value - 1.0, log.rest});
  Sum<V> sum = addExactly(product.value, all<V>(0x1.acfe390c97d69p-2));
  sum.rest += product.rest + 0x1.3494bc9001442p-56;
  return {sum.value, fma(series, inverse, sum.rest)};
}

/// gamma(a) = gamma(2 + t) / divisor for a from 0 to 21/8; t is exact, from -3/8
/// to 5/8.
template <class V> struct NearTwo {
  V t;
  Sum<V> divisor;
};
template <class V> GTJIT_INLINE NearTwo<V> stepToTwo(V a) {
  Integers<V> isStep = a < 1.625, twice = a < 0.625;
  V zero{}, one = all<V>(1);
  V whole = select<V>(isStep, select<V>(twice, zero, one), all<V>(2));
  Sum<V> divisor = addProduct(a, a, select<V>(twice, a, zero)); // a (a + 1) or a
  return {a - whole, select<V>(isStep, divisor, Sum<V>{one, zero})};
}

/// gamma(2 + t), to 2^-56.7.
template <class V> GTJIT_INLINE Sum<V> gammaNearTwo(V t) {
  V p = polynomial(
      t, t * t, 0x1.b0ee6072093cep-2, 0x1.a5b978b96bebfp-2, 0x1.4e2399846505dp-4,
      0x1.301fbb0f25afp-4, -0x1.17f3740d740e2p-12, 0x1.6d7eeac9cb913p-7, -0x1.75e6e91319134p-9,
      0x1.13c449e65ad0fp-9, -0x1.e21f1752320c4p-11, 0x1.011ac5138c626p-11, -0x1.f94b61eb09e1ap-13,
      0x1.fe5cd9df98529p-14, -0x1.fde56e15b6698p-15, 0x1.fe1818997d24cp-16, -0x1.feee964534878p-17,
      0x1.0613a63a75905p-17, -0x1.0f2164e214a3fp-18, 0x1.d250d6779beecp-20, -0x1.ad4f3b97bdebap-22);
  return addProduct(all<V>(1), t, p);
}

/// log(gamma(2 + t)), to 2^-56 of it.
template <class V> GTJIT_INLINE Sum<V> logGammaNearTwo(V t) {
  V p = polynomial(t, t * t, -0x1.13e001a55760fp-4, 0x1.51322ac7d84a7p-6, -0x1.e404fc218b5b5p-8,
                   0x1.7add6eadaa923p-9, -0x1.38ac5c2ef914ep-10, 0x1.0b36af92574ecp-11,
                   -0x1.d3fd4a5063e73p-13, 0x1.a127a5b945be4p-14, -0x1.78debf62efc1cp-15,
                   0x1.58108162e2695p-16, -0x1.3cb4d81c53b1cp-17, 0x1.25401fef1315fp-18,
                   -0x1.119c0903fe14bp-19, 0x1.05a4151d6b091p-20, -0x1.fb18ca595b495p-22,
                   0x1.a0228951d5695p-23, -0x1.750cfc7da2304p-25);
  Sum<V> second = addProduct(all<V>(0x1.4a34cc4a60fa6p-2), t, p);
  Sum<V> slope = addProduct(all<V>(0x1.b0ee6072093cep-2), t, second.value);
  slope.rest = (slope.rest + 0x1.7787b32eaa26ap-58) + t * (second.rest + 0x1.153cd5441b835p-56);
  return multiply(slope, Sum<V>{t, V{}});
}

/// a sin(pi a) for a that is not negative; the sign of zeros is lost.
template <class V> GTJIT_INLINE Sum<V> timesSineOfPi(V a) {
  V turn = fma(roundDown(a * 0.5), all<V>(-2), a); // exact, as all before the angle
  V shifted = fma(turn, all<V>(2), all<V>(Format<double>::roundingShift));
  V r = fma(shifted - Format<double>::roundingShift, all<V>(-0.5), turn);
  constexpr double pi = 0x1.921fb54442d18p+1, piRest = 0x1.1a62633145c07p-53;
  V value = r * pi;
  Angle<V> angle{value, fma(r, all<V>(pi), -value) + r * piRest, bits(shifted)};
  Sum<V> sine = sineOfQuadrant(angle);
  V lost = fma(value, value, -(value * value)); // of what the cosine takes off one
  Integers<V> odd = (angle.quadrant & 1) != 0;
  sine.rest = fma(select<V>(odd, lost, V{}), all<V>(-0.5), sine.rest);
  sine = normalized(sine);
  Integers<V> sign = signOfQuadrant<V>(angle.quadrant);
  sine = {fromBits<V>(bits(sine.value) ^ sign), fromBits<V>(bits(sine.rest) ^ sign)};
  return multiply(sine, Sum<V>{a, V{}});
}

/// Whether x is a negative whole number; zeros are not negative here.
template <class V> GTJIT_INLINE Integers<V> isPole(V x) { return (x < 0.0) & (x == roundDown(x)); }

template <class V>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE V tgamma(V x) {
  V a = magnitude(x), k{};
  Integers<V> negative = x < 0.0, great = a >= startOfStirling;
  const Sum<V> one{all<V>(1), V{}};
  Sum<V> above = one, below = one; // gamma(a) is their quotient, times 2^floor(k)
  if (any(~great)) {
    NearTwo<V> step = stepToTwo(a);
    above = gammaNearTwo(step.t);
    below = step.divisor;
  }
  if (any(great)) {
    V bounded = smaller(all<V>(200), a); // gamma is in range below 172, its inverse below 186
    Sum<V> exponent = normalized(stirling(bounded, preciseLog(bounded)));
    // Of negative x the inverse, which may be denormal where gamma(a) overflows.
    exponent = select<V>(negative, Sum<V>{-exponent.value, -exponent.rest}, exponent);
    ExpParts<V> parts = expParts(exponent.value);
    Sum<V> power = addProduct(parts.power, parts.power, parts.r);
    V rest = parts.rest + fma(exponent.rest, parts.r + parts.rest, exponent.rest);
    power.rest = fma(parts.power, rest, power.rest);
    k = select<V>(great, parts.k, k);
    above = select<V>(great, select<V>(negative, one, power), above);
    below = select<V>(great, select<V>(negative, power, one), below);
  }
  if (any(negative)) {
    Sum<V> minusPi{all<V>(-0x1.921fb54442d18p+1), all<V>(-0x1.1a62633145c07p-53)};
    Sum<V> sine = multiply(above, timesSineOfPi(a));
    above = select<V>(negative, multiply(below, minusPi), above);
    below = select<V>(negative, sine, below);
  }
  Sum<V> quotient = divide(above, below);
  V result = scaleByFloor(quotient.value + quotient.rest, k);
  result = select<V>(a < tinyOfGamma, 1.0 / x, result);
  result = select<V>(x == Format<double>::infinity, x, result);
  return select<V>(isPole(x), all<V>(Format<double>::infinity - Format<double>::infinity), result);
}

/// log(sum), its value positive and finite.
template <class V> GTJIT_INLINE Sum<V> logOfSum(Sum<V> sum) {
  Sum<V> log = preciseLog(sum.value);
  log.rest += sum.rest / sum.value;
  return log;
}

template <class V>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE V lgamma(V x) {
  constexpr double inf = Format<double>::infinity;
  V a = magnitude(x);
  Integers<V> great = a >= startOfStirling, reflected = x < -tinyOfGamma;
  NearTwo<V> step = stepToTwo(a);
  Sum<V> log = logOfSum(select<V>(great, Sum<V>{a, V{}}, step.divisor));
  Sum<V> result = stirling(a, log);
  if (any(~great)) {
    Sum<V> near = logGammaNearTwo(step.t), sum = addExactly(near.value, -log.value);
    sum.rest += near.rest - log.rest;
    result = select<V>(great, result, sum);
  }
  if (any(reflected)) {
    Sum<V> sine = timesSineOfPi(a);
    Integers<V> sign = bits(sine.value) & signBit<V>();
    sine = {fromBits<V>(bits(sine.value) ^ sign), fromBits<V>(bits(sine.rest) ^ sign)};
    log = logOfSum(sine);
    constexpr double logOfPi = 0x1.250d048e7a1bdp+0, logOfPiRest = 0x1.7abf2ad8d5088p-57;
    Sum<V> first = addExactly(-log.value, all<V>(logOfPi));
    Sum<V> positive = normalized(result), sum = addExactly(first.value, -positive.value);
    sum.rest += first.rest + ((logOfPiRest - log.rest) - positive.rest);
    result = select<V>(reflected, sum, result);
  }
  V value = result.value + result.rest;
  value =
      select<V>((x == 0.0) | (a == inf) | (result.value == inf) | isPole(x), all<V>(inf), value);
  return select<V>(x == x, value, x);
}

template <class V>
  requires(sizeof(Element<V>) == 4)
GTJIT_INLINE V tgamma(V x) {
  return narrow(tgamma(lowHalf(x)), tgamma(highHalf(x)));
}

template <class V>
  requires(sizeof(Element<V>) == 4)
GTJIT_INLINE V lgamma(V x) {
  return narrow(lgamma(lowHalf(x)), lgamma(highHalf(x)));
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_GAMMA_H
