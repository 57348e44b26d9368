//===- PointArithmetic.h - What one operation does to one value -*- C++ -*-===//
//
// The words that the reference code of the table of operations is written in,
// and conversions between element types. Plain scalar C++; the compiler must
// not contract or reorder (-ffp-contract=off, no fast-math).
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_POINTARITHMETIC_H
#define GTJIT_REFERENCE_POINTARITHMETIC_H

#include "gtjit/Math/Math.h"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gtjit::reference {

#define GTABI_MATH_UNARY(NAME, SPELLING) using detail::math##NAME;
#define GTABI_MATH_BINARY(NAME, SPELLING) using detail::math##NAME;
#include "gtabi/MathFunctions.def"

/// IEEE 754-2019 minimum: NaN if either is NaN; -0 is less than +0.
template <std::floating_point T> T ieeeMinimum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  if (a == b)
    return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

/// IEEE 754-2019 maximum: NaN if either is NaN; +0 is greater than -0.
template <std::floating_point T> T ieeeMaximum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

// Integers are computed as unsigned, so that they wrap; these see the sign.
template <std::unsigned_integral T> auto asSigned(T a) {
  return static_cast<std::make_signed_t<T>>(a);
}
template <std::unsigned_integral T> T signedMin(T a, T b) {
  return asSigned(a) < asSigned(b) ? a : b;
}
template <std::unsigned_integral T> T signedMax(T a, T b) {
  return asSigned(a) > asSigned(b) ? a : b;
}
/// The least integer is its own absolute value.
template <std::unsigned_integral T> T wrappingAbs(T a) { return asSigned(a) < 0 ? T(0 - a) : a; }
/// Of narrow integers, C++ multiplies as int, which must not overflow.
template <std::unsigned_integral T> T wrappingProduct(T a, T b) { return T(1u * a * b); }
/// Of signed integers, toward zero: by 0 it is 0, the least by -1 is itself.
template <std::unsigned_integral T> T truncatedQuotient(T a, T b) {
  if (b == 0)
    return 0;
  return asSigned(b) == -1 ? T(0 - a) : static_cast<T>(asSigned(a) / asSigned(b));
}
/// a - truncatedQuotient(a, b) * b, with a's sign; by 0 it is 0.
template <std::unsigned_integral T> T truncatedRemainder(T a, T b) {
  if (b == 0 || asSigned(b) == -1)
    return 0;
  return static_cast<T>(asSigned(a) % asSigned(b));
}
/// Of signed integers, rounded down.
template <std::unsigned_integral T> T floorQuotient(T a, T b) {
  T remainder = truncatedRemainder(a, b);
  bool isBelow = remainder != 0 && (asSigned(remainder) < 0) != (asSigned(b) < 0);
  return static_cast<T>(truncatedQuotient(a, b) - (isBelow ? 1 : 0));
}
/// a - floorQuotient(a, b) * b, with b's sign; by 0 it is 0.
template <std::unsigned_integral T> T floorRemainder(T a, T b) {
  T remainder = truncatedRemainder(a, b);
  bool isBelow = remainder != 0 && (asSigned(remainder) < 0) != (asSigned(b) < 0);
  return static_cast<T>(remainder + (isBelow ? b : T(0)));
}
template <std::unsigned_integral T> T wrappingPower(T a, T b) {
  T result = 1;
  for (; b != 0; b = static_cast<T>(b >> 1), a = wrappingProduct(a, a))
    if (b & 1)
      result = wrappingProduct(result, a);
  return result;
}
/// Of signed integers; a negative exponent gives 1 / a^-b toward zero.
template <std::unsigned_integral T> T integerPower(T a, T b) {
  if (asSigned(b) >= 0)
    return wrappingPower(a, b);
  if (asSigned(a) == -1)
    return b & 1 ? a : T(1);
  return a == 1 ? a : T(0);
}
// A count that is no place of the type moves all bits out.
template <std::unsigned_integral T> T shiftLeft(T a, T b) {
  return b < std::numeric_limits<T>::digits ? static_cast<T>(1u * a << b) : T(0);
}
template <std::unsigned_integral T> T shiftRight(T a, T b) {
  T last = std::numeric_limits<T>::digits - 1;
  return static_cast<T>(asSigned(a) >> (b < last ? b : last));
}
template <std::unsigned_integral T> T shiftRightUnsigned(T a, T b) {
  return b < std::numeric_limits<T>::digits ? static_cast<T>(a >> b) : T(0);
}

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_POINTARITHMETIC_H
