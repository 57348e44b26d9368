#include "Class.h"

using namespace gtjit;

/// What the fields of a mesh have in common: those of elements side by side, and of levels.
struct Mesh {
  const bench::ClassFields &f;
  const bench::ClassFields::OnMesh &on;
  const Connectivity &V2E = *f.edgesOfVertices, &E2V = *f.verticesOfEdges;

  Field gradient() const { return (on.vertices(E2V[1]) - on.vertices(E2V[0])) * f.ofEdges; }
  Field divergence(const Field &flow) const { return neighbor_sum(flow(V2E) * f.ofNeighbours); }
  Field upwind() const {
    Field speed = on.edges - 0.5;
    return speed * where(speed > 0.0, on.vertices(E2V[0]), on.vertices(E2V[1]));
  }
  Field spread() const {
    Field near = on.edges(V2E);
    return max_over(near) - min_over(near);
  }
};

static Mesh byElements(const bench::ClassFields &f) { return {f, f.mesh}; }
static Mesh byLevels(const bench::ClassFields &f) { return {f, f.columns}; }

BENCH_CLASS_OF(mesh_gradient, (.isMesh = true), f.mesh.edgesOut[whole] = byElements(f).gradient())
BENCH_CLASS_OF(mesh_divergence, (.isMesh = true),
               f.mesh.verticesOut[whole] = byElements(f).divergence(f.mesh.edges))
BENCH_CLASS_OF(mesh_laplacian, (.isMesh = true),
               f.mesh.verticesOut[whole] = byElements(f).divergence(byElements(f).gradient()))
BENCH_CLASS_OF(mesh_upwind, (.isMesh = true),
               f.mesh.verticesOut[whole] = byElements(f).divergence(byElements(f).upwind()))
BENCH_CLASS_OF(mesh_spread, (.isMesh = true), f.mesh.verticesOut[whole] = byElements(f).spread())
BENCH_CLASS_OF(mesh_gradient_columns, (.isMesh = true),
               f.columns.edgesOut[whole] = byLevels(f).gradient())
BENCH_CLASS_OF(mesh_divergence_columns, (.isMesh = true),
               f.columns.verticesOut[whole] = byLevels(f).divergence(f.columns.edges))
BENCH_CLASS_OF(mesh_laplacian_columns, (.isMesh = true),
               f.columns.verticesOut[whole] = byLevels(f).divergence(byLevels(f).gradient()))
BENCH_CLASS_OF(mesh_upwind_columns, (.isMesh = true),
               f.columns.verticesOut[whole] = byLevels(f).divergence(byLevels(f).upwind()))
BENCH_CLASS_OF(mesh_spread_columns, (.isMesh = true),
               f.columns.verticesOut[whole] = byLevels(f).spread())
