// j-blocked so that three k-planes of a block stay in L2
#include "Packets.h"
namespace {
template <class T> void lap3d(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
      // <user>
      long rows = 192 * 1024 / (3 * sj * long(sizeof(T)));
  const int bj =
      rows<4 ? 4 : rows>(ny + a.threads - 1) / a.threads ? (ny + a.threads - 1) / a.threads : rows;
  const int nb = (ny + bj - 1) / bj;
#pragma omp parallel if (big(a))
  {
#pragma omp for schedule(static) nowait
    for (int b = 0; b < nb; ++b)
      for (int k = 1; k < nz - 1; ++k)
        for (int j = b * bj; j < (b + 1 == nb ? ny : (b + 1) * bj); ++j) {
          const long o = j * sj + k * sk;
          row<T>(0, nx, [=](int i, auto t) {
            using P = typename decltype(t)::type;
            const long p = o + i;
            if (PFROWS)
              __builtin_prefetch(x + p + sk + PFROWS * sj);
            out_st(out + p,
                   P(ld<P>(x + p + 1) + ld<P>(x + p - 1) + ld<P>(x + p + sj) + ld<P>(x + p - sj) +
                     ld<P>(x + p + sk) + ld<P>(x + p - sk) - T(6) * ld<P>(x + p)));
          });
        }
    fence();
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(lap3d)
