// k-contiguous copies of element fields: [element][k], k padded to full packets
#pragma once
#include "Packets.h"
#include <cstdlib>
#include <sys/mman.h>
#ifndef PFV
#define PFV 4 // software prefetch distance in vertices
#endif
namespace {
template <class T> struct kfield {
  T *p;
  int kp;
  long n;
  kfield(long n, int nz) : kp((nz + W<T> - 1) / W<T> * W<T>), n(n) {
    long bytes = n * kp * sizeof(T);
    p = static_cast<T *>(std::aligned_alloc(1 << 21, (bytes + (1 << 21) - 1) >> 21 << 21));
    madvise(p, bytes, MADV_HUGEPAGE);
    std::memset(p, 0, bytes);
  }
  ~kfield() { std::free(p); }
  kfield(const kfield &) = delete;
  void load(const T *x, int nz) { // from [k][element]
    const int B = 64;
#pragma omp parallel for
    for (long b = 0; b < n; b += B)
      for (int k = 0; k < nz; ++k)
        for (long v = b; v < b + B && v < n; ++v)
          p[v * kp + k] = x[k * n + v];
  }
  void save(T *x, int nz) const {
    const int B = 64;
#pragma omp parallel for
    for (long b = 0; b < n; b += B)
      for (int k = 0; k < nz; ++k)
        for (long v = b; v < b + B && v < n; ++v)
          x[k * n + v] = p[v * kp + k];
  }
};
} // namespace
