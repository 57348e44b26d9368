//===- ReliefFrame.cpp - What lies over and around a map ------------------===//
//
// Coast, graticule with its numbers, scale, title and frame.
//
//===----------------------------------------------------------------------===//
#include "Relief.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace orography {

namespace {
constexpr int marginLeft = 64, marginTop = 78;
const Colour ink = rgb(0x333333), paper = rgb(0xFDFCFA);

/// Share of a pixel that a line of `width` covers where `value` is zero.
double coverage(double value, double perPixelX, double perPixelY, double width) {
  double slope = std::hypot(perPixelX, perPixelY);
  return slope > 0 ? std::clamp(0.5 + width / 2 - std::fabs(value) / slope, 0.0, 1.0) : 0.0;
}
} // namespace

void ReliefMap::drawCoast(Canvas &canvas) const {
  for (int y = 0; y < mapHeight; ++y)
    for (int x = 0; x < mapWidth; ++x) {
      double here = linear(land, toGrid(x, y)) - 0.5;
      double dx = linear(land, toGrid(x + 1, y)) - linear(land, toGrid(x - 1, y));
      double dy = linear(land, toGrid(x, y + 1)) - linear(land, toGrid(x, y - 1));
      canvas.blend(marginLeft + x, marginTop + y, rgb(0x40566B),
                   0.75 * coverage(here, dx / 2, dy / 2, 1.0));
    }
}

void ReliefMap::drawGraticule(Canvas &canvas, const std::vector<double> &degrees,
                              bool meridians) const {
  if (degrees.empty())
    return;
  constexpr double spacing = 10;
  auto at = [&](int x, int y) { return linear(degrees, toGrid(x, y)); };
  for (int y = 0; y < mapHeight; ++y)
    for (int x = 0; x < mapWidth; ++x) {
      double here = std::remainder(at(x, y), spacing);
      double dx = std::remainder(at(x + 1, y) - at(x - 1, y), 360.0) / 2;
      double dy = std::remainder(at(x, y + 1) - at(x, y - 1), 360.0) / 2;
      canvas.blend(marginLeft + x, marginTop + y, ink, 0.28 * coverage(here, dx, dy, 1.0));
    }
  // Numbers where the lines meet the left edge (parallels) or the bottom.
  const int count = meridians ? mapWidth : mapHeight;
  for (int n = 1; n + 1 < count; ++n) {
    double a = meridians ? at(n, mapHeight - 1) : at(0, n);
    double b = meridians ? at(n + 1, mapHeight - 1) : at(0, n + 1);
    double line = spacing * std::max(std::floor(a / spacing), std::floor(b / spacing));
    if (std::floor(a / spacing) == std::floor(b / spacing) || std::fabs(a - b) > spacing)
      continue;
    std::string text = std::to_string(static_cast<int>(std::fabs(line)));
    if (line != 0)
      text += meridians ? (line < 0 ? " W" : " E") : (line < 0 ? " S" : " N");
    if (meridians)
      canvas.text(marginLeft + n, marginTop + mapHeight + 20, 9, text, ink, Anchor::Middle);
    else
      canvas.text(marginLeft - 8, marginTop + n + 5, 9, text, ink, Anchor::Right);
  }
}

void ReliefMap::drawScale(Canvas &canvas) const {
  const double pixelsPerKilometre = 1000 * zoom / cellMetres;
  const double kilometres = roundUp(0.1 * mapWidth / pixelsPerKilometre);
  const int length = static_cast<int>(kilometres * pixelsPerKilometre);
  const int x = marginLeft + 20, y = marginTop + 36;
  canvas.rectangle(x - 8, y - 22, length + 16, 34, paper);
  canvas.frame(x - 8, y - 22, length + 16, 34, rgb(0xBBBBBB));
  canvas.rectangle(x, y, length, 4, paper);
  canvas.rectangle(x, y, length / 2, 4, ink);
  canvas.frame(x, y, length, 4, ink);
  canvas.text(x + length / 2, y - 6, 9, std::to_string(static_cast<int>(kilometres)) + " km", ink,
              Anchor::Middle);
}

void ReliefMap::drawFrame(Canvas &canvas, const std::string &title,
                          const std::string &subtitle) const {
  drawCoast(canvas);
  drawGraticule(canvas, grid.latitude, false);
  drawGraticule(canvas, grid.longitude, true);
  if (!grid.latitude.empty())
    drawScale(canvas);
  canvas.frame(marginLeft - 1, marginTop - 1, mapWidth + 2, mapHeight + 2, ink);
  canvas.text(marginLeft, 36, 17, title, ink);
  canvas.text(marginLeft, 62, 10.5, subtitle, rgb(0x5A5A5A));
}

} // namespace orography
