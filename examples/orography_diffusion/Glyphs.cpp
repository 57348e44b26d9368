//===- Glyphs.cpp - Letters as strokes ------------------------------------===//
//
// Each letter is a text of strokes: "L x y x y ..." is a line through points,
// "A cx cy rx ry a b" an arc of an ellipse from angle a to b in degrees.
// Capitals are 6 high, small letters 4.
//
//===----------------------------------------------------------------------===//
#include "Glyphs.h"

#include <array>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

namespace orography {

namespace {
struct Design {
  char letter;
  double width;
  const char *strokes;
};

// clang-format off
constexpr Design designs[] = {
    {'0', 3.6, "A 1.8 3 1.8 3 0 360"},
    {'1', 2.4, "L 0.4 4.8 1.8 6 1.8 0"},
    {'2', 3.6, "A 1.8 4.3 1.7 1.7 170 -35 L 3.19 3.33 0.1 0 3.6 0"},
    {'3', 3.5, "A 1.7 4.5 1.6 1.5 150 -90 A 1.7 1.5 1.8 1.5 90 -150"},
    {'4', 3.8, "L 2.8 0 2.8 6 0 1.8 3.8 1.8"},
    {'5', 3.5, "L 3.2 6 0.6 6 0.32 3.29 A 1.7 2 1.8 2 140 -150"},
    {'6', 3.6, "A 1.8 1.9 1.8 1.9 0 360 A 3.6 1.9 3.6 4.1 180 105"},
    {'7', 3.5, "L 0 6 3.5 6 1.2 0"},
    {'8', 3.6, "A 1.8 4.55 1.5 1.45 0 360 A 1.8 1.55 1.8 1.55 0 360"},
    {'9', 3.6, "A 1.8 4.1 1.8 1.9 0 360 A 0 4.1 3.6 4.1 0 -75"},
    {'a', 3.2, "A 1.6 2 1.6 2 0 360 L 3.2 4 3.2 0"},
    {'b', 3.2, "L 0 6.4 0 0 A 1.6 2 1.6 2 0 360"},
    {'c', 2.9, "A 1.7 2 1.7 2 48 312"},
    {'d', 3.2, "A 1.6 2 1.6 2 0 360 L 3.2 6.4 3.2 0"},
    {'e', 3.4, "L 0.05 2.15 3.35 2.15 A 1.7 2 1.7 2 4 315"},
    {'f', 2.0, "L 0.8 0 0.8 5 A 2 5 1.2 1.4 180 85 L 0 4 2 4"},
    {'g', 3.2, "A 1.6 2 1.6 2 0 360 L 3.2 4 3.2 -0.5 A 1.65 -0.5 1.55 1.5 0 -150"},
    {'h', 3.0, "L 0 6.4 0 0 A 1.5 2.5 1.5 1.5 180 0 L 3 2.5 3 0"},
    {'i', 0.6, "L 0.3 0 0.3 4 L 0.3 5.6 0.3 5.9"},
    {'j', 1.0, "L 0.8 4 0.8 -0.8 A -0.2 -0.8 1 1.2 0 -90 L 0.8 5.6 0.8 5.9"},
    {'k', 2.9, "L 0 0 0 6.4 L 2.7 4 0 1.6 L 1.1 2.55 2.9 0"},
    {'l', 0.6, "L 0.3 0 0.3 6.4"},
    {'m', 5.0, "L 0 0 0 4 A 1.25 2.75 1.25 1.25 180 0 L 2.5 2.75 2.5 0 A 3.75 2.75 1.25 1.25 180 0 L 5 2.75 5 0"},
    {'n', 3.0, "L 0 0 0 4 A 1.5 2.5 1.5 1.5 180 0 L 3 2.5 3 0"},
    {'o', 3.4, "A 1.7 2 1.7 2 0 360"},
    {'p', 3.2, "L 0 4 0 -2 A 1.6 2 1.6 2 0 360"},
    {'q', 3.2, "L 3.2 4 3.2 -2 A 1.6 2 1.6 2 0 360"},
    {'r', 1.9, "L 0 0 0 4 A 1.5 2.5 1.5 1.5 180 70"},
    {'s', 2.8, "A 1.4 3 1.25 1 35 270 A 1.4 1 1.35 1 90 -145"},
    {'t', 2.0, "L 0.8 5.4 0.8 1.2 A 2 1.2 1.2 1.2 180 275 L 0 4 2 4"},
    {'u', 3.0, "L 0 4 0 1.5 A 1.5 1.5 1.5 1.5 180 360 L 3 4 3 0"},
    {'v', 3.0, "L 0 4 1.5 0 3 4"},
    {'w', 4.8, "L 0 4 1.2 0 2.4 4 3.6 0 4.8 4"},
    {'x', 3.0, "L 0 0 3 4 L 0 4 3 0"},
    {'y', 3.1, "L 0 4 1.6 0 L 3.1 4 1.25 -1.3 0.3 -2"},
    {'z', 2.8, "L 0 4 2.8 4 0 0 2.8 0"},
    {'A', 4.4, "L 0 0 2.2 6 4.4 0 L 0.75 2 3.65 2"},
    {'B', 3.6, "L 0 0 0 6 1.9 6 A 1.9 4.6 1.4 1.4 90 -90 L 1.9 3.2 0 3.2 L 1.9 3.2 2 3.2 A 2 1.6 1.6 1.6 90 -90 L 2 0 0 0"},
    {'C', 4.2, "A 2.5 3 2.5 3 47 313"},
    {'D', 4.1, "L 0 0 0 6 1.6 6 A 1.6 3 2.5 3 90 -90 L 1.6 0 0 0"},
    {'E', 3.2, "L 3.2 6 0 6 0 0 3.2 0 L 0 3.1 2.8 3.1"},
    {'F', 3.1, "L 3.1 6 0 6 0 0 L 0 3.1 2.7 3.1"},
    {'G', 4.6, "A 2.5 3 2.5 3 47 340 L 4.85 2 4.85 2.8 2.9 2.8"},
    {'H', 4.0, "L 0 0 0 6 L 4 0 4 6 L 0 3.1 4 3.1"},
    {'I', 0.6, "L 0.3 0 0.3 6"},
    {'J', 2.6, "L 2.4 6 2.4 1.5 A 1.2 1.5 1.2 1.5 0 -160"},
    {'K', 3.8, "L 0 0 0 6 L 3.6 6 0 2.4 L 1.3 3.7 3.8 0"},
    {'L', 3.0, "L 0 6 0 0 3 0"},
    {'M', 4.8, "L 0 0 0 6 2.4 1.4 4.8 6 4.8 0"},
    {'N', 4.0, "L 0 0 0 6 4 0 4 6"},
    {'O', 5.0, "A 2.5 3 2.5 3 0 360"},
    {'P', 3.5, "L 0 0 0 6 1.9 6 A 1.9 4.4 1.6 1.6 90 -90 L 1.9 2.8 0 2.8"},
    {'Q', 5.0, "A 2.5 3 2.5 3 0 360 L 3.2 1.4 4.9 -0.4"},
    {'R', 3.7, "L 0 0 0 6 1.9 6 A 1.9 4.5 1.6 1.5 90 -90 L 1.9 3 0 3 L 1.8 3 3.7 0"},
    {'S', 3.6, "A 1.8 4.5 1.65 1.5 32 270 A 1.8 1.5 1.8 1.5 90 -148"},
    {'T', 4.0, "L 0 6 4 6 L 2 6 2 0"},
    {'U', 4.0, "L 0 6 0 2 A 2 2 2 2 180 360 L 4 2 4 6"},
    {'V', 4.4, "L 0 6 2.2 0 4.4 6"},
    {'W', 6.4, "L 0 6 1.6 0 3.2 6 4.8 0 6.4 6"},
    {'X', 4.0, "L 0 0 4 6 L 0 6 4 0"},
    {'Y', 4.2, "L 0 6 2.1 3 4.2 6 L 2.1 3 2.1 0"},
    {'Z', 3.8, "L 0 6 3.8 6 0 0 3.8 0"},
    {'.', 0.6, "L 0.3 0 0.3 0.2"},
    {',', 0.8, "L 0.5 0.3 0.1 -1"},
    {':', 0.6, "L 0.3 0 0.3 0.2 L 0.3 3.6 0.3 3.8"},
    {'-', 2.0, "L 0 2.4 2 2.4"},
    {'+', 3.4, "L 0 2.8 3.4 2.8 L 1.7 1.1 1.7 4.5"},
    {'=', 3.2, "L 0 1.9 3.2 1.9 L 0 3.7 3.2 3.7"},
    {'(', 1.3, "A 3.5 2.5 3.5 5.6 140 220"},
    {')', 1.3, "A -2.2 2.5 3.5 5.6 40 -40"},
    {'/', 2.6, "L 0 -0.8 2.6 6.4"},
};
// clang-format on

constexpr double gap = 1.3, blankAdvance = 2.6;

void addArc(std::vector<Segment> &segments, const std::array<double, 6> &arc) {
  auto [cx, cy, rx, ry, from, to] = arc;
  const int pieces = 2 + static_cast<int>(std::fabs(to - from) / 15);
  auto point = [&](int n) {
    double angle = (from + (to - from) * n / pieces) * std::numbers::pi / 180;
    return std::array{cx + rx * std::cos(angle), cy + ry * std::sin(angle)};
  };
  for (int n = 0; n < pieces; ++n)
    segments.push_back({point(n)[0], point(n)[1], point(n + 1)[0], point(n + 1)[1]});
}

Glyph draw(const Design &design) {
  Glyph result{design.width + gap, {}};
  std::istringstream words(design.strokes);
  bool open = false;
  double lastX = 0, lastY = 0;
  for (std::string word; words >> word;) {
    if (word == "L") {
      open = false;
    } else if (word == "A") {
      std::array<double, 6> arc;
      for (double &number : arc)
        words >> number;
      addArc(result.segments, arc);
    } else {
      double x = std::stod(word), y = 0;
      words >> y;
      if (open)
        result.segments.push_back({lastX, lastY, x, y});
      lastX = x, lastY = y, open = true;
    }
  }
  return result;
}
} // namespace

const Glyph &glyph(char letter) {
  static const std::array<Glyph, 128> table = [] {
    std::array<Glyph, 128> glyphs;
    glyphs.fill({blankAdvance, {}});
    for (const Design &design : designs)
      glyphs[static_cast<unsigned char>(design.letter)] = draw(design);
    return glyphs;
  }();
  return table[static_cast<unsigned char>(letter) & 127];
}

} // namespace orography
