//===- grid.cu - Hand-written CUDA kernels on grids -----------------------===//
//
// One point a thread, and what experts write where that is not the limit: several points a
// thread with what neighbours share in registers, columns whose carried values stay on the chip.
//
//===----------------------------------------------------------------------===//
#include "cuda/Launches.cuh"

using bench::GridKernel;

namespace {

struct Grid {
  int nx, ny, nz;
  long sj, sk;
};
Grid gridOf(const bench::Args &a) { return {a.nx, a.ny, a.nz, a.sj, a.sk}; }

__device__ inline int thisI() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline int thisJ() { return blockIdx.y * blockDim.y + threadIdx.y; }

/// 16 bytes.
template <class T> struct alignas(16) Pack {
  T values[16 / sizeof(T)];
};

template <class T>
__global__ void copyPacks(const Pack<T> *__restrict__ in, Pack<T> *__restrict__ out, long n) {
  long step = long(gridDim.x) * blockDim.x;
  for (long p = long(blockIdx.x) * blockDim.x + threadIdx.x; p < n; p += step)
    out[p] = in[p];
}

template <class T> struct copy : GridKernel<T> {
  explicit copy(const bench::Args &args) : GridKernel<T>(args) {
    long n = long(args.sk) * args.nz * long(sizeof(T)) / 16;
    for (int threads : {256, 512})
      for (long share : {1, 2, 4, 8})
        this->add([=, this] {
          copyPacks<T><<<unsigned((n / share + threads - 1) / threads), threads, 0, this->stream>>>(
              reinterpret_cast<const Pack<T> *>(this->in.get()),
              reinterpret_cast<Pack<T> *>(this->out.get()), n);
        });
  }
};

template <class T> __global__ void laplacian2d(const T *__restrict__ x, T *__restrict__ y, Grid g) {
  int i = thisI(), j = thisJ();
  if (i >= g.nx || j >= g.ny)
    return;
  long p = i + j * g.sj + blockIdx.z * g.sk;
  y[p] = x[p + 1] + x[p - 1] + x[p + g.sj] + x[p - g.sj] - T(4) * x[p];
}
template <class T, int ROWS>
__global__ void laplacian2dRows(const T *__restrict__ x, T *__restrict__ y, Grid g) {
  int i = thisI(), j = thisJ() * ROWS;
  if (i >= g.nx)
    return;
  long p = i + j * g.sj + blockIdx.z * g.sk;
  T before = x[p - g.sj], here = x[p];
#pragma unroll
  for (int n = 0; n < ROWS; ++n, p += g.sj) {
    if (j + n >= g.ny)
      return;
    T next = x[p + g.sj];
    y[p] = x[p + 1] + x[p - 1] + next + before - T(4) * here;
    before = here, here = next;
  }
}
template <class T> struct lap2d : GridKernel<T> {
  explicit lap2d(const bench::Args &args) : GridKernel<T>(args) {
    this->forBlocks([&](dim3 grid, dim3 block) {
      this->add([=, this] {
        laplacian2d<T>
            <<<grid, block, 0, this->stream>>>(this->in.get(), this->out.get(), gridOf(this->a));
      });
    });
    this->forBlocks(
        [&](dim3 grid, dim3 block) {
          this->add([=, this] {
            laplacian2dRows<T, 4><<<grid, block, 0, this->stream>>>(this->in.get(), this->out.get(),
                                                                    gridOf(this->a));
          });
        },
        4);
  }
};

template <class T> __global__ void laplacian3d(const T *__restrict__ x, T *__restrict__ y, Grid g) {
  int i = thisI(), j = thisJ(), k = blockIdx.z + 1;
  if (i >= g.nx || j >= g.ny || k >= g.nz - 1)
    return;
  long p = i + j * g.sj + k * g.sk;
  y[p] = x[p + 1] + x[p - 1] + x[p + g.sj] + x[p - g.sj] + x[p + g.sk] + x[p - g.sk] - T(6) * x[p];
}
template <class T, int LEVELS>
__global__ void laplacian3dLevels(const T *__restrict__ x, T *__restrict__ y, Grid g) {
  int i = thisI(), j = thisJ(), k = 1 + blockIdx.z * LEVELS;
  if (i >= g.nx || j >= g.ny)
    return;
  long p = i + j * g.sj + k * g.sk;
  T below = x[p - g.sk], here = x[p];
  for (int last = min(k + LEVELS, g.nz - 1); k < last; ++k, p += g.sk) {
    T above = x[p + g.sk];
    y[p] = x[p + 1] + x[p - 1] + x[p + g.sj] + x[p - g.sj] + above + below - T(6) * here;
    below = here, here = above;
  }
}
template <class T> struct lap3d : GridKernel<T> {
  explicit lap3d(const bench::Args &args) : GridKernel<T>(args) {
    this->forBlocks([&](dim3 grid, dim3 block) {
      this->add([=, this] {
        laplacian3d<T>
            <<<grid, block, 0, this->stream>>>(this->in.get(), this->out.get(), gridOf(this->a));
      });
      grid.z = (this->a.nz + 14) / 13;
      this->add([=, this] {
        laplacian3dLevels<T, 13>
            <<<grid, block, 0, this->stream>>>(this->in.get(), this->out.get(), gridOf(this->a));
      });
    });
  }
};

template <class T> __device__ inline T laplacianAt(const T *u, long p, long sj) {
  return T(4) * u[p] - (u[p + 1] + u[p - 1] + u[p + sj] + u[p - sj]);
}
template <class T> __device__ inline T limited(T flux, T slope) {
  return flux * slope > T(0) ? T(0) : flux;
}

template <class T>
__global__ void diffusion(const T *__restrict__ u, const T *__restrict__ c, T *__restrict__ out,
                          Grid g) {
  int i = thisI(), j = thisJ();
  if (i >= g.nx || j >= g.ny)
    return;
  long sj = g.sj, p = i + j * sj + blockIdx.z * g.sk;
  T here = laplacianAt(u, p, sj);
  T right = limited(laplacianAt(u, p + 1, sj) - here, u[p + 1] - u[p]);
  T left = limited(here - laplacianAt(u, p - 1, sj), u[p] - u[p - 1]);
  T up = limited(laplacianAt(u, p + sj, sj) - here, u[p + sj] - u[p]);
  T down = limited(here - laplacianAt(u, p - sj, sj), u[p] - u[p - sj]);
  out[p] = u[p] - c[p] * (right - left + up - down);
}
/// A thread goes up a strip of rows; what the next row needs of this one stays in registers.
template <class T, int ROWS>
__global__ void diffusionRows(const T *__restrict__ u, const T *__restrict__ c, T *__restrict__ out,
                              Grid g) {
  int i = thisI(), j = thisJ() * ROWS;
  if (i >= g.nx || j >= g.ny)
    return;
  long sj = g.sj, p = i + j * sj + blockIdx.z * g.sk;
  T west[2] = {u[p - 1 - sj], u[p - 1]}, east[2] = {u[p + 1 - sj], u[p + 1]};
  T south = u[p - sj], mid = u[p], north = u[p + sj];
  T lap = T(4) * mid - (east[1] + west[1] + north + south);
  T down = limited(lap - laplacianAt(u, p - sj, sj), mid - south);
#pragma unroll
  for (int n = 0; n < ROWS; ++n, p += sj) {
    if (j + n >= g.ny)
      return;
    T westNext = u[p - 1 + sj], eastNext = u[p + 1 + sj], farNorth = u[p + 2 * sj];
    T lapWest = T(4) * west[1] - (mid + u[p - 2] + westNext + west[0]);
    T lapEast = T(4) * east[1] - (u[p + 2] + mid + eastNext + east[0]);
    T lapNext = T(4) * north - (eastNext + westNext + farNorth + mid);
    T right = limited(lapEast - lap, east[1] - mid), left = limited(lap - lapWest, mid - west[1]);
    T up = limited(lapNext - lap, north - mid);
    out[p] = mid - c[p] * (right - left + up - down);
    down = up, lap = lapNext;
    west[0] = west[1], west[1] = westNext, east[0] = east[1], east[1] = eastNext;
    mid = north, north = farNorth;
  }
}
template <class T> struct hdiff : GridKernel<T> {
  explicit hdiff(const bench::Args &args) : GridKernel<T>(args) {
    this->forBlocks([&](dim3 grid, dim3 block) {
      this->add([=, this] {
        diffusion<T><<<grid, block, 0, this->stream>>>(this->in.get(), this->in1.get(),
                                                       this->out.get(), gridOf(this->a));
      });
    });
  }
};
template <class T> struct hdiff_roll : GridKernel<T> {
  template <int ROWS> void addRows() {
    this->forBlocks(
        [&](dim3 grid, dim3 block) {
          this->add([=, this] {
            diffusionRows<T, ROWS><<<grid, block, 0, this->stream>>>(
                this->in.get(), this->in1.get(), this->out.get(), gridOf(this->a));
          });
        },
        ROWS);
  }
  explicit hdiff_roll(const bench::Args &args) : GridKernel<T>(args) {
    addRows<4>(), addRows<8>(), addRows<16>();
  }
};

/// A column a thread, its carried values in memory of the device.
template <class T>
__global__ void advection(const T *__restrict__ u, const T *__restrict__ w,
                          const T *__restrict__ tendency, T *__restrict__ cc, T *__restrict__ dd,
                          T *__restrict__ out, Grid g) {
  int i = thisI(), j = thisJ(), nz = g.nz;
  if (i >= g.nx || j >= g.ny)
    return;
  long sk = g.sk, p = i + j * g.sj;
  T c = 0, d = 0, before = 0, here = u[p], lower = 0;
  for (int k = 0; k < nz; ++k, p += sk) {
    T upper = k < nz - 1 ? T(0.25) * w[p + sk] : T(0), next = k < nz - 1 ? u[p + sk] : T(0);
    T right = T(3) * here + tendency[p] - lower * (before - here) - upper * (next - here);
    T r = T(1) / (T(3) - lower - upper - lower * c);
    c = upper * r, d = (right - lower * d) * r;
    cc[p] = c, dd[p] = d;
    before = here, here = next, lower = -upper;
  }
  p -= sk;
  T x = d;
  out[p] = T(3) * (x - u[p]);
  for (int k = nz - 2; k >= 0; --k) {
    p -= sk;
    x = dd[p] - cc[p] * x;
    out[p] = T(3) * (x - u[p]);
  }
}
template <class T> struct vadv : GridKernel<T> {
  bench::DeviceArray<T> cc, dd;
  explicit vadv(const bench::Args &args)
      : GridKernel<T>(args), cc(nullptr, this->low(args), this->high(args)),
        dd(nullptr, this->low(args), this->high(args)) {
    for (dim3 block : {dim3(32, 2), dim3(64, 1), dim3(128, 1), dim3(32, 4), dim3(256, 1)})
      this->add([=, this] {
        dim3 grid((this->a.nx + block.x - 1) / block.x, (this->a.ny + block.y - 1) / block.y);
        advection<T><<<grid, block, 0, this->stream>>>(this->in.get(), this->in1.get(),
                                                       this->in2.get(), cc.get(), dd.get(),
                                                       this->out.get(), gridOf(this->a));
      });
  }
};
/// The same with the carried values in shared memory and the inputs asked for some levels ahead.
template <class T, int AHEAD>
__global__ void advectionShared(const T *__restrict__ u, const T *__restrict__ w,
                                const T *__restrict__ tendency, T *__restrict__ out, Grid g) {
  extern __shared__ char memory[];
  const int threads = blockDim.x, nz = g.nz;
  T *cc = reinterpret_cast<T *>(memory) + threadIdx.x, *dd = cc + long(nz) * threads;
  int i = thisI(), j = thisJ();
  if (i >= g.nx || j >= g.ny)
    return;
  long sk = g.sk, p = i + j * g.sj;
  T c = 0, d = 0, before = 0, here = u[p], lower = 0;
  T us[AHEAD], ws[AHEAD], ts[AHEAD];
  for (int first = 0; first < nz; first += AHEAD) {
#pragma unroll
    for (int n = 0; n < AHEAD; ++n) {
      long q = p + n * sk;
      bool isIn = first + n < nz, hasNext = first + n < nz - 1;
      us[n] = hasNext ? u[q + sk] : T(0), ws[n] = hasNext ? w[q + sk] : T(0),
      ts[n] = isIn ? tendency[q] : T(0);
    }
#pragma unroll
    for (int n = 0; n < AHEAD; ++n) {
      if (first + n >= nz)
        break;
      T upper = T(0.25) * ws[n];
      T right = T(3) * here + ts[n] - lower * (before - here) - upper * (us[n] - here);
      T r = T(1) / (T(3) - lower - upper - lower * c);
      c = upper * r, d = (right - lower * d) * r;
      cc[(first + n) * threads] = c, dd[(first + n) * threads] = d;
      before = here, here = us[n], lower = -upper;
    }
    p += AHEAD * sk;
  }
  p = i + j * g.sj + (nz - 1) * sk;
  T x = 0;
#pragma unroll 4
  for (int k = nz - 1; k >= 0; --k, p -= sk) {
    x = dd[k * threads] - cc[k * threads] * x;
    out[p] = T(3) * (x - u[p]);
  }
}
template <class T> struct vadv_roll : GridKernel<T> {
  explicit vadv_roll(const bench::Args &args) : GridKernel<T>(args) {
    for (int threads : {32, 64, 96})
      this->add([=, this] {
        std::size_t bytes = 2 * sizeof(T) * std::size_t(this->a.nz) * std::size_t(threads);
        (void)cudaFuncSetAttribute(advectionShared<T, 4>,
                                   cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes));
        advectionShared<T, 4><<<dim3((this->a.nx + threads - 1) / threads, this->a.ny), threads,
                                bytes, this->stream>>>(
            this->in.get(), this->in1.get(), this->in2.get(), this->out.get(), gridOf(this->a));
      });
  }
};

} // namespace

#define PEER cuda
BENCH_EXPORT(copy, copy<T>)
BENCH_EXPORT(lap2d, lap2d<T>)
BENCH_EXPORT(lap3d, lap3d<T>)
BENCH_EXPORT(hdiff, hdiff<T>)
BENCH_EXPORT(hdiff_roll, hdiff_roll<T>)
BENCH_EXPORT(vadv, vadv<T>)
BENCH_EXPORT(vadv_roll, vadv_roll<T>)
