#include "Rows.h"
#include "naive/Naive.h"

#include <cmath>
#include <vector>

namespace {
#define POINT const long p = i + j * sj + k * sk

template <class T> void cumsum_slow(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j) for (int k = 0; k < nz; ++k) ROW {
    POINT;
    out[p] = k == 0 ? x[p] : out[p - sk] + x[p];
  }
}
template <class T> void cumsum_middle(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) ROW {
    POINT;
    out[p] = j == 0 ? x[p] : out[p - sj] + x[p];
  }
}
template <class T> void cumsum_fast(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) {
    T sum = 0;
    ROW {
      POINT;
      out[p] = sum += x[p];
    }
  }
}

template <class T> void relaxed(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j) for (int k = 0; k < nz; ++k) ROW {
    POINT;
    out[p] = T(0.75) * (k == 0 ? T(0) : out[p - sk]) + T(0.25) * x[p];
  }
}
template <class T> void relaxed_fast(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) {
    T mean = 0;
    ROW {
      POINT;
      out[p] = mean = T(0.75) * mean + T(0.25) * x[p];
    }
  }
}
template <class T> void relaxed_both(const bench::Args &a) {
  ARGS_COMMON OUT(0, out) relaxed<T>(a);
#pragma omp parallel for
  for (int j = 0; j < ny; ++j)
    for (int k = nz - 1; k >= 0; --k)
      ROW {
        POINT;
        out[p] = T(0.75) * (k == nz - 1 ? T(0) : out[p + sk]) + T(0.25) * out[p];
      }
}

/// Row by row: what the elimination leaves goes through all levels in memory of its own.
template <class T> void tridiagonal(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) IN(2, z) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> above(std::size_t(nx) * nz), right(std::size_t(nx) * nz);
    T *c = above.data(), *d = right.data();
#pragma omp for
    for (int j = 0; j < ny; ++j) {
      for (int k = 0; k < nz; ++k)
        ROW {
          POINT;
          const long q = i + long(k) * nx;
          const T lower = y[p] - T(0.5), before = k == 0 ? T(0) : c[q - nx];
          const T r = T(1) / (T(2) + x[p] - lower * before);
          c[q] = lower * r;
          d[q] = (z[p] - lower * (k == 0 ? T(0) : d[q - nx])) * r;
        }
      for (int k = nz - 1; k >= 0; --k)
        ROW {
          POINT;
          const long q = i + long(k) * nx;
          out[p] = d[q] - c[q] * (k == nz - 1 ? T(0) : out[p + sk]);
        }
    }
  }
}

// Columns whose levels lie side by side.
#define COLUMNS                                                                                    \
  _Pragma("omp parallel for collapse(2)") for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i)
template <class T> void dimmed_columns(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out) COLUMNS {
    const long first = (i + long(j) * nx) * nz;
    T beam = 1;
    for (long p = first; p < first + nz; ++p)
      out[p] = beam = beam * std::exp(T(-0.1) * x[p]) + y[p];
  }
}
template <class T> void tridiagonal_columns(const bench::Args &a) {
  ARGS_COMMON IN(0, x) IN(1, y) OUT(0, out)
#pragma omp parallel
  {
    std::vector<T> c(nz);
#pragma omp for collapse(2)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const long first = (i + long(j) * nx) * nz;
        T above = 0, right = 0, below = 0;
        for (int k = 0; k < nz; ++k) {
          const T lower = y[first + k] - T(0.5);
          const T r = T(1) / (T(2) + x[first + k] - lower * above);
          c[k] = above = lower * r;
          out[first + k] = right = (y[first + k] - lower * right) * r;
        }
        for (int k = nz - 1; k >= 0; --k)
          out[first + k] = below = out[first + k] - c[k] * below;
      }
  }
}

template <class T> void column_end(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
#pragma omp parallel for
      for (int j = 0; j < ny; ++j) {
    ROW out[i + long(j) * nx] = 0;
    for (int k = 0; k < nz; ++k)
      ROW {
        POINT;
        T &rest = out[i + long(j) * nx];
        rest = x[p] > T(0.5) ? T(0.5) * rest + x[p] : rest;
      }
  }
}
template <class T> void run_lengths(const bench::Args &a) {
  ARGS_COMMON OUT(0, out) const bool *mask = static_cast<const bool *>(a.in[3]);
#pragma omp parallel for collapse(2)
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j) {
      T length = 0;
      ROW {
        POINT;
        out[p] = length = mask[p] ? T(0) : length + T(1);
      }
    }
}
template <class T> void cumsum_columns_back(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out) COLUMNS {
    const long first = (i + long(j) * nx) * nz;
    T sum = 0;
    for (long p = first + nz - 1; p >= first; --p)
      out[p] = sum += x[p];
  }
}
} // namespace
BENCH_EXPORT_FN(cumsum_slow)
BENCH_EXPORT_FN(cumsum_middle)
BENCH_EXPORT_FN(cumsum_fast)
BENCH_EXPORT_FN(relaxed)
BENCH_EXPORT_FN(relaxed_fast)
BENCH_EXPORT_FN(relaxed_both)
BENCH_EXPORT_FN(tridiagonal)
BENCH_EXPORT_FN(dimmed_columns)
BENCH_EXPORT_FN(tridiagonal_columns)
BENCH_EXPORT_FN(column_end)
BENCH_EXPORT_FN(run_lengths)
BENCH_EXPORT_FN(cumsum_columns_back)
