//===- main.cpp - Salinity on the mesh of an ocean model ------------------===//
//
// Reads the output of the ICON ocean model, finds who is whose neighbour on its
// triangular mesh, checks that, and draws and writes the salinity.
//
//===----------------------------------------------------------------------===//
#include "OceanMap.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <iomanip>
#include <iostream>
#include <numbers>

using namespace gtjit;
using namespace icon;

namespace {

struct Options {
  std::string input = "/usr/share/ncarg/data/nug/triangular_grid_ICON.nc";
  std::string output = "icon_ocean";
};

/// Tells what a check found; false if it is not as it should be.
bool check(bool good, const std::string &what) {
  std::cout << (good ? "" : "ERROR: ") << what << '\n';
  return good;
}

bool checkMesh(const Mesh &mesh) {
  double area = 0;
  for (double cell : mesh.cellAreas)
    area += cell;
  std::cout << mesh.cellCount() << " cells, " << mesh.edgeCount() << " edges, "
            << mesh.vertexCount() << " vertices\n";
  bool good = check(mesh.eulerCharacteristic() == 2,
                    "Euler characteristic " + std::to_string(mesh.eulerCharacteristic()));
  good &= check(mesh.pentagonCount() == 12, std::to_string(mesh.pentagonCount()) +
                                                " vertices have five neighbours, all others six");
  return good &
         check(std::fabs(area / (4 * std::numbers::pi) - 1) < 1e-12, "the cells cover the sphere");
}

/// The tables in the file are those of the mesh, with -1 for no neighbour.
bool checkFile(const std::filesystem::path &path, const Mesh &mesh) {
  Storage table = netcdf::open(path.string())["vertex_cells"].readIndices();
  auto rows = table.read<std::int32_t>();
  bool same = true;
  for (std::size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex)
    for (std::size_t k = 0; k < 6; ++k)
      same &= rows(vertex, k) == mesh.vertexCells[vertex][k];
  return check(same, "tables are read back as they were written");
}

/// Mean over the wet area of each depth.
Field meanSalinity(const Ocean &ocean) {
  Storage area =
      storage(ArrayData(ocean.mesh.cellAreas.data(), {ocean.mesh.cellCount()}), {.dims = {Cell}});
  Field part = where(ocean.wet, area, 0.0);
  return sum(part * ocean.salinity, Cell) / sum(part, Cell);
}

int run(const Options &options) {
  Ocean ocean = readOcean(options.input);
  bool good = checkMesh(ocean.mesh);
  const std::filesystem::path folder = options.output;
  std::filesystem::create_directories(folder);
  writeOcean(folder / "mesh.nc", ocean);
  good &= checkFile(folder / "mesh.nc", ocean.mesh);
  Storage mean = zeros<double>(K(0, static_cast<std::int64_t>(ocean.depths.size())));
  mean[whole] = meanSalinity(ocean);
  auto means = mean.read<double>();
  std::cout << std::fixed << std::setprecision(3);
  for (std::size_t level = 0; level < ocean.depths.size(); ++level)
    std::cout << "mean salinity at " << std::lround(ocean.depths[level]) << " m: " << means(level)
              << " psu\n";
  drawOcean(folder / "salinity.png", ocean, ocean.salinity, 0,
            {"Salinity of the ocean", "ICON ocean model, 20480 triangles, at a depth of 10 m",
             "psu", drawing::haline(31, 38), 1});
  std::cout << "wrote mesh.nc and salinity.png in " << folder.string() << '\n';
  return good ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Draws the salinity of an ocean model on its triangular mesh.");
  app.add_option("-i,--input", options.input, "netCDF file of the ICON ocean")
      ->capture_default_str();
  app.add_option("-o,--output", options.output, "folder for the results")->capture_default_str();
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 1;
  } catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}
