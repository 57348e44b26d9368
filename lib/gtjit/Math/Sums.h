//===- Sums.h - Numbers as sums of two --------------------------*- C++ -*-===//
//
// What keeps more digits than a lane has until the last addition: a leading
// part and a small rest, and what definitions do with them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_SUMS_H
#define GTJIT_MATH_SUMS_H

#include "gtjit/Math/Lanes.h"

namespace gtjit::detail {
namespace {

/// A value as the sum of its leading part and a small rest.
template <class V> struct Sum {
  V value;
  V rest;
};

/// a + b and what its rounding loses.
template <class V> GTJIT_INLINE Sum<V> addExactly(V a, V b) {
  V sum = a + b, other = sum - a;
  return {sum, (a - (sum - other)) + (b - other)};
}

/// The same sum with a rest below the last place of its value.
template <class V> GTJIT_INLINE Sum<V> normalized(Sum<V> a) {
  V sum = a.value + a.rest;
  return {sum, (a.value - sum) + a.rest};
}

/// a + x y and what its rounding loses, for a result within a factor of two of a.
template <class V> GTJIT_INLINE Sum<V> addProduct(V a, V x, V y) {
  V sum = fma(x, y, a);
  return {sum, fma(x, y, a - sum)};
}

/// a b, but for the product of both rests.
template <class V> GTJIT_INLINE Sum<V> multiply(Sum<V> a, Sum<V> b) {
  V product = a.value * b.value;
  V rest = fma(a.value, b.rest, a.rest * b.value);
  return {product, fma(a.value, b.value, -product) + rest};
}

/// a / b, its rest to all but a few of its digits.
template <class V> GTJIT_INLINE Sum<V> divide(Sum<V> a, Sum<V> b) {
  V inverse = Element<V>(1) / b.value, quotient = a.value * inverse;
  V rest = fma(-quotient, b.value, a.value) + fma(-quotient, b.rest, a.rest);
  return {quotient, rest * inverse};
}

template <class V> GTJIT_INLINE Sum<V> select(Integers<V> mask, Sum<V> yes, Sum<V> no) {
  return {select<V>(mask, yes.value, no.value), select<V>(mask, yes.rest, no.rest)};
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_SUMS_H
