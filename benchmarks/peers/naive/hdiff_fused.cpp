// fused by recomputation in a single loop nest
#include "Naive.h"
namespace {
template <class T> void hdiff_fused(const bench::Args &a) {
  ARGS_COMMON IN(0, in) IN(1, coeff) OUT(0, out)
      // <user>
      auto lap =
          [=](long p) { return T(4) * in[p] - (in[p + 1] + in[p - 1] + in[p + sj] + in[p - sj]); };
  auto flux = [=](long p, long s) {
    T f = lap(p + s) - lap(p);
    return f * (in[p + s] - in[p]) > 0 ? T(0) : f;
  };
#pragma omp parallel for collapse(2)
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        long p = i + j * sj + k * sk;
        out[p] = in[p] - coeff[p] * (flux(p, 1) - flux(p - 1, 1) + flux(p, sj) - flux(p - sj, sj));
      }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(hdiff_fused)
