//===- Problem.cpp - Inputs and the expected result -----------------------===//
//
// Fields have i contiguous, rows padded and 64-byte aligned at i = 0.
//
//===----------------------------------------------------------------------===//
#include "Problem.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace bench {

const std::vector<KernelDefinition> &kernelDefinitions() {
  static const std::vector<KernelDefinition> all = {
      {"copy", 1, 0, 0, {"copy"}},
      {"pw10", 3, 0, 0, {"pw10"}},
      {"math", 3, 0, 0, {"math", "math_libmvec"}},
      {"lap2d", 1, 3, 0, {"lap2d", "lap2d_pf"}},
      {"lap2d_rim", 1, 0, 0, {"lap2d_rim"}},
      {"lap2d_halo", 1, 0, 0, {"lap2d_halo"}},
      {"lap3d", 1, 3, 0, {"lap3d", "lap3d_pf"}},
      {"hdiff", 2, 3, 0, {"hdiff", "hdiff_fused", "hdiff_roll"}},
      {"jacobi", 1, 10, 0, {"jacobi"}, false, 1, "4096x4096x1"},
      {"vadv", 3, 3, 1, {"vadv", "vadv_roll"}},
      {"e2vsum", 2, 0, 0, {"e2vsum", "e2vsum_pf", "e2vsum_ke"}, true},
      {"nabla", 5, 0, 0, {"nabla", "nabla_ke", "nabla_weights"}, true, 2},
  };
  return all;
}

template <class T>
Problem<T>::Problem(const KernelDefinition &kernel, int nx, int ny, int nz) : kernel(kernel) {
  args.nx = nx, args.ny = ny, args.nz = nz, args.h = kernel.halo, args.hk = kernel.levels;
  firstPlane = 0, lastPlane = nz;
  if (kernel.isOnMesh)
    makeMesh(nx, ny, nz);
  else
    makeGrid(nx, ny, nz);
  for (int n = 0; n < kernel.outputs; ++n) {
    args.out[n] = allocate(total) + origin;
    expected[n].assign(std::size_t(total), 0.0);
  }
  if (kernel.isOnMesh)
    computeOnMesh();
  else
    computeExpected();
}

template <class T> void Problem<T>::makeGrid(int nx, int ny, int nz) {
  const long line = 64 / long(sizeof(T)); // an expert reads whole vectors around what it needs
  const long pad = kernel.halo == 0 ? 0 : kernel.halo <= line ? line : 3 * line;
  args.sj = nx + 2 * pad;
  args.sk = args.sj * (ny + 2 * kernel.halo);
  origin = args.hk * args.sk + args.h * args.sj + pad;
  total = args.sk * (nz + 2 * args.hk) + 2 * pad;
  const bool vertical = kernel.name == std::string("lap3d");
  firstPlane = vertical ? 1 : 0, lastPlane = vertical ? nz - 1 : nz;
  for (int n = 0; n < kernel.inputs; ++n) {
    T *field = allocate(total);
    fill(field, total, n);
    args.in[n] = field + origin;
  }
  moved = double(nx) * ny * nz * kernel.inputs * sizeof(T);
}

/// A torus of triangles: from each vertex start three edges, and three end at it.
template <class T> void Problem<T>::makeMesh(int nx, int ny, int nz) {
  const long vertices = long(nx) * ny, edges = 3 * vertices;
  const bool isNabla = kernel.name == std::string("nabla");
  args.sj = nx, args.sk = vertices;
  total = vertices * nz;
  mesh = MeshTables(nx, ny);
  T *sign = allocate(6 * vertices);
  for (long n = 0; n < 6 * vertices; ++n)
    sign[n] = n % 6 < 3 ? 1 : -1;
  args.v2e = mesh.v2e.data(), args.e2v = mesh.e2v.data();
  const long elements[] = {(isNabla ? vertices : edges) * nz, 6 * vertices, edges, edges, vertices};
  for (int n = 0; n < kernel.inputs; ++n) {
    moved += double(elements[n]) * sizeof(T);
    T *field = n == 1 ? sign : allocate(elements[n]);
    if (n != 1)
      fill(field, elements[n], n);
    args.in[n] = field;
  }
  moved += 4.0 * double(mesh.v2e.size() + (isNabla ? mesh.e2v.size() : 0));
}

template <class T> T *Problem<T>::allocate(long elements) {
  memory.push_back(std::make_unique<Memory>(std::size_t(elements) * sizeof(T)));
  return static_cast<T *>(memory.back()->start());
}

template <class T> double Problem<T>::bytes() const {
  const double plane = double(args.nx) * args.ny * sizeof(T);
  return moved + plane * (lastPlane - firstPlane) * kernel.outputs;
}

template <class T> void Problem<T>::poison() {
  for (int n = 0; n < kernel.outputs; ++n)
    std::memset(static_cast<T *>(args.out[n]) - origin, 0xff, std::size_t(total) * sizeof(T));
}

template <class T> template <class F> void Problem<T>::each(F function) const {
#pragma omp parallel for
  for (int k = firstPlane; k < lastPlane; ++k)
    for (int j = 0; j < args.ny; ++j)
      for (int i = 0; i < args.nx; ++i)
        function(i + j * args.sj + k * args.sk);
}

template <class T> void Problem<T>::computeExpected() {
  double *r = expected[0].data();
  auto in = [this](int n) { return static_cast<const T *>(args.in[n]); };
  const T *x = in(0), *y = in(1), *z = in(2);
  const long sj = args.sj, sk = args.sk;
  const std::string name = kernel.name;
  auto lap = [=](long p) {
    return 4.0 * x[p] - (0.0 + x[p + 1] + x[p - 1] + x[p + sj] + x[p - sj]);
  };
  auto flux = [=](long p, long s) {
    double f = lap(p + s) - lap(p);
    return f * (double(x[p + s]) - x[p]) > 0 ? 0.0 : f;
  };
  if (name == "copy")
    each([=](long p) { r[p] = x[p]; });
  if (name == "pw10")
    each([=](long p) {
      double a = x[p], b = y[p], c = z[p];
      r[p] = (a * b + c) * (a - b) + (c * c - a * b) * 0.5 + (b + 2 * c) * a;
    });
  if (name == "math")
    each([=](long p) {
      double a = x[p], b = y[p], c = z[p];
      r[p] = std::exp(-a * b) * std::sqrt(a * a + c * c) + std::exp(0.5 * c) / (1 + b);
    });
  if (name == "lap2d")
    each([=](long p) { r[p] = -lap(p); });
  if (name == "lap3d")
    each([=](long p) { r[p] = 0.0 + x[p + sk] + x[p - sk] - 2.0 * x[p] - lap(p); });
  if (name == "jacobi")
    computeSweeps();
  if (name == "lap2d_rim" || name == "lap2d_halo")
    computeBounded(name == "lap2d_halo");
  if (name == "vadv")
    computeAdvection();
  if (name == "hdiff")
    each([=](long p) {
      r[p] = x[p] - y[p] * (flux(p, 1) - flux(p - 1, 1) + flux(p, sj) - flux(p - sj, sj));
    });
}

/// The Laplacian with -1 on the rim, or periodic in i and mirrored in j.
template <class T> void Problem<T>::computeBounded(bool isFilled) {
  const T *x = static_cast<const T *>(args.in[0]);
  const long nx = args.nx, ny = args.ny, sj = args.sj;
  each([=, this](long p) {
    const long i = p % sj, j = p % args.sk / sj;
    const bool isRim = i == 0 || i == nx - 1 || j == 0 || j == ny - 1;
    const double west = x[i > 0 ? p - 1 : p + nx - 1], east = x[i < nx - 1 ? p + 1 : p - nx + 1];
    const double south = x[j > 0 ? p - sj : p], north = x[j < ny - 1 ? p + sj : p];
    const double lap = east + west + north + south - 4.0 * x[p];
    expected[0][std::size_t(p)] = isRim && !isFilled ? -1.0 : lap;
  });
}

template <class T> void Problem<T>::computeSweeps() {
  const T *x = static_cast<const T *>(args.in[0]);
  const long nx = args.nx, ny = args.ny, sj = args.sj;
#pragma omp parallel for
  for (int k = firstPlane; k < lastPlane; ++k) {
    const long first = k * args.sk - args.h * sj - args.h; // of the plane with its halo
    std::vector<double> from(std::size_t((ny + 2 * args.h) * sj)), to(from.size());
    for (long j = 0; j < ny + 2 * args.h; ++j)
      for (long i = 0; i < nx + 2 * args.h; ++i)
        from[std::size_t(i + j * sj)] = x[first + i + j * sj];
    for (long step = 1; step <= args.h; ++step) {
      for (long j = step; j < ny + 2 * args.h - step; ++j)
        for (long p = j * sj + step; p < j * sj + nx + 2 * args.h - step; ++p)
          to[std::size_t(p)] =
              0.2 * (from[std::size_t(p)] + from[std::size_t(p + 1)] + from[std::size_t(p - 1)] +
                     from[std::size_t(p + sj)] + from[std::size_t(p - sj)]);
      std::swap(from, to);
    }
    for (long j = 0; j < ny; ++j)
      for (long i = 0; i < nx; ++i)
        expected[0][std::size_t(i + j * sj + k * args.sk)] =
            from[std::size_t(i + args.h + (j + args.h) * sj)];
  }
}

template <class T> void Problem<T>::computeAdvection() {
  auto in = [this](int n) { return static_cast<const T *>(args.in[n]); };
  const T *u = in(0), *w = in(1), *tendency = in(2);
  const long sk = args.sk, top = args.nz - 1;
#pragma omp parallel for
  for (int j = 0; j < args.ny; ++j)
    for (int i = 0; i < args.nx; ++i) {
      std::vector<double> c(std::size_t(args.nz)), d(std::size_t(args.nz));
      for (long k = 0; k <= top; ++k) {
        const long p = i + j * args.sj + k * sk;
        const auto at = std::size_t(k);
        double lower = k > 0 ? -0.25 * w[p] : 0, upper = k < top ? 0.25 * w[p + sk] : 0;
        double right = 3.0 * u[p] + tendency[p];
        right -= k > 0 ? lower * (double(u[p - sk]) - u[p]) : 0;
        right -= k < top ? upper * (double(u[p + sk]) - u[p]) : 0;
        double pivot = 3.0 - lower - upper - (k > 0 ? lower * c[at - 1] : 0);
        c[at] = upper / pivot;
        d[at] = (right - (k > 0 ? lower * d[at - 1] : 0)) / pivot;
      }
      double x = 0;
      for (long k = top; k >= 0; --k) {
        const long p = i + j * args.sj + k * sk;
        x = d[std::size_t(k)] - c[std::size_t(k)] * x;
        expected[0][std::size_t(p)] = 3.0 * (x - u[p]);
      }
    }
}

template <class T> void Problem<T>::computeOnMesh() {
  const T *f = static_cast<const T *>(args.in[0]), *sign = static_cast<const T *>(args.in[1]);
  const T *sx = static_cast<const T *>(args.in[2]), *sy = static_cast<const T *>(args.in[3]);
  const T *volume = static_cast<const T *>(args.in[4]);
  const long vertices = args.sk;
  each([=, this](long p) {
    const long k = p / vertices, v = p % vertices;
    double x = 0, y = 0;
    for (long n = 6 * v; n < 6 * v + 6; ++n) {
      const long e = args.v2e[n];
      if (!volume) {
        x += double(sign[n]) * f[e + k * 3 * vertices];
        continue;
      }
      const T *level = f + k * vertices;
      const double z = 0.5 * (double(level[args.e2v[2 * e]]) + level[args.e2v[2 * e + 1]]);
      x += sign[n] * sx[e] * z, y += sign[n] * sy[e] * z;
    }
    expected[0][std::size_t(p)] = volume ? x / volume[v] : x;
    if (volume)
      expected[1][std::size_t(p)] = y / volume[v];
  });
}

template <class T> double Problem<T>::error() const {
  double worst = 0;
  for (int n = 0; n < kernel.outputs; ++n)
    worst = std::max(worst, errorOf(static_cast<const T *>(args.out[n]), expected[n]));
  return worst;
}

template <class T>
double Problem<T>::errorOf(const T *out, const std::vector<double> &expected) const {
  double worst = 0, largest = 1;
  bool missing = false;
#pragma omp parallel for reduction(max : worst, largest) reduction(|| : missing)
  for (int k = firstPlane; k < lastPlane; ++k)
    for (int j = 0; j < args.ny; ++j)
      for (int i = 0; i < args.nx; ++i) {
        const long p = i + j * args.sj + k * args.sk;
        const double difference = std::fabs(double(out[p]) - expected[std::size_t(p)]);
        missing = missing || !(difference < 1e300);
        worst = std::max(worst, difference);
        largest = std::max(largest, std::fabs(expected[std::size_t(p)]));
      }
  return missing ? 1e9 : worst / largest;
}

template class Problem<double>;
template class Problem<float>;

} // namespace bench
