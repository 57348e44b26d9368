//===- Legend.cpp - What explains a picture -------------------------------===//
//
// Letters and bars.
//
//===----------------------------------------------------------------------===//
#include "Legend.h"

#include <cmath>

namespace drawing {

std::string numberText(double value) {
  std::string text = std::to_string(std::fabs(value));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return (value < 0 && text != "0" ? "\u2212" : "") + text;
}

static std::string degreesText(double degrees, const char *below, const char *above) {
  std::string text = numberText(std::fabs(degrees)) + "\u00B0";
  return degrees == 0 ? text : text + (degrees < 0 ? below : above);
}

std::string latitudeText(double degrees) { return degreesText(degrees, "S", "N"); }

std::string longitudeText(double degrees) {
  double east = std::remainder(degrees, 360.0);
  return std::fabs(east) == 180 ? "180\u00B0" : degreesText(east, "W", "E");
}

void drawTitle(Picture &picture, Point at, const std::string &title, const std::string &subtitle) {
  picture.text(at, title, {.size = 22, .bold = true});
  picture.text({at.x, at.y + 24}, subtitle, {.size = 13, .colour = faintInk});
}

void drawColourBar(Picture &picture, const ColourMap &colours, const Box &box, double tick,
                   const std::string &unit) {
  const bool upright = box.height > box.width;
  const double least = colours.least(), span = colours.greatest() - least;
  const double length = upright ? box.height : box.width;
  for (double at = 0; at < length; ++at) { // what is left of the bar, again and again
    Colour colour = colours(least + span * (at + 0.5) / length);
    picture.fill(upright ? Box{box.x, box.y, box.width, length - at}
                         : Box{box.x + at, box.y, length - at, box.height},
                 colour);
  }
  picture.frame(box);
  const double end = upright ? box.x + box.width : box.y + box.height;
  for (double n = std::ceil(least / tick - 1e-9); n * tick <= least + span * 1.0001; ++n) {
    double along = length * (n * tick - least) / span;
    std::string text = (least < 0 && n > 0 ? "+" : "") + numberText(n * tick);
    if (upright) {
      double y = box.y + length - along;
      picture.stroke({{end, y}, {end + 5, y}}, {});
      picture.text({end + 9, y + 4.5}, text);
    } else {
      picture.stroke({{box.x + along, end}, {box.x + along, end + 5}}, {});
      picture.text({box.x + along, end + 18}, text, {}, Anchor::Middle);
    }
  }
  if (upright)
    picture.text({box.x, box.y - 12}, unit);
  else
    picture.text({box.x + length / 2, end + 36}, unit, {}, Anchor::Middle);
}

} // namespace drawing
