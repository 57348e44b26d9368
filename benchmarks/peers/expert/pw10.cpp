#include "Packets.h"
namespace {
template <class T> void pw10(const bench::Args &a) {
  ARGS_COMMON IN(0, A) IN(1, B) IN(2, C) OUT(0, out)
  // <user>
#pragma omp parallel if (big(a))
  {
#pragma omp for collapse(2) schedule(static) nowait
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j) {
        const long o = j * sj + k * sk;
        row<T>(0, nx, [=](int i, auto t) {
          using P = typename decltype(t)::type;
          const long p = o + i;
          P x = ld<P>(A + p), y = ld<P>(B + p), z = ld<P>(C + p);
          P xy = x * y;
          out_st(out + p, P((xy + z) * (x - y) + (z * z - xy) * T(0.5) + (y + T(2) * z) * x));
        });
      }
    fence();
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(pw10)
