#include "Naive.h"
namespace {
template <class T> void lap3d(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
  // <user>
#pragma omp parallel for collapse(2)
      for (int k = 1; k < nz - 1; ++k) for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) {
    long p = i + j * sj + k * sk;
    y[p] = x[p + 1] + x[p - 1] + x[p + sj] + x[p - sj] + x[p + sk] + x[p - sk] - T(6) * x[p];
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(lap3d)
