//===- Glyphs.h - Letters as strokes ----------------------------*- C++ -*-===//
//
// A small sans-serif alphabet, so that maps need no font files.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_OROGRAPHY_DIFFUSION_GLYPHS_H
#define EXAMPLES_OROGRAPHY_DIFFUSION_GLYPHS_H

#include <vector>

namespace orography {

/// Height of capitals and digits in the units of the strokes.
inline constexpr double capitalHeight = 6.0;

/// A straight stroke; the baseline is y = 0 and y grows upwards.
struct Segment {
  double x0, y0, x1, y1;
};
/// One letter, and how far the next one stands from it.
struct Glyph {
  double advance;
  std::vector<Segment> segments;
};
/// The strokes of an ASCII character; a blank for one that is not drawn.
const Glyph &glyph(char letter);

} // namespace orography

#endif // EXAMPLES_OROGRAPHY_DIFFUSION_GLYPHS_H
