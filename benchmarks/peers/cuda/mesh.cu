//===- mesh.cu - Hand-written CUDA kernels on meshes ----------------------===//
//
// Elements are fastest. A thread has a vertex on several levels, so that it looks into the
// tables once.
//
//===----------------------------------------------------------------------===//
#include "cuda/Launches.cuh"

namespace {

template <class T, int LEVELS>
__global__ void sumOfEdges(const T *__restrict__ f, const T *__restrict__ sign,
                           const int *__restrict__ v2e, T *__restrict__ out, int vertices, int nz) {
  int v = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * LEVELS;
  if (v >= vertices)
    return;
  int edge[6];
  T signs[6];
#pragma unroll
  for (int n = 0; n < 6; ++n)
    edge[n] = v2e[6 * v + n], signs[n] = sign[6 * v + n];
  const long edges = 3L * vertices;
#pragma unroll
  for (int l = 0; l < LEVELS; ++l) {
    if (first + l >= nz)
      return;
    const T *level = f + (first + l) * edges;
    T s = 0;
#pragma unroll
    for (int n = 0; n < 6; ++n)
      s += signs[n] * level[edge[n]];
    out[long(first + l) * vertices + v] = s;
  }
}

struct MeshKernel : bench::CudaKernel {
  using CudaKernel::CudaKernel;
  static long vertices(const bench::Args &a) { return long(a.nx) * a.ny; }

  /// The blocks that users try, of threads that have so many levels each.
  template <class F> void forBlocks(int levels, F add) const {
    for (int threads : {64, 128, 256})
      add(dim3(unsigned((vertices(a) + threads - 1) / threads),
               unsigned((a.nz + levels - 1) / levels)),
          threads);
  }
};

template <class T> struct e2vsum : MeshKernel {
  bench::DeviceArray<T> f, sign, out;
  bench::DeviceArray<int> v2e;
  explicit e2vsum(const bench::Args &a)
      : MeshKernel(a), f(a.in[0], 0, 3 * vertices(a) * a.nz), sign(a.in[1], 0, 6 * vertices(a)),
        out(a.out[0], 0, vertices(a) * a.nz), v2e(a.v2e, 0, 6 * vertices(a)) {
    addLevels<1>(), addLevels<2>(), addLevels<4>(), addLevels<8>();
  }
  template <int LEVELS> void addLevels() {
    forBlocks(LEVELS, [&](dim3 grid, int threads) {
      add([=, this] {
        sumOfEdges<T, LEVELS><<<grid, threads, 0, stream>>>(f.get(), sign.get(), v2e.get(),
                                                            out.get(), int(vertices(a)), a.nz);
      });
    });
  }
  void fetch() override { out.fetch(a.out[0], 0, vertices(a) * a.nz); }
};

/// Edges' values are computed where they are needed, twice: they need no memory then.
template <class T, int LEVELS>
__global__ void gradient(const T *__restrict__ f, const T *__restrict__ sign,
                         const T *__restrict__ sx, const T *__restrict__ sy,
                         const T *__restrict__ volume, const int *__restrict__ v2e,
                         const int *__restrict__ e2v, T *__restrict__ gx, T *__restrict__ gy,
                         int vertices, int nz) {
  int v = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * LEVELS;
  if (v >= vertices)
    return;
  int from[6], to[6];
  T x[6], y[6];
#pragma unroll
  for (int n = 0; n < 6; ++n) {
    int e = v2e[6 * v + n];
    from[n] = e2v[2 * e], to[n] = e2v[2 * e + 1];
    T half = T(0.5) * sign[6 * v + n];
    x[n] = half * sx[e], y[n] = half * sy[e];
  }
  T share = T(1) / volume[v];
#pragma unroll
  for (int l = 0; l < LEVELS; ++l) {
    if (first + l >= nz)
      return;
    const T *level = f + long(first + l) * vertices;
    T sumX = 0, sumY = 0;
#pragma unroll
    for (int n = 0; n < 6; ++n) {
      T z = level[from[n]] + level[to[n]];
      sumX += x[n] * z, sumY += y[n] * z;
    }
    gx[long(first + l) * vertices + v] = sumX * share;
    gy[long(first + l) * vertices + v] = sumY * share;
  }
}

template <class T> struct nabla : MeshKernel {
  bench::DeviceArray<T> f, sign, sx, sy, volume, gx, gy;
  bench::DeviceArray<int> v2e, e2v;
  explicit nabla(const bench::Args &a)
      : MeshKernel(a), f(a.in[0], 0, vertices(a) * a.nz), sign(a.in[1], 0, 6 * vertices(a)),
        sx(a.in[2], 0, 3 * vertices(a)), sy(a.in[3], 0, 3 * vertices(a)),
        volume(a.in[4], 0, vertices(a)), gx(a.out[0], 0, vertices(a) * a.nz),
        gy(a.out[1], 0, vertices(a) * a.nz), v2e(a.v2e, 0, 6 * vertices(a)),
        e2v(a.e2v, 0, 6 * vertices(a)) {
    addLevels<1>(), addLevels<2>(), addLevels<4>(), addLevels<8>();
  }
  template <int LEVELS> void addLevels() {
    forBlocks(LEVELS, [&](dim3 grid, int threads) {
      add([=, this] {
        gradient<T, LEVELS><<<grid, threads, 0, stream>>>(
            f.get(), sign.get(), sx.get(), sy.get(), volume.get(), v2e.get(), e2v.get(), gx.get(),
            gy.get(), int(vertices(a)), a.nz);
      });
    });
  }
  void fetch() override {
    gx.fetch(a.out[0], 0, vertices(a) * a.nz), gy.fetch(a.out[1], 0, vertices(a) * a.nz);
  }
};

} // namespace

#define PEER cuda
BENCH_EXPORT(e2vsum, e2vsum<T>)
BENCH_EXPORT(nabla, nabla<T>)
