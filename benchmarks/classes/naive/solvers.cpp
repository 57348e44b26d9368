#include "Rows.h"
#include "naive/Naive.h"

namespace {
#define POINT long p = i + j * sj + k * sk

template <class T> T applied(const T *p, long sj) {
  return T(4.5) * *p - (p[-1] + p[1] + p[-sj] + p[sj]);
}

template <class T> void residual_norm(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, b) OUT(0, rest) T greatest = 0;
#pragma omp parallel for collapse(2) reduction(max : greatest)
  ROWS ROW {
    POINT;
    T value = b[p] - applied(x + p, sj);
    rest[p] = value;
    value = value < 0 ? -value : value;
    if (value > greatest)
      greatest = value;
  }
  *static_cast<T *>(a.out[2]) = greatest;
}
template <class T> void residual_norm_simd(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, b) OUT(0, rest) T greatest = 0;
#pragma omp parallel for collapse(2) reduction(max : greatest)
  ROWS {
    T row = 0;
#pragma omp simd reduction(max : row)
    ROW {
      POINT;
      T value = b[p] - applied(x + p, sj);
      rest[p] = value;
      value = value < 0 ? -value : value;
      row = value > row ? value : row;
    }
    greatest = row > greatest ? row : greatest;
  }
  *static_cast<T *>(a.out[2]) = greatest;
}

template <class T> void apply_and_dot(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, q) T s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
  ROWS ROW {
    POINT;
    q[p] = applied(x + p, sj);
    s += x[p] * q[p];
  }
  *static_cast<T *>(a.out[2]) = s;
}
template <class T> void apply_and_dot_simd(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, q) T s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
  ROWS {
    T row = 0;
#pragma omp simd reduction(+ : row)
    ROW {
      POINT;
      T value = applied(x + p, sj);
      q[p] = value;
      row += x[p] * value;
    }
    s += row;
  }
  *static_cast<T *>(a.out[2]) = s;
}

template <class T> void cg_update(const bench::Args &a) {
  ARGS_COMMON IN(1, d) IN(2, q) OUT(0, r) OUT(3, x) T s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
  ROWS ROW {
    POINT;
    x[p] += T(0.001) * d[p];
    r[p] -= T(0.001) * q[p];
    s += r[p] * r[p];
  }
  *static_cast<T *>(a.out[2]) = s;
}
template <class T> void cg_update_simd(const bench::Args &a) {
  ARGS_COMMON IN(1, d) IN(2, q) OUT(0, r) OUT(3, x) T s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
  ROWS {
    T row = 0;
#pragma omp simd reduction(+ : row)
    ROW {
      POINT;
      x[p] += T(0.001) * d[p];
      T value = r[p] - T(0.001) * q[p];
      r[p] = value;
      row += value * value;
    }
    s += row;
  }
  *static_cast<T *>(a.out[2]) = s;
}

template <class T> void time_filter(const bench::Args &a) {
  ARGS_COMMON IN(1, t) OUT(0, now) OUT(3, old)
#pragma omp parallel for collapse(2)
      ROWS ROW {
    POINT;
    T next = T(0.9) * old[p] + T(0.1) * t[p];
    old[p] = now[p] + T(0.1) * (old[p] - 2 * now[p] + next);
    now[p] = next;
  }
}

template <class T> void sum_and_max(const bench::Args &a) {
  ARGS_COMMON IN(0, x) T s = 0, m = 0;
#pragma omp parallel for collapse(2) reduction(+ : s) reduction(max : m)
  ROWS {
    T row = 0, greatest = 0;
#pragma omp simd reduction(+ : row) reduction(max : greatest)
    ROW {
      POINT;
      row += x[p];
      T size = x[p] < 0 ? -x[p] : x[p];
      greatest = size > greatest ? size : greatest;
    }
    s += row;
    m = greatest > m ? greatest : m;
  }
  static_cast<T *>(a.out[2])[0] = s;
  static_cast<T *>(a.out[2])[1] = m;
}

template <class T> void anomalyOf(const bench::Args &a, const T *x) {
  ARGS_COMMON OUT(0, y)
#pragma omp parallel for collapse(2)
      ROWS {
    T s = 0;
#pragma omp simd reduction(+ : s)
    ROW {
      POINT;
      s += x[p];
    }
    s /= T(nx);
    ROW {
      POINT;
      y[p] = x[p] - s;
    }
  }
}
template <class T> void anomaly(const bench::Args &a) {
  anomalyOf(a, static_cast<const T *>(a.in[0]));
}
template <class T> void anomaly_in_place(const bench::Args &a) {
  anomalyOf(a, static_cast<const T *>(a.out[0]));
}

template <class T> void sparse_matrix(const bench::Args &a) {
  ARGS_COMMON IN(0, matrix) IN(1, x) OUT(0, out) const long levels = nz / 27;
  const long plane = long(nx) * ny * levels;
#pragma omp parallel for collapse(2)
  for (int k = 0; k < levels; ++k)
    for (int j = 1; j < ny - 1; ++j) {
      const T *c = matrix + (k * ny + j) * long(nx), *u = x + j * sj + (k + 1) * sk;
      T *w = out + j * sj + (k + 1) * sk;
      for (int i = 1; i < nx - 1; ++i) {
        T sum = 0;
#pragma GCC unroll 27
        for (int n = 0; n < 27; ++n)
          sum += c[n * plane + i] * u[i + n % 3 - 1 + (n / 3 % 3 - 1) * sj + (n / 9 - 1) * sk];
        w[i] = sum;
      }
    }
}

template <class T> void prolong(const bench::Args &a) {
  ARGS_COMMON IN(0, coarse) OUT(0, fine)
#pragma omp parallel for collapse(2)
      ROWS for (int i = 0; i < nx / 2 - 1; ++i) {
    POINT;
    fine[p + i] = coarse[p];
    fine[p + i + 1] = T(0.5) * (coarse[p] + coarse[p + 1]);
  }
}

template <class T> void restriction(const bench::Args &a) {
  ARGS_COMMON IN(0, fine) OUT(0, coarse)
#pragma omp parallel for collapse(2)
      ROWS {
    const T *p = fine + j * sj + k * sk;
    T *q = coarse + j * sj + k * sk;
    for (int i = 0; i < nx / 2; ++i)
      q[i] = T(0.5) * (p[2 * i] + p[2 * i + 1]);
  }
}

template <class T> void red_black(const bench::Args &a) {
  ARGS_COMMON IN(1, b) OUT(0, u) for (int colour = 0; colour < 2; ++colour)
#pragma omp parallel for collapse(2)
      ROWS for (int i = (j + colour) % 2; i < nx; i += 2) {
    POINT;
    u[p] = T(0.25) * (u[p - 1] + u[p + 1] + u[p - sj] + u[p + sj] + b[p]);
  }
}
} // namespace
BENCH_EXPORT_FN(residual_norm)
BENCH_EXPORT_FN(residual_norm_simd)
BENCH_EXPORT_FN(apply_and_dot)
BENCH_EXPORT_FN(apply_and_dot_simd)
BENCH_EXPORT_FN(cg_update)
BENCH_EXPORT_FN(cg_update_simd)
BENCH_EXPORT_FN(time_filter)
BENCH_EXPORT_FN(sum_and_max)
BENCH_EXPORT_FN(anomaly)
BENCH_EXPORT_FN(anomaly_in_place)
BENCH_EXPORT_FN(sparse_matrix)
BENCH_EXPORT_FN(prolong)
BENCH_EXPORT_FN(restriction)
BENCH_EXPORT_FN(red_black)
