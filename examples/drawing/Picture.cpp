//===- Picture.cpp - A picture to draw on ---------------------------------===//
//
// The calls into cairo.
//
//===----------------------------------------------------------------------===//
#include "Picture.h"

#include <cairo/cairo.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace drawing {

static void set(cairo_t *context, Colour colour, double opacity = 1) {
  cairo_set_source_rgba(context, colour.r, colour.g, colour.b, opacity);
}

Picture::Picture(double width, double height, double scale)
    : surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                         static_cast<int>(std::lround(width * scale)),
                                         static_cast<int>(std::lround(height * scale)))),
      context(cairo_create(surface)) {
  cairo_scale(context, scale, scale);
  cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
  fill(Box{0, 0, width, height}, paper);
}

Picture::~Picture() {
  cairo_destroy(context);
  cairo_surface_destroy(surface);
}

void Picture::fill(const Box &box, Colour colour) {
  set(context, colour);
  cairo_rectangle(context, box.x, box.y, box.width, box.height);
  cairo_fill(context);
}

void Picture::trace(const Line &line, bool closed) {
  cairo_new_path(context);
  for (const Point &point : line)
    cairo_line_to(context, point.x, point.y);
  if (closed)
    cairo_close_path(context);
}

void Picture::fill(const Line &polygon, Colour colour) {
  trace(polygon, true);
  set(context, colour);
  cairo_fill_preserve(context);
  cairo_set_line_width(context, 0.5);
  cairo_stroke(context);
}

void Picture::stroke(const Line &line, const Pen &pen, bool closed) {
  trace(line, closed);
  set(context, pen.colour, pen.opacity);
  cairo_set_line_width(context, pen.width);
  cairo_stroke(context);
}

void Picture::frame(const Box &box, const Pen &pen) {
  stroke({{box.x, box.y},
          {box.x + box.width, box.y},
          {box.x + box.width, box.y + box.height},
          {box.x, box.y + box.height}},
         pen, true);
}

void Picture::choose(const Letters &letters) const {
  cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         letters.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, letters.size);
}

double Picture::textWidth(const std::string &text, const Letters &letters) const {
  choose(letters);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  return extents.x_advance;
}

void Picture::text(Point at, const std::string &text, const Letters &letters, Anchor anchor) {
  double width = textWidth(text, letters);
  double before = anchor == Anchor::Left ? 0 : anchor == Anchor::Middle ? width / 2 : width;
  set(context, letters.colour);
  cairo_move_to(context, at.x - before, at.y);
  cairo_show_text(context, text.c_str());
}

void Picture::image(Point corner, int columns, int rows, const std::vector<Colour> &pixels) {
  cairo_surface_t *source = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows);
  unsigned char *bytes = cairo_image_surface_get_data(source);
  auto byte = [](double share) {
    return static_cast<std::uint32_t>(std::lround(255 * std::clamp(share, 0.0, 1.0)));
  };
  for (int row = 0; row < rows; ++row) {
    auto *to =
        reinterpret_cast<std::uint32_t *>(bytes + row * cairo_image_surface_get_stride(source));
    for (int column = 0; column < columns; ++column) {
      const Colour &c = pixels[static_cast<std::size_t>(row * columns + column)];
      to[column] = byte(c.r) << 16 | byte(c.g) << 8 | byte(c.b);
    }
  }
  cairo_surface_mark_dirty(source);
  cairo_set_source_surface(context, source, corner.x, corner.y);
  cairo_rectangle(context, corner.x, corner.y, columns, rows);
  cairo_fill(context);
  cairo_surface_destroy(source);
}

void Picture::clip(const Line &polygon) {
  cairo_save(context);
  trace(polygon, true);
  cairo_clip(context);
}

void Picture::unclip() { cairo_restore(context); }

void Picture::save(const std::filesystem::path &path) const {
  std::filesystem::path part = path;
  part += ".part";
  cairo_surface_flush(surface);
  cairo_status_t status = cairo_surface_write_to_png(surface, part.c_str());
  std::error_code code;
  if (status == CAIRO_STATUS_SUCCESS)
    std::filesystem::rename(part, path, code);
  if (status == CAIRO_STATUS_SUCCESS && !code)
    return;
  std::string reason = code ? code.message() : cairo_status_to_string(status);
  std::filesystem::remove(part, code);
  throw std::runtime_error("'" + path.string() + "': cannot be written: " + reason);
}

} // namespace drawing
