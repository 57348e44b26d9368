// k innermost: one table look-up serves all levels; the columns of a later vertex are prefetched to
// L2
#include "Columns.h"
namespace {
template <class T> struct e2vsum_pf : bench::Kernel {
  bench::Args a;
  kfield<T> f, out;
  e2vsum_pf(const bench::Args &x) : a(x), f(3l * a.nx * a.ny, a.nz), out(long(a.nx) * a.ny, a.nz) {
    f.load(static_cast<const T *>(a.in[0]), a.nz);
  }
  void fetch() override { out.save(static_cast<T *>(a.out[0]), a.nz); }
  void run() override {
    IN(1, sign)
    const int kp = f.kp, nv = a.nx * a.ny;
    const int *__restrict v2e = a.v2e;
    const T *__restrict fp = f.p;
    T *__restrict op = out.p;
    // <user>
#pragma omp parallel if (big(a))
    {
#pragma omp for schedule(static) nowait
      for (int v = 0; v < nv; ++v) {
        const T *e[6], *s = sign + 6l * v;
        for (int n = 0; n < 6; ++n)
          e[n] = fp + long(v2e[6l * v + n]) * kp;
        T *o = op + long(v) * kp;
        const T *f[6]; // columns of a later vertex, for prefetching
        const int vn = v + PFV < nv ? v + PFV : v;
        for (int n = 0; n < 6; ++n)
          f[n] = fp + long(v2e[6l * vn + n]) * kp;
        for (int k = 0; k < kp; k += W<T>) {
          using P = V<T>;
          if (PFV)
            for (int n = 0; n < 6; ++n)
              prefetch_l2(f[n] + k);
          out_st(o + k, P((s[0] * ld<P>(e[0] + k) + s[1] * ld<P>(e[1] + k)) +
                          (s[2] * ld<P>(e[2] + k) + s[3] * ld<P>(e[3] + k)) +
                          (s[4] * ld<P>(e[4] + k) + s[5] * ld<P>(e[5] + k))));
        }
      }
      fence();
    }
    // </user>
  }
};
} // namespace
BENCH_EXPORT(e2vsum_pf, e2vsum_pf<T>)
