// j-blocked so that three k-planes of a block stay in L2; the leading plane is prefetched to L2 in
// the order of the walk
#include "Packets.h"
namespace {
template <class T> void lap3d_pf(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
      // <user>
      constexpr int AHEAD = 4;
  const long rows = 384 * 1024 / (3 * sj * long(sizeof(T))),
             part = (ny + a.threads - 1) / a.threads;
  const int bj = rows < 4 ? 4 : rows > part ? part : rows;
  const int nb = (ny + bj - 1) / bj;
#pragma omp parallel if (big(a))
  {
#pragma omp for schedule(static) nowait
    for (int b = 0; b < nb; ++b)
      for (int k = 1; k < nz - 1; ++k) {
        const int j0 = b * bj, j1 = b + 1 == nb ? ny : j0 + bj;
        for (int j = j0; j < j1; ++j) {
          const long o = j * sj + k * sk;
          // the row that is needed AHEAD rows later: at the end of the block it lies in the next
          // plane
          const bool in = j + AHEAD < j1;
          const T *f = x + (in ? j + AHEAD : j + AHEAD - (j1 - j0)) * sj +
                       (in || k + 2 >= nz ? k + 1 : k + 2) * sk;
#pragma GCC unroll 2
          for (int i = 0; i < nx / W<T> * W<T>; i += W<T>) {
            using P = V<T>;
            const long p = o + i;
            prefetch_l2(f + i);
            out_st(out + p,
                   P(ld<P>(x + p + 1) + ld<P>(x + p - 1) + ld<P>(x + p + sj) + ld<P>(x + p - sj) +
                     ld<P>(x + p + sk) + ld<P>(x + p - sk) - T(6) * ld<P>(x + p)));
          }
          for (int i = nx / W<T> * W<T>; i < nx; ++i) {
            const long p = o + i;
            out[p] =
                x[p + 1] + x[p - 1] + x[p + sj] + x[p - sj] + x[p + sk] + x[p - sk] - T(6) * x[p];
          }
        }
      }
    fence();
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(lap3d_pf)
