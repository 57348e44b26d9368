//===- InverseHyperbolic.h - asinh, acosh and atanh -------------*- C++ -*-===//
//
// Logarithms of a sum of two numbers, which keeps the digits of arguments that
// 1 + x loses.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_INVERSEHYPERBOLIC_H
#define GTJIT_MATH_INVERSEHYPERBOLIC_H

#include "gtjit/Math/Hyperbolic.h"

namespace gtjit::detail {
namespace {

/// From where on x^2 + 1 is x^2.
template <class T> constexpr T greatRoot = sizeof(T) == 8 ? T(0x1p500) : T(0x1p60f);

/// a + b and what its rounding loses, where |a| >= |b| or a is zero.
template <class V> GTJIT_INLINE Sum<V> addSmaller(V a, V b) {
  V sum = a + b;
  return {sum, (a - sum) + b};
}

/// The root of a sum; `rest` to as many digits as a number has.
template <class V> GTJIT_INLINE Sum<V> rootOfSum(Sum<V> of) {
  using T = Element<V>;
  V root = squareRoot(of.value);
  V difference = fma(-root, root, of.value) + of.rest;
  return {root, difference * (T(0.5) / larger(all<V>(T(0x1p-60f)), root))};
}

/// log(x + the root), the root not above x + 1.
template <class V> GTJIT_INLINE V logOfSum(V great, V small, V rest) {
  Sum<V> sum = addSmaller(great, small);
  Parts<V> parts = partsOf(sum.value);
  Sum<V> log = logOfPartsWith(parts, (sum.rest + rest) * powerOfTwo(-parts.exponent));
  return withEdgesOfLog(log.value + log.rest, sum.value);
}

/// log(|x| + sqrt(x^2 + 1))
template <class V> GTJIT_INLINE V asinh(V x) {
  using T = Element<V>;
  V size = magnitude(x), square = size * size;
  Sum<V> sum = addExactly(square, all<V>(T(1)));
  sum.rest += fma(size, size, -square);
  Sum<V> root = rootOfSum(sum);
  V result = logOfSum(root.value, size, root.rest);
  if (anyNotBelow(size, greatRoot<T>)) // log(2 |x|)
    result = select<V>(size < greatRoot<T>, result, logTimesPowerOfTwo(size, 1));
  return select<V>(size < tiny<T>, x, withSign(result, x));
}

/// log(x + sqrt(x^2 - 1))
template <class V> GTJIT_INLINE V acosh(V x) {
  using T = Element<V>;
  V square = x * x;
  Sum<V> difference = addSmaller(square, all<V>(T(-1)));
  Sum<V> sum = addSmaller(difference.value, difference.rest + fma(x, x, -square));
  Sum<V> root = rootOfSum(sum);
  V result = logOfSum(x, root.value, root.rest);
  if (anyNotBelow(x, greatRoot<T>))
    result = select<V>(x < greatRoot<T>, result, logTimesPowerOfTwo(x, 1));
  constexpr T inf = Format<T>::infinity;
  return select<V>(x >= T(1), result, all<V>(inf - inf));
}

/// log((1 + x) / (1 - x)) / 2
template <class V> GTJIT_INLINE V atanh(V x) {
  using T = Element<V>;
  V size = magnitude(x), one = all<V>(T(1));
  Sum<V> above = addSmaller(one, size), below = addSmaller(one, -size);
  V inverse = one / below.value, ratio = above.value * inverse;
  V rest = fma(-ratio, below.value, above.value) + fma(-ratio, below.rest, above.rest);
  V result = logOfSum(ratio, V{}, rest * inverse) * T(0.5);
  result = select<V>(size == one, all<V>(Format<T>::infinity), result);
  return select<V>(size < tiny<T>, x, withSign(result, x));
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_INVERSEHYPERBOLIC_H
