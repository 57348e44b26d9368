#include "Rows.h"
#include "naive/Naive.h"

#include <cmath>
#include <vector>

namespace {

template <class T> T square(T x) { return x * x; }

/// The value at the upper face of p in a dimension of stride s.
template <class T> inline T weno(const T *p, long s) {
  const T a = p[-2 * s], b = p[-s], c = p[0], d = p[s], e = p[2 * s];
  const T smooth0 = T(13.0 / 12) * square(a - 2 * b + c) + T(0.25) * square(a - 4 * b + 3 * c);
  const T smooth1 = T(13.0 / 12) * square(b - 2 * c + d) + T(0.25) * square(b - d);
  const T smooth2 = T(13.0 / 12) * square(c - 2 * d + e) + T(0.25) * square(3 * c - 4 * d + e);
  const T weight0 = T(0.1) / square(T(1e-6) + smooth0),
          weight1 = T(0.6) / square(T(1e-6) + smooth1),
          weight2 = T(0.3) / square(T(1e-6) + smooth2);
  const T value0 = 2 * a - 7 * b + 11 * c, value1 = 5 * c + 2 * d - b, value2 = 2 * c + 5 * d - e;
  return (weight0 * value0 + weight1 * value1 + weight2 * value2) /
         (6 * (weight0 + weight1 + weight2));
}

/// Level by level, with a plane of fluxes.
template <class T> void transported(const bench::Args &a, bool isAlong) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) const long s = isAlong ? 1 : sj;
#pragma omp parallel
  {
    std::vector<T> fluxes((ny + 2) * sj);
    T *flux = fluxes.data() + sj + 3;
#pragma omp for
    for (int k = 0; k < nz; ++k) {
      for (int j = isAlong ? 0 : -1; j < ny; ++j)
        for (int i = isAlong ? -1 : 0; i < nx; ++i)
          flux[i + j * sj] = y[i + j * sj + k * sk] * weno(x + i + j * sj + k * sk, s);
      for (int j = 0; j < ny; ++j)
        ROW {
          const long p = i + j * sj;
          out[p + k * sk] = x[p + k * sk] - (flux[p] - flux[p - s]);
        }
    }
  }
}
template <class T> void weno_across(const bench::Args &a) { transported<T>(a, false); }
template <class T> void weno_along(const bench::Args &a) { transported<T>(a, true); }

template <class T> void weno_across_fused(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS ROW {
    const long p = i + j * sj + k * sk;
    out[p] = x[p] - (y[p] * weno(x + p, sj) - y[p - sj] * weno(x + p - sj, sj));
  }
}

template <class T> inline T speed(T x) { return std::sqrt(1 + x * x) / (2 + x); }

template <class T> void braked_fused(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS ROW {
    const long p = i + j * sj + k * sk;
    out[p] = speed(x[p]) - y[p - sj] * speed(x[p - sj]);
  }
}

/// Level by level, with a plane of speeds.
template <class T> void braked(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> plane((ny + 1) * sj);
    T *speeds = plane.data() + sj;
#pragma omp for
    for (int k = 0; k < nz; ++k) {
      for (int j = -1; j < ny; ++j)
        ROW speeds[i + j * sj] = speed(x[i + j * sj + k * sk]);
      for (int j = 0; j < ny; ++j)
        ROW {
          const long p = i + j * sj;
          out[p + k * sk] = speeds[p] - y[p - sj + k * sk] * speeds[p - sj];
        }
    }
  }
}

template <class T> void shallow_water_fused(const bench::Args &a) {
  ARGS_COMMON IN(0, u) IN(1, v) IN(2, height) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS ROW {
    const long p = i + j * sj + k * sk;
    auto depth = [=](long q) { return 1 + height[q]; };
    auto potential = [=](long q) {
      return 4 * (1 + (v[q + 1] - v[q]) - (u[q + sj] - u[q])) /
             (depth(q) + depth(q + 1) + depth(q + sj) + depth(q + sj + 1));
    };
    auto flow = [=](long q) { return T(0.5) * (depth(q) + depth(q + sj)) * v[q]; };
    auto energy = [=](long q) {
      return T(9.81) * height[q] +
             T(0.25) * (square(u[q]) + square(u[q - 1]) + square(v[q]) + square(v[q - sj]));
    };
    const T turned = T(0.125) * (potential(p) + potential(p - sj)) *
                     (flow(p) + flow(p + 1) + flow(p - sj) + flow(p + 1 - sj));
    out[p] = u[p] + T(0.1) * (turned - (energy(p + 1) - energy(p)));
  }
}

/// Level by level, with planes of what several points need.
template <class T> void shallow_water(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) IN(2, z) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> plane[3];
    for (auto &each : plane)
      each.resize((ny + 3) * sj);
    T *potential = plane[0].data() + sj + 3, *flow = plane[1].data() + sj + 3,
      *energy = plane[2].data() + sj + 3;
#pragma omp for
    for (int k = 0; k < nz; ++k) {
      const T *u = x + k * sk, *v = y + k * sk, *height = z + k * sk;
      for (int j = -1; j < ny; ++j)
        for (int i = 0; i < nx + 1; ++i) {
          const long p = i + j * sj;
          potential[p] = 4 * (1 + (v[p + 1] - v[p]) - (u[p + sj] - u[p])) /
                         (4 + height[p] + height[p + 1] + height[p + sj] + height[p + sj + 1]);
          flow[p] = T(0.5) * (2 + height[p] + height[p + sj]) * v[p];
          energy[p] = T(9.81) * height[p] + T(0.25) * (square(u[p]) + square(u[p - 1]) +
                                                       square(v[p]) + square(v[p - sj]));
        }
      for (int j = 0; j < ny; ++j)
        ROW {
          const long p = i + j * sj;
          const T turned = T(0.125) * (potential[p] + potential[p - sj]) *
                           (flow[p] + flow[p + 1] + flow[p - sj] + flow[p + 1 - sj]);
          out[p + k * sk] = u[p] + T(0.1) * (turned - (energy[p + 1] - energy[p]));
        }
    }
  }
}
} // namespace
BENCH_EXPORT_FN(weno_across)
BENCH_EXPORT_FN(weno_across_fused)
BENCH_EXPORT_FN(weno_along)
BENCH_EXPORT_FN(shallow_water)
BENCH_EXPORT_FN(shallow_water_fused)
BENCH_EXPORT_FN(braked)
BENCH_EXPORT_FN(braked_fused)
