//===- ReliefFrame.cpp - What stands on and around a map ------------------===//
//
// Coast, graticule with its numbers, scale, title and frame.
//
//===----------------------------------------------------------------------===//
#include "Relief.h"

#include "drawing/Contours.h"
#include "drawing/Legend.h"

#include <algorithm>
#include <cmath>
#include <string>

using namespace drawing;

namespace orography {

namespace {
constexpr double marginLeft = 64, marginTop = 78;

Line moved(Line line) {
  for (Point &point : line)
    point = {marginLeft + point.x, marginTop + point.y};
  return line;
}
} // namespace

void ReliefMap::drawCoast(Picture &picture) const {
  auto height = [&](int x, int y) { return linear(land, toGrid(x, y)); };
  for (const Line &line : contours(mapWidth, mapHeight, height, 0.5))
    picture.stroke(moved(line), {.colour = rgb(0x40566B), .width = 0.9, .opacity = 0.8});
}

/// Numbers where a line meets the left edge (parallels) or the bottom.
void ReliefMap::drawDegree(Picture &picture, const Line &line, double degrees,
                           bool meridian) const {
  for (const Point &end : {line.front(), line.back()}) {
    if (meridian && end.y > mapHeight - 2)
      picture.text({marginLeft + end.x, marginTop + mapHeight + 19}, longitudeText(degrees), {},
                   Anchor::Middle);
    if (!meridian && end.x < 1)
      picture.text({marginLeft - 8, marginTop + end.y + 4.5}, latitudeText(degrees), {},
                   Anchor::Right);
  }
}

void ReliefMap::drawGraticule(Picture &picture, const std::vector<double> &degrees,
                              bool meridians) const {
  if (degrees.empty())
    return;
  constexpr double spacing = 10;
  auto [least, greatest] = std::minmax_element(degrees.begin(), degrees.end());
  auto value = [&](int x, int y) { return linear(degrees, toGrid(x, y)); };
  for (double at = std::ceil(*least / spacing) * spacing; at < *greatest; at += spacing)
    for (const Line &line : contours(mapWidth, mapHeight, value, at)) {
      picture.stroke(moved(line), {.width = 0.8, .opacity = 0.3});
      drawDegree(picture, line, at, meridians);
    }
}

void ReliefMap::drawScale(Picture &picture) const {
  const double pixelsPerKilometre = 1000 * zoom / cellMetres;
  const double kilometres = roundUp(0.1 * mapWidth / pixelsPerKilometre);
  const double length = kilometres * pixelsPerKilometre;
  const double x = marginLeft + 20, y = marginTop + 36;
  const Box ground{x - 8, y - 22, length + 16, 34};
  picture.fill(ground, paper);
  picture.frame(ground, {.colour = rgb(0xBBBBBB)});
  picture.fill(Box{x, y, length, 4}, paper);
  picture.fill(Box{x, y, length / 2, 4}, ink);
  picture.frame({x, y, length, 4});
  picture.text({x + length / 2, y - 6}, numberText(kilometres) + " km", {}, Anchor::Middle);
}

void ReliefMap::drawFrame(Picture &picture, const std::string &title,
                          const std::string &subtitle) const {
  drawCoast(picture);
  drawGraticule(picture, grid.latitude, false);
  drawGraticule(picture, grid.longitude, true);
  if (!grid.latitude.empty())
    drawScale(picture);
  picture.frame({marginLeft, marginTop, double(mapWidth), double(mapHeight)});
  drawTitle(picture, {marginLeft, 36}, title, subtitle);
}

} // namespace orography
