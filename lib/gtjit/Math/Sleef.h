//===- Sleef.h - SLEEF's functions as overloads over vectors ----*- C++ -*-===//
//
// Only names with `finz` are used, which give the same bits at every width;
// others differ. Included with the instruction set on that they need.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_SLEEF_H
#define GTJIT_MATH_SLEEF_H

#include "gtjit/Math/Lanes.h"

#define GTJIT_SLEEF_VARIANT(V, FUNCTION, NAME, PARAMETERS, ARGUMENTS)                              \
  extern "C" V FUNCTION PARAMETERS;                                                                \
  namespace {                                                                                      \
  GTJIT_INLINE V NAME PARAMETERS { return FUNCTION ARGUMENTS; }                                    \
  }

#define GTJIT_SLEEF_AVX2(NAME, ACCURACY, PARAMETERS, ARGUMENTS)                                    \
  GTJIT_SLEEF_VARIANT(F64x2, Sleef_finz_##NAME##d2_##ACCURACY##avx2128, NAME, PARAMETERS(F64x2),   \
                      ARGUMENTS)                                                                   \
  GTJIT_SLEEF_VARIANT(F64x4, Sleef_finz_##NAME##d4_##ACCURACY##avx2, NAME, PARAMETERS(F64x4),      \
                      ARGUMENTS)                                                                   \
  GTJIT_SLEEF_VARIANT(F32x4, Sleef_finz_##NAME##f4_##ACCURACY##avx2128, NAME, PARAMETERS(F32x4),   \
                      ARGUMENTS)                                                                   \
  GTJIT_SLEEF_VARIANT(F32x8, Sleef_finz_##NAME##f8_##ACCURACY##avx2, NAME, PARAMETERS(F32x8),      \
                      ARGUMENTS)
#ifdef __AVX512F__
#define GTJIT_SLEEF_AVX512(NAME, ACCURACY, PARAMETERS, ARGUMENTS)                                  \
  GTJIT_SLEEF_VARIANT(F64x8, Sleef_finz_##NAME##d8_##ACCURACY##avx512f, NAME, PARAMETERS(F64x8),   \
                      ARGUMENTS)                                                                   \
  GTJIT_SLEEF_VARIANT(F32x16, Sleef_finz_##NAME##f16_##ACCURACY##avx512f, NAME,                    \
                      PARAMETERS(F32x16), ARGUMENTS)
#else
#define GTJIT_SLEEF_AVX512(...)
#endif
#define GTJIT_ONE(V) (V x)
#define GTJIT_TWO(V) (V x, V y)
#define GTJIT_SLEEF_UNARY(NAME, ACCURACY)                                                          \
  GTJIT_SLEEF_AVX2(NAME, ACCURACY, GTJIT_ONE, (x))                                                 \
  GTJIT_SLEEF_AVX512(NAME, ACCURACY, GTJIT_ONE, (x))
#define GTJIT_SLEEF_BINARY(NAME, ACCURACY)                                                         \
  GTJIT_SLEEF_AVX2(NAME, ACCURACY, GTJIT_TWO, (x, y))                                              \
  GTJIT_SLEEF_AVX512(NAME, ACCURACY, GTJIT_TWO, (x, y))

namespace gtjit::detail::sleef {
GTJIT_SLEEF_UNARY(sin, u10)
GTJIT_SLEEF_UNARY(cos, u10)
GTJIT_SLEEF_UNARY(tan, u10)
GTJIT_SLEEF_UNARY(asin, u10)
GTJIT_SLEEF_UNARY(acos, u10)
GTJIT_SLEEF_UNARY(atan, u10)
GTJIT_SLEEF_UNARY(asinh, u10)
GTJIT_SLEEF_UNARY(acosh, u10)
GTJIT_SLEEF_UNARY(atanh, u10)
GTJIT_SLEEF_UNARY(cbrt, u10)
GTJIT_SLEEF_UNARY(erf, u10)
GTJIT_SLEEF_UNARY(erfc, u15)
GTJIT_SLEEF_UNARY(tgamma, u10)
GTJIT_SLEEF_UNARY(lgamma, u10)
GTJIT_SLEEF_BINARY(atan2, u10)
GTJIT_SLEEF_BINARY(hypot, u05)
} // namespace gtjit::detail::sleef

#undef GTJIT_SLEEF_VARIANT
#undef GTJIT_SLEEF_AVX2
#undef GTJIT_SLEEF_AVX512
#undef GTJIT_SLEEF_UNARY
#undef GTJIT_SLEEF_BINARY
#undef GTJIT_ONE
#undef GTJIT_TWO

#endif // GTJIT_MATH_SLEEF_H
