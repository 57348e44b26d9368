#include "Rows.h"
#include "naive/Naive.h"

#include <vector>

namespace {

/// The arrays of a mesh, elements side by side or levels.
template <class T, bool isByColumn> struct Mesh {
  const bench::Args &a;
  const long vertices = long(a.nx) * (a.ny / 3), edges = 3 * vertices, plane = long(a.nx) * a.ny;
  const int *v2e = a.v2e, *e2v = a.e2v;
  const T *onEdges = static_cast<const T *>(a.in[0]), *onVertices = static_cast<const T *>(a.in[1]),
          *weights = static_cast<const T *>(a.in[2]);
  T *out = static_cast<T *>(a.out[0]);

  long at(long element, int k) const {
    return isByColumn ? element * a.nz + k : element + k * plane;
  }
  /// Calls `point(element, k)` in the order of memory.
  template <class Point> void each(long elements, Point point) const {
    if (isByColumn) {
#pragma omp parallel for
      for (long e = 0; e < elements; ++e)
#pragma omp simd
        for (int k = 0; k < a.nz; ++k)
          point(e, k);
      return;
    }
#pragma omp parallel for
    for (int k = 0; k < a.nz; ++k)
#pragma omp simd
      for (long e = 0; e < elements; ++e)
        point(e, k);
  }
  void gradient(T *result) const {
    each(edges, [=, *this](long e, int k) {
      result[at(e, k)] =
          (onVertices[at(e2v[2 * e + 1], k)] - onVertices[at(e2v[2 * e], k)]) * weights[e];
    });
  }
  void upwind(T *result) const {
    each(edges, [=, *this](long e, int k) {
      const T speed = onEdges[at(e, k)] - T(0.5), here = onVertices[at(e2v[2 * e], k)],
              there = onVertices[at(e2v[2 * e + 1], k)];
      result[at(e, k)] = speed * (speed > 0 ? here : there);
    });
  }
  void divergence(const T *flow) const {
    each(vertices, [=, *this](long v, int k) {
      T sum = 0;
#pragma GCC unroll 6
      for (int n = 0; n < 6; ++n)
        sum += flow[at(v2e[6 * v + n], k)] * weights[6 * v + n];
      out[at(v, k)] = sum;
    });
  }
  void spread() const {
    each(vertices, [=, *this](long v, int k) {
      T least = onEdges[at(v2e[6 * v], k)], most = least;
#pragma GCC unroll 5
      for (int n = 1; n < 6; ++n) {
        const T x = onEdges[at(v2e[6 * v + n], k)];
        least = x < least ? x : least, most = x > most ? x : most;
      }
      out[at(v, k)] = most - least;
    });
  }
  std::vector<T> temporary() const { return std::vector<T>(plane * a.nz); }
};

/// With a field on edges between two loops, which is allocated once.
template <class T, bool isByColumn> struct InTwoSteps : bench::Kernel {
  bench::Args a;
  Mesh<T, isByColumn> mesh{a};
  std::vector<T> between = mesh.temporary();
  InTwoSteps(const bench::Args &args) : a(args) {}
};
template <class T, bool isByColumn> struct Laplacian : InTwoSteps<T, isByColumn> {
  using InTwoSteps<T, isByColumn>::InTwoSteps;
  void run() override {
    this->mesh.gradient(this->between.data());
    this->mesh.divergence(this->between.data());
  }
};
template <class T, bool isByColumn> struct Upwind : InTwoSteps<T, isByColumn> {
  using InTwoSteps<T, isByColumn>::InTwoSteps;
  void run() override {
    this->mesh.upwind(this->between.data());
    this->mesh.divergence(this->between.data());
  }
};

template <class T> void mesh_gradient(const bench::Args &a) {
  Mesh<T, false> mesh{a};
  mesh.gradient(mesh.out);
}
template <class T> void mesh_gradient_columns(const bench::Args &a) {
  Mesh<T, true> mesh{a};
  mesh.gradient(mesh.out);
}
template <class T> void mesh_divergence(const bench::Args &a) {
  Mesh<T, false> mesh{a};
  mesh.divergence(mesh.onEdges);
}
template <class T> void mesh_divergence_columns(const bench::Args &a) {
  Mesh<T, true> mesh{a};
  mesh.divergence(mesh.onEdges);
}
template <class T> void mesh_spread(const bench::Args &a) { Mesh<T, false>{a}.spread(); }
template <class T> void mesh_spread_columns(const bench::Args &a) { Mesh<T, true>{a}.spread(); }
} // namespace
BENCH_EXPORT_FN(mesh_gradient)
BENCH_EXPORT_FN(mesh_gradient_columns)
BENCH_EXPORT_FN(mesh_divergence)
BENCH_EXPORT_FN(mesh_divergence_columns)
BENCH_EXPORT_FN(mesh_spread)
BENCH_EXPORT_FN(mesh_spread_columns)
BENCH_EXPORT(mesh_laplacian, Laplacian<T, false>)
BENCH_EXPORT(mesh_laplacian_columns, Laplacian<T, true>)
BENCH_EXPORT(mesh_upwind, Upwind<T, false>)
BENCH_EXPORT(mesh_upwind_columns, Upwind<T, true>)
