//===- Math.h - Math functions with the same bits everywhere ----*- C++ -*-===//
//
// One definition of each math function for kernels of every vector width and
// for the reference evaluator, with the same bits as scalars and as vectors of
// 16, 32 and 64 bytes. Knows nothing of fields or kernels.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_MATH_H
#define GTJIT_MATH_MATH_H

#include "gtabi/MathTable.h"

namespace gtjit::detail {

/// What the math functions ask of the machine.
struct MathFeatures {
  bool avx2 = false;
  bool fma = false;
  bool avx512 = false;
  /// Those of this machine, the operating system's support included.
  static MathFeatures ofThisMachine();
};

/// Addresses of the functions, indexed by gtabi::mathIndex; null for a variant
/// that needs more than `features`. Vector variants take and return vectors in
/// registers. Throws DeviceError, naming what is missing, below AVX2 with FMA:
/// without FMA the functions would have other bits.
const void *const *mathTable(const MathFeatures &features);
/// The table of this machine; made once, lives as long as the process.
const void *const *mathTable();

// The scalar variants, for the reference evaluator: the bits of the table's
// vector variants. Throw DeviceError as mathTable does.
#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  double math##NAME(double x);                                                                     \
  float math##NAME(float x);
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  double math##NAME(double x, double y);                                                           \
  float math##NAME(float x, float y);
#include "gtabi/MathFunctions.def"

} // namespace gtjit::detail

#endif // GTJIT_MATH_MATH_H
