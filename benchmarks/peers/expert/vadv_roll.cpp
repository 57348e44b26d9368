// one packet wide strips march through all levels: the neighbour levels stay in registers, c' and
// d' of the strip in L1; the lines of the next strip are prefetched to L2 level by level
#include "Packets.h"
namespace {
template <class T> void vadv_roll(const bench::Args &a) {
  ARGS_COMMON IN(0, u) IN(1, w) IN(2, ut) OUT(0, out)
      // <user>
      using P = V<T>;
  constexpr int MAXL = 4096;
  const T dtr = 3;
#pragma omp parallel if (big(a))
  {
    auto &buf = scratch<P[2][MAXL + 21]>();
    P *__restrict cc = buf[0], *__restrict dd = buf[1];
#pragma omp for schedule(static) nowait
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; i += W<T>) {
        const long o = j * sj + i;
        const long f = i + W<T> < nx ? o + W<T> : (j + 1) * sj; // next strip
        P um{}, uc = ld<P>(u + o), wc{}, cp{}, dp{};
        // lower: k > 0, upper: k < nz - 1
        auto level = [&](int k, auto lower, auto upper) __attribute__((always_inline)) {
          const long q = o + k * sk;
          prefetch_l2(u + f + k * sk);
          prefetch_l2(w + f + k * sk);
          prefetch_l2(ut + f + k * sk);
          P d = dtr * uc + ld<P>(ut + q), den = P{} + dtr, av{}, cv{}, un{};
          if constexpr (lower) {
            av = T(-0.25) * wc;
            d = d - av * (um - uc);
            den = den - av;
          }
          if constexpr (upper) {
            wc = ld<P>(w + q + sk), un = ld<P>(u + q + sk);
            cv = T(0.25) * wc;
            d = d - cv * (un - uc);
            den = den - cv;
          }
          if constexpr (lower) {
            den = den - av * cp;
            d = d - av * dp;
          }
          const P r = T(1) / den;
          cc[k] = cp = cv * r;
          dd[k] = dp = d * r;
          um = uc;
          if constexpr (upper)
            uc = un;
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
        P x = dp;
        auto back = [&](auto store) __attribute__((always_inline)) {
          store(out + o + (nz - 1) * sk, P(dtr * (x - uc)));
          for (int k = nz - 2; k >= 0; --k) {
            x = dd[k] - cc[k] * x;
            store(out + o + k * sk, P(dtr * (x - ld<P>(u + o + k * sk))));
          }
        };
        if (i + W<T> <= nx)
          back([](T *p, P v) { out_st(p, v); });
        else
          back([=](T *p, P v) { st_part(p, v, nx - i); });
      }
    fence();
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(vadv_roll)
