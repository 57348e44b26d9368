// Thomas algorithm blocked in (j, i-block): the two temporaries and u stay in L2
#include "Packets.h"
#ifndef PFLEV
#define PFLEV 2 // software prefetch distance in levels
#endif
#ifndef IBLK
#define IBLK 2048 // bytes per row block
#endif
namespace {
template <class T> void vadv(const bench::Args &a) {
  ARGS_COMMON IN(0, u) IN(1, w) IN(2, ut) OUT(0, out)
      // <user>
      constexpr long BUF = 512 * 1024 / sizeof(T);
  int ib = int(BUF / 2 / nz) / W<T> * W<T>;
  ib = ib > IBLK / int(sizeof(T)) ? IBLK / int(sizeof(T)) : ib;
  ib = ib > nx ? nx : ib;
  const int nb = (nx + ib - 1) / ib;
  const T dtr = 3;
#pragma omp parallel if (big(a))
  {
    auto &buf = scratch<T[BUF]>();
    T *cc = buf, *dd = buf + long(ib) * nz;
#pragma omp for collapse(2) schedule(static) nowait
    for (int j = 0; j < ny; ++j)
      for (int b = 0; b < nb; ++b) {
        const int n = (b + 1) * ib < nx ? ib : nx - b * ib;
        const long o = j * sj + b * ib;
        // lower: k > 0, upper: k < nz - 1
        auto level = [=](int k, auto lower, auto upper) __attribute__((always_inline)) {
          const long q = o + k * sk, c = long(k) * ib;
          row<T>(0, n, [=](int i, auto t) {
            using P = typename decltype(t)::type;
            if (PFLEV) {
              __builtin_prefetch(u + q + i + PFLEV * sk);
              __builtin_prefetch(w + q + i + PFLEV * sk);
              __builtin_prefetch(ut + q + i + (PFLEV - 1) * sk);
            }
            P uc = ld<P>(u + q + i), d = dtr * uc + ld<P>(ut + q + i), den = P{} + dtr, av{}, cv{};
            if constexpr (lower) {
              av = T(-0.25) * ld<P>(w + q + i);
              d = d - av * (ld<P>(u + q + i - sk) - uc);
              den = den - av;
            }
            if constexpr (upper) {
              cv = T(0.25) * ld<P>(w + q + i + sk);
              d = d - cv * (ld<P>(u + q + i + sk) - uc);
              den = den - cv;
            }
            if constexpr (lower) {
              den = den - av * ld<P>(cc + c - ib + i);
              d = d - av * ld<P>(dd + c - ib + i);
            }
            P r = T(1) / den;
            st(cc + c + i, P(cv * r));
            st(dd + c + i, P(d * r));
          });
        };
        struct yes {
          constexpr operator bool() const { return true; }
        };
        struct no {
          constexpr operator bool() const { return false; }
        };
        level(0, no(), yes());
        for (int k = 1; k < nz - 1; ++k)
          level(k, yes(), yes());
        level(nz - 1, yes(), no());
        const long ql = o + (nz - 1) * sk;
        T *xl = dd + long(nz - 1) * ib;
        row<T>(0, n, [=](int i, auto t) {
          using P = typename decltype(t)::type;
          out_st(out + ql + i, P(dtr * (ld<P>(xl + i) - ld<P>(u + ql + i))));
        });
        for (int k = nz - 2; k >= 0; --k) {
          const long q = o + k * sk, c = long(k) * ib;
          row<T>(0, n, [=](int i, auto t) {
            using P = typename decltype(t)::type;
            P x = ld<P>(dd + c + i) - ld<P>(cc + c + i) * ld<P>(dd + c + ib + i);
            st(dd + c + i, x);
            out_st(out + q + i, P(dtr * (x - ld<P>(u + q + i))));
          });
        }
      }
    fence();
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(vadv)
