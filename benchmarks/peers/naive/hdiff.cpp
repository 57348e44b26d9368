// unfused: three full 3D temporaries, four sweeps over memory
#include "Naive.h"
#include <cstdlib>
namespace {
template <class T> struct hdiff : bench::Kernel {
  bench::Args a;
  T *buf, *lap, *flx, *fly;
  hdiff(const bench::Args &x) : a(x) {
    long n = a.sk * a.nz;
    buf = static_cast<T *>(std::aligned_alloc(64, (3 * n * sizeof(T) + 63) / 64 * 64));
    long o = a.h * a.sj + 64 / sizeof(T);
    lap = buf + o, flx = buf + n + o, fly = buf + 2 * n + o;
    if (a.h == 0)
      std::abort();
  }
  ~hdiff() { std::free(buf); }
  void run() override {
    ARGS_COMMON IN(0, in) IN(1, coeff) OUT(0, out) T *lap = this->lap, *flx = this->flx,
                                                     *fly = this->fly;
    // <user>
#pragma omp parallel
    {
#pragma omp for collapse(2)
      for (int k = 0; k < nz; ++k)
        for (int j = -1; j < ny + 1; ++j)
          for (int i = -1; i < nx + 1; ++i) {
            long p = i + j * sj + k * sk;
            lap[p] = T(4) * in[p] - (in[p + 1] + in[p - 1] + in[p + sj] + in[p - sj]);
          }
#pragma omp for collapse(2)
      for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
          for (int i = -1; i < nx; ++i) {
            long p = i + j * sj + k * sk;
            T f = lap[p + 1] - lap[p];
            flx[p] = f * (in[p + 1] - in[p]) > 0 ? T(0) : f;
          }
#pragma omp for collapse(2)
      for (int k = 0; k < nz; ++k)
        for (int j = -1; j < ny; ++j)
          for (int i = 0; i < nx; ++i) {
            long p = i + j * sj + k * sk;
            T f = lap[p + sj] - lap[p];
            fly[p] = f * (in[p + sj] - in[p]) > 0 ? T(0) : f;
          }
#pragma omp for collapse(2)
      for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
          for (int i = 0; i < nx; ++i) {
            long p = i + j * sj + k * sk;
            out[p] = in[p] - coeff[p] * (flx[p] - flx[p - 1] + fly[p] - fly[p - sj]);
          }
    }
    // </user>
  }
};
} // namespace
BENCH_EXPORT(hdiff, hdiff<T>)
