//===- NetCdf.cpp - Reading surface height --------------------------------===//
//
// Finds the variable, its coordinates and its missing values, and unpacks
// scale_factor and add_offset.
//
//===----------------------------------------------------------------------===//
#include "NetCdf.h"
#include "NetCdfFile.h"

#include <cmath>

namespace orography {

namespace {

int findHeight(const NetCdfFile &file, const std::string &name) {
  if (!name.empty())
    return file.variable(name);
  int count = 0;
  file.check(nc_inq_nvars(file.id(), &count), "its variables");
  for (int variable = 0; variable < count; ++variable)
    if (file.text(variable, "standard_name") == "surface_altitude")
      return variable;
  throw file.error("it has no variable with the standard_name 'surface_altitude'");
}

/// Extents of the last two dimensions; all before them must be 1.
void readShape(const NetCdfFile &file, int variable, SurfaceHeight &height) {
  std::vector<std::size_t> shape = file.shape(variable);
  if (shape.size() < 2)
    throw file.error("'" + height.variable + "' has " + std::to_string(shape.size()) +
                     " dimensions, expected at least 2");
  for (std::size_t d = 0; d + 2 < shape.size(); ++d)
    if (shape[d] != 1)
      throw file.error("'" + height.variable + "' has " + std::to_string(shape[d]) +
                       " entries in dimension " + std::to_string(d) + ", expected 1");
  height.ny = shape[shape.size() - 2];
  height.nx = shape.back();
  if (height.nx < 4 || height.ny < 4)
    throw file.error("'" + height.variable + "' has " + std::to_string(height.nx) + " x " +
                     std::to_string(height.ny) + " points, expected at least 4 x 4");
}

void unpack(const NetCdfFile &file, int variable, SurfaceHeight &height) {
  const double scale = file.number(variable, "scale_factor", 1.0);
  const double offset = file.number(variable, "add_offset", 0.0);
  const double fill = file.number(variable, "_FillValue", file.defaultFill(variable));
  const double missing = file.number(variable, "missing_value", fill);
  height.missing.assign(height.values.size(), 0);
  for (std::size_t p = 0; p < height.values.size(); ++p) {
    double &value = height.values[p];
    bool isMissing = value == fill || value == missing || !std::isfinite(value);
    height.missing[p] = isMissing;
    height.missingCount += isMissing;
    value = isMissing ? 0.0 : value * scale + offset;
  }
  if (height.missingCount == height.values.size())
    throw file.error("'" + height.variable + "' has no value at all");
}

/// Values per point of a coordinate with these `units`: given per point, or
/// per row or column on a grid of latitudes and longitudes.
std::vector<double> readCoordinate(const NetCdfFile &file, const SurfaceHeight &height,
                                   const std::string &units) {
  int count = 0;
  file.check(nc_inq_nvars(file.id(), &count), "its variables");
  for (int variable = 0; variable < count; ++variable) {
    if (file.text(variable, "units") != units)
      continue;
    std::vector<std::size_t> shape = file.shape(variable);
    if (shape == std::vector{height.ny, height.nx})
      return file.values(variable);
    bool perRow = units == "degrees_north";
    if (shape != std::vector{perRow ? height.ny : height.nx})
      continue;
    std::vector<double> line = file.values(variable), all;
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

SurfaceHeight readSurfaceHeight(const std::filesystem::path &path, const std::string &variable) {
  NetCdfFile file = NetCdfFile::open(path);
  int id = findHeight(file, variable);
  SurfaceHeight height;
  height.variable = file.name(id);
  height.longName = file.text(id, "long_name");
  if (height.longName.empty())
    height.longName = height.variable;
  if (std::string units = file.text(id, "units"); units != "m")
    throw file.error("'" + height.variable + "' is in '" + units + "', expected 'm'");
  readShape(file, id, height);
  height.values = file.values(id);
  unpack(file, id, height);
  height.latitude = readCoordinate(file, height, "degrees_north");
  height.longitude = readCoordinate(file, height, "degrees_east");
  orient(height);
  return height;
}

void writeSurfaceHeight(const std::filesystem::path &path, const std::filesystem::path &source,
                        const SurfaceHeight &height, const std::vector<double> &values,
                        const std::string &history) {
  NetCdfFile original = NetCdfFile::open(source);
  NetCdfFile copy = NetCdfFile::createLike(original, path, history);
  int id = copy.variable(height.variable);
  const double scale = copy.number(id, "scale_factor", 1.0);
  const double offset = copy.number(id, "add_offset", 0.0);
  const double fill =
      copy.number(id, "_FillValue", copy.number(id, "missing_value", copy.defaultFill(id)));
  std::vector<double> packed(values.size());
  for (std::size_t p = 0; p < values.size(); ++p) {
    double stored = (values[p] - offset) / scale;
    packed[p] = height.missing[p] ? fill : copy.isInteger(id) ? std::nearbyint(stored) : stored;
  }
  copy.check(nc_put_var_double(copy.id(), id, packed.data()), "the values of " + height.variable);
  copy.commit();
}

} // namespace orography
