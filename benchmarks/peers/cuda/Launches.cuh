//===- Launches.cuh - Hand-written CUDA kernels among the peers -*- C++ -*-===//
//
// Copies the harness's arrays to the device, tries a kernel in all the shapes that its author
// would try, and keeps to the fastest.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "harness/PeerApi.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace bench {

inline void check(cudaError_t status) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::abort();
}

/// Elements of the device from `low` to `high`, around element 0, which begins a line of memory.
template <class T> class DeviceArray {
public:
  DeviceArray(const void *host, long low, long high) : low(low), count(high - low) {
    const long line = 256 / long(sizeof(T)), head = (-low + line - 1) / line * line;
    check(cudaMalloc(&memory, std::size_t(head + high) * sizeof(T)));
    first = static_cast<T *>(memory) + head;
    if (host)
      check(
          cudaMemcpy(first + low, static_cast<const T *>(host) + low, bytes(), cudaMemcpyDefault));
  }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;
  ~DeviceArray() { (void)cudaFree(memory); }

  T *get() const { return first; }
  void fetch(void *host, long from, long to) const {
    check(cudaMemcpy(static_cast<T *>(host) + from, first + from,
                     std::size_t(to - from) * sizeof(T), cudaMemcpyDefault));
  }

private:
  std::size_t bytes() const { return std::size_t(count) * sizeof(T); }
  void *memory = nullptr;
  T *first;
  long low, count;
};

/// A kernel in the fastest of several shapes.
class CudaKernel : public Kernel {
public:
  explicit CudaKernel(const Args &args) : a(args) { check(cudaStreamCreate(&stream)); }
  ~CudaKernel() override { (void)cudaStreamDestroy(stream); }
  void run() final {
    if (!chosen)
      choose();
    chosen();
  }
  void wait() final { check(cudaStreamSynchronize(stream)); }

protected:
  using Launch = std::function<void()>;
  void add(Launch launch) { launches.push_back(std::move(launch)); }

  const Args a;
  cudaStream_t stream;

private:
  void choose() {
    cudaEvent_t from, to;
    check(cudaEventCreate(&from)), check(cudaEventCreate(&to));
    float best = 1e30f;
    for (const Launch &launch : launches)
      for (int n = 0; n < 5; ++n) {
        check(cudaEventRecord(from, stream));
        launch();
        check(cudaEventRecord(to, stream));
        check(cudaEventSynchronize(to));
        float time = 0;
        check(cudaEventElapsedTime(&time, from, to));
        if (n > 0 && time < best)
          best = time, chosen = launch;
      }
    check(cudaGetLastError());
    (void)cudaEventDestroy(from), (void)cudaEventDestroy(to);
  }
  std::vector<Launch> launches;
  Launch chosen;
};

/// On grids: the harness's arrays with their halos.
template <class T> class GridKernel : public CudaKernel {
public:
  explicit GridKernel(const Args &args)
      : CudaKernel(args), in{args.in[0], low(args), high(args)},
        in1{args.in[1], low(args), end(args, 1)}, in2{args.in[2], low(args), end(args, 2)},
        out{args.out[0], low(args), high(args)} {}
  void fetch() override { out.fetch(a.out[0], low(a), high(a)); }

protected:
  static long low(const Args &a) { return -(a.hk * a.sk + a.h * a.sj + a.h); }
  static long high(const Args &a) {
    return (a.nz - 1 + a.hk) * a.sk + (a.ny - 1 + a.h) * a.sj + a.nx + a.h;
  }
  static long end(const Args &a, int n) { return a.in[n] ? high(a) : low(a) + 1; }

  /// The blocks that users try: `rows` rows of `levels` levels a thread.
  template <class F> void forBlocks(F add, int rows = 1) {
    for (dim3 block : {dim3(32, 8), dim3(64, 4), dim3(128, 2), dim3(256, 1), dim3(128, 1)})
      add(dim3((a.nx + block.x - 1) / block.x, (a.ny + block.y * rows - 1) / (block.y * rows),
               a.nz),
          block);
  }
  DeviceArray<T> in, in1, in2, out;
};

} // namespace bench
