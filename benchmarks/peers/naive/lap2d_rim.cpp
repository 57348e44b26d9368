// The Laplacian with -1 on the rim: interior and rim in one pass over the rows.
#include "Naive.h"
namespace {
template <class T> void lap2d_rim(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
  // <user>
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) {
    long row = j * sj + k * sk;
    if (j == 0 || j == ny - 1) {
      for (int i = 0; i < nx; ++i)
        y[row + i] = T(-1);
      continue;
    }
    y[row] = y[row + nx - 1] = T(-1);
    for (int i = 1; i < nx - 1; ++i) {
      long p = row + i;
      y[p] = x[p + 1] + x[p - 1] + x[p + sj] + x[p - sj] - T(4) * x[p];
    }
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(lap2d_rim)
