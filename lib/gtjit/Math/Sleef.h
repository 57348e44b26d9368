//===- Sleef.h - SLEEF's functions as overloads over vectors ----*- C++ -*-===//
//
// Only names with `finz` are used, which give the same bits at every width;
// others differ. Included with the instruction set on that they need.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_SLEEF_H
#define GTJIT_MATH_SLEEF_H

#include "gtjit/Math/Lanes.h"

#define GTJIT_SLEEF_VARIANT(V, FUNCTION, NAME)                                                     \
  extern "C" V FUNCTION(V x);                                                                      \
  namespace {                                                                                      \
  GTJIT_INLINE V NAME(V x) { return FUNCTION(x); }                                                 \
  }

#define GTJIT_SLEEF_AVX2(NAME, ACCURACY)                                                           \
  GTJIT_SLEEF_VARIANT(F64x2, Sleef_finz_##NAME##d2_##ACCURACY##avx2128, NAME)                      \
  GTJIT_SLEEF_VARIANT(F64x4, Sleef_finz_##NAME##d4_##ACCURACY##avx2, NAME)                         \
  GTJIT_SLEEF_VARIANT(F32x4, Sleef_finz_##NAME##f4_##ACCURACY##avx2128, NAME)                      \
  GTJIT_SLEEF_VARIANT(F32x8, Sleef_finz_##NAME##f8_##ACCURACY##avx2, NAME)
#ifdef __AVX512F__
#define GTJIT_SLEEF_AVX512(NAME, ACCURACY)                                                         \
  GTJIT_SLEEF_VARIANT(F64x8, Sleef_finz_##NAME##d8_##ACCURACY##avx512f, NAME)                      \
  GTJIT_SLEEF_VARIANT(F32x16, Sleef_finz_##NAME##f16_##ACCURACY##avx512f, NAME)
#else
#define GTJIT_SLEEF_AVX512(...)
#endif
#define GTJIT_SLEEF(NAME, ACCURACY)                                                                \
  GTJIT_SLEEF_AVX2(NAME, ACCURACY)                                                                 \
  GTJIT_SLEEF_AVX512(NAME, ACCURACY)

namespace gtjit::detail::sleef {
GTJIT_SLEEF(erf, u10)
GTJIT_SLEEF(erfc, u15)
GTJIT_SLEEF(tgamma, u10)
GTJIT_SLEEF(lgamma, u10)
} // namespace gtjit::detail::sleef

#undef GTJIT_SLEEF_VARIANT
#undef GTJIT_SLEEF_AVX2
#undef GTJIT_SLEEF_AVX512
#undef GTJIT_SLEEF

#endif // GTJIT_MATH_SLEEF_H
