//===- Operators.h - Gradient, divergence and means on a mesh ---*- C++ -*-===//
//
// Field expressions on tables of neighbours. Lengths are metres.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_ICON_OCEAN_OPERATORS_H
#define EXAMPLES_ICON_OCEAN_OPERATORS_H

#include "Ocean.h"

namespace icon {

inline const gtjit::Dimension Edge("Edge"), Vertex("Vertex");

/// What fields on the cells, edges and vertices of a mesh need to know of it.
class Operators {
public:
  Operators(gtjit::Runtime &runtime, const Mesh &mesh);

  /// Change of a field on cells from the first cell of an edge to the second, over
  /// their distance; zero where one of them is not wet.
  gtjit::Field gradient(gtjit::Field field, gtjit::Field wet) const;
  /// What flows out of a cell through its edges, over its area.
  gtjit::Field divergence(gtjit::Field flux) const;
  /// The greatest size of what the edges of a cell have.
  gtjit::Field greatest(gtjit::Field edges) const;
  /// Means of the wet cells around each vertex, and of these around each wet cell; other
  /// cells keep their value.
  gtjit::Field smoothed(gtjit::Field field, gtjit::Field wet) const;
  /// Sum over all cells, each by its area.
  gtjit::Field integral(gtjit::Field field) const;

private:
  gtjit::Connectivity C2E, C2V, E2C, V2C;
  gtjit::Storage area;     ///< over Cell
  gtjit::Storage distance; ///< over Edge, between the centres of its cells
  gtjit::Storage outward;  ///< lengths of a cell's edges, negative where it is the second
};

} // namespace icon

#endif // EXAMPLES_ICON_OCEAN_OPERATORS_H
