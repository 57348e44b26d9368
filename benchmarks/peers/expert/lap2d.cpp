#include "Packets.h"
namespace {
template <class T> void lap2d(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
  // <user>
#pragma omp parallel if (big(a))
  {
#pragma omp for collapse(2) schedule(static) nowait
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j) {
        const long o = j * sj + k * sk;
        row<T>(0, nx, [=](int i, auto t) {
          using P = typename decltype(t)::type;
          const long p = o + i;
          if (PFROWS)
            __builtin_prefetch(x + p + PFROWS * sj);
          out_st(out + p, P(ld<P>(x + p + 1) + ld<P>(x + p - 1) + ld<P>(x + p + sj) +
                            ld<P>(x + p - sj) - T(4) * ld<P>(x + p)));
        });
      }
    fence();
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(lap2d)
