//===- IeeeExtremes.h - What least and greatest floats are ------*- C++ -*-===//
//
// IEEE's minimum and maximum again, apart from the engine's, and when values count as equal.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_SEMANTICS_IEEEEXTREMES_H
#define GTJIT_UNITTESTS_SEMANTICS_IEEEEXTREMES_H

#include <cmath>
#include <limits>
#include <type_traits>

namespace gtjit {

/// Any NaN is another one; zeros have signs.
template <class T> bool areEqual(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
  else
    return a == b;
}

template <class T> T ieeeMost(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  return a == b ? (std::signbit(a) ? b : a) : a > b ? a : b;
}
template <class T> T ieeeLeast(T a, T b) { return -ieeeMost(-a, -b); }

} // namespace gtjit

#endif // GTJIT_UNITTESTS_SEMANTICS_IEEEEXTREMES_H
