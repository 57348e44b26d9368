//===- Remainder.h - Remainders and floor division --------------*- C++ -*-===//
//
// The remainder of a division that truncates, exact for all arguments, and
// Python's % and // made of it, step by step as NumPy does.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_REMAINDER_H
#define GTJIT_MATH_REMAINDER_H

#include "gtjit/Math/Lanes.h"

namespace gtjit::detail {
namespace {

/// The exponent of a positive finite number, counted as its bits count it;
/// goes on below 1 for denormals.
template <class V> GTJIT_INLINE Integers<V> exponentField(V a) {
  using Form = Format<Element<V>>;
  Integers<V> denormal = a < Form::smallestNormal;
  a = select<V>(denormal, a * (1 / Form::epsilon), a);
  return (bits(a) >> Form::fraction) - (denormal & Form::fraction);
}

/// x - trunc(x / y) y with the sign of x; NaN for infinite x and for y = 0.
///
/// Each round takes off an integer multiple q d of the divisor's d = y 2^k,
/// k chosen so that q has at most as many bits as the fraction: r - q d is a
/// multiple of both last places and less than d, hence exact. A rounded
/// quotient that is one too great leaves a negative rest, which d mends.
template <class V> GTJIT_INLINE V fmod(V x, V y) {
  using T = Element<V>;
  using Form = Format<T>;
  V rest = magnitude(x), divisor = magnitude(y);
  Integers<V> regular = (rest < Form::infinity) & (divisor > T(0));
  Integers<V> active = regular & (rest >= divisor);
  while (any(active)) {
    Integers<V> excess = exponentField(rest) - exponentField(divisor) - (Form::fraction - 2);
    V d = divisor;
    if (any(active & (excess > 0))) {
      Integers<V> up = excess > 0 ? excess : Integers<V>{};
      up = up < 2 * Form::bias ? up : Integers<V>{} + 2 * Form::bias;
      Integers<V> half = up >> 1, other = up - half;
      d = divisor * fromBits<V>((half + Form::bias) << Form::fraction) *
          fromBits<V>((other + Form::bias) << Form::fraction);
    }
    V next = fma(-truncate(rest / d), d, rest);
    next = select<V>(next < T(0), next + d, next);
    rest = select<V>(active, next, rest);
    active = regular & (rest >= divisor);
  }
  return select<V>(regular, withSign(rest, x), all<V>(Form::infinity - Form::infinity));
}

/// The remainder with the sign of y: fmod, plus y where the signs differ.
template <class V> GTJIT_INLINE V mod(V x, V y) {
  using T = Element<V>;
  V rest = fmod(x, y);
  V moved = select<V>((y < T(0)) ^ (rest < T(0)), rest + y, rest);
  return select<V>(rest == T(0), withSign(V{}, y), moved);
}

/// The floor of x / y, so that y * floorDivide(x, y) + mod(x, y) is near x;
/// x / y for y = 0.
template <class V> GTJIT_INLINE V floorDivide(V x, V y) {
  using T = Element<V>;
  V rest = fmod(x, y), ratio = x / y;
  V quotient = (x - rest) / y;
  Integers<V> below = (rest != T(0)) & ((y < T(0)) ^ (rest < T(0)));
  quotient = select<V>(below, quotient - T(1), quotient);
  V floor = roundDown(quotient);
  floor = select<V>(quotient - floor > T(0.5), floor + T(1), floor);
  floor = select<V>(quotient == T(0), withSign(V{}, ratio), floor);
  return select<V>(y == T(0), ratio, floor);
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_REMAINDER_H
