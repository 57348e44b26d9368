// Scalar source, built with -ffast-math: the compilers call libmvec (g++ through omp simd, clang by
// -fveclib=libmvec).
#include "Packets.h"
#include <cmath>
namespace {
template <class T> void math_libmvec(const bench::Args &a) {
  ARGS_COMMON IN(0, A) IN(1, B) IN(2, C) OUT(0, out)
  // <user>
#pragma omp parallel for collapse(2) schedule(static) if (big(a))
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) {
    const long o = j * sj + k * sk;
#pragma omp simd
    for (int i = 0; i < nx; ++i) {
      const long p = o + i;
      T x = A[p], y = B[p], z = C[p];
      out[p] = std::exp(-x * y) * std::sqrt(x * x + z * z) + std::exp(T(0.5) * z) / (T(1) + y);
    }
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(math_libmvec)
