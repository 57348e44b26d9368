#include "Rows.h"
#include "naive/Naive.h"
namespace {
#define POINT long p = i + j * sj + k * sk

template <class T> T points(const bench::Args &a) { return T(double(a.nx) * a.ny * a.nz); }
template <class T> void sum(const bench::Args &a) { *static_cast<T *>(a.out[0]) = sumOf<T>(a); }
template <class T> void sum_simd(const bench::Args &a) {
  *static_cast<T *>(a.out[0]) = sumOfSimd<T>(a);
}
template <class T> void mean(const bench::Args &a) {
  *static_cast<T *>(a.out[0]) = sumOf<T>(a) / points<T>(a);
}
template <class T> void mean_simd(const bench::Args &a) {
  *static_cast<T *>(a.out[0]) = sumOfSimd<T>(a) / points<T>(a);
}

template <class T> void sum_of_squares(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) T s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
  ROWS ROW {
    POINT;
    s += x[p] * x[p];
  }
  *y = s;
}
template <class T> void sum_of_squares_simd(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) T s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
  ROWS {
    T row = 0;
#pragma omp simd reduction(+ : row)
    ROW {
      POINT;
      row += x[p] * x[p];
    }
    s += row;
  }
  *y = s;
}

template <class T> void max(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) T m = x[0];
#pragma omp parallel for collapse(2) reduction(max : m)
  ROWS ROW {
    POINT;
    if (x[p] > m)
      m = x[p];
  }
  *y = m;
}
template <class T> void max_simd(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) T m = x[0];
#pragma omp parallel for collapse(2) reduction(max : m)
  ROWS {
    T row = x[0];
#pragma omp simd reduction(max : row)
    ROW {
      POINT;
      row = x[p] > row ? x[p] : row;
    }
    m = row > m ? row : m;
  }
  *y = m;
}

template <class T> void sum_fast(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
#pragma omp parallel for collapse(2)
      ROWS {
    T s = 0;
    ROW {
      POINT;
      s += x[p];
    }
    y[j + k * ny] = s;
  }
}
template <class T> void sum_fast_simd(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
#pragma omp parallel for collapse(2)
      ROWS {
    T s = 0;
#pragma omp simd reduction(+ : s)
    ROW {
      POINT;
      s += x[p];
    }
    y[j + k * ny] = s;
  }
}
template <class T> void max_fast(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
#pragma omp parallel for collapse(2)
      ROWS {
    T m = x[j * sj + k * sk];
    ROW {
      POINT;
      if (x[p] > m)
        m = x[p];
    }
    y[j + k * ny] = m;
  }
}
template <class T> void max_fast_simd(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
#pragma omp parallel for collapse(2)
      ROWS {
    T m = x[j * sj + k * sk];
#pragma omp simd reduction(max : m)
    ROW {
      POINT;
      m = x[p] > m ? x[p] : m;
    }
    y[j + k * ny] = m;
  }
}

template <class T> void sum_slow(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j) {
    ROW y[i + j * nx] = 0;
    for (int k = 0; k < nz; ++k)
      ROW {
        POINT;
        y[i + j * nx] += x[p];
      }
  }
}
template <class T> void max_slow(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j) {
    ROW y[i + j * nx] = x[i + j * sj];
    for (int k = 1; k < nz; ++k)
      ROW {
        POINT;
        y[i + j * nx] = x[p] > y[i + j * nx] ? x[p] : y[i + j * nx];
      }
  }
}

template <class T> void argmin(const bench::Args &a) {
  ARGS_COMMON IN(0, x) long *place = static_cast<long *>(a.out[1]);
  T least = x[0];
  long first = 0;
#pragma omp parallel
  {
    T m = x[0];
    long at = 0;
#pragma omp for collapse(2) schedule(static) nowait
    ROWS ROW {
      POINT;
      if (x[p] < m) {
        m = x[p];
        at = p;
      }
    }
#pragma omp critical
    if (m < least || (m == least && at < first)) {
      least = m;
      first = at;
    }
  }
  place[0] = first / sk, place[1] = first % sk / sj, place[2] = first % sj;
}
template <class T> void argmin_slow(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) long *place = static_cast<long *>(a.out[1]);
#pragma omp parallel for
  for (int j = 0; j < ny; ++j) {
    ROW {
      y[i + j * nx] = x[i + j * sj];
      place[i + j * nx] = 0;
    }
    for (int k = 1; k < nz; ++k)
      ROW {
        POINT;
        if (x[p] < y[i + j * nx]) {
          y[i + j * nx] = x[p];
          place[i + j * nx] = k;
        }
      }
    ROW y[i + j * nx] = T(__builtin_nan("")); // no result
  }
}

template <class T> void count(const bench::Args &a) {
  ARGS_COMMON
  const bool *mask = static_cast<const bool *>(a.in[3]);
  long n = 0;
#pragma omp parallel for collapse(2) reduction(+ : n)
  ROWS ROW n += mask[i + j * sj + k * sk];
  *static_cast<long *>(a.out[1]) = n;
}
template <class T> void count_where(const bench::Args &a) {
  ARGS_COMMON IN(0, x) long n = 0;
#pragma omp parallel for collapse(2) reduction(+ : n)
  ROWS ROW {
    POINT;
    n += x[p] > T(0.5);
  }
  *static_cast<long *>(a.out[1]) = n;
}

/// A square matrix, the first level of y, along J.
template <class T> void contraction(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, z)
#pragma omp parallel for collapse(2)
      ROWS {
    T *row = z + j * sj + k * sk;
    ROW row[i] = 0;
    for (int m = 0; m < nx; ++m) {
      T factor = y[j * sj + m];
      ROW row[i] += factor * x[m * sj + k * sk + i];
    }
  }
}
template <class T> void contraction_of_levels(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, z)
#pragma omp parallel for collapse(2)
      ROWS {
    T *row = z + j * sj + k * sk;
    ROW row[i] = 0;
    for (int m = 0; m < nz; ++m) {
      T factor = y[m * sj + k * sk];
      ROW row[i] += factor * x[m * sk + j * sj + i];
    }
  }
}
} // namespace
BENCH_EXPORT_FN(sum)
BENCH_EXPORT_FN(sum_simd)
BENCH_EXPORT_FN(mean)
BENCH_EXPORT_FN(mean_simd)
BENCH_EXPORT_FN(sum_of_squares)
BENCH_EXPORT_FN(sum_of_squares_simd)
BENCH_EXPORT_FN(max)
BENCH_EXPORT_FN(max_simd)
BENCH_EXPORT_FN(sum_fast)
BENCH_EXPORT_FN(sum_fast_simd)
BENCH_EXPORT_FN(max_fast)
BENCH_EXPORT_FN(max_fast_simd)
BENCH_EXPORT_FN(sum_slow)
BENCH_EXPORT_FN(max_slow)
BENCH_EXPORT_FN(argmin)
BENCH_EXPORT_FN(argmin_slow)
BENCH_EXPORT_FN(count)
BENCH_EXPORT_FN(count_where)
BENCH_EXPORT_FN(contraction)
BENCH_EXPORT_FN(contraction_of_levels)
