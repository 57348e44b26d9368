//===- Definitions.h - The definition of each math function -----*- C++ -*-===//
//
// One template over the vector type for each function of the math table, named
// as in MathFunctions.def: an own definition, or SLEEF's, or SLEEF's with an
// own one where it is wrong. Whatever a template does, it does lane by lane, so
// that all widths give the same bits.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_DEFINITIONS_H
#define GTJIT_MATH_DEFINITIONS_H

#include "gtabi/MathTable.h"
#include "gtjit/Math/Gamma.h"
#include "gtjit/Math/Hyperbolic.h"
#include "gtjit/Math/Power.h"
#include "gtjit/Math/Remainder.h"
#include "gtjit/Math/Sleef.h"

namespace gtjit::detail {
namespace {
namespace definition {

using detail::cosh;
using detail::exp;
using detail::expm1;
using detail::floorDivide;
using detail::fmod;
using detail::lgamma;
using detail::log;
using detail::log10;
using detail::log1p;
using detail::log2;
using detail::mod;
using detail::pow;
using detail::sinh;
using detail::tanh;
using detail::tgamma;

using sleef::acos;
using sleef::asin;
using sleef::atan;
using sleef::atan2;
using sleef::cbrt;
using sleef::cos;
using sleef::erf;
using sleef::erfc;
using sleef::hypot;
using sleef::sin;

/// Where x^2 comes near overflow: SLEEF's inverse hyperbolic functions are
/// infinite from there on.
template <class T> constexpr T greatRoot = sizeof(T) == 8 ? T(0x1p500) : T(0x1p60f);

template <class V> GTJIT_INLINE V asinh(V x) {
  V size = magnitude(x), result = sleef::asinh(x);
  Integers<V> great = size > greatRoot<Element<V>>;
  if (any(great)) // log(2 |x|)
    result = select<V>(great, withSign(logTimesPowerOfTwo(size, 1), x), result);
  return select<V>(size < tiny<Element<V>>, x, result);
}

template <class V> GTJIT_INLINE V acosh(V x) {
  V result = sleef::acosh(x);
  Integers<V> great = x > greatRoot<Element<V>>;
  if (any(great))
    result = select<V>(great, logTimesPowerOfTwo(x, 1), result);
  return result;
}

template <class V> GTJIT_INLINE V tan(V x) {
  return select<V>(magnitude(x) < tiny<Element<V>>, x, sleef::tan(x));
}

template <class V> GTJIT_INLINE V atanh(V x) {
  return select<V>(magnitude(x) < tiny<Element<V>>, x, sleef::atanh(x));
}

} // namespace definition

template <class T> const void *address(T *function) {
  return reinterpret_cast<const void *>(function);
}

/// Puts the functions of one vector type into their places of a math table.
template <class V> void fill(const void **table, gtabi::MathVariant variant) {
#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  table[mathIndex(gtabi::MathFunction::NAME, variant)] =                                           \
      address(+[](V x) -> V { return definition::SPELLING(x); });
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  table[mathIndex(gtabi::MathFunction::NAME, variant)] =                                           \
      address(+[](V x, V y) -> V { return definition::SPELLING(x, y); });
#include "gtabi/MathFunctions.def"
}

/// Puts the scalar functions into their places: lane 0 of the vectors V.
template <class V> void fillScalar(const void **table, gtabi::MathVariant variant) {
  using T = Element<V>;
#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  table[mathIndex(gtabi::MathFunction::NAME, variant)] =                                           \
      address(+[](T x) -> T { return definition::SPELLING(all<V>(x))[0]; });
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  table[mathIndex(gtabi::MathFunction::NAME, variant)] =                                           \
      address(+[](T x, T y) -> T { return definition::SPELLING(all<V>(x), all<V>(y))[0]; });
#include "gtabi/MathFunctions.def"
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_DEFINITIONS_H
