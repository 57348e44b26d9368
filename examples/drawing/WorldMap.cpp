//===- WorldMap.cpp - Cells on a map of the world -------------------------===//
//
// The projection, and what to do at the map's edge: cells are drawn twice there,
// and clipped.
//
//===----------------------------------------------------------------------===//
#include "WorldMap.h"

#include "Legend.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drawing {

namespace {
constexpr double degree = std::numbers::pi / 180;

/// Equal Earth on a sphere of radius 1; y grows northwards.
Point equalEarth(double longitude, double latitude) {
  constexpr double a1 = 1.340264, a2 = -0.081106, a3 = 0.000893, a4 = 0.003796;
  const double m = std::sqrt(3.0) / 2, t = std::asin(m * std::sin(latitude * degree));
  const double t2 = t * t, t6 = t2 * t2 * t2;
  double x =
      longitude * degree * std::cos(t) / (m * (a1 + 3 * a2 * t2 + t6 * (7 * a3 + 9 * a4 * t2)));
  return {x, t * (a1 + a2 * t2 + t6 * (a3 + a4 * t2))};
}

const double halfWidth = equalEarth(180, 0).x, halfHeight = equalEarth(0, 90).y;
} // namespace

WorldMap::WorldMap(Picture &picture, const Box &box, double centralLongitude)
    : picture(picture), box(box), centre(centralLongitude) {}

double WorldMap::aspect() { return halfWidth / halfHeight; }

Point WorldMap::project(double eastOfCentre, double latitude) const {
  Point on = equalEarth(eastOfCentre, latitude);
  return {box.x + box.width / 2 * (1 + on.x / halfWidth),
          box.y + box.height / 2 * (1 - on.y / halfHeight)};
}

double WorldMap::fromCentre(double longitude) const {
  return std::remainder(longitude - centre, 360.0);
}

Line WorldMap::edge() const {
  Line line;
  for (double latitude = -90; latitude <= 90; ++latitude)
    line.push_back(project(-180, latitude));
  for (double latitude = 90; latitude >= -90; --latitude)
    line.push_back(project(180, latitude));
  return line;
}

void WorldMap::drawGround(Colour colour) { picture.fill(edge(), colour); }

/// The corners with longitudes that do not jump. A cell around a pole goes along the
/// whole of the pole, too.
static std::vector<Place> unrolled(const std::vector<Place> &corners) {
  std::vector<Place> result = corners;
  for (std::size_t n = 1; n < corners.size(); ++n) {
    double step = std::remainder(corners[n].longitude - corners[n - 1].longitude, 360);
    result[n].longitude = result[n - 1].longitude + step;
  }
  const double before = result.back().longitude, first = result.front().longitude;
  const double closed = before + std::remainder(first - before, 360);
  if (std::fabs(closed - first) > 180) {
    const double pole = std::copysign(90.0, corners.front().latitude);
    result.push_back({closed, corners.front().latitude});
    result.push_back({closed, pole});
    result.push_back({first, pole});
  }
  return result;
}

void WorldMap::drawCell(const std::vector<Place> &corners, Colour colour) {
  std::vector<Place> places = unrolled(corners);
  const double turn = fromCentre(places.front().longitude) - places.front().longitude;
  double west = 360, east = -360;
  for (Place &place : places) {
    place.longitude += turn;
    west = std::min(west, place.longitude);
    east = std::max(east, place.longitude);
  }
  auto draw = [&](double shift) {
    Line polygon;
    for (const Place &place : places)
      polygon.push_back(project(place.longitude + shift, place.latitude));
    picture.fill(polygon, colour);
  };
  if (west >= -180 && east <= 180)
    return draw(0);
  picture.clip(edge());
  for (double shift : {0.0, 360.0, -360.0})
    if (west + shift < 180 && east + shift > -180)
      draw(shift);
  picture.unclip();
}

void WorldMap::drawEdge(Place from, Place to, const Pen &pen) {
  double west = fromCentre(from.longitude), east = fromCentre(to.longitude);
  if (std::fabs(east - west) < 180) // else it crosses the map's edge
    picture.stroke({project(west, from.latitude), project(east, to.latitude)}, pen);
}

void WorldMap::drawGraticule() {
  const Pen thin{.colour = ink, .width = 0.6, .opacity = 0.35};
  for (double latitude = -60; latitude <= 60; latitude += 30) {
    picture.stroke({project(-180, latitude), project(180, latitude)}, thin);
    Point end = project(-180, latitude);
    picture.text({end.x - 6, end.y + 4}, latitudeText(latitude), {.size = 11, .colour = faintInk},
                 Anchor::Right);
  }
  for (double longitude = -180; longitude < 180; longitude += 30) {
    double east = fromCentre(longitude);
    if (std::fabs(east) > 179.9)
      continue;
    Line meridian;
    for (double latitude = -90; latitude <= 90; latitude += 2)
      meridian.push_back(project(east, latitude));
    picture.stroke(meridian, thin);
    if (std::fabs(east) < 130)
      picture.text({meridian.front().x, meridian.front().y + 16}, longitudeText(longitude),
                   {.size = 11, .colour = faintInk}, Anchor::Middle);
  }
  picture.stroke(edge(), {}, true);
}

} // namespace drawing
