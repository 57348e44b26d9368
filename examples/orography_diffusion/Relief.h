//===- Relief.h - Maps of surface height ------------------------*- C++ -*-===//
//
// Shaded relief with hypsometric tints, sea, coast, graticule and legend; and
// maps of a difference on the same grid.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_OROGRAPHY_DIFFUSION_RELIEF_H
#define EXAMPLES_OROGRAPHY_DIFFUSION_RELIEF_H

#include "SurfaceHeight.h"
#include "drawing/ColourMap.h"

#include <filesystem>
#include <string>
#include <vector>

namespace orography {

/// Draws fields on the grid of a surface height. Sea is where that height is
/// exactly zero; north is up.
class ReliefMap {
public:
  explicit ReliefMap(const SurfaceHeight &grid);

  /// Shaded relief of heights in metres. Throws std::runtime_error.
  void drawHeights(const std::filesystem::path &png, const std::vector<double> &heights,
                   const std::string &title, const std::string &subtitle) const;
  /// A difference of heights in metres, with a scale that fits it.
  void drawDifference(const std::filesystem::path &png, const std::vector<double> &difference,
                      const std::string &title, const std::string &subtitle) const;

private:
  /// A point of the picture in grid coordinates.
  struct GridPoint {
    double i, j;
  };
  GridPoint toGrid(double x, double y) const;
  double linear(const std::vector<double> &field, GridPoint p) const;
  double cubic(const std::vector<double> &field, GridPoint p) const;
  double shade(const std::vector<double> &heights, double x, double y) const;
  drawing::Colour ground(const std::vector<double> &heights, const drawing::ColourMap &tints, int x,
                         int y) const;
  /// Draws the pixels of the map, what explains them, and saves the picture.
  void draw(const std::filesystem::path &png, const std::vector<drawing::Colour> &pixels,
            const drawing::ColourMap &tints, double tick, const std::string &title,
            const std::string &subtitle) const;
  void drawFrame(drawing::Picture &picture, const std::string &title,
                 const std::string &subtitle) const;
  void drawCoast(drawing::Picture &picture) const;
  void drawGraticule(drawing::Picture &picture, const std::vector<double> &degrees,
                     bool meridians) const;
  void drawDegree(drawing::Picture &picture, const drawing::Line &line, double degrees,
                  bool meridian) const;
  void drawScale(drawing::Picture &picture) const;

  const SurfaceHeight &grid;
  int zoom;                     ///< pixels per grid cell
  int mapWidth, mapHeight;      ///< pixels
  double cellMetres;            ///< size of a grid cell
  std::vector<double> land;     ///< 1 on land, 0 at sea
  std::vector<double> fromLand; ///< cells to the nearest land point
  std::vector<double> absent;   ///< 1 where the file has no value
};

} // namespace orography

#endif // EXAMPLES_OROGRAPHY_DIFFUSION_RELIEF_H
