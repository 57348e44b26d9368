//===- Section.h - A picture of columns along a meridian --------*- C++ -*-===//
//
// Latitude to the right, height upwards.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_COLUMN_SECTION_H
#define EXAMPLES_COLUMN_SECTION_H

#include "drawing/ColourMap.h"

#include <gtjit/gtjit.h>

namespace column {

struct Panel {
  std::string title;
  gtjit::Storage values; ///< on J and K
  drawing::ColourMap colours;
  double tick; ///< of the colour bar
};

/// Draws the panels side by side, each level of a column at its height (metres, on J and
/// K). Throws std::runtime_error.
void drawSection(const std::filesystem::path &png, const std::string &title,
                 const std::vector<double> &latitudes, const gtjit::Storage &height,
                 const std::vector<Panel> &panels);

} // namespace column

#endif // EXAMPLES_COLUMN_SECTION_H
