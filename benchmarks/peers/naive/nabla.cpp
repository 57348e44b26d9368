// two stages with per-thread, per-level edge temporaries; fields are [k][element]
#include "Naive.h"
#include <cstdlib>
namespace {
template <class T> void nabla(const bench::Args &a) {
  ARGS_COMMON IN(0, pp) IN(1, sign) IN(2, sx) IN(3, sy) IN(4, vol) OUT(0, px) OUT(1, py)
      const int nv = nx * ny,
                ne = 3 * nv;
  const int *v2e = a.v2e, *e2v = a.e2v;
  // <user>
#pragma omp parallel
  {
    T *zx = static_cast<T *>(std::malloc(sizeof(T) * ne)),
      *zy = static_cast<T *>(std::malloc(sizeof(T) * ne));
#pragma omp for
    for (int k = 0; k < nz; ++k) {
      for (int e = 0; e < ne; ++e) {
        T z = T(0.5) * (pp[long(k) * nv + e2v[2 * e]] + pp[long(k) * nv + e2v[2 * e + 1]]);
        zx[e] = sx[e] * z;
        zy[e] = sy[e] * z;
      }
      for (int v = 0; v < nv; ++v) {
        T x = 0, y = 0;
        for (int n = 0; n < 6; ++n) {
          x += sign[v * 6 + n] * zx[v2e[v * 6 + n]];
          y += sign[v * 6 + n] * zy[v2e[v * 6 + n]];
        }
        px[long(k) * nv + v] = x / vol[v];
        py[long(k) * nv + v] = y / vol[v];
      }
    }
    std::free(zx), std::free(zy);
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(nabla)
