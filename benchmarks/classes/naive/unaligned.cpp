#include "Rows.h"
#include "naive/Naive.h"

namespace {
template <class T> void unaligned_add(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS ROW out[i + j * sj + k * sk] = x[i + j * sj + k * sk] + y[i + j * sj + k * sk];
}

template <class T> void unaligned_laplacian(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS ROW {
    const long p = i + j * sj + k * sk;
    out[p] = x[p - 1] + x[p + 1] + x[p - sj] + x[p + sj] - 4 * x[p];
  }
}

template <class T> void unaligned_update(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS ROW out[i + j * sj + k * sk] += T(0.1) * x[i + j * sj + k * sk];
}

template <class T> void unaligned_sum(const bench::Args &a) {
  *static_cast<T *>(a.out[0]) = sumOf<T>(a);
}
template <class T> void unaligned_sum_simd(const bench::Args &a) {
  *static_cast<T *>(a.out[0]) = sumOfSimd<T>(a);
}
} // namespace
BENCH_EXPORT_FN(unaligned_add)
BENCH_EXPORT_FN(unaligned_laplacian)
BENCH_EXPORT_FN(unaligned_update)
BENCH_EXPORT_FN(unaligned_sum)
BENCH_EXPORT_FN(unaligned_sum_simd)
