//===- Operators.cpp - Gradient, divergence and means on a mesh -----------===//
//
// Finite volumes on triangles: fluxes on edges, what is conserved in cells.
//
//===----------------------------------------------------------------------===//
#include "Operators.h"

using namespace gtjit;

namespace icon {

namespace {
constexpr double earthRadius = 6.371e6;

// listing: dimensions
const Dimension c2e("C2E", DimensionKind::Local), c2v("C2V", DimensionKind::Local);
const Dimension e2c("E2C", DimensionKind::Local), v2c("V2C", DimensionKind::Local);
// end listing

/// A table of the mesh as a storage.
template <class T, std::size_t Size>
Storage tableOf(Runtime &runtime, const std::vector<std::array<T, Size>> &rows, Dimension from,
                Dimension local) {
  return storage(ArrayData(rows.front().data(), {rows.size(), Size}),
                 {.dims = {from, local}, .runtime = &runtime});
}

/// Numbers by `scale`.
Storage scaled(Runtime &runtime, std::vector<double> values, Dimension dim, double scale) {
  for (double &value : values)
    value *= scale;
  return storage(ArrayData(values), {.dims = {dim}, .runtime = &runtime});
}

/// The lengths of the cells' edges with the signs that make them point outwards.
Storage outwardLengths(Runtime &runtime, const Mesh &mesh) {
  std::vector<std::array<double, 3>> lengths = mesh.cellEdgeSigns;
  for (std::size_t cell = 0; cell < mesh.cellCount(); ++cell)
    for (std::size_t k = 0; k < 3; ++k)
      lengths[cell][k] *=
          earthRadius * mesh.edgeLengths[static_cast<std::size_t>(mesh.cellEdges[cell][k])];
  return tableOf(runtime, lengths, Cell, c2e);
}
} // namespace

// listing: tables
Operators::Operators(Runtime &runtime, const Mesh &mesh)
    : C2E(tableOf(runtime, mesh.cellEdges, Cell, c2e).named("C2E"), Edge),
      C2V(tableOf(runtime, mesh.cellVertices, Cell, c2v).named("C2V"), Vertex),
      E2C(tableOf(runtime, mesh.edgeCells, Edge, e2c).named("E2C"), Cell),
      V2C(tableOf(runtime, mesh.vertexCells, Vertex, v2c).named("V2C"), Cell, Skip{-1}),
      area(scaled(runtime, mesh.cellAreas, Cell, earthRadius * earthRadius).named("area")),
      distance(scaled(runtime, mesh.dualLengths, Edge, earthRadius).named("distance")),
      outward(outwardLengths(runtime, mesh).named("outward")) {}
// end listing

// listing: operators
Field Operators::gradient(Field field, Field wet) const {
  Field open = wet(E2C[0]) & wet(E2C[1]);
  return where(open, (field(E2C[1]) - field(E2C[0])) / distance, 0.0);
}

Field Operators::divergence(Field flux) const { return neighbor_sum(flux(C2E) * outward) / area; }

Field Operators::greatest(Field edges) const { return max_over(abs(edges)(C2E)); }

Field Operators::smoothed(Field field, Field wet) const {
  Field count = neighbor_sum(where(wet(V2C), 1.0, 0.0)); // five around a pentagon's centre
  Field mean = neighbor_sum(where(wet(V2C), field(V2C), 0.0)) / maximum(count, 1.0);
  return where(wet, mean_over(mean(C2V)), field);
}

Field Operators::integral(Field field) const { return sum(field * area, Cell); }
// end listing

} // namespace icon
