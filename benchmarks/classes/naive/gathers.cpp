#include "Rows.h"
#include "naive/Naive.h"

#include <algorithm>
#include <cmath>

namespace {

/// How far a coordinate in whole numbers is from its point.
struct Anywhere {
  int operator()(long, int away, long) const { return away; }
};
struct Inside {
  int operator()(long at, int away, long size) const {
    return std::min(std::max(int(at) + away, -1), int(size) - 1) - int(at);
  }
};

template <class T, class Place> void between(const bench::Args &a, Place place) {
  ARGS_COMMON IN(0, u) IN(1, v) IN(2, w) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS {
#pragma omp simd
    ROW {
      long p = i + j * sj + k * sk;
      T x = 2 * v[p] - 1, y = 2 * w[p] - 1, left = std::floor(x), lower = std::floor(y);
      T right = x - left, upper = y - lower;
      const T *q = u + p + place(i, int(left), nx) + place(j, int(lower), ny) * sj;
      out[p] = (1 - upper) * ((1 - right) * q[0] + right * q[1]) +
               upper * ((1 - right) * q[sj] + right * q[sj + 1]);
    }
  }
}
template <class T> void departure(const bench::Args &a) { between<T>(a, Anywhere()); }
template <class T> void departure_inside(const bench::Args &a) { between<T>(a, Inside()); }

template <class T> void between_levels(const bench::Args &a) {
  ARGS_COMMON IN(0, u) IN(1, v) OUT(0, out)
#pragma omp parallel for collapse(2)
      ROWS {
#pragma omp simd
    ROW {
      long p = i + j * sj + k * sk;
      T height = v[p] * T(nz - 2);
      int lower = int(height);
      T upper = height - T(lower);
      const T *q = u + lower * sk + j * sj + i;
      out[p] = (1 - upper) * q[0] + upper * q[sk];
    }
  }
}
} // namespace
BENCH_EXPORT_FN(departure)
BENCH_EXPORT_FN(departure_inside)
BENCH_EXPORT_FN(between_levels)
