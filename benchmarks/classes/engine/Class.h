//===- Class.h - An expression of the engine's ------------------*- C++ -*-===//
//
// What a class of expressions says of itself:
//
//   BENCH_CLASS(sum, ({}), f.point[whole] = gtjit::sum(f.x))
//
// and in naive/ the loop of that name; variants of the loop are called sum_simd
// and sum_fused. The results of all are compared with those of the loop by g++.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "engine/Engine.h"

#include <optional>
#include <string>
#include <vector>

namespace bench {

struct ClassTraits {
  int halo = 0;         ///< in I and J
  bool inPlace = false; ///< the output starts as the first input
  bool isPadded = true; ///< rows with a halo begin at lines of the cache
  bool isMesh = false;  ///< has the tables of a mesh
  /// In the second level of cache, and from memory.
  std::vector<std::string> sizes = {"64x64x32", "256x256x80"};
};

struct ClassDefinition {
  const char *name;
  ClassTraits traits;
};

/// In the order of files and lines.
inline std::vector<ClassDefinition> &classDefinitions() {
  static std::vector<ClassDefinition> all;
  return all;
}

/// The harness's arrays: inputs in [0, 1), a mask that is true where x is above
/// 0.5, and one output under several shapes, which starts at the same place; another
/// output like the first, and numbers.
struct ClassFields {
  gtjit::Storage x, y, z, mask;
  gtjit::Storage out, point, onI, onJK, onIJ;
  gtjit::Storage other, number[2];
  std::optional<gtjit::Program> program; ///< of a class that is traced
  /// The same memory with levels side by side, of classes without a halo.
  gtjit::Storage columnX, columnY, columnOut;
  /// The same memory as vectors of three components of the dimension C, side by side, and one value
  /// for each of them; as three planes, and as the nine of the components A and B of tensors.
  gtjit::Storage vectorX, vectorY, vectorOut, onVectors, planesX, tensorX, onTensors;
  /// The first input as the 27 coefficients of a sparse matrix, along the dimension C: for as many
  /// levels as there are values for, from level 1 on.
  gtjit::Storage matrix;
  /// Of a mesh with as many edges as a plane has points, or one or two less: the first input on its
  /// edges, the second one on its vertices, the third one as numbers of edges and of the neighbours
  /// of vertices, and outputs; the same with levels side by side.
  struct OnMesh {
    gtjit::Storage edges, vertices, edgesOut, verticesOut;
  };
  OnMesh mesh, columns;
  gtjit::Storage ofEdges, ofNeighbours;
  std::optional<gtjit::Connectivity> edgesOfVertices, verticesOfEdges;
  /// The second output: coordinates, and integers of the first one's shape.
  gtjit::Storage index[3], indexOnIJ, integers;
};

template <class T> class ClassKernel : public EngineKernel {
public:
  ClassKernel(const Args &args, void (*expression)(ClassFields &))
      : EngineKernel(args), expression(expression) {
    using namespace gtjit;
    auto input = [&](int n) { return static_cast<T *>(const_cast<void *>(args.in[n])); };
    f.x = wrapped(input(0)), f.y = wrapped(input(1)), f.z = wrapped(input(2));
    f.mask = wrapped(static_cast<bool *>(const_cast<void *>(args.in[3])));
    auto *out = static_cast<T *>(args.out[0]);
    auto *index = static_cast<std::int64_t *>(args.out[1]);
    constexpr std::int64_t size = sizeof(T);
    f.out = wrapped(out);
    f.point = runtime.wrap(out, Domain());
    f.other = wrapped(static_cast<T *>(args.out[3]));
    for (int n = 0; n < 2; ++n)
      f.number[n] = runtime.wrap(static_cast<T *>(args.out[2]) + n, Domain());
    f.onI = runtime.wrap(out, {I(0, args.nx)});
    f.onJK = runtime.wrap(out, {J(0, args.ny), K(0, args.nz)}, {.strides = {size, size * args.ny}});
    f.onIJ = runtime.wrap(out, {I(0, args.nx), J(0, args.ny)}, {.strides = {size, size * args.nx}});
    auto columns = [&](T *first) {
      return runtime.wrap(first, {I(0, args.nx), J(0, args.ny), K(0, args.nz)},
                          {.strides = {size * args.nz, size * args.nz * args.nx, size}});
    };
    f.columnX = columns(input(0)), f.columnY = columns(input(1)), f.columnOut = columns(out);
    const Dimension P("P"), A("A"), B("B"), C("C");
    std::int64_t points = std::int64_t(args.nx) * args.ny * args.nz;
    auto vectors = [&](T *first) { return runtime.wrap(first, {P(0, points / 3), C(0, 3)}); };
    f.vectorX = vectors(input(0)), f.vectorY = vectors(input(1)), f.vectorOut = vectors(out);
    f.onVectors = runtime.wrap(out, {P(0, points / 3)});
    f.planesX = runtime.wrap(input(0), {C(0, 3), P(0, points / 3)});
    f.tensorX = runtime.wrap(input(0), {A(0, 3), B(0, 3), P(0, points / 9)});
    f.onTensors = runtime.wrap(out, {P(0, points / 9)});
    const std::int64_t levels = args.nz / 27, levelBytes = size * args.nx * args.ny;
    f.matrix = runtime.wrap(input(0), {C(0, 27), I(0, args.nx), J(0, args.ny), K(1, levels + 1)},
                            {.strides = {levelBytes * levels, size, size * args.nx, levelBytes}});
    if (args.v2e)
      addMesh(input(0), input(1), input(2), out);
    f.integers = wrapped(index);
    for (int n = 0; n < 3; ++n)
      f.index[n] = runtime.wrap(index + n, Domain());
    f.indexOnIJ =
        runtime.wrap(index, {I(0, args.nx), J(0, args.ny)}, {.strides = {8, 8 * args.nx}});
  }

private:
  void evaluate() override { expression(f); }

  void addMesh(T *x, T *y, T *z, T *out) {
    using namespace gtjit;
    static const Dimension V("V"), E("E"), V2E("V2E", DimensionKind::Local),
        E2V("E2V", DimensionKind::Local);
    const std::int64_t vertices = std::int64_t{args.nx} * (args.ny / 3), edges = 3 * vertices;
    auto field = [&](T *first, Dimension of, std::int64_t count, bool isByColumn) {
      constexpr std::int64_t size = sizeof(T);
      const std::int64_t element = isByColumn ? args.nz : 1;
      const std::int64_t level = isByColumn ? 1 : std::int64_t{args.nx} * args.ny;
      return runtime.wrap(first, {of(0, count), K(0, args.nz)},
                          {.strides = {size * element, size * level}});
    };
    for (bool isByColumn : {false, true})
      (isByColumn ? f.columns : f.mesh) = ClassFields::OnMesh{
          field(x, E, edges, isByColumn), field(y, V, vertices, isByColumn),
          field(out, E, edges, isByColumn), field(out, V, vertices, isByColumn)};
    f.ofEdges = runtime.wrap(z, {E(0, edges)});
    f.ofNeighbours = runtime.wrap(z, {V(0, vertices), V2E(0, 6)});
    auto table = [&](const int *first, Dimension of, std::int64_t count, Dimension local,
                     std::int64_t width, Dimension to) {
      return Connectivity(runtime.wrap(const_cast<int *>(first), {of(0, count), local(0, width)}),
                          to);
    };
    f.edgesOfVertices = table(args.v2e, V, vertices, V2E, 6, E);
    f.verticesOfEdges = table(args.e2v, E, edges, E2V, 2, V);
  }

  ClassFields f;
  void (*expression)(ClassFields &);
};

} // namespace bench

/// Defines the class `name` by a statement on `f`, a ClassFields.
#define BENCH_CLASS(name, ...) BENCH_CLASS_OF(name, (), __VA_ARGS__)
/// The same with members of ClassTraits in brackets: `(.halo = 3)`.
#define BENCH_CLASS_OF(name, members, ...)                                                         \
  static void name##Expression([[maybe_unused]] bench::ClassFields &f) { __VA_ARGS__; }            \
  static const bool name##IsKnown = [] {                                                           \
    bench::classDefinitions().push_back({#name, bench::ClassTraits{BENCH_MEMBERS members}});       \
    return true;                                                                                   \
  }();                                                                                             \
  extern "C" bench::Kernel *engine_##name##_d(const bench::Args &a) {                              \
    return new bench::ClassKernel<double>(a, name##Expression);                                    \
  }                                                                                                \
  extern "C" bench::Kernel *engine_##name##_f(const bench::Args &a) {                              \
    return new bench::ClassKernel<float>(a, name##Expression);                                     \
  }
#define BENCH_MEMBERS(...) __VA_ARGS__
