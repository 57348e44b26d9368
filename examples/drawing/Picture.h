//===- Picture.h - A picture to draw on -------------------------*- C++ -*-===//
//
// Lines, areas, text and pixels on a cairo surface, and the PNG file; knows
// nothing of maps.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_DRAWING_PICTURE_H
#define EXAMPLES_DRAWING_PICTURE_H

#include <filesystem>
#include <string>
#include <vector>

struct _cairo;
struct _cairo_surface;

namespace drawing {

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

/// What all pictures share: the colour of lines and letters, a weaker one, and that
/// of the ground.
inline const Colour ink = rgb(0x2B2F36), faintInk = rgb(0x666C75), paper = rgb(0xFDFCFA);

/// From the left and from the top.
struct Point {
  double x, y;
};
using Line = std::vector<Point>;

struct Box {
  double x, y, width, height;
};

/// Where a text stands relative to its point.
enum class Anchor { Left, Middle, Right };

/// How a text looks: its size in units, of bold letters or not.
struct Letters {
  double size = 12;
  bool bold = false;
  Colour colour = ink;
};

/// How a line looks.
struct Pen {
  Colour colour = ink;
  double width = 1;
  double opacity = 1;
};

/// A picture of `width` by `height` units, each of `scale` pixels.
class Picture {
public:
  Picture(double width, double height, double scale = 1);
  Picture(const Picture &) = delete;
  ~Picture();

  void fill(const Box &box, Colour colour);
  /// Areas of one colour that share an edge show no seam between them.
  void fill(const Line &polygon, Colour colour);
  void stroke(const Line &line, const Pen &pen, bool closed = false);
  void frame(const Box &box, const Pen &pen = {});
  /// The baseline is at `at.y`. UTF-8.
  void text(Point at, const std::string &text, const Letters &letters = {},
            Anchor anchor = Anchor::Left);
  double textWidth(const std::string &text, const Letters &letters) const;
  /// Rows of pixels, one a unit, from the top left corner.
  void image(Point corner, int columns, int rows, const std::vector<Colour> &pixels);
  /// Until unclip(), nothing is drawn outside.
  void clip(const Line &polygon);
  void unclip();

  /// Writes a PNG beside `path` and renames it. Throws std::runtime_error.
  void save(const std::filesystem::path &path) const;

private:
  void choose(const Letters &letters) const;
  void trace(const Line &line, bool closed);
  _cairo_surface *surface;
  _cairo *context;
};

} // namespace drawing

#endif // EXAMPLES_DRAWING_PICTURE_H
