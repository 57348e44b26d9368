//===- Device.cpp - Math functions for GPUs -------------------------------===//
//
// Compiled to LLVM's bitcode, from which the compiler takes what kernels call.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Math/Definitions.h"

using namespace gtjit::detail;

#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  extern "C" double gt_math_##SPELLING##_f64(double x) {                                           \
    return definition::SPELLING(F64x1{x})[0];                                                      \
  }                                                                                                \
  extern "C" float gt_math_##SPELLING##_f32(float x) { return definition::SPELLING(F32x1{x})[0]; }
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  extern "C" double gt_math_##SPELLING##_f64(double x, double y) {                                 \
    return definition::SPELLING(F64x1{x}, F64x1{y})[0];                                            \
  }                                                                                                \
  extern "C" float gt_math_##SPELLING##_f32(float x, float y) {                                    \
    return definition::SPELLING(F32x1{x}, F32x1{y})[0];                                            \
  }
#include "gtabi/MathFunctions.def"
