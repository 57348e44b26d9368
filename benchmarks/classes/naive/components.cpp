#include "Rows.h"
#include "naive/Naive.h"
namespace {
#define VECTORS _Pragma("omp parallel for") for (long p = 0; p < long(nx) * ny * nz / 3; ++p)

template <class T> void energies(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out) VECTORS {
    T sum = 0;
    for (int c = 0; c < 3; ++c)
      sum += x[3 * p + c] * x[3 * p + c];
    out[p] = T(0.5) * sum;
  }
}

template <class T> void energies_by_planes(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out) const long plane = long(nx) * ny * nz / 3;
  VECTORS {
    T sum = 0;
    for (int c = 0; c < 3; ++c)
      sum += x[c * plane + p] * x[c * plane + p];
    out[p] = T(0.5) * sum;
  }
}

template <class T> void tensors_by_planes(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out) const long plane = long(nx) * ny * nz / 9;
#pragma omp parallel for
  for (long p = 0; p < plane; ++p) {
    T sum = 0;
    for (int c = 0; c < 9; ++c)
      sum += x[c * plane + p] * x[c * plane + p];
    out[p] = sum;
  }
}

template <class T> void cross_products(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) VECTORS {
    const T *u = x + 3 * p, *v = y + 3 * p;
    T first = u[1] * v[2] - u[2] * v[1], second = u[2] * v[0] - u[0] * v[2];
    T third = u[0] * v[1] - u[1] * v[0];
    out[3 * p] = first, out[3 * p + 1] = second, out[3 * p + 2] = third;
  }
}
} // namespace
BENCH_EXPORT_FN(energies)
BENCH_EXPORT_FN(energies_by_planes)
BENCH_EXPORT_FN(tensors_by_planes)
BENCH_EXPORT_FN(cross_products)
