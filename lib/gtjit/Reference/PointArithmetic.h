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

using detail::mathExp;
using detail::mathLog;

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

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_POINTARITHMETIC_H
