#include "naive/Naive.h"

#include <cstdint>
#include <cstring>

namespace {
#define ROWS                                                                                       \
  _Pragma("omp parallel for collapse(2)") for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j)

template <class T> void copy_step2(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) ROWS for (int i = 0; i < nx / 2; ++i) y[i + j * sj + k * sk] =
      x[2 * i + j * sj + k * sk];
}
template <class T> void copy_step3(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) ROWS for (int i = 0; i < (nx + 2) / 3; ++i)
      y[i + j * sj + k * sk] = x[3 * i + j * sj + k * sk];
}
template <class T> void copy_reversed(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) ROWS for (int i = 0; i < nx; ++i) y[i + j * sj + k * sk] =
      x[nx - 1 - i + j * sj + k * sk];
}
template <class T> void copy_to_step2(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) ROWS for (int i = 0; i < nx / 2; ++i) y[2 * i + j * sj + k * sk] =
      x[i + j * sj + k * sk];
}
template <class T> void add_step2(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) ROWS for (int i = 0; i < nx / 2; ++i) y[i + j * sj + k * sk] =
      x[2 * i + j * sj + k * sk] + x[2 * i + 1 + j * sj + k * sk];
}

// Halos: the plain ones are memcpy of the same regions, where it can be.
template <class T> void halo_periodic(const bench::Args &a) {
  ARGS_COMMON OUT(0, y) const long h = a.h;
#pragma omp parallel for
  for (int k = 0; k < nz; ++k) {
    T *level = y + k * sk;
    for (int j = 0; j < ny; ++j) {
      std::memcpy(level + j * sj - h, level + j * sj + nx - h, h * sizeof(T));
      std::memcpy(level + j * sj + nx, level + j * sj, h * sizeof(T));
    }
    for (int j = 0; j < h; ++j) {
      std::memcpy(level + (j - h) * sj - h, level + (ny - h + j) * sj - h,
                  (nx + 2 * h) * sizeof(T));
      std::memcpy(level + (ny + j) * sj - h, level + j * sj - h, (nx + 2 * h) * sizeof(T));
    }
  }
}
template <class T> void halo_mirror(const bench::Args &a) {
  ARGS_COMMON OUT(0, y) const int h = a.h;
#pragma omp parallel for
  for (int k = 0; k < nz; ++k) {
    T *level = y + k * sk;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < h; ++i) {
        level[j * sj - 1 - i] = level[j * sj + i];
        level[j * sj + nx + i] = level[j * sj + nx - 1 - i];
      }
    for (int j = 0; j < h; ++j) {
      std::memcpy(level + (-1 - j) * sj - h, level + j * sj - h, (nx + 2 * h) * sizeof(T));
      std::memcpy(level + (ny + j) * sj - h, level + (ny - 1 - j) * sj - h,
                  (nx + 2 * h) * sizeof(T));
    }
  }
}
template <class T> void halo_constant(const bench::Args &a) {
  ARGS_COMMON OUT(0, y) const int h = a.h;
#pragma omp parallel for
  for (int k = 0; k < nz; ++k) {
    T *level = y + k * sk;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < h; ++i)
        level[j * sj - 1 - i] = level[j * sj + nx + i] = T(0.5);
    for (int j = 0; j < h; ++j)
      for (int i = -h; i < nx + h; ++i)
        level[(-1 - j) * sj + i] = level[(ny + j) * sj + i] = T(0.25);
  }
}

// Conversions: of numbers that the integer types hold.
template <class T> void to_integers(const bench::Args &a) {
  ARGS_COMMON IN(0, x) auto *y = static_cast<std::int64_t *>(a.out[1]);
  ROWS for (int i = 0; i < nx; ++i) y[i + j * sj + k * sk] =
      static_cast<std::int64_t>(T(1000) * x[i + j * sj + k * sk]);
}
template <class T> void modulo(const bench::Args &a) {
  ARGS_COMMON IN(0, x) auto *y = static_cast<std::int64_t *>(a.out[1]);
  ROWS for (int i = 0; i < nx; ++i) y[i + j * sj + k * sk] =
      static_cast<std::int64_t>(T(1000) * x[i + j * sj + k * sk]) % 7; // of none below 0
}
// Which block of 7 a number is in, and where there.
template <class T> void divided(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) ROWS for (int i = 0; i < nx; ++i) {
    auto whole = static_cast<std::int32_t>(T(1000) * x[i + j * sj + k * sk]); // none below 0
    y[i + j * sj + k * sk] = T(whole / 7) + T(0.125) * T(whole % 7);
  }
}
template <class T> void by_words(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y) ROWS for (int i = 0; i < nx; ++i) y[i + j * sj + k * sk] =
      T(static_cast<std::int32_t>(T(1000) * x[i + j * sj + k * sk]));
}
} // namespace
BENCH_EXPORT_FN(copy_step2)
BENCH_EXPORT_FN(copy_step3)
BENCH_EXPORT_FN(copy_reversed)
BENCH_EXPORT_FN(copy_to_step2)
BENCH_EXPORT_FN(add_step2)
BENCH_EXPORT_FN(halo_periodic)
BENCH_EXPORT_FN(halo_mirror)
BENCH_EXPORT_FN(halo_constant)
BENCH_EXPORT_FN(to_integers)
BENCH_EXPORT_FN(modulo) BENCH_EXPORT_FN(divided) BENCH_EXPORT_FN(by_words)
