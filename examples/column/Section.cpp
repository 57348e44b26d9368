//===- Section.cpp - A picture of columns along a meridian ----------------===//
//
// Each value fills the space half-way to its neighbours.
//
//===----------------------------------------------------------------------===//
#include "Section.h"

#include "drawing/Legend.h"

#include <algorithm>

using namespace drawing;
using gtjit::J;
using gtjit::K;

namespace column {

namespace {

constexpr double panelWidth = 520, panelHeight = 400, margin = 64, marginTop = 116;
constexpr double topOfPicture = 32000; // metres

/// Where the cells of a panel lie.
class Axes {
public:
  Axes(double left, const std::vector<double> &latitudes, const gtjit::Storage &height)
      : left(left), latitudes(latitudes), heights(height.read<double>(J, K)),
        levels(heights.shape()[1]) {}

  double x(double latitude) const { return left + (latitude + 90) / 180 * panelWidth; }
  double y(double metres) const {
    return marginTop + (1 - std::clamp(metres / topOfPicture, 0.0, 1.0)) * panelHeight;
  }
  Box box() const { return {left, marginTop, panelWidth, panelHeight}; }
  /// The cell of a value.
  Line cell(std::int64_t j, std::int64_t k) const {
    double south = border(j, -1), north = border(j, 1);
    return {{x(south), y(between(j, k - 1, k))},
            {x(north), y(between(j, k - 1, k))},
            {x(north), y(between(j, k, k + 1))},
            {x(south), y(between(j, k, k + 1))}};
  }

private:
  double border(std::int64_t j, std::int64_t side) const {
    auto at = static_cast<std::size_t>(j);
    bool isLast = side < 0 ? at == 0 : at + 1 == latitudes.size();
    double next = isLast ? (latitudes[at] > 0 ? 90 : -90) * 2 - latitudes[at]
                         : latitudes[static_cast<std::size_t>(j + side)];
    return std::clamp(0.5 * (latitudes[at] + next), -90.0, 90.0);
  }
  double between(std::int64_t j, std::int64_t lower, std::int64_t upper) const {
    if (upper == 0)
      return 0;
    if (upper == levels)
      return heights(j, levels - 1);
    return 0.5 * (heights(j, lower) + heights(j, upper));
  }

  double left;
  const std::vector<double> &latitudes;
  gtjit::HostView<const double> heights;
  std::int64_t levels;
};

void drawAxes(Picture &picture, const Axes &axes) {
  for (double latitude : {-60.0, -30.0, 0.0, 30.0, 60.0})
    picture.text({axes.x(latitude), marginTop + panelHeight + 18}, latitudeText(latitude),
                 {.colour = faintInk}, Anchor::Middle);
  for (double kilometres : {0.0, 10.0, 20.0, 30.0})
    picture.text({axes.box().x - 8, axes.y(1000 * kilometres) + 4},
                 numberText(kilometres) + (kilometres == 30 ? " km" : ""), {.colour = faintInk},
                 Anchor::Right);
  picture.frame(axes.box(), {.colour = faintInk});
}

void drawPanel(Picture &picture, const Axes &axes, const Panel &panel) {
  auto values = panel.values.read<double>(J, K);
  for (std::int64_t j = 0; j < values.shape()[0]; ++j)
    for (std::int64_t k = 0; k < values.shape()[1]; ++k)
      picture.fill(axes.cell(j, k), panel.colours(values(j, k)));
  drawAxes(picture, axes);
  picture.text({axes.box().x, marginTop - 10}, panel.title, {.size = 14});
  drawColourBar(
      picture, panel.colours,
      {axes.box().x + 0.15 * panelWidth, marginTop + panelHeight + 44, 0.7 * panelWidth, 12},
      panel.tick, "K");
}

} // namespace

void drawSection(const std::filesystem::path &png, const std::string &title,
                 const std::vector<double> &latitudes, const gtjit::Storage &height,
                 const std::vector<Panel> &panels) {
  double width = margin + static_cast<double>(panels.size()) * (panelWidth + margin);
  Picture picture(width, marginTop + panelHeight + 104, 1.5);
  drawTitle(picture, {margin, 38}, title,
            "ECHAM5 on 17 pressure levels, along the Greenwich meridian");
  double left = margin;
  for (const Panel &panel : panels) {
    drawPanel(picture, Axes(left, latitudes, height), panel);
    left += panelWidth + margin;
  }
  picture.save(png);
}

} // namespace column
