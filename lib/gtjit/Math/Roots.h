//===- Roots.h - cbrt and hypot ---------------------------------*- C++ -*-===//
//
// A root to half of its digits or all of them, and one step with the exact
// difference of its power, so that only the last addition rounds.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_ROOTS_H
#define GTJIT_MATH_ROOTS_H

#include "gtjit/Math/Polynomial.h"

namespace gtjit::detail {
namespace {

/// x^(-1/3) to 3.6 %, for positive normal x: the negative third of its bits,
/// taken as a number.
template <class V> GTJIT_INLINE V roughInverseCubeRoot(V x) {
  using T = Element<V>;
  if constexpr (sizeof(T) == 8) {
    constexpr double shift = Format<double>::integerShift;
    V high = fromBits<V>((Integers<V>)((Unsigned<V>)x >> 32) | bits(all<V>(shift))) - shift;
    V third = fma(high, all<V>(T(-1.0 / 3)), all<V>(shift + double(0x553ee900)));
    return (V)((Unsigned<V>)third << 32);
  } else {
    V third =
        fma(__builtin_convertvector(bits(x), V), all<V>(T(-1.0 / 3)), all<V>(0x1.5287cap+30f));
    return (V) __builtin_convertvector(third, Integers<V>);
  }
}

/// The root is x y^2 for y = x^(-1/3), from the rough one by (1 - e)^(-1/3) of
/// e = 1 - x y^3, to 2^-31, floats 2^-17.
template <class V> GTJIT_INLINE V cbrt(V x) {
  using T = Element<V>;
  constexpr bool isDouble = sizeof(T) == 8;
  V given = magnitude(x);
  Integers<V> small = given < (isDouble ? T(0x1p-700) : T(0x1p-60f));
  V size = given * select<V>(small, all<V>(isDouble ? T(0x1p198) : T(0x1p72f)), all<V>(T(1)));
  V y = roughInverseCubeRoot(size);
  V e = fma(-(size * y), y * y, all<V>(T(1))), p;
  if constexpr (isDouble)
    p = polynomial(e, e * e, 0x1.55555593b69ebp-2, 0x1.c71c747810055p-3, 0x1.61f6676dfa25ep-3,
                   0x1.26f45f4a2edacp-3, 0x1.02e758db7ec4ep-3, 0x1.ce76d82fe3297p-4);
  else
    p = polynomial(e, e * e, 0x1.55546ep-2f, 0x1.c97002p-3f, 0x1.655812p-3f);
  y = fma(y * e, p, y);
  V root = size * y * y, square = root * root;
  V difference = fma(-fma(root, root, -square), root, fma(-square, root, size));
  root = fma(difference * T(1.0 / 3), y * y, root);
  root *= select<V>(small, all<V>(isDouble ? T(0x1p-66) : T(0x1p-24f)), all<V>(T(1)));
  return withSign(select<V>(given < Format<T>::infinity, root, given), x);
}

/// The root of a square with its rest, less the rounding of the sum and the root.
template <class V> GTJIT_INLINE V hypotOfOrdered(V great, V small) {
  V square = great * great, sum = fma(small, small, square);
  V rest = fma(small, small, square - sum) + fma(great, great, -square);
  V root = squareRoot(sum);
  return fma(fma(-root, root, sum) + rest, roughHalfOfInverseRoot(sum), root);
}

/// Between its inverse and this, squares and their rests are in range.
template <class T> constexpr T greatLeg = sizeof(T) == 8 ? T(0x1p400) : T(0x1p40f);

/// Of any numbers that are not negative: the lanes that need it are scaled.
template <class V> __attribute__((noinline)) V hypotOfAny(V x, V y) {
  using T = Element<V>;
  constexpr T inf = Format<T>::infinity, up = sizeof(T) == 8 ? T(0x1p600) : T(0x1p80f);
  V great = larger(x, y), small = smaller(x, y), one = all<V>(T(1));
  Integers<V> above = great > greatLeg<T>, below = great < 1 / greatLeg<T>;
  V factor = select<V>(above, all<V>(1 / up), select<V>(below, all<V>(up), one));
  V back = select<V>(above, all<V>(up), select<V>(below, all<V>(1 / up), one));
  V result = hypotOfOrdered(great * factor, small * factor) * back;
  result = select<V>((x != x) | (y != y), x + y, result);
  return select<V>((x == inf) | (y == inf), all<V>(inf), result);
}

template <class V> GTJIT_INLINE V hypot(V x, V y) {
  using T = Element<V>;
  x = magnitude(x);
  y = magnitude(y);
  V great = larger(x, y), small = smaller(x, y);
  if (anyNotBelow(x + y, greatLeg<T>) || anyNotBelow(-great, -1 / greatLeg<T>))
    return hypotOfAny(x, y);
  return hypotOfOrdered(great, small);
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_ROOTS_H
