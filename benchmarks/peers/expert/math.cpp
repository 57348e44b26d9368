// An own vectorised exp: reduction to |r| <= ln 2 / 2 and a polynomial; 2.3 ulp, and wrong where
// the result is not a normal number.
#include "Packets.h"
#include <cmath>
namespace {
inline double vsqrt(double x) { return std::sqrt(x); }
inline float vsqrt(float x) { return std::sqrt(x); }
// <user>
inline double vexp(double x) { return std::exp(x); }
inline float vexp(float x) { return std::exp(x); }
inline __attribute__((always_inline)) V<double> vexp(V<double> x) {
  using I = vec_of<double>::itype;
  const double magic = 6755399441055744.0; // 1.5 * 2^52: round to nearest integer
  V<double> t = x * 1.4426950408889634074 + magic;
  V<double> n = t - magic;
  V<double> r = x - n * 6.93147180369123816490e-1;
  r = r - n * 1.90821492927058770002e-10;
  V<double> q = r * (1.0 / 479001600) + 1.0 / 39916800; // Taylor to r^12 on |r| <= ln2/2
  q = q * r + 1.0 / 3628800;
  q = q * r + 1.0 / 362880;
  q = q * r + 1.0 / 40320;
  q = q * r + 1.0 / 5040;
  q = q * r + 1.0 / 720;
  q = q * r + 1.0 / 120;
  q = q * r + 1.0 / 24;
  q = q * r + 1.0 / 6;
  q = q * r + 0.5;
  q = q * r + 1.0;
  q = q * r + 1.0;
  return (V<double>)((I)q + ((I)t << 52)); // valid for normal results (no overflow handling)
}
inline __attribute__((always_inline)) V<float> vexp(V<float> x) {
  using I = vec_of<float>::itype;
  const float magic = 12582912.0f; // 1.5 * 2^23
  V<float> t = x * 1.44269504088896341f + magic;
  V<float> n = t - magic;
  V<float> r = x - n * 0.693359375f;
  r = r - n * -2.12194440e-4f;
  V<float> q = r * (1.0f / 5040) + 1.0f / 720;
  q = q * r + 1.0f / 120;
  q = q * r + 1.0f / 24;
  q = q * r + 1.0f / 6;
  q = q * r + 0.5f;
  q = q * r + 1.0f;
  q = q * r + 1.0f;
  return (V<float>)((I)q + ((I)t << 23));
}
template <class T> void math(const bench::Args &a) {
  ARGS_COMMON IN(0, A) IN(1, B) IN(2, C) OUT(0, out)
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
          P r = vexp(P(-x * y)) * vsqrt(P(x * x + z * z)) + vexp(P(T(0.5) * z)) / (T(1) + y);
          out_st(out + p, r);
        });
      }
    fence();
  }
}
// </user>
} // namespace
BENCH_EXPORT_FN(math)
