//===- Tints.h - The colours of land and sea --------------------*- C++ -*-===//
//
// Of heights in metres, and of the sea by its distance from land.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_OROGRAPHY_DIFFUSION_TINTS_H
#define EXAMPLES_OROGRAPHY_DIFFUSION_TINTS_H

#include "drawing/ColourMap.h"

#include <algorithm>
#include <cmath>

namespace orography {

/// Hypsometric tints, green lowlands to white peaks.
inline drawing::ColourMap heightTints() {
  using drawing::rgb;
  return drawing::ColourMap({{0, rgb(0x9CC28F)},
                             {100, rgb(0xABCB98)},
                             {200, rgb(0xC3D6A2)},
                             {350, rgb(0xDCE2B0)},
                             {500, rgb(0xEFE9BC)},
                             {750, rgb(0xE6D7A2)},
                             {1000, rgb(0xD6BF86)},
                             {1300, rgb(0xC4A26A)},
                             {1700, rgb(0xB08658)},
                             {2100, rgb(0xA5876F)},
                             {2500, rgb(0xC3B3A6)},
                             {3000, rgb(0xF6F4F2)}});
}

/// Shallow to open sea by the distance from land in grid cells.
inline drawing::Colour seaColour(double cellsFromLand) {
  return drawing::mix(drawing::rgb(0xD3EBF5), drawing::rgb(0x8DBBDA),
                      1 - std::exp(-std::max(cellsFromLand, 0.0) / 9));
}

} // namespace orography

#endif // EXAMPLES_OROGRAPHY_DIFFUSION_TINTS_H
