//===- Mesh.cpp - Triangles on the sphere and their neighbours ------------===//
//
// Corners become vertices, pairs of vertices edges, and what is met on the way
// the tables.
//
//===----------------------------------------------------------------------===//
#include "Mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace icon {

Position positionOf(double longitude, double latitude) {
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
          std::sin(latitude)};
}

static double dot(const Position &a, const Position &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static Position cross(const Position &a, const Position &b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double arcLength(const Position &a, const Position &b) {
  Position normal = cross(a, b);
  return std::atan2(std::sqrt(dot(normal, normal)), dot(a, b));
}

/// Oosterom and Strackee, IEEE Trans. Biomed. Eng. 30, 1983; positive where the
/// corners go counterclockwise as seen from outside.
static double triangleArea(const Position &a, const Position &b, const Position &c) {
  return 2 * std::atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

namespace {

/// Points by place: near ones are one.
class VertexFinder {
public:
  explicit VertexFinder(std::vector<Position> &vertices) : vertices(vertices) {}
  std::int32_t find(const Position &at) {
    const Key key = {std::lround(at.x / near), std::lround(at.y / near), std::lround(at.z / near)};
    for (long dx = -1; dx <= 1; ++dx)
      for (long dy = -1; dy <= 1; ++dy)
        for (long dz = -1; dz <= 1; ++dz)
          if (auto found = boxes.find({key[0] + dx, key[1] + dy, key[2] + dz});
              found != boxes.end())
            return found->second;
    vertices.push_back(at);
    return boxes[key] = static_cast<std::int32_t>(vertices.size()) - 1;
  }

private:
  static constexpr double near = 1e-6;
  using Key = std::array<long, 3>;
  std::vector<Position> &vertices;
  std::map<Key, std::int32_t> boxes;
};

/// Puts `entry` into the first free place of a row; false if there is none.
template <std::size_t Size> bool append(std::array<std::int32_t, Size> &row, std::int32_t entry) {
  auto free = std::find(row.begin(), row.end(), -1);
  if (free == row.end())
    return false;
  *free = entry;
  return true;
}

template <std::size_t Size> std::array<std::int32_t, Size> noneYet() {
  std::array<std::int32_t, Size> row;
  row.fill(-1);
  return row;
}

} // namespace

static void findVertices(Mesh &mesh, const std::vector<Position> &corners) {
  VertexFinder finder(mesh.vertices);
  for (std::size_t n = 0; n < corners.size(); n += 3) {
    std::array<std::int32_t, 3> row{};
    for (std::size_t k = 0; k < 3; ++k)
      row[k] = finder.find(corners[n + k]);
    auto at = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(row[k])]; };
    if (triangleArea(at(0), at(1), at(2)) < 0)
      std::swap(row[1], row[2]);
    mesh.cellVertices.push_back(row);
    mesh.cellAreas.push_back(std::fabs(triangleArea(at(0), at(1), at(2))));
  }
}

/// Edges from the vertices of the cells, and which cells they part.
static void findEdges(Mesh &mesh) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
  for (std::size_t cell = 0; cell < mesh.cellCount(); ++cell) {
    auto &edges = mesh.cellEdges.emplace_back();
    auto &signs = mesh.cellEdgeSigns.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      std::int32_t from = mesh.cellVertices[cell][k], to = mesh.cellVertices[cell][(k + 1) % 3];
      auto [entry, isNew] =
          known.emplace(std::minmax(from, to), static_cast<std::int32_t>(mesh.edgeCount()));
      if (isNew) {
        mesh.edgeVertices.push_back({from, to});
        mesh.edgeCells.push_back(noneYet<2>());
      }
      edges[k] = entry->second;
      signs[k] = isNew ? 1.0 : -1.0;
      if (!append(mesh.edgeCells[static_cast<std::size_t>(entry->second)],
                  static_cast<std::int32_t>(cell)))
        throw std::runtime_error("more than two cells share an edge");
    }
  }
  for (const auto &cells : mesh.edgeCells)
    if (cells[1] < 0)
      throw std::runtime_error("an edge has one cell: the mesh is not closed");
}

static void findNeighbours(Mesh &mesh) {
  for (std::size_t cell = 0; cell < mesh.cellCount(); ++cell) {
    auto &row = mesh.cellCells.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const auto &cells = mesh.edgeCells[static_cast<std::size_t>(mesh.cellEdges[cell][k])];
      row[k] = cells[0] == static_cast<std::int32_t>(cell) ? cells[1] : cells[0];
    }
  }
  mesh.vertexCells.assign(mesh.vertexCount(), noneYet<6>());
  mesh.vertexEdges.assign(mesh.vertexCount(), noneYet<6>());
  auto add = [](auto &table, std::int32_t vertex, std::size_t entry) {
    if (!append(table[static_cast<std::size_t>(vertex)], static_cast<std::int32_t>(entry)))
      throw std::runtime_error("the vertex " + std::to_string(vertex) +
                               " has more than six neighbours");
  };
  for (std::size_t cell = 0; cell < mesh.cellCount(); ++cell)
    for (std::int32_t vertex : mesh.cellVertices[cell])
      add(mesh.vertexCells, vertex, cell);
  for (std::size_t edge = 0; edge < mesh.edgeCount(); ++edge)
    for (std::int32_t vertex : mesh.edgeVertices[edge])
      add(mesh.vertexEdges, vertex, edge);
  for (const auto &row : mesh.vertexEdges)
    if (row[4] < 0)
      throw std::runtime_error("a vertex has fewer than five neighbours");
}

static void measureEdges(Mesh &mesh) {
  auto length = [](const std::vector<Position> &points, const std::array<std::int32_t, 2> &ends) {
    return arcLength(points[static_cast<std::size_t>(ends[0])],
                     points[static_cast<std::size_t>(ends[1])]);
  };
  for (std::size_t edge = 0; edge < mesh.edgeCount(); ++edge) {
    mesh.edgeLengths.push_back(length(mesh.vertices, mesh.edgeVertices[edge]));
    mesh.dualLengths.push_back(length(mesh.centres, mesh.edgeCells[edge]));
  }
}

Mesh connect(const std::vector<Position> &corners, const std::vector<Position> &centres) {
  Mesh mesh;
  mesh.centres = centres;
  findVertices(mesh, corners);
  findEdges(mesh);
  findNeighbours(mesh);
  measureEdges(mesh);
  return mesh;
}

std::int64_t Mesh::eulerCharacteristic() const {
  return static_cast<std::int64_t>(vertexCount() + cellCount()) -
         static_cast<std::int64_t>(edgeCount());
}

std::size_t Mesh::pentagonCount() const {
  return static_cast<std::size_t>(std::count_if(vertexEdges.begin(), vertexEdges.end(),
                                                [](const auto &row) { return row[5] < 0; }));
}

} // namespace icon
