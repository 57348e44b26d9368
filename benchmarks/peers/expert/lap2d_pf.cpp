// rows ahead are prefetched to L2 (not to L1)
#include "Packets.h"
namespace {
template <class T> void lap2d_pf(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
  // <user>
#pragma omp parallel if (big(a))
  {
#pragma omp for collapse(2) schedule(static) nowait
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j) {
        const long o = j * sj + k * sk;
#pragma GCC unroll 4
        for (int i = 0; i < nx / W<T> * W<T>; i += W<T>) {
          using P = V<T>;
          const long p = o + i;
          prefetch_l2(x + p + 5 * sj);
          out_st(out + p, P(ld<P>(x + p + 1) + ld<P>(x + p - 1) + ld<P>(x + p + sj) +
                            ld<P>(x + p - sj) - T(4) * ld<P>(x + p)));
        }
        for (int i = nx / W<T> * W<T>; i < nx; ++i) {
          const long p = o + i;
          out[p] = x[p + 1] + x[p - 1] + x[p + sj] + x[p - sj] - T(4) * x[p];
        }
      }
    fence();
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(lap2d_pf)
