//===- PeerApi.h - What a peer implements -----------------------*- C++ -*-===//
//
// One translation unit a peer and kernel, which exports
//   extern "C" bench::Kernel *<peer>_<kernel>_{d,f}(const bench::Args &)
// found by name. No includes: the file is part of every peer's compile time.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace bench {

/// Arrays of one problem; element (i, j, k) lies at i + j * sj + k * sk. On meshes
/// vertex v of level k lies at v + k * nx * ny, edge e at e + k * 3 * nx * ny.
struct Args {
  int nx, ny, nz; // points to compute
  int h;          // halo in i and j: as far as the kernel reaches, or 0
  int hk;         // in k: levels that no peer may use the values of
  long sj, sk;    // strides in elements
  int threads;    // 1 or 2
  const void *in[5];
  void *out[4];
  const int *v2e, *e2v; // of meshes: six edges a vertex, two vertices an edge
};

struct Kernel {
  double firstSeconds = -1; // of the first call, for peers that compile then
  virtual void run() = 0;   // the timed call
  virtual void wait() {}    // until its work is done, for peers whose calls return before
  virtual void fetch() {}   // brings results from arrays of its own to the shared ones
  virtual ~Kernel() {}
};

template <void (*F)(const Args &)> struct FunctionKernel final : Kernel {
  Args a;
  FunctionKernel(const Args &x) : a(x) {}
  void run() override { F(a); }
};

} // namespace bench

#define BENCH_JOIN_(a, b, c, d) a##b##c##d
#define BENCH_JOIN(a, b, c, d) BENCH_JOIN_(a, b, c, d)
#define BENCH_SYMBOL(name, t) BENCH_JOIN(PEER, _, name, t)
/// Exports a class template's instances for double and float, as T.
#define BENCH_EXPORT(name, ...)                                                                    \
  extern "C" bench::Kernel *BENCH_SYMBOL(name, _d)(const bench::Args &a) {                         \
    using T = double;                                                                              \
    return new __VA_ARGS__(a);                                                                     \
  }                                                                                                \
  extern "C" bench::Kernel *BENCH_SYMBOL(name, _f)(const bench::Args &a) {                         \
    using T = float;                                                                               \
    return new __VA_ARGS__(a);                                                                     \
  }
#define BENCH_EXPORT_FN(name) BENCH_EXPORT(name, bench::FunctionKernel<name<T>>)
