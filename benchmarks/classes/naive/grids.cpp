#include "Rows.h"
#include "naive/Naive.h"

#include <vector>

namespace {
// From one grid to another: half of the points in I and J, without a margin of some.
#define COARSE(margin)                                                                             \
  for (int k = 0; k < nz; ++k)                                                                     \
    for (int j = margin; j < ny / 2 - margin; ++j)                                                 \
      for (int i = margin; i < nx / 2 - margin; ++i)

template <class T> void injection(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      COARSE(0) out[i + j * sj + k * sk] = x[2 * i + 2 * j * sj + k * sk];
}

/// Of the values around p.
template <class T> inline T weighted(const T *x, long p, long sj) {
  return T(0.25) * x[p] + T(0.125) * (x[p + 1] + x[p - 1] + x[p + sj] + x[p - sj]) +
         T(0.0625) * (x[p + 1 + sj] + x[p - 1 + sj] + x[p + 1 - sj] + x[p - 1 - sj]);
}

template <class T> void full_weighting(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      COARSE(1) out[i + j * sj + k * sk] = weighted(x, 2 * i + 2 * j * sj + k * sk, sj);
}

/// The residual of all points first, in an array.
template <class T> void coarse_residual(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) static std::vector<T> residuals;
  residuals.resize(std::size_t(sk * nz));
  T *r = residuals.data();
#pragma omp parallel for collapse(2)
  for (int k = 0; k < nz; ++k)
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1; i < nx - 1; ++i) {
        const long p = i + j * sj + k * sk;
        r[p] = y[p] - (x[p + 1] + x[p - 1] + x[p + sj] + x[p - sj] - T(4) * x[p]);
      }
#pragma omp parallel for collapse(2)
  COARSE(1) out[i + j * sj + k * sk] = weighted(r, 2 * i + 2 * j * sj + k * sk, sj);
}

template <class T> void cell_means(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      COARSE(0) {
    const long p = 2 * i + 2 * j * sj + k * sk;
    out[i + j * sj + k * sk] = T(0.25) * (x[p] + x[p + 1] + x[p + sj] + x[p + 1 + sj]);
  }
}

template <class T> void every_third(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS for (int i = 0; i < nx / 3; ++i) out[i + j * sj + k * sk] =
          x[3 * i + 1 + j * sj + k * sk];
}
template <class T> void every_fourth(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS for (int i = 0; i < nx / 4; ++i) out[i + j * sj + k * sk] =
          x[4 * i + 1 + j * sj + k * sk];
}
template <class T> void mirrored(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS ROW out[i + j * sj + k * sk] = x[nx - 1 - i + j * sj + k * sk];
}
} // namespace
BENCH_EXPORT_FN(injection)
BENCH_EXPORT_FN(full_weighting)
BENCH_EXPORT_FN(coarse_residual)
BENCH_EXPORT_FN(cell_means)
BENCH_EXPORT_FN(every_third) BENCH_EXPORT_FN(every_fourth) BENCH_EXPORT_FN(mirrored)
