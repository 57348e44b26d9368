//===- ColourMap.cpp - From numbers to colours ----------------------------===//
//
// Linear interpolation, and the tables.
//
//===----------------------------------------------------------------------===//
#include "ColourMap.h"

#include <algorithm>
#include <cmath>

namespace drawing {

Colour ColourMap::operator()(double value) const {
  auto above =
      std::find_if(stops.begin(), stops.end(), [&](const Stop &s) { return s.value > value; });
  if (above == stops.begin())
    return stops.front().colour;
  if (above == stops.end())
    return stops.back().colour;
  const Stop &below = *(above - 1);
  return mix(below.colour, above->colour, (value - below.value) / (above->value - below.value));
}

ColourMap evenly(double least, double greatest, const std::vector<unsigned> &codes) {
  std::vector<ColourMap::Stop> stops;
  for (std::size_t n = 0; n < codes.size(); ++n)
    stops.push_back({least + (greatest - least) * static_cast<double>(n) /
                                 static_cast<double>(codes.size() - 1),
                     rgb(codes[n])});
  return ColourMap(std::move(stops));
}

ColourMap differences(double range) {
  return ColourMap({{-range, rgb(0x1F4E9C)},
                    {-0.5 * range, rgb(0x6FA3D6)},
                    {-0.15 * range, rgb(0xC9DEF0)},
                    {0, rgb(0xF7F6F3)},
                    {0.15 * range, rgb(0xF6D5C3)},
                    {0.5 * range, rgb(0xDE7F5C)},
                    {range, rgb(0xA01E2B)}});
}

ColourMap haline(double least, double greatest) {
  return evenly(least, greatest,
                {0x2A186C, 0x2A2D95, 0x14478F, 0x0F5B8C, 0x1A6D8A, 0x2A7F8A, 0x3A9189, 0x4AA484,
                 0x62B77B, 0x8AC86D, 0xBED66B, 0xE3E27F, 0xFDEF9A});
}

ColourMap fronts(double least, double greatest) {
  return evenly(least, greatest,
                {0xF4F6FA, 0xCFE0EE, 0x9CC4E0, 0x66A2CF, 0x3F7CBA, 0x40539C, 0x50307A, 0x4A1152});
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

} // namespace drawing
