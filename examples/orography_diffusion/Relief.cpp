//===- Relief.cpp - Maps of surface height --------------------------------===//
//
// Light comes from the north-west; heights are exaggerated for the shading.
//
//===----------------------------------------------------------------------===//
#include "Relief.h"

#include "Tints.h"
#include "drawing/Legend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

using namespace drawing;

namespace orography {

namespace {
constexpr int marginLeft = 64, marginTop = 78, marginRight = 126, marginBottom = 44;
constexpr double exaggeration = 16;
const Colour missingColour = rgb(0xC8C8C8);

/// Metres between two points of the sphere, from degrees.
double metresBetween(double lat0, double lon0, double lat1, double lon1) {
  const double degree = std::numbers::pi / 180, radius = 6.371e6;
  double a = std::sin((lat1 - lat0) * degree / 2), b = std::sin((lon1 - lon0) * degree / 2);
  double h = a * a + std::cos(lat0 * degree) * std::cos(lat1 * degree) * b * b;
  return 2 * radius * std::asin(std::sqrt(h));
}

/// Steps from every point to the nearest with land = 1, at most `limit`.
std::vector<double> stepsToLand(const std::vector<double> &land, std::size_t nx, std::size_t ny,
                                double limit) {
  std::vector<double> steps(land.size());
  for (std::size_t p = 0; p < land.size(); ++p)
    steps[p] = land[p] > 0.5 ? 0 : limit;
  auto relax = [&](std::size_t p, std::size_t q, double cost) {
    steps[p] = std::min(steps[p], steps[q] + cost);
  };
  auto sweep = [&](std::size_t i, std::size_t j, bool forward) {
    const std::size_t p = j * nx + i, row = forward ? p - nx : p + nx;
    const bool hasRow = forward ? j > 0 : j + 1 < ny;
    if (forward ? i > 0 : i + 1 < nx)
      relax(p, forward ? p - 1 : p + 1, 1);
    if (hasRow)
      relax(p, row, 1);
    if (hasRow && i > 0)
      relax(p, row - 1, std::numbers::sqrt2);
    if (hasRow && i + 1 < nx)
      relax(p, row + 1, std::numbers::sqrt2);
  };
  for (std::size_t j = 0; j < ny; ++j)
    for (std::size_t i = 0; i < nx; ++i)
      sweep(i, j, true);
  for (std::size_t j = ny; j-- > 0;)
    for (std::size_t i = nx; i-- > 0;)
      sweep(i, j, false);
  return steps;
}
} // namespace

ReliefMap::ReliefMap(const SurfaceHeight &grid)
    : grid(grid),
      zoom(std::max(1, static_cast<int>(std::lround(900.0 / static_cast<double>(grid.nx))))),
      mapWidth(zoom * static_cast<int>(grid.nx)), mapHeight(zoom * static_cast<int>(grid.ny)),
      cellMetres(1000) {
  for (std::size_t p = 0; p < grid.values.size(); ++p) {
    land.push_back(grid.values[p] != 0);
    absent.push_back(grid.missing[p]);
  }
  fromLand = stepsToLand(land, grid.nx, grid.ny, 60);
  if (!grid.latitude.empty() && !grid.longitude.empty()) {
    const std::size_t p = grid.ny / 2 * grid.nx + grid.nx / 2, q = p + grid.nx;
    cellMetres =
        metresBetween(grid.latitude[p], grid.longitude[p], grid.latitude[q], grid.longitude[q]);
  }
}

ReliefMap::GridPoint ReliefMap::toGrid(double x, double y) const {
  double i = (x + 0.5) / zoom - 0.5, j = (y + 0.5) / zoom - 0.5;
  const double lastI = static_cast<double>(grid.nx) - 1, lastJ = static_cast<double>(grid.ny) - 1;
  i = std::clamp(grid.eastward ? i : lastI - i, 0.0, lastI);
  j = std::clamp(grid.northward ? lastJ - j : j, 0.0, lastJ);
  return {i, j};
}

double ReliefMap::linear(const std::vector<double> &field, GridPoint p) const {
  const std::size_t i = std::min(static_cast<std::size_t>(p.i), grid.nx - 2);
  const std::size_t j = std::min(static_cast<std::size_t>(p.j), grid.ny - 2);
  const double a = p.i - static_cast<double>(i), b = p.j - static_cast<double>(j);
  const double *row = field.data() + j * grid.nx + i, *next = row + grid.nx;
  return (1 - b) * ((1 - a) * row[0] + a * row[1]) + b * ((1 - a) * next[0] + a * next[1]);
}

double ReliefMap::cubic(const std::vector<double> &field, GridPoint p) const {
  auto weights = [](double t) { // Catmull and Rom
    return std::array{((-0.5 * t + 1) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1,
                      ((-1.5 * t + 2) * t + 0.5) * t, (0.5 * t - 0.5) * t * t};
  };
  auto clampTo = [](double v, std::size_t n) {
    return static_cast<std::size_t>(std::clamp(v, 0.0, double(n) - 1));
  };
  const double i = std::floor(p.i), j = std::floor(p.j);
  const auto wi = weights(p.i - i), wj = weights(p.j - j);
  double sum = 0;
  for (int b = 0; b < 4; ++b)
    for (int a = 0; a < 4; ++a)
      sum += wi[a] * wj[b] *
             field[clampTo(j + b - 1, grid.ny) * grid.nx + clampTo(i + a - 1, grid.nx)];
  return sum;
}

double ReliefMap::shade(const std::vector<double> &heights, double x, double y) const {
  const double rise = exaggeration * zoom / (2 * cellMetres);
  double east = rise * (cubic(heights, toGrid(x + 1, y)) - cubic(heights, toGrid(x - 1, y)));
  double north = rise * (cubic(heights, toGrid(x, y - 1)) - cubic(heights, toGrid(x, y + 1)));
  const double elevation = 0.7071, horizontal = 0.5; // 45 degrees, from the north-west
  double light = (horizontal * east - horizontal * north + elevation) /
                 std::sqrt(1 + east * east + north * north);
  return std::clamp(1 + 0.85 * (light - elevation), 0.4, 1.3);
}

Colour ReliefMap::ground(const std::vector<double> &heights, const ColourMap &tints, int x,
                         int y) const {
  GridPoint p = toGrid(x, y);
  if (linear(absent, p) > 0.5)
    return missingColour;
  if (linear(land, p) < 0.5)
    return seaColour(linear(fromLand, p));
  return shade(heights, x, y) * tints(cubic(heights, p));
}

void ReliefMap::draw(const std::filesystem::path &png, const std::vector<Colour> &pixels,
                     const ColourMap &tints, double tick, const std::string &title,
                     const std::string &subtitle) const {
  Picture picture(marginLeft + mapWidth + marginRight, marginTop + mapHeight + marginBottom);
  picture.image({marginLeft, marginTop}, mapWidth, mapHeight, pixels);
  drawFrame(picture, title, subtitle);
  drawColourBar(picture, tints,
                {double(marginLeft + mapWidth + 28), marginTop + 30, 20, mapHeight / 2.0}, tick,
                "metres");
  picture.save(png);
}

void ReliefMap::drawHeights(const std::filesystem::path &png, const std::vector<double> &heights,
                            const std::string &title, const std::string &subtitle) const {
  const ColourMap tints = heightTints();
  std::vector<Colour> pixels;
  for (int y = 0; y < mapHeight; ++y)
    for (int x = 0; x < mapWidth; ++x)
      pixels.push_back(ground(heights, tints, x, y));
  draw(png, pixels, tints, 500, title, subtitle);
}

void ReliefMap::drawDifference(const std::filesystem::path &png,
                               const std::vector<double> &difference, const std::string &title,
                               const std::string &subtitle) const {
  std::vector<double> sizes;
  for (double d : difference)
    sizes.push_back(std::fabs(d));
  std::nth_element(sizes.begin(),
                   sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() * 99 / 100),
                   sizes.end());
  const double range = roundUp(sizes[sizes.size() * 99 / 100]);
  const ColourMap tints = differences(range);
  std::vector<Colour> pixels;
  for (int y = 0; y < mapHeight; ++y)
    for (int x = 0; x < mapWidth; ++x) {
      GridPoint p = toGrid(x, y);
      pixels.push_back(linear(absent, p) > 0.5 ? missingColour : tints(cubic(difference, p)));
    }
  draw(png, pixels, tints, range / 2, title, subtitle);
}

} // namespace orography
