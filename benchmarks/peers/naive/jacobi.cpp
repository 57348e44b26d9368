// Ten sweeps, each over as many points as the later ones need.
#include "Naive.h"
#include <cstdlib>
namespace {
template <class T> struct Jacobi final : bench::Kernel {
  bench::Args a;
  T *buffers[2];
  Jacobi(const bench::Args &x) : a(x) {
    for (T *&buffer : buffers)
      buffer = static_cast<T *>(std::aligned_alloc(64, (a.sk * a.nz + a.sj) * sizeof(T) / 64 * 64));
  }
  ~Jacobi() {
    for (T *buffer : buffers)
      std::free(buffer);
  }
  void run() override {
    ARGS_COMMON IN(0, x) OUT(0, y)
        // <user>
        const long origin = a.h * sj + (sj - nx) / 2;
    const T *from = x;
    for (int step = 1; step <= 10; ++step) {
      const int more = 10 - step;
      T *to = step == 10 ? y : buffers[step % 2] + origin;
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k)
        for (int j = -more; j < ny + more; ++j)
          for (int i = -more; i < nx + more; ++i) {
            long p = i + j * sj + k * sk;
            to[p] = T(0.2) * (from[p] + from[p + 1] + from[p - 1] + from[p + sj] + from[p - sj]);
          }
      from = to;
    }
    // </user>
  }
};
} // namespace
BENCH_EXPORT(jacobi, Jacobi<T>)
