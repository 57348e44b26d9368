//===- OceanMap.cpp - A map of a field in the ocean -----------------------===//
//
// The Pacific in the middle, which no coast parts.
//
//===----------------------------------------------------------------------===//
#include "OceanMap.h"

#include "drawing/Legend.h"
#include "drawing/WorldMap.h"

#include <cmath>
#include <numbers>

using namespace drawing;

namespace icon {

namespace {
constexpr double mapWidth = 1000, marginLeft = 50, marginTop = 84, marginBottom = 92;
const Colour land = rgb(0xDCD6C8), coast = rgb(0x6B6459);

Place placeOf(const Position &at) {
  const double degree = std::numbers::pi / 180;
  return {std::atan2(at.y, at.x) / degree, std::asin(at.z) / degree};
}
} // namespace

static Place vertexOf(const Mesh &mesh, std::int32_t vertex) {
  return placeOf(mesh.vertices[static_cast<std::size_t>(vertex)]);
}

static void drawCells(WorldMap &map, const Ocean &ocean, const gtjit::Storage &field,
                      std::int64_t level, const ColourMap &colours) {
  auto values = field.read<double>(Cell, gtjit::K);
  auto wet = ocean.wet.read<bool>(Cell, gtjit::K);
  const Mesh &mesh = ocean.mesh;
  for (std::size_t cell = 0; cell < mesh.cellCount(); ++cell) {
    if (!wet(cell, level))
      continue;
    std::vector<Place> corners;
    for (std::int32_t vertex : mesh.cellVertices[cell])
      corners.push_back(vertexOf(mesh, vertex));
    map.drawCell(corners, colours(values(cell, level)));
  }
  for (std::size_t edge = 0; edge < mesh.edgeCount(); ++edge)
    if (wet(mesh.edgeCells[edge][0], level) != wet(mesh.edgeCells[edge][1], level))
      map.drawEdge(vertexOf(mesh, mesh.edgeVertices[edge][0]),
                   vertexOf(mesh, mesh.edgeVertices[edge][1]), {.colour = coast, .width = 0.8});
}

void drawOcean(const std::filesystem::path &png, const Ocean &ocean, const gtjit::Storage &field,
               std::int64_t level, const MapOptions &options) {
  const double mapHeight = mapWidth / WorldMap::aspect();
  Picture picture(mapWidth + 2 * marginLeft, marginTop + mapHeight + marginBottom, 1.5);
  WorldMap map(picture, {marginLeft, marginTop, mapWidth, mapHeight}, -160);
  map.drawGround(land);
  drawCells(map, ocean, field, level, options.colours);
  map.drawGraticule();
  drawTitle(picture, {marginLeft, 38}, options.title, options.subtitle);
  drawColourBar(picture, options.colours,
                {marginLeft + 0.2 * mapWidth, marginTop + mapHeight + 36, 0.6 * mapWidth, 14},
                options.tick, options.unit);
  picture.save(png);
}

} // namespace icon
