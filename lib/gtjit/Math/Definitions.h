//===- Definitions.h - The definition of each math function -----*- C++ -*-===//
//
// One template over the vector type for each function of the math table, named
// as in MathFunctions.def. Whatever a template does, it does lane by lane, so
// that all widths give the same bits.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_DEFINITIONS_H
#define GTJIT_MATH_DEFINITIONS_H

#include "gtabi/MathTable.h"
#include "gtjit/Math/Erf.h"
#include "gtjit/Math/Gamma.h"
#include "gtjit/Math/Hyperbolic.h"
#include "gtjit/Math/InverseHyperbolic.h"
#include "gtjit/Math/InverseTrigonometric.h"
#include "gtjit/Math/Power.h"
#include "gtjit/Math/Remainder.h"
#include "gtjit/Math/Roots.h"
#include "gtjit/Math/Trigonometric.h"

namespace gtjit::detail {
namespace {
namespace definition {

using detail::acos;
using detail::acosh;
using detail::asin;
using detail::asinh;
using detail::atan;
using detail::atan2;
using detail::atanh;
using detail::cbrt;
using detail::cos;
using detail::cosh;
using detail::erf;
using detail::erfc;
using detail::exp;
using detail::expm1;
using detail::floorDivide;
using detail::fmod;
using detail::hypot;
using detail::lgamma;
using detail::log;
using detail::log10;
using detail::log1p;
using detail::log2;
using detail::mod;
using detail::pow;
using detail::sin;
using detail::sinh;
using detail::tan;
using detail::tanh;
using detail::tgamma;

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
