//===- MeshTables.h - Neighbours on a mesh of triangles ---------*- C++ -*-===//
//
// A torus of nx * ny vertices with three edges each, to the right, up and across: six edges at a
// vertex, the first three of them its own.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <vector>

namespace bench {

struct MeshTables {
  std::vector<int> v2e, e2v; ///< six edges a vertex, two vertices an edge

  MeshTables() = default;
  MeshTables(int nx, int ny)
      : v2e(std::size_t(6) * std::size_t(nx * ny)), e2v(std::size_t(6) * std::size_t(nx * ny)) {
    auto vertex = [=](int i, int j) { return (i + nx) % nx + (j + ny) % ny * nx; };
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        for (int c = 0; c < 3; ++c) {
          const int dx = c != 1, dy = c != 0, v = vertex(i, j), e = 3 * v + c;
          e2v[std::size_t(2 * e)] = v, e2v[std::size_t(2 * e + 1)] = vertex(i + dx, j + dy);
          v2e[std::size_t(6 * v + c)] = e;
          v2e[std::size_t(6 * v + 3 + c)] = 3 * vertex(i - dx, j - dy) + c;
        }
  }
};

} // namespace bench
