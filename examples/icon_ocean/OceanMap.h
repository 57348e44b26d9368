//===- OceanMap.h - A map of a field in the ocean ---------------*- C++ -*-===//
//
// Cells of the mesh in colours, land and coast.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_ICON_OCEAN_OCEANMAP_H
#define EXAMPLES_ICON_OCEAN_OCEANMAP_H

#include "Ocean.h"
#include "drawing/ColourMap.h"

namespace icon {

/// What a map shows, and how.
struct MapOptions {
  std::string title, subtitle, unit;
  drawing::ColourMap colours;
  double tick;
};

/// Draws one level of a field over Cell and K. Throws std::runtime_error.
void drawOcean(const std::filesystem::path &png, const Ocean &ocean, const gtjit::Storage &field,
               std::int64_t level, const MapOptions &options);

} // namespace icon

#endif // EXAMPLES_ICON_OCEAN_OCEANMAP_H
