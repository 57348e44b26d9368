//===- SurfaceHeight.cpp - Reading and writing surface height -------------===//
//
// Finds the variable, its coordinates and its missing values; writes a copy with
// other heights.
//
//===----------------------------------------------------------------------===//
#include "SurfaceHeight.h"

#include <gtjit/netcdf.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace netcdf = gtjit::netcdf;

namespace orography {

namespace {

std::runtime_error fault(const netcdf::Dataset &file, const std::string &what) {
  return std::runtime_error("'" + file.path() + "': " + what);
}

netcdf::Variable findHeight(const netcdf::Dataset &file, const std::string &name) {
  if (!name.empty())
    return file[name];
  for (const netcdf::Variable &variable : file.variables())
    if (variable.text("standard_name") == "surface_altitude")
      return variable;
  throw fault(file, "it has no variable with the standard_name 'surface_altitude'");
}

/// Extents of the last two dimensions; all before them must be 1.
void readShape(const netcdf::Dataset &file, const netcdf::Variable &variable,
               SurfaceHeight &height) {
  std::vector<std::int64_t> shape = variable.shape();
  if (shape.size() < 2)
    throw fault(file, variable.describe() + ": expected at least 2 dimensions");
  height.nx = static_cast<std::size_t>(shape.back());
  height.ny = static_cast<std::size_t>(shape[shape.size() - 2]);
  if (static_cast<std::size_t>(variable.size()) != height.nx * height.ny)
    throw fault(file, variable.describe() + ": expected one entry in all dimensions but the last "
                                            "two");
  if (height.nx < 4 || height.ny < 4)
    throw fault(file, variable.describe() + ": expected at least 4 x 4 points");
}

void findMissing(const netcdf::Dataset &file, SurfaceHeight &height) {
  height.missing.assign(height.values.size(), 0);
  for (std::size_t p = 0; p < height.values.size(); ++p) {
    bool isMissing = !std::isfinite(height.values[p]);
    height.missing[p] = isMissing;
    height.missingCount += isMissing;
    if (isMissing)
      height.values[p] = 0.0;
  }
  if (height.missingCount == height.values.size())
    throw fault(file, "'" + height.variable + "' has no value at all");
}

/// Values per point of a coordinate with these `units`: given per point, or
/// per row or column on a grid of latitudes and longitudes.
std::vector<double> readCoordinate(const netcdf::Dataset &file, const SurfaceHeight &height,
                                   const std::string &units) {
  bool perRow = units == "degrees_north";
  const auto nx = static_cast<std::int64_t>(height.nx), ny = static_cast<std::int64_t>(height.ny);
  for (const netcdf::Variable &variable : file.variables()) {
    std::vector<std::int64_t> shape = variable.shape();
    if (variable.text("units") != units)
      continue;
    if (shape == std::vector{ny, nx})
      return variable.values<double>();
    if (shape != std::vector{perRow ? ny : nx})
      continue;
    std::vector<double> line = variable.values<double>(), all;
    for (std::size_t j = 0; j < height.ny; ++j)
      for (std::size_t i = 0; i < height.nx; ++i)
        all.push_back(line[perRow ? j : i]);
    return all;
  }
  return {};
}

/// How the rows and columns lie, told from the coordinates in the middle.
void orient(SurfaceHeight &height) {
  if (height.latitude.empty() || height.longitude.empty())
    return;
  const std::size_t middle = height.ny / 2 * height.nx + height.nx / 2;
  height.northward = height.latitude[middle + height.nx] > height.latitude[middle];
  double eastwards = std::remainder(height.longitude[middle + 1] - height.longitude[middle], 360.0);
  height.eastward = eastwards > 0;
}

} // namespace

SurfaceHeight readSurfaceHeight(const std::filesystem::path &path, const std::string &name) {
  netcdf::Dataset file(path.string());
  netcdf::Variable variable = findHeight(file, name);
  SurfaceHeight height;
  height.variable = variable.name();
  height.longName = variable.text("long_name");
  if (height.longName.empty())
    height.longName = height.variable;
  if (std::string units = variable.text("units"); units != "m")
    throw fault(file, "'" + height.variable + "' is in '" + units + "', expected 'm'");
  readShape(file, variable, height);
  height.values = variable.values<double>();
  findMissing(file, height);
  height.latitude = readCoordinate(file, height, "degrees_north");
  height.longitude = readCoordinate(file, height, "degrees_east");
  orient(height);
  return height;
}

// listing: copy
void writeSurfaceHeight(const std::filesystem::path &path, const std::filesystem::path &source,
                        const SurfaceHeight &height, const std::vector<double> &values,
                        const std::string &history) {
  netcdf::Dataset original(source.string());
  netcdf::Variable variable = original[height.variable];
  std::vector<double> marked = values; // NaN where the file has no value
  for (std::size_t p = 0; p < marked.size(); ++p)
    if (height.missing[p])
      marked[p] = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::string> dims = variable.dims();
  std::vector<std::int64_t> shape = variable.shape();
  netcdf::Output copy(path.string(), {.like = &original});
  copy.set(variable.name(), gtjit::ArrayData(marked.data(), gtjit::Extents(shape)),
           {dims.begin(), dims.end()});
  std::string before = original.text("history");
  copy.attribute({"history", before.empty() ? history : history + "\n" + before});
  copy.close();
}
// end listing

} // namespace orography
