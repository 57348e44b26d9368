#include "Rows.h"
#include "naive/Naive.h"

#include <algorithm>
#include <cmath>
#include <vector>

#ifdef __clang__ // which has no vectors for some functions
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

namespace {

#define POINTS _Pragma("omp parallel for collapse(2)") ROWS _Pragma("omp simd") ROW
#define AT [[maybe_unused]] const long p = i + j * sj + k * sk;

template <class T> void velocities(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) IN(2, z) OUT(0, out) OUT(3, other) POINTS {
    AT const T density = 1 + x[p];
    out[p] = y[p] / density, other[p] = z[p] / density;
  }
}
template <class T> void unit_vectors(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) IN(2, z) OUT(0, out) OUT(3, other) POINTS {
    AT const T length = std::sqrt(x[p] * x[p] + y[p] * y[p] + z[p] * z[p] + T(1e-6));
    out[p] = x[p] / length, other[p] = y[p] / length;
  }
}
template <class T> void condensation(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) IN(2, z) OUT(0, out) POINTS {
    AT const T t = 260 + 40 * x[p], pressure = T(9e4) + T(1e4) * y[p], vapour = T(0.02) * z[p];
    const T es = T(611.2) * std::exp(T(17.67) * (t - T(273.15)) / (t - T(29.65)));
    const T most = T(0.622) * es / (pressure - T(0.378) * es);
    const T excess = (vapour - most) / (1 + T(5423.0 * 2500.0) * most / (t * t));
    out[p] = vapour > most ? excess : T(0);
  }
}
template <class T> void sea_water(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) POINTS {
    AT const T t = 30 * x[p], s = 40 * y[p];
    const T water = T(999.842594) +
                    t * (T(6.793952e-2) +
                         t * (T(-9.095290e-3) +
                              t * (T(1.001685e-4) + t * (T(-1.120083e-6) + t * T(6.536332e-9)))));
    const T first = T(0.824493) + t * (T(-4.0899e-3) +
                                       t * (T(7.6438e-5) + t * (T(-8.2467e-7) + t * T(5.3875e-9))));
    const T second = T(-5.72466e-3) + t * (T(1.0227e-4) - t * T(1.6546e-6));
    out[p] = water + s * (first + std::sqrt(s) * second + s * T(4.8314e-4));
  }
}
template <class T> inline T viscosity(const T *u, const T *v, long s) {
  const T stretch = (u[1] - u[-1]) - (v[s] - v[-s]), shear = (v[1] - v[-1]) + (u[s] - u[-s]);
  return T(0.04) * std::sqrt(stretch * stretch + shear * shear);
}
template <class T> void smagorinsky(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> plane((ny + 3) * sj);
    T *nu = plane.data() + sj + 3;
#pragma omp for
    for (int k = 0; k < nz; ++k) {
      const T *u = x + k * sk, *v = y + k * sk;
      for (int j = -1; j <= ny; ++j)
        for (int i = -1; i <= nx; ++i)
          nu[i + j * sj] = viscosity(u + i + j * sj, v + i + j * sj, sj);
      for (int j = 0; j < ny; ++j)
        ROW {
          const long p = i + j * sj;
          auto flux = [=](long q, long s) { return (nu[q] + nu[q + s]) * (u[q + s] - u[q]); };
          out[p + k * sk] =
              u[p] + T(0.5) * ((flux(p, 1) - flux(p - 1, 1)) + (flux(p, sj) - flux(p - sj, sj)));
        }
    }
  }
}
template <class T> inline T flux(const T *x, const T *y) {
  const T h = 1 + x[0], u = y[0] - T(0.5), c = std::sqrt(T(9.81) * h);
  const T h1 = 1 + x[1], u1 = y[1] - T(0.5), c1 = std::sqrt(T(9.81) * h1);
  const T slow = std::min(u - c, u1 - c1), fast = std::max(u + c, u1 + c1);
  const T between = (fast * (h * u) - slow * (h1 * u1) + slow * fast * (h1 - h)) / (fast - slow);
  return slow >= 0 ? h * u : fast <= 0 ? h1 * u1 : between;
}
template <class T> void flood_fused(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) POINTS {
    AT out[p] = (1 + x[p]) - T(0.1) * (flux(x + p, y + p) - flux(x + p - 1, y + p - 1));
  }
}
template <class T> void flood(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> row(nx + 1);
    T *f = row.data() + 1;
#pragma omp for collapse(2)
    ROWS {
      const long p = j * sj + k * sk;
#pragma omp simd
      for (int i = -1; i < nx; ++i)
        f[i] = flux(x + p + i, y + p + i);
      ROW out[p + i] = (1 + x[p + i]) - T(0.1) * (f[i] - f[i - 1]);
    }
  }
}
template <class T> void table(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) POINTS {
    AT const T at = y[p] * T(nx - 2);
    const int lower = int(at);
    const T upper = at - T(lower);
    out[p] = (1 - upper) * x[lower] + upper * x[lower + 1];
  }
}
constexpr int kAlong[] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr int kAcross[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
template <class T> void lattice(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j)
#pragma omp simd
          ROW {
    const long p = i + j * sj;
    T n[9];
#pragma GCC unroll 9
    for (int q = 0; q < 9; ++q)
      n[q] = x[p - kAlong[q] - kAcross[q] * sj + q * sk];
    T rho = n[0];
#pragma GCC unroll 9
    for (int q = 1; q < 9; ++q)
      rho += n[q];
    const T u = ((n[1] + n[5] + n[8]) - (n[3] + n[6] + n[7])) / rho;
    const T v = ((n[2] + n[5] + n[6]) - (n[4] + n[7] + n[8])) / rho;
    const T energy = 1 - T(1.5) * (u * u + v * v);
#pragma GCC unroll 9
    for (int q = 0; q < 9; ++q) {
      const T weight = q == 0 ? T(4.0 / 9) : q < 5 ? T(1.0 / 9) : T(1.0 / 36);
      const T s = T(kAlong[q]) * u + T(kAcross[q]) * v;
      const T e = energy + s * (3 + T(4.5) * s);
      out[p + q * sk] = n[q] + T(0.8) * (weight * rho * e - n[q]);
    }
  }
}
template <class T> void sea_mixing(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out) const bool *sea = static_cast<const bool *>(a.in[3]);
  auto flux = [=](long p, long s) { return (sea[p] & sea[p + s]) ? x[p + s] - x[p] : T(0); };
  POINTS {
    AT out[p] = x[p] + T(0.1) * ((flux(p, 1) - flux(p - 1, 1)) + (flux(p, sj) - flux(p - sj, sj)));
  }
}
template <class T> void life(const bench::Args &a) {
  ARGS_COMMON OUT(0, out) const auto *alive = static_cast<const unsigned char *>(a.in[3]);
  POINTS {
    AT const unsigned char *m = alive + p;
    const unsigned char n =
        m[-1] + m[1] + m[-1 - sj] + m[-sj] + m[1 - sj] + m[-1 + sj] + m[sj] + m[1 + sj];
    out[p] = (n == 3) | ((m[0] != 0) & (n == 2)) ? T(1) : T(0);
  }
}
template <class T> void column_integral(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) IN(2, z) OUT(0, out)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j) {
    ROW out[i + j * nx] = 0;
    for (int k = 0; k < nz - 1; ++k)
#pragma omp simd
      ROW { AT out[i + j * nx] += x[p] * y[p] * (z[p + sk] - z[p]); }
  }
}
template <class T> void settling(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j) for (int k = nz - 1; k >= 0; --k)
#pragma omp simd
          ROW {
    AT const T above = k == nz - 1 ? T(0) : out[p + sk];
    out[p] = (x[p] + y[p] * above) / (1 + y[p]);
  }
}
template <class T> void overlapping(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j) for (int k = 0; k < nz; ++k)
#pragma omp simd
          ROW {
    AT const T clear = k ? out[p - sk] : T(1), above = k ? T(0.9) * x[p - sk] : T(0),
               cover = T(0.9) * x[p];
    out[p] = clear * (1 - std::max(cover, above)) / (1 - above);
  }
}
template <class T> void courant(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) IN(2, z) OUT(0, out) T most = 0;
#pragma omp parallel for collapse(2) reduction(max : most)
  ROWS {
    T row = 0;
#pragma omp simd reduction(max : row)
    ROW {
      AT row = std::max(row, std::abs(x[p]) / T(0.3) + std::abs(y[p]) / T(0.4) +
                                 std::abs(z[p]) / T(0.1));
    }
    most = std::max(most, row);
  }
  *out = most;
}
template <class T> void transposed(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS ROW out[i + j * sj + k * sk] = x[j + i * sj + k * sk];
}
template <class T> void filter_along(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out) POINTS {
    AT T sum = T(0.1) * x[p];
#pragma GCC unroll 7
    for (int n = 1; n <= 7; ++n)
      sum += T(0.1 / (n + 1)) * (x[p - n] + x[p + n]);
    out[p] = sum;
  }
}
template <class T> void classified(const bench::Args &a) {
  ARGS_COMMON IN(0, u) IN(1, v) OUT(0, out) POINTS {
    AT const T x = u[p], y = v[p];
    out[p] = x < T(0.2)   ? y * y
             : x < T(0.4) ? 1 - y
             : x < T(0.7) ? std::sqrt(y)
             : y < T(0.5) ? x
                          : x + y;
  }
}
template <class T> void mean_where(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> number(nx);
#pragma omp for
    for (int j = 0; j < ny; ++j) {
      T *sum = out + j * nx, *n = number.data();
      ROW sum[i] = n[i] = 0;
      for (int k = 0; k < nz; ++k)
#pragma omp simd
        ROW { AT if (x[p] > T(0.2)) sum[i] += x[p], n[i] += 1; }
      ROW sum[i] /= n[i];
    }
  }
}
template <class T> void rotated(const bench::Args &a) {
  ARGS_COMMON OUT(0, out)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j)
#pragma omp simd
          ROW {
    const long p = i + j * sj;
    const T u = out[p], v = out[p + sk];
    out[p] = T(0.8) * u + T(0.6) * v, out[p + sk] = T(0.8) * v - T(0.6) * u;
  }
}
} // namespace
BENCH_EXPORT_FN(velocities)
BENCH_EXPORT_FN(unit_vectors)
BENCH_EXPORT_FN(condensation)
BENCH_EXPORT_FN(sea_water)
BENCH_EXPORT_FN(smagorinsky)
BENCH_EXPORT_FN(flood)
BENCH_EXPORT_FN(flood_fused)
BENCH_EXPORT_FN(table)
BENCH_EXPORT_FN(lattice)
BENCH_EXPORT_FN(sea_mixing)
BENCH_EXPORT_FN(life)
BENCH_EXPORT_FN(column_integral)
BENCH_EXPORT_FN(settling)
BENCH_EXPORT_FN(overlapping)
BENCH_EXPORT_FN(courant)
BENCH_EXPORT_FN(transposed)
BENCH_EXPORT_FN(filter_along)
BENCH_EXPORT_FN(classified)
BENCH_EXPORT_FN(mean_where)
BENCH_EXPORT_FN(rotated)
