#include "Naive.h"
#include <cmath>
namespace {
template <class T> void math(const bench::Args &args) {
  const bench::Args &a = args;
  ARGS_COMMON IN(0, A) IN(1, B) IN(2, C) OUT(0, D)
  // <user>
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) {
    long p = i + j * sj + k * sk;
    T x = A[p], y = B[p], z = C[p];
    D[p] = std::exp(-x * y) * std::sqrt(x * x + z * z) + std::exp(T(0.5) * z) / (T(1) + y);
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(math)
