//===- ColourMap.h - From numbers to colours --------------------*- C++ -*-===//
//
// Colours at values, and those that several examples use.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_DRAWING_COLOURMAP_H
#define EXAMPLES_DRAWING_COLOURMAP_H

#include "Picture.h"

namespace drawing {

/// Colours at values, linear between them, constant outside.
class ColourMap {
public:
  struct Stop {
    double value;
    Colour colour;
  };
  explicit ColourMap(std::vector<Stop> stops) : stops(std::move(stops)) {}
  Colour operator()(double value) const;
  double least() const { return stops.front().value; }
  double greatest() const { return stops.back().value; }

private:
  std::vector<Stop> stops;
};

/// Colours at equal distances from `least` to `greatest`.
ColourMap evenly(double least, double greatest, const std::vector<unsigned> &codes);
/// Blue below zero, red above, in [-range, range].
ColourMap differences(double range);
/// From fresh and dark to salty and bright, after cmocean's haline (Thyng et al.,
/// Oceanography 29, 2016).
ColourMap haline(double least, double greatest);
/// From calm and pale to sharp and dark.
ColourMap fronts(double least, double greatest);

/// The least of 1, 2, 5 times a power of ten that is not less than `value`.
double roundUp(double value);

} // namespace drawing

#endif // EXAMPLES_DRAWING_COLOURMAP_H
