// strips of at most 4 KiB in i: lap and the j-flux roll over j in two L1 row buffers, the i-flux
// rolls over i in a register; i-neighbours by lane shifts instead of unaligned loads; rows ahead
// are prefetched to L2
#include "Packets.h"
namespace {
// <user>
template <class P> inline __attribute__((always_inline)) P limit(P f, P g) {
  return sel(f * g > P{}, P{}, f);
}
template <class T> void hdiff_roll(const bench::Args &a) {
  ARGS_COMMON IN(0, in) IN(1, coeff) OUT(0, out) using P = V<T>;
  constexpr int w = W<T>, SW = 4096 / sizeof(T), AHEAD = 4;
  const int ns = (nx + SW - 1) / SW;
  const int bj = nz * ns >= 4 * a.threads ? ny : (ny + a.threads - 1) / a.threads,
            nb = (ny + bj - 1) / bj;
#pragma omp parallel if (big(a))
  {
    auto &buf = scratch<T[2][SW + 2 * w + 1344 / sizeof(T)]>();
    T *__restrict la = buf[0] + w, *__restrict fy = buf[1] + w;
    auto lap = [=](const T *x) __attribute__((always_inline)) {
      return P(T(4) * ld<P>(x) - ((ld<P>(x + 1) + ld<P>(x - 1)) + (ld<P>(x + sj) + ld<P>(x - sj))));
    };
#pragma omp for collapse(3) schedule(static) nowait
    for (int k = 0; k < nz; ++k)
      for (int b = 0; b < nb; ++b)
        for (int s = 0; s < ns; ++s) {
          const int n = nx - s * SW < SW ? nx - s * SW : SW, nv = (n + w - 1) / w * w;
          const int j0 = b * bj, j1 = j0 + bj < ny ? j0 + bj : ny;
          const T *x = in + k * sk + j0 * sj + s * SW;
          for (int i = -w; i < nv + w; i += w)
            st(la + i, lap(x + i));
          for (int i = 0; i < nv; i += w)
            st(fy + i, limit<P>(ld<P>(la + i) - lap(x + i - sj), ld<P>(x + i) - ld<P>(x + i - sj)));
          for (int j = j0; j < j1; ++j) { // la = lap(j), fy = j-flux(j - 1)
            const long o = k * sk + j * sj + s * SW;
            const T *x = in + o, *xn = x + sj, *c = coeff + o;
            T *y = out + o;
            P nm = ld<P>(xn - w), n0 = ld<P>(xn), xc = ld<P>(x), lc = ld<P>(la), fep;
            fep = limit<P>(next1(ld<P>(la - w), lc) - ld<P>(la - w),
                           next1(ld<P>(x - w), xc) - ld<P>(x - w));
            auto cell = [&](int i) __attribute__((always_inline)) {
              prefetch_l2(x + i + (AHEAD + 1) * sj);
              prefetch_l2(c + i + AHEAD * sj);
              const P np = ld<P>(xn + i + w), xp = ld<P>(x + i + w), lp = ld<P>(la + i + w);
              const P ln =
                  T(4) * n0 - ((next1(n0, np) + prev1(nm, n0)) + (ld<P>(xn + i + sj) + xc));
              const P fe = limit<P>(next1(lc, lp) - lc, next1(xc, xp) - xc), fw = prev1(fep, fe);
              const P fn = limit<P>(ln - lc, n0 - xc);
              const P r = xc - ld<P>(c + i) * ((fe - fw) + (fn - ld<P>(fy + i)));
              st(fy + i, fn);
              st(la + i, ln);
              fep = fe, nm = n0, n0 = np, xc = xp, lc = lp;
              return r;
            };
            int i = 0;
            for (; i + w <= n; i += w)
              out_st(y + i, cell(i));
            if (i < n)
              st_part(y + i, cell(i), n - i);
            st(la - w, lap(xn - w));
            st(la + nv, lap(xn + nv));
          }
        }
    fence();
  }
}
// </user>
} // namespace
BENCH_EXPORT_FN(hdiff_roll)
