// The Laplacian, periodic in i and mirrored in j: rows end apart, neighbouring rows
// are chosen once a row.
#include "Naive.h"
namespace {
template <class T> void lap2d_halo(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
  // <user>
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) {
    const long row = j * sj + k * sk;
    const T *c = x + row, *s = j > 0 ? c - sj : c, *n = j < ny - 1 ? c + sj : c;
    T *r = y + row;
    r[0] = c[1] + c[nx - 1] + n[0] + s[0] - T(4) * c[0];
    for (int i = 1; i < nx - 1; ++i)
      r[i] = c[i + 1] + c[i - 1] + n[i] + s[i] - T(4) * c[i];
    r[nx - 1] = c[0] + c[nx - 2] + n[nx - 1] + s[nx - 1] - T(4) * c[nx - 1];
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(lap2d_halo)
