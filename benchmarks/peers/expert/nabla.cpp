// edge stage fused into the vertex loop, k innermost
#include "Columns.h"
namespace {
template <class T> struct nabla : bench::Kernel {
  bench::Args a;
  kfield<T> pp, px, py;
  nabla(const bench::Args &x)
      : a(x), pp(long(a.nx) * a.ny, a.nz), px(long(a.nx) * a.ny, a.nz),
        py(long(a.nx) * a.ny, a.nz) {
    pp.load(static_cast<const T *>(a.in[0]), a.nz);
  }
  void fetch() override {
    px.save(static_cast<T *>(a.out[0]), a.nz);
    py.save(static_cast<T *>(a.out[1]), a.nz);
  }
  void run() override {
    IN(1, sign) IN(2, sx) IN(3, sy) IN(4, vol) const int kp = pp.kp, nv = a.nx * a.ny;
    const int *__restrict v2e = a.v2e, *__restrict e2v = a.e2v;
    const T *__restrict p = pp.p;
    T *__restrict ox = px.p, *__restrict oy = py.p;
    // <user>
#pragma omp parallel if (big(a))
    {
#pragma omp for schedule(static) nowait
      for (int v = 0; v < nv; ++v) {
        const T *l[6], *r[6];
        T cx[6], cy[6];
        const T iv = T(0.5) / vol[v];
        const int vn = v + PFV < nv ? v + PFV : v;
        const T *f[6]; // columns of a later vertex, for prefetching
        for (int n = 0; n < 6; ++n)
          f[n] = p + long(e2v[2l * v2e[6l * vn + n] + (n < 3)]) * kp;
        for (int n = 0; n < 6; ++n) {
          const int e = v2e[6l * v + n];
          l[n] = p + long(e2v[2l * e]) * kp;
          r[n] = p + long(e2v[2l * e + 1]) * kp;
          cx[n] = sign[6l * v + n] * sx[e] * iv;
          cy[n] = sign[6l * v + n] * sy[e] * iv;
        }
        for (int k = 0; k < kp; k += W<T>) {
          using P = V<T>;
          if (PFV)
            for (int n = 0; n < 6; ++n)
              __builtin_prefetch(f[n] + k);
          P x{}, y{};
#pragma GCC unroll 6
          for (int n = 0; n < 6; ++n) {
            P z = ld<P>(l[n] + k) + ld<P>(r[n] + k);
            x += cx[n] * z;
            y += cy[n] * z;
          }
          out_st(ox + long(v) * kp + k, x);
          out_st(oy + long(v) * kp + k, y);
        }
      }
      fence();
    }
    // </user>
  }
};
} // namespace
BENCH_EXPORT(nabla, nabla<T>)
