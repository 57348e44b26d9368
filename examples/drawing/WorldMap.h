//===- WorldMap.h - Cells on a map of the world -----------------*- C++ -*-===//
//
// The globe in the Equal Earth projection (Savric, Patterson, Jenny, Int. J.
// Geogr. Inf. Sci. 33, 2019), with a graticule; cells are polygons of longitudes
// and latitudes in degrees.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_DRAWING_WORLDMAP_H
#define EXAMPLES_DRAWING_WORLDMAP_H

#include "Picture.h"

namespace drawing {

/// Degrees east and north.
struct Place {
  double longitude, latitude;
};

/// A map in a box of a picture, around a meridian.
class WorldMap {
public:
  WorldMap(Picture &picture, const Box &box, double centralLongitude);

  /// How much wider than high a box for the whole globe is.
  static double aspect();
  /// The ground of the map, below all cells.
  void drawGround(Colour colour);
  /// A polygon whose edges are shorter than half the globe, wherever it lies: across
  /// the map's edge, or around a pole.
  void drawCell(const std::vector<Place> &corners, Colour colour);
  /// A line between two near places.
  void drawEdge(Place from, Place to, const Pen &pen);
  /// Meridians and parallels every 30 degrees with their numbers, and the map's edge.
  void drawGraticule();

private:
  Point project(double eastOfCentre, double latitude) const;
  double fromCentre(double longitude) const;
  Line edge() const;

  Picture &picture;
  Box box;
  double centre;
};

} // namespace drawing

#endif // EXAMPLES_DRAWING_WORLDMAP_H
