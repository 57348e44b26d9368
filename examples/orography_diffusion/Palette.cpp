//===- Palette.cpp - From numbers to colours ------------------------------===//
//
// Colour scales and the bar that explains them.
//
//===----------------------------------------------------------------------===//
#include "Palette.h"

#include <algorithm>
#include <cmath>

namespace orography {

Colour Palette::operator()(double value) const {
  auto above =
      std::find_if(stops.begin(), stops.end(), [&](const Stop &s) { return s.value > value; });
  if (above == stops.begin())
    return stops.front().colour;
  if (above == stops.end())
    return stops.back().colour;
  const Stop &below = *(above - 1);
  return mix(below.colour, above->colour, (value - below.value) / (above->value - below.value));
}

Palette heightTints() {
  return Palette({{0, rgb(0x9CC28F)},
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

Palette differenceTints(double range) {
  return Palette({{-range, rgb(0x1F4E9C)},
                  {-0.5 * range, rgb(0x6FA3D6)},
                  {-0.15 * range, rgb(0xC9DEF0)},
                  {0, rgb(0xF7F6F3)},
                  {0.15 * range, rgb(0xF6D5C3)},
                  {0.5 * range, rgb(0xDE7F5C)},
                  {range, rgb(0xA01E2B)}});
}

Colour seaColour(double cellsFromLand) {
  return mix(rgb(0xD3EBF5), rgb(0x8DBBDA), 1 - std::exp(-std::max(cellsFromLand, 0.0) / 9));
}

double roundUp(double value) {
  if (!(value > 0))
    return 1;
  double power = std::pow(10.0, std::floor(std::log10(value)));
  for (double step : {1.0, 2.0, 5.0})
    if (step * power >= value)
      return step * power;
  return 10 * power;
}

static std::string number(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text == "-0" ? "0" : text;
}

void drawColourBar(Canvas &canvas, const Palette &palette, int x, int y, int height, double tick,
                   const std::string &unit) {
  constexpr int width = 20;
  const Colour ink = rgb(0x333333);
  const double least = palette.least(), span = palette.greatest() - least;
  for (int row = 0; row < height; ++row)
    canvas.rectangle(x, y + row, width, 1, palette(least + span * (height - row - 0.5) / height));
  canvas.frame(x - 1, y - 1, width + 2, height + 2, ink);
  for (double value = std::ceil(least / tick) * tick; value <= least + span * 1.0001;
       value += tick) {
    int row = y + static_cast<int>(std::lround(height * (1 - (value - least) / span)));
    canvas.rectangle(x + width, row, 6, 1, ink);
    canvas.text(x + width + 12, row + 5, 10,
                (least < 0 && value > tick / 2 ? "+" : "") + number(value), ink);
  }
  canvas.text(x, y - 14, 10, unit, ink);
}

} // namespace orography
