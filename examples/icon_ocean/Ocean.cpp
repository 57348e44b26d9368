//===- Ocean.cpp - Salinity on a mesh, from and to netCDF -----------------===//
//
// Coordinates are radians in the model's files and degrees in UGRID's.
//
//===----------------------------------------------------------------------===//
#include "Ocean.h"

#include <cmath>
#include <numbers>

using namespace gtjit;

namespace icon {

static std::vector<Position> positions(const std::vector<double> &longitudes,
                                       const std::vector<double> &latitudes) {
  std::vector<Position> result;
  for (std::size_t n = 0; n < longitudes.size(); ++n)
    result.push_back(positionOf(longitudes[n], latitudes[n]));
  return result;
}

// listing: read
Ocean readOcean(const std::filesystem::path &path, Runtime &runtime) {
  netcdf::Dataset file(path.string());
  Ocean ocean;
  ocean.cornerLongitudes = file["clon_vertices"].values<double>();
  ocean.cornerLatitudes = file["clat_vertices"].values<double>();
  ocean.mesh = connect(positions(ocean.cornerLongitudes, ocean.cornerLatitudes),
                       positions(file["clon"].values<double>(), file["clat"].values<double>()));
  ocean.depths = file["depth"].values<double>();
  const netcdf::DimNames dims = {{"ncells", Cell}, {"depth", K}};
  ocean.salinity = file["S"].read(dims, {.dtype = F64, .runtime = &runtime});
  ocean.wet = file["wet_c"].read(dims, {.dtype = Bool, .runtime = &runtime});
  return ocean;
}
// end listing

/// A table as an array of integers.
template <std::size_t Size>
static ArrayData table(const std::vector<std::array<std::int32_t, Size>> &rows) {
  return ArrayData(rows.front().data(), {rows.size(), Size});
}

static std::vector<double> degrees(const std::vector<Position> &points, bool isLatitude) {
  std::vector<double> result;
  for (const Position &at : points)
    result.push_back(180 / std::numbers::pi *
                     (isLatitude ? std::asin(at.z) : std::atan2(at.y, at.x)));
  return result;
}

void writeOcean(const std::filesystem::path &path, const Ocean &ocean,
                const std::vector<Result> &results) {
  const Mesh &mesh = ocean.mesh;
  netcdf::Output out(path.string(), {.attributes = {{"Conventions", "CF-1.8 UGRID-1.0"}}});
  const netcdf::VariableOptions index{.attributes = {{"start_index", 0}}, .fill = -1.0};
  auto addPlaces = [&](const std::string &what, const std::string &dim,
                       const std::vector<Position> &points) {
    out.add(what + "_lon", degrees(points, false), {dim},
            {.attributes = {{"standard_name", "longitude"}, {"units", "degrees_east"}}});
    out.add(what + "_lat", degrees(points, true), {dim},
            {.attributes = {{"standard_name", "latitude"}, {"units", "degrees_north"}}});
  };
  out.add("mesh", ArrayData(&mesh.vertexCells.front()[5], Extents(detail::Items<std::int64_t>())),
          {},
          {.attributes = {{"cf_role", "mesh_topology"},
                          {"topology_dimension", 2},
                          {"node_coordinates", "vertex_lon vertex_lat"},
                          {"face_coordinates", "cell_lon cell_lat"},
                          {"face_node_connectivity", "cell_vertices"},
                          {"edge_node_connectivity", "edge_vertices"},
                          {"face_edge_connectivity", "cell_edges"},
                          {"edge_face_connectivity", "edge_cells"}}});
  addPlaces("vertex", "vertex", mesh.vertices);
  addPlaces("cell", "cell", mesh.centres);
  out.add("cell_vertices", table(mesh.cellVertices), {"cell", "three"}, index);
  out.add("cell_edges", table(mesh.cellEdges), {"cell", "three"}, index);
  out.add("cell_cells", table(mesh.cellCells), {"cell", "three"}, index);
  out.add("edge_vertices", table(mesh.edgeVertices), {"edge", "two"}, index);
  out.add("edge_cells", table(mesh.edgeCells), {"edge", "two"}, index);
  out.add("vertex_cells", table(mesh.vertexCells), {"vertex", "six"}, index);
  out.add("vertex_edges", table(mesh.vertexEdges), {"vertex", "six"}, index);
  out.add("depth", ocean.depths, {}, {.attributes = {{"units", "m"}, {"positive", "down"}}});
  for (const Result &result : results) {
    Storage masked = like(result.values);
    masked[whole] = where(ocean.wet, result.values, NAN);
    out.add(result.name, masked, {{"depth", K}, {"cell", Cell}},
            {.attributes = {{"long_name", result.longName},
                            {"units", result.unit},
                            {"mesh", "mesh"},
                            {"location", "face"}}});
  }
  out.close();
}

} // namespace icon
