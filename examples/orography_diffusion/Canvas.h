//===- Canvas.h - A picture to draw on --------------------------*- C++ -*-===//
//
// Pixels, rectangles, text and the PNG file; knows nothing of maps.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_OROGRAPHY_DIFFUSION_CANVAS_H
#define EXAMPLES_OROGRAPHY_DIFFUSION_CANVAS_H

#include <filesystem>
#include <string_view>
#include <vector>

namespace orography {

/// Red, green, blue in [0, 1].
struct Colour {
  double r = 0, g = 0, b = 0;
  friend Colour operator*(double s, Colour c) { return {s * c.r, s * c.g, s * c.b}; }
  friend Colour operator+(Colour a, Colour b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
};
inline Colour mix(Colour a, Colour b, double share) { return (1 - share) * a + share * b; }
/// From 0xRRGGBB.
inline Colour rgb(unsigned code) {
  return {(code >> 16 & 255) / 255.0, (code >> 8 & 255) / 255.0, (code & 255) / 255.0};
}

/// Where a text stands relative to its point.
enum class Anchor { Left, Middle, Right };

class Canvas {
public:
  Canvas(int width, int height, Colour background);
  int width() const { return columns; }
  int height() const { return rows; }

  /// Row 0 is the top. Points outside are ignored.
  void set(int x, int y, Colour colour) { blend(x, y, colour, 1.0); }
  void blend(int x, int y, Colour colour, double share);
  void rectangle(int x, int y, int width, int height, Colour colour);
  void frame(int x, int y, int width, int height, Colour colour);
  /// Text with its baseline at `y` and capitals `size` pixels high. ASCII.
  void text(double x, double y, double size, std::string_view text, Colour colour,
            Anchor anchor = Anchor::Left);

  /// Writes a PNG beside `path` and renames it. Throws std::runtime_error.
  void save(const std::filesystem::path &path) const;

private:
  int columns, rows;
  std::vector<Colour> pixels;
};

} // namespace orography

#endif // EXAMPLES_OROGRAPHY_DIFFUSION_CANVAS_H
