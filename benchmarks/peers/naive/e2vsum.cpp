// fields are [k][element] (element contiguous): gathers
#include "Naive.h"
namespace {
template <class T> void e2vsum(const bench::Args &a) {
  ARGS_COMMON IN(0, f) IN(1, sign) OUT(0, out) const int nv = nx * ny, ne = 3 * nv;
  const int *v2e = a.v2e;
  // <user>
#pragma omp parallel for
  for (int k = 0; k < nz; ++k)
    for (int v = 0; v < nv; ++v) {
      T s = 0;
      for (int n = 0; n < 6; ++n)
        s += sign[v * 6 + n] * f[long(k) * ne + v2e[v * 6 + n]];
      out[long(k) * nv + v] = s;
    }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(e2vsum)
