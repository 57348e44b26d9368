// Thomas algorithm along K, full 3D temporaries, k outermost (i-j loops vectorise)
#include "Naive.h"
#include <cstdlib>
namespace {
template <class T> struct vadv : bench::Kernel {
  bench::Args a;
  T *buf, *cc, *dd;
  vadv(const bench::Args &x) : a(x) {
    long n = a.sk * a.nz;
    buf = static_cast<T *>(std::aligned_alloc(64, (2 * n * sizeof(T) + 63) / 64 * 64));
    cc = buf + a.h * a.sj + 64 / sizeof(T), dd = cc + n;
  }
  ~vadv() { std::free(buf); }
  void run() override {
    ARGS_COMMON IN(0, u) IN(1, w) IN(2, ut) OUT(0, out) T *cc = this->cc, *dd = this->dd;
    const T dtr = 3;
    // <user>
#pragma omp parallel for
    for (int j = 0; j < ny; ++j) {
      for (int k = 0; k < nz; ++k)
        for (int i = 0; i < nx; ++i) {
          long p = i + j * sj + k * sk;
          T av = k > 0 ? T(-0.25) * w[p] : T(0);
          T cv = k < nz - 1 ? T(0.25) * w[p + sk] : T(0);
          T b = dtr - av - cv;
          T d = dtr * u[p] + ut[p];
          if (k > 0)
            d -= av * (u[p - sk] - u[p]);
          if (k < nz - 1)
            d -= cv * (u[p + sk] - u[p]);
          T cm = k > 0 ? cc[p - sk] : T(0), dm = k > 0 ? dd[p - sk] : T(0);
          T r = T(1) / (b - av * cm);
          cc[p] = cv * r;
          dd[p] = (d - av * dm) * r;
        }
      for (int k = nz - 1; k >= 0; --k)
        for (int i = 0; i < nx; ++i) {
          long p = i + j * sj + k * sk;
          if (k < nz - 1)
            dd[p] -= cc[p] * dd[p + sk];
          out[p] = dtr * (dd[p] - u[p]);
        }
    }
    // </user>
  }
};
} // namespace
BENCH_EXPORT(vadv, vadv<T>)
