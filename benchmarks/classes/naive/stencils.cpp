#include "Rows.h"
#include "naive/Naive.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {
#define LEVELS(low, high)                                                                          \
  for (int k = low; k < high; ++k)                                                                 \
    for (int j = 0; j < ny; ++j)

/// What flows through the upper face of p in a dimension of stride s, with a limited slope.
template <class T> inline T upwind(const T *x, const T *velocity, long p, long s) {
  const T behind = x[p] - x[p - s], ahead = x[p + s] - x[p];
  const T least = std::fabs(behind) < std::fabs(ahead) ? behind : ahead;
  const T slope = behind * ahead > T(0) ? least : T(0);
  return velocity[p] * (x[p] + T(0.5) * (T(1) - velocity[p]) * slope);
}

template <class T> void advection_fused(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel for collapse(2)
      LEVELS(2, nz - 1) ROW {
    const long p = i + j * sj + k * sk;
    out[p] = x[p] - T(0.1) * ((upwind(x, y, p, 1) - upwind(x, y, p - 1, 1)) +
                              (upwind(x, y, p, sj) - upwind(x, y, p - sj, sj)) +
                              (upwind(x, y, p, sk) - upwind(x, y, p - sk, sk)));
  }
}

/// The flows of all points first, in three arrays.
template <class T> void advection(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) static std::vector<T> flows[3];
  const long origin = sk; // in front of the first row
  for (auto &flow : flows)
    flow.resize(std::size_t(sk * (nz + 2)));
  T *fi = flows[0].data() + origin, *fj = flows[1].data() + origin, *fk = flows[2].data() + origin;
#pragma omp parallel for collapse(2)
  for (int k = 1; k < nz - 1; ++k)
    for (int j = -1; j < ny; ++j)
      for (int i = -1; i < nx; ++i) {
        const long p = i + j * sj + k * sk;
        fi[p] = upwind(x, y, p, 1);
        fj[p] = upwind(x, y, p, sj);
        fk[p] = upwind(x, y, p, sk);
      }
#pragma omp parallel for collapse(2)
  LEVELS(2, nz - 1) ROW {
    const long p = i + j * sj + k * sk;
    out[p] = x[p] - T(0.1) * ((fi[p] - fi[p - 1]) + (fj[p] - fj[p - sj]) + (fk[p] - fk[p - sk]));
  }
}

template <class T> void gradient(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      LEVELS(0, nz) ROW {
    const long p = i + j * sj + k * sk;
    out[p] = (x[p + 1] - x[p - 1]) / T(0.3);
  }
}

template <class T> void per_thickness(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel for collapse(2)
      LEVELS(0, nz) {
    const T thickness = 1 + y[k * sk];
    ROW {
      const long p = i + j * sj + k * sk;
      out[p] = x[p] / thickness;
    }
  }
}

template <class T> void dense(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      LEVELS(0, nz) ROW {
    const long p = i + j * sj + k * sk;
    T sum = 0;
    for (int n = -2; n <= 2; ++n)
      for (int m = -2; m <= 2; ++m)
        sum += T(0.01 * (5 * (n + 2) + m + 3)) * x[p + m + n * sj];
    out[p] = sum;
  }
}

template <class T> void greatest_of_25(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      LEVELS(0, nz) ROW {
    const long p = i + j * sj + k * sk;
    T most = x[p - 2 - 2 * sj];
    for (int n = -2; n <= 2; ++n)
      for (int m = -2; m <= 2; ++m) {
        const T next = x[p + m + n * sj];
        most = most < next ? next : most;
      }
    out[p] = most;
  }
}
template <class T> void median(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) IN(2, z) OUT(0, out)
#pragma omp parallel for collapse(2)
      LEVELS(0, nz) ROW {
    const long p = i + j * sj + k * sk;
    const T least = x[p] < y[p] ? x[p] : y[p], most = x[p] < y[p] ? y[p] : x[p];
    const T rest = most < z[p] ? most : z[p];
    out[p] = least < rest ? rest : least;
  }
}

template <class T> void two_passes(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> plane(std::size_t(sj * (ny + 4)));
#pragma omp for
    for (int k = 0; k < nz; ++k) {
      for (int j = -2; j < ny + 2; ++j)
        ROW {
          const T *p = x + i + j * sj + k * sk;
          plane[std::size_t(i + (j + 2) * sj)] = T(0.2) * (p[-2] + p[-1] + p[0] + p[1] + p[2]);
        }
      for (int j = 0; j < ny; ++j)
        ROW {
          const T *p = plane.data() + i + (j + 2) * sj;
          out[i + j * sj + k * sk] = T(0.2) * (p[-2 * sj] + p[-sj] + p[0] + p[sj] + p[2 * sj]);
        }
    }
  }
}

template <class T> T limitedSlope(T behind, T ahead) {
  const T central = T(0.25) * (behind + ahead);
  const T least = std::min(std::fabs(central), std::min(std::fabs(behind), std::fabs(ahead)));
  return behind * ahead > T(0) ? std::copysign(least, central) : T(0);
}
/// Level by level, with planes of slopes, edges and fluxes.
template <class T> void parabolic(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> slopes((ny + 5) * sj), edges((ny + 5) * sj), fluxes((ny + 5) * sj);
    T *slope = slopes.data() + 3 * sj, *edge = edges.data() + 3 * sj,
      *flux = fluxes.data() + 3 * sj;
#pragma omp for
    for (int k = 0; k < nz; ++k) {
      const T *u = x + k * sk, *courant = y + k * sk;
      for (int j = -2; j < ny + 2; ++j)
        ROW {
          const long p = i + j * sj;
          slope[p] = limitedSlope(T(2) * (u[p] - u[p - sj]), T(2) * (u[p + sj] - u[p]));
        }
      for (int j = -1; j < ny + 1; ++j)
        ROW {
          const long p = i + j * sj;
          edge[p] = T(0.5) * (u[p - sj] + u[p]) - T(1.0 / 6) * (slope[p] - slope[p - sj]);
        }
      for (int j = -1; j < ny; ++j)
        ROW {
          const long p = i + j * sj;
          T left = edge[p], right = edge[p + sj], rise = right - left;
          const T bend = T(6) * (u[p] - T(0.5) * (left + right));
          const bool isExtreme = (right - u[p]) * (u[p] - left) <= T(0);
          const T lower = rise * bend > rise * rise ? T(3) * u[p] - T(2) * right : left;
          const T upper = -(rise * rise) > rise * bend ? T(3) * u[p] - T(2) * left : right;
          left = isExtreme ? u[p] : lower, right = isExtreme ? u[p] : upper;
          const T half = T(0.5) * courant[p], part = T(1) - T(2.0 / 3) * half;
          const T rest = part * (T(6) * (u[p] - T(0.5) * (left + right)));
          flux[p] = half * (right - T(0.5) * half * (right - left - rest));
        }
      for (int j = 0; j < ny; ++j)
        ROW {
          const long p = i + j * sj;
          out[p + k * sk] = u[p] - (flux[p] - flux[p - sj]);
        }
    }
  }
}
template <class T> void diffused_columns(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel for
      for (long column = 0; column < long(nx) * ny;
           ++column) for (long p = column * nz + 1; p < (column + 1) * nz - 1; ++p) out[p] =
          x[p] + T(0.1) * (y[p + 1] * (x[p + 1] - x[p]) - y[p] * (x[p] - x[p - 1]));
}

template <class T> void inner_points(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) OUT(3, other)
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k) for (int j = 1; j < ny - 1; ++j) for (int i = 1; i < nx - 1;
                                                                         ++i) {
    long p = i + j * sj + k * sk;
    out[p] = T(0.5) * (y[p + 1] - y[p - 1]) - T(0.5) * (x[p + sj] - x[p - sj]);
    other[p] = T(0.5) * (x[p + 1] - x[p - 1]) + T(0.5) * (y[p + sj] - y[p - sj]);
  }
}
} // namespace
BENCH_EXPORT_FN(advection)
BENCH_EXPORT_FN(advection_fused)
BENCH_EXPORT_FN(gradient)
BENCH_EXPORT_FN(per_thickness)
BENCH_EXPORT_FN(dense)
BENCH_EXPORT_FN(two_passes)
BENCH_EXPORT_FN(parabolic)
BENCH_EXPORT_FN(diffused_columns)
BENCH_EXPORT_FN(inner_points)
BENCH_EXPORT_FN(greatest_of_25)
BENCH_EXPORT_FN(median)
