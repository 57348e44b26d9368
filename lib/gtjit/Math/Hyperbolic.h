//===- Hyperbolic.h - expm1, sinh, cosh and tanh ----------------*- C++ -*-===//
//
// All from (exp(x) - 1) / 2 as a sum of two numbers; the half keeps great
// results in range. Tiny arguments, where the parts lose their sign or their
// last place, are handled by themselves.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_HYPERBOLIC_H
#define GTJIT_MATH_HYPERBOLIC_H

#include "gtjit/Math/ExpLog.h"

namespace gtjit::detail {
namespace {

/// exp(x) = 2^floor(k) power exp(r), with exp(r) = 1 + r + rest; r is exact.
template <class V> struct ExpParts {
  V k, power, r, rest;
};
template <class V>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE ExpParts<V> expParts(V x) {
  constexpr double shift = Format<double>::roundingShift / 16;
  V shifted = fma(x, all<V>(0x1.71547652b82fep+0), all<V>(shift));
  V k = shifted - shift;
  V first = fma(k, all<V>(-0x1.62e42fefa4000p-1), x), second = k * 0x1.8432a1b0e2634p-43;
  V r = first + second, r2 = r * r;
  // exp(r) - 1 to 2^-59 of itself
  V low = fma(r, all<V>(0x1.5555555555557p-3), all<V>(0x1.0000000000004p-1));
  V high = fma(r, all<V>(0x1.11111110ab79dp-7), all<V>(0x1.5555555470c0fp-5));
  high = fma(r2, fma(r, all<V>(0x1.a01b6564390c9p-13), all<V>(0x1.6c1851a8dcad2p-10)), high);
  TwoNumbers<V> power = lookup(powers, bits(shifted));
  V rest = fma(power.second, first, power.second + second);
  return {k, power.first, first, fma(r2, fma(r2, high, low), rest)};
}
template <class V>
  requires(sizeof(Element<V>) == 4)
GTJIT_INLINE ExpParts<V> expParts(V x) {
  V k = fma(x, all<V>(0x1.715476p+0f), all<V>(Format<float>::roundingShift)) -
        Format<float>::roundingShift;
  V first = fma(k, all<V>(-0x1.62e4p-1f), x), second = k * -0x1.7f7d1cp-20f;
  V r = first + second, r2 = r * r;
  V low = fma(r, all<V>(0x1.555556p-3f), all<V>(0.5f));
  V high = fma(r, all<V>(0x1.1110acp-7f), all<V>(0x1.55547p-5f));
  high = fma(r2, fma(r, all<V>(0x1.a17e52p-13f), all<V>(0x1.6da7bep-10f)), high);
  return {k, all<V>(1), first, fma(r2, fma(r2, high, low), second)};
}

/// (exp(x) - 1) / 2. The bounds keep the scale in range.
template <class V> GTJIT_INLINE Sum<V> halfOfExpm1(V x) {
  using T = Element<V>;
  constexpr bool isDouble = sizeof(T) == 8;
  x = smaller(all<V>(isDouble ? T(712) : T(91)), larger(all<V>(isDouble ? T(-60) : T(-40)), x));
  ExpParts<V> parts = expParts(x);
  V scale = scaleByFloor(parts.power, parts.k - T(1));
  Sum<V> start = addExactly(scale, all<V>(T(-0.5)));
  V first = fma(scale, parts.r, start.value);
  V lost = fma(scale, parts.r, start.value - first);
  V rest = fma(scale, parts.rest, start.rest) + lost;
  V value = first + rest;
  return {value, (first - value) + rest};
}

template <class V> GTJIT_INLINE V expm1(V x) {
  using T = Element<V>;
  V result = halfOfExpm1(x).value * T(2);
  constexpr T most = sizeof(T) == 8 ? T(709.8) : T(88.8f);
  result = select<V>(x > most, all<V>(Format<T>::infinity), result);
  return select<V>(magnitude(x) < Format<T>::epsilon / 2, x, result);
}

/// s / (2 s + 1) for the sum s, not above 2^60.
template <class V> GTJIT_INLINE Sum<V> overTwiceAndOne(Sum<V> s) {
  using T = Element<V>;
  Sum<V> below = addExactly(s.value * T(2), all<V>(1));
  below.rest += s.rest * T(2);
  return divide(s, below);
}

/// Where x + x^3 / 3 is x in this type.
template <class T> constexpr T tiny = sizeof(T) == 8 ? T(0x1p-27) : T(0x1p-13f);

/// e / (e + 2) for e = exp(2 |x|) - 1.
template <class V> GTJIT_INLINE V tanh(V x) {
  using T = Element<V>;
  V size = magnitude(x);
  Sum<V> half = halfOfExpm1(smaller(all<V>(T(25)), size) * T(2));
  Sum<V> ratio = overTwiceAndOne(Sum<V>{half.value * T(0.5), half.rest * T(0.5)}); // half of it
  V result = withSign((ratio.value + ratio.rest) * T(2), x);
  return select<V>(size < tiny<T>, x, result);
}

/// s = (exp(|x|) - 1) / 2; exp(-|x|) is negligible where it is bounded.
template <class V> struct Halves {
  Sum<V> s, ratio;
};
template <class V> GTJIT_INLINE Halves<V> hyperbolicHalves(V size) {
  Sum<V> s = halfOfExpm1(size);
  V bounded = smaller(all<V>(Element<V>(0x1p60f)), s.value);
  return {s, overTwiceAndOne(Sum<V>{bounded, s.rest})};
}

/// `result`, or exp(size) / 2 where the parts come near overflow.
template <class V> GTJIT_INLINE V halfOfExpAbove(V size, V result) {
  Integers<V> great = size > (sizeof(Element<V>) == 8 ? Element<V>(700) : Element<V>(85));
  if (any(great))
    result = select<V>(great, expTimesPowerOfTwo(size, -1), result);
  return result;
}

/// s + s / (2 s + 1).
template <class V> GTJIT_INLINE V sinh(V x) {
  using T = Element<V>;
  V size = magnitude(x);
  Halves<V> h = hyperbolicHalves(size);
  V sum = h.s.value + h.ratio.value;
  V rest = (h.s.value - sum) + h.ratio.value;
  V result = halfOfExpAbove(size, sum + (rest + (h.s.rest + h.ratio.rest)));
  return select<V>(size < tiny<T>, x, withSign(result, x));
}

/// 1 + s - s / (2 s + 1).
template <class V> GTJIT_INLINE V cosh(V x) {
  using T = Element<V>;
  V size = magnitude(x);
  Halves<V> h = hyperbolicHalves(size);
  Sum<V> one = addExactly(h.s.value, all<V>(T(1)));
  V sum = one.value - h.ratio.value;
  V rest = (one.value - sum) - h.ratio.value;
  return halfOfExpAbove(size, sum + (rest + (one.rest + (h.s.rest - h.ratio.rest))));
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_HYPERBOLIC_H
