//===- Accuracy.h - Errors of math functions against MPFR -------*- C++ -*-===//
//
// Measures how far the table's functions are from the true values, in units of
// the last place (ulp) of the true value; denormals have the unit of the
// smallest one. An infinity where there should be a number counts as the power
// of two behind the greatest number; NaN instead of a value, a value instead of
// NaN and a zero of the wrong sign count as infinitely wrong.
//
//===----------------------------------------------------------------------===//
#ifndef UNITTESTS_MATH_ACCURACY_H
#define UNITTESTS_MATH_ACCURACY_H

#include "gtabi/MathTable.h"

#include <cstddef>
#include <span>
#include <string>

struct MathName {
  gtabi::MathFunction function;
  const char *name; // as in C
  bool binary;      // of two arguments
};
/// All functions that are not exact by their definition, in the order of the table.
std::span<const MathName> mathNames();

/// The greatest error and where it is.
struct WorstError {
  double ulp = 0;
  double x = 0;
  double y = 0;
  std::size_t arguments = 0; // how many were compared
  void include(const WorstError &other);
};

/// The error of `got` as function(x, y) in the type T; y is ignored by functions
/// of one argument.
template <class T> double errorInUlp(gtabi::MathFunction function, T x, T y, T got);

/// The greatest error over special arguments and their neighbours, `perExponent`
/// random arguments of each sign and exponent, denormals included, and `usual`
/// in the ranges that programs use. Functions of two arguments: random pairs,
/// as many in all.
template <class T>
WorstError sweep(const MathName &name, std::size_t perExponent, std::size_t usual);

/// The greatest error over every `stride`-th of the 2^32 floats, for a function
/// of one argument. Compares with the function for doubles, whose own error is
/// 2^-29 of a float's ulp, and with MPFR where that is greatest for each
/// exponent and sign.
WorstError sweepAllFloats(const MathName &name, std::uint64_t stride);

#endif // UNITTESTS_MATH_ACCURACY_H
