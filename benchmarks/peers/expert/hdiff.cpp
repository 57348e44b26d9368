// fused, one pass per row: only the previous row's lap and the j-flux are kept (L1 row buffers)
#include "Packets.h"
namespace {
// <user>
template <class P> inline __attribute__((always_inline)) P limit(P f, P g) {
  return sel(f * g > P{}, P{}, f);
}
template <class T> void hdiff(const bench::Args &a) {
  ARGS_COMMON IN(0, in) IN(1, coeff) OUT(0, out) constexpr int MAXN = 8192, PAD = W<T>;
  const int bj = nz >= 4 * a.threads ? ny : (ny + a.threads - 1) / a.threads,
            nb = (ny + bj - 1) / bj;
#pragma omp parallel if (big(a))
  {
    auto &buf = scratch<T[3][MAXN + 2 * PAD + 1344 / sizeof(T)]>();
    T *la = buf[0] + PAD, *lb = buf[1] + PAD, *fy = buf[2] + PAD;
    auto lap = [=](const T *x, auto t) __attribute__((always_inline)) {
      using P = typename decltype(t)::type;
      return P(T(4) * ld<P>(x) - ((ld<P>(x + 1) + ld<P>(x - 1)) + (ld<P>(x + sj) + ld<P>(x - sj))));
    };
#pragma omp for collapse(2) schedule(static) nowait
    for (int k = 0; k < nz; ++k)
      for (int b = 0; b < nb; ++b) {
        const int j0 = b * bj, j1 = j0 + bj < ny ? j0 + bj : ny;
        const T *x = in + k * sk + j0 * sj;
        row<T>(0, nx, [=](int i, auto t) {
          using P = typename decltype(t)::type;
          const P l = lap(x + i, t);
          st(la + i, l);
          st(fy + i, limit<P>(l - lap(x + i - sj, t), ld<P>(x + i) - ld<P>(x + i - sj)));
        });
        for (int j = j0; j < j1; ++j) { // la = lap(j), fy = j-flux(j - 1)
          const long o = k * sk + j * sj;
          const T *x = in + o, *c = coeff + o;
          T *y = out + o;
          la[-1] = lap(x - 1, tag<T>());
          la[nx] = lap(x + nx, tag<T>());
          row<T>(0, nx, [=](int i, auto t) {
            using P = typename decltype(t)::type;
            if (PFROWS) {
              __builtin_prefetch(x + i + (PFROWS + 1) * sj);
              __builtin_prefetch(c + i + (PFROWS - 1) * sj);
            }
            const P xc = ld<P>(x + i), lc = ld<P>(la + i), ln = lap(x + i + sj, t);
            const P fe = limit<P>(ld<P>(la + i + 1) - lc, ld<P>(x + i + 1) - xc);
            const P fw = limit<P>(lc - ld<P>(la + i - 1), xc - ld<P>(x + i - 1));
            const P fn = limit<P>(ln - lc, ld<P>(x + i + sj) - xc);
            out_st(y + i, P(xc - ld<P>(c + i) * ((fe - fw) + (fn - ld<P>(fy + i)))));
            st(fy + i, fn);
            st(lb + i, ln);
          });
          T *sw = la;
          la = lb, lb = sw;
        }
      }
    fence();
  }
}
// </user>
} // namespace
BENCH_EXPORT_FN(hdiff)
