//===- Mesh.h - Triangles on the sphere and their neighbours ----*- C++ -*-===//
//
// Which cells, edges and vertices of a closed triangular mesh meet, and how large
// they are: derived from nothing but the corners of the cells. Knows nothing of
// files and fields.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_ICON_OCEAN_MESH_H
#define EXAMPLES_ICON_OCEAN_MESH_H

#include <array>
#include <cstdint>
#include <vector>

namespace icon {

/// A point on the unit sphere.
struct Position {
  double x, y, z;
};
/// From radians.
Position positionOf(double longitude, double latitude);
/// Length of the arc between two points of the unit sphere.
double arcLength(const Position &a, const Position &b);

/// Tables hold the numbers of neighbours, and -1 where one has fewer than others.
struct Mesh {
  std::vector<Position> vertices;
  std::vector<Position> centres; ///< of the cells
  std::vector<std::array<std::int32_t, 3>> cellVertices, cellEdges, cellCells;
  /// The first cell of an edge lies to the left of the way between its vertices.
  std::vector<std::array<std::int32_t, 2>> edgeVertices, edgeCells;
  std::vector<std::array<std::int32_t, 6>> vertexCells, vertexEdges;
  /// +1 where the cell is the first of its edge, -1 where it is the second.
  std::vector<std::array<double, 3>> cellEdgeSigns;

  std::vector<double> cellAreas;   ///< of spherical triangles
  std::vector<double> edgeLengths; ///< between the vertices
  std::vector<double> dualLengths; ///< between the centres of an edge's cells

  std::size_t cellCount() const { return centres.size(); }
  std::size_t edgeCount() const { return edgeVertices.size(); }
  std::size_t vertexCount() const { return vertices.size(); }
  /// 2 for what is closed and has no holes.
  std::int64_t eulerCharacteristic() const;
  /// Vertices with five neighbours.
  std::size_t pentagonCount() const;
};

/// The mesh of cells with these corners, three for each cell one after the other, and
/// centres. Corners nearer than a millionth of the radius are one vertex. Throws
/// std::runtime_error unless every edge has two cells and every vertex five or six.
Mesh connect(const std::vector<Position> &corners, const std::vector<Position> &centres);

} // namespace icon

#endif // EXAMPLES_ICON_OCEAN_MESH_H
