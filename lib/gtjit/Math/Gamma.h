//===- Gamma.h - tgamma and lgamma ------------------------------*- C++ -*-===//
//
// SLEEF's functions of doubles, mended where they are wrong: far out, and where
// the gamma function is small between its poles. Floats are computed as doubles,
// so that only the last step is rounded.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_GAMMA_H
#define GTJIT_MATH_GAMMA_H

#include "gtjit/Math/ExpLog.h"
#include "gtjit/Math/Sleef.h"

namespace gtjit::detail {
namespace {

/// A zero, negative where the floor of x is odd; NaN at whole numbers.
template <class V> GTJIT_INLINE V zeroOfGamma(V x) {
  constexpr double inf = Format<double>::infinity;
  V floor = roundDown(x), half = floor * 0.5;
  V zero = select<V>(half != roundDown(half), all<V>(-0.0), V{});
  return select<V>(x == floor, all<V>(inf - inf), zero);
}

/// gamma(x) = gamma(x + 16) / (x (x + 1) ... (x + 15)), for x below -150. The
/// sums are exact, the product is kept with its rest, and the quotient is
/// rounded to a denormal number once.
template <class V> GTJIT_INLINE V smallGamma(V x) {
  V product = x, rest{};
  for (int n = 1; n < 16; ++n) {
    V factor = x + double(n), larger = product * factor;
    rest = fma(product, factor, -larger) + rest * factor;
    product = larger;
  }
  V quotient = sleef::tgamma(x + 16.0) * 0x1p200 / product;
  return fma(-quotient, rest / product, quotient) * 0x1p-200;
}

/// SLEEF's is inaccurate where it is denormal, NaN far below zero, and has
/// zeros without their sign.
template <class V>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE V tgamma(V x) {
  V result = sleef::tgamma(x);
  Integers<V> small = (x < -150.0) & ~(magnitude(result) > 0x1p-1000);
  if (any(small)) {
    V exact = smallGamma(x);
    Integers<V> zero = (x < -184.0) | (x == roundDown(x)) | (exact == 0.0);
    result = select<V>(small, select<V>(zero, zeroOfGamma(x), exact), result);
  }
  return result;
}

/// SLEEF's is infinite too early: log(gamma(x)) is x (log(x) - 1) there.
template <class V>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE V lgamma(V x) {
  V result = sleef::lgamma(x);
  Integers<V> great = (x > 0x1p900) & (x < Format<double>::infinity);
  if (any(great)) {
    Sum<V> sum = logOfParts(partsOf(x));
    sum.value -= 1.0;
    result = select<V>(great, fma(x, sum.value, x * sum.rest), result);
  }
  return result;
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
