/// The loops and sums that naive classes have in common.
#pragma once

#include "naive/Naive.h"

#define ROWS                                                                                       \
  for (int k = 0; k < nz; ++k)                                                                     \
    for (int j = 0; j < ny; ++j)
#define ROW for (int i = 0; i < nx; ++i)

namespace {
/// The sum of the first input's points.
template <class T> T sumOf(const bench::Args &a) {
  ARGS_COMMON IN(0, x) T s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
  ROWS ROW s += x[i + j * sj + k * sk];
  return s;
}
/// The same, each row by vectors.
template <class T> T sumOfSimd(const bench::Args &a) {
  ARGS_COMMON IN(0, x) T s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
  ROWS {
    T row = 0;
#pragma omp simd reduction(+ : row)
    ROW row += x[i + j * sj + k * sk];
    s += row;
  }
  return s;
}
} // namespace
