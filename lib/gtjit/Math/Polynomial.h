//===- Polynomial.h - Polynomials and rough roots of lanes ------*- C++ -*-===//
//
// What several definitions are made of: polynomials with constant coefficients,
// evaluated in the same order everywhere, and estimates that scale a correction,
// made of integer operations, which have the same bits on every machine.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_POLYNOMIAL_H
#define GTJIT_MATH_POLYNOMIAL_H

#include "gtjit/Math/Lanes.h"

namespace gtjit::detail {
namespace {

template <class V> GTJIT_INLINE V asLanes(V value) { return value; }
template <class V> GTJIT_INLINE V asLanes(Element<V> value) { return all<V>(value); }

/// c0 + c2 x2 + c4 x2^2 + ...: every second of the coefficients.
template <class V, class C> GTJIT_INLINE V everySecond(V, C c0) { return asLanes<V>(c0); }
template <class V, class C> GTJIT_INLINE V everySecond(V, C c0, C) { return asLanes<V>(c0); }
template <class V, class C, class... Rest> GTJIT_INLINE V everySecond(V x2, C c0, C, Rest... rest) {
  return fma(x2, everySecond<V>(x2, rest...), asLanes<V>(c0));
}

/// c0 + c1 x + c2 x^2 + ..., even and odd powers by themselves; x2 is x * x.
/// The coefficients are numbers or vectors.
template <class V, class C, class... Rest>
GTJIT_INLINE V polynomial(V x, V x2, C c0, Rest... rest) {
  return fma(x, everySecond<V>(x2, rest...), everySecond<V>(x2, c0, rest...));
}

/// 1 / (2 sqrt(x)) to 4 %, for positive x; finite at zero.
template <class V> GTJIT_INLINE V roughHalfOfInverseRoot(V x) {
  using Whole = typename UnsignedOf<V>::T;
  constexpr Whole start = sizeof(Whole) == 8 ? Whole(0x5fd6eb50c7b537a9) : Whole(0x5eb759df);
  return (V)(start - ((Unsigned<V>)x >> 1));
}

/// What makes `root`, the rounded square root of x, exact up to 4 % of that.
template <class V> GTJIT_INLINE V restOfRoot(V root, V x) {
  return fma(-root, root, x) * roughHalfOfInverseRoot(x);
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_POLYNOMIAL_H
