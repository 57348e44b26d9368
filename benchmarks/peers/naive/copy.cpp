#include "Naive.h"
namespace {
template <class T> void copy(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, y)
  // <user>
#pragma omp parallel for collapse(2)
      for (int k = 0; k < nz; ++k) for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) {
    long p = i + j * sj + k * sk;
    y[p] = x[p];
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(copy)
