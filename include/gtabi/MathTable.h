//===- MathTable.h - Numbering of the math functions ------------*- C++ -*-===//
//
// The table of vector math functions that kernels call through
// KernelArgs::math. Every entry of one function gives the same bits at every
// width, so a kernel's results do not depend on its vectors.
//
//===----------------------------------------------------------------------===//
#ifndef GTABI_MATHTABLE_H
#define GTABI_MATHTABLE_H

namespace gtabi {

/// Functions, in the order of the table. Those of two arguments follow those
/// of one.
enum class MathFunction : unsigned {
#define GTABI_MATH_UNARY(NAME, SPELLING) NAME,
#define GTABI_MATH_BINARY(NAME, SPELLING) NAME,
#include "gtabi/MathFunctions.def"
};
inline constexpr unsigned kMathFunctions = 0
#define GTABI_MATH_UNARY(NAME, SPELLING) +1
#define GTABI_MATH_BINARY(NAME, SPELLING) +1
#include "gtabi/MathFunctions.def"
    ;

/// Variants of one function, in the order of the table: scalar and vectors of
/// 16, 32 and 64 bytes. A variant that this machine cannot run is null.
enum class MathVariant : unsigned { F64x1, F64x2, F64x4, F64x8, F32x1, F32x4, F32x8, F32x16 };
inline constexpr unsigned kMathVariants = 8;

/// Position of a function's variant in KernelArgs::math.
constexpr unsigned mathIndex(MathFunction function, MathVariant variant) {
  return static_cast<unsigned>(function) * kMathVariants + static_cast<unsigned>(variant);
}

/// Position of the address of the numbers that a kernel's own exponential looks up: for each
/// sixteenth i of a power of two, 2^(i/16) as a double and how much greater it is, relative to
/// that.
inline constexpr unsigned kPowersIndex = kMathFunctions * kMathVariants;
inline constexpr unsigned kMathEntries = kPowersIndex + 1;

} // namespace gtabi

#endif // GTABI_MATHTABLE_H
