#include "Naive.h"
namespace {
template <class T> void pw10(const bench::Args &args) {
  const bench::Args &a = args;
  ARGS_COMMON IN(0, A) IN(1, B) IN(2, C) OUT(0, D)
  // <user>
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) {
    long p = i + j * sj + k * sk;
    T x = A[p], y = B[p], z = C[p];
    D[p] = (x * y + z) * (x - y) + (z * z - x * y) * T(0.5) + (y + T(2) * z) * x;
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(pw10)
