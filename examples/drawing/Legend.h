//===- Legend.h - What explains a picture -----------------------*- C++ -*-===//
//
// Titles, colour bars and numbers as people write them.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_DRAWING_LEGEND_H
#define EXAMPLES_DRAWING_LEGEND_H

#include "ColourMap.h"

namespace drawing {

/// The number without trailing zeros, with a true minus sign.
std::string numberText(double value);
/// 60°N, 10°W, 0°.
std::string latitudeText(double degrees);
std::string longitudeText(double degrees);

/// A title and a line below it; `at` is the left end of the title's baseline.
void drawTitle(Picture &picture, Point at, const std::string &title, const std::string &subtitle);

/// A bar with numbers at multiples of `tick`, upright or lying as the box is, and
/// what is measured: above an upright one, below a lying one.
void drawColourBar(Picture &picture, const ColourMap &colours, const Box &box, double tick,
                   const std::string &unit);

} // namespace drawing

#endif // EXAMPLES_DRAWING_LEGEND_H
