//===- Palette.h - From numbers to colours ----------------------*- C++ -*-===//
//
// Colour scales of the maps: tints of height, and of differences.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_OROGRAPHY_DIFFUSION_PALETTE_H
#define EXAMPLES_OROGRAPHY_DIFFUSION_PALETTE_H

#include "Canvas.h"

#include <string>
#include <vector>

namespace orography {

/// Colours at values, linear between them, constant outside.
class Palette {
public:
  struct Stop {
    double value;
    Colour colour;
  };
  explicit Palette(std::vector<Stop> stops) : stops(std::move(stops)) {}
  Colour operator()(double value) const;
  double least() const { return stops.front().value; }
  double greatest() const { return stops.back().value; }

private:
  std::vector<Stop> stops;
};

/// Hypsometric tints, green lowlands to white peaks, in metres.
Palette heightTints();
/// Blue where height was lost, red where it was gained, in [-range, range].
Palette differenceTints(double range);
/// Shallow to open sea by the distance from land in grid cells.
Colour seaColour(double cellsFromLand);
/// The least of 1, 2, 5 times a power of ten that is not less than `value`.
double roundUp(double value);

/// A vertical bar with numbers at multiples of `tick`, `unit` above it.
void drawColourBar(Canvas &canvas, const Palette &palette, int x, int y, int height, double tick,
                   const std::string &unit);

} // namespace orography

#endif // EXAMPLES_OROGRAPHY_DIFFUSION_PALETTE_H
