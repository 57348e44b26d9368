//===- Canvas.cpp - Pixels, text and the PNG file -------------------------===//
//
// Text is drawn from strokes: a pixel is as dark as it is near to the nearest
// stroke, which gives smooth letters at every size.
//
//===----------------------------------------------------------------------===//
#include "Canvas.h"
#include "Glyphs.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace orography {

Canvas::Canvas(int width, int height, Colour background)
    : columns(width), rows(height),
      pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

void Canvas::blend(int x, int y, Colour colour, double share) {
  if (x < 0 || y < 0 || x >= columns || y >= rows || share <= 0)
    return;
  Colour &pixel = pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                         static_cast<std::size_t>(x)];
  pixel = mix(pixel, colour, std::min(share, 1.0));
}

void Canvas::rectangle(int x, int y, int width, int height, Colour colour) {
  for (int row = y; row < y + height; ++row)
    for (int column = x; column < x + width; ++column)
      set(column, row, colour);
}

void Canvas::frame(int x, int y, int width, int height, Colour colour) {
  rectangle(x, y, width, 1, colour);
  rectangle(x, y + height - 1, width, 1, colour);
  rectangle(x, y, 1, height, colour);
  rectangle(x + width - 1, y, 1, height, colour);
}

static double distance(double x, double y, const Segment &s) {
  double dx = s.x1 - s.x0, dy = s.y1 - s.y0, length = dx * dx + dy * dy;
  double along =
      length > 0 ? std::clamp(((x - s.x0) * dx + (y - s.y0) * dy) / length, 0.0, 1.0) : 0;
  return std::hypot(x - s.x0 - along * dx, y - s.y0 - along * dy);
}

void Canvas::text(double x, double y, double size, std::string_view text, Colour colour,
                  Anchor anchor) {
  const double scale = size / capitalHeight, halfStroke = std::max(0.55, size / 16);
  double total = 0;
  for (char letter : text)
    total += glyph(letter).advance;
  x -= anchor == Anchor::Left ? 0 : scale * total * (anchor == Anchor::Middle ? 0.5 : 1.0);
  for (char letter : text) {
    const Glyph &shape = glyph(letter);
    const int left = static_cast<int>(x - 2 * scale), right = static_cast<int>(x + 8 * scale) + 1;
    for (int row = static_cast<int>(y - 9 * scale); row < y + 4 * scale; ++row)
      for (int column = left; column < right; ++column) {
        double nearest = 1e9;
        for (const Segment &s : shape.segments)
          nearest =
              std::min(nearest, distance((column + 0.5 - x) / scale, (y - row - 0.5) / scale, s));
        blend(column, row, colour, halfStroke + 0.5 - nearest * scale);
      }
    x += scale * shape.advance;
  }
}

void Canvas::save(const std::filesystem::path &path) const {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(3 * pixels.size());
  for (const Colour &pixel : pixels)
    for (double channel : {pixel.r, pixel.g, pixel.b})
      bytes.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(channel, 0.0, 1.0))));
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(columns);
  image.height = static_cast<png_uint_32>(rows);
  image.format = PNG_FORMAT_RGB;
  std::filesystem::path temporary = path;
  temporary += ".part";
  if (!png_image_write_to_file(&image, temporary.c_str(), 0, bytes.data(), 0, nullptr)) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw std::runtime_error("cannot write '" + path.string() + "': " + image.message);
  }
  std::filesystem::rename(temporary, path);
}

} // namespace orography
