//===- main.cpp - Salinity on the mesh of an ocean model ------------------===//
//
// Reads the output of the ICON ocean model, finds who is whose neighbour on its
// triangular mesh, computes how salinity changes from cell to cell, checks all of
// it, and draws and writes the results.
//
//===----------------------------------------------------------------------===//
#include "OceanMap.h"
#include "Operators.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <numbers>
#include <sstream>

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

/// Of a linear function of position the gradient along an edge is known. The difference
/// of two values is too small by the ratio of chord and arc, 1 - arc^2 / 24.
bool checkGradient(Runtime &runtime, const Operators &operators, const Mesh &mesh) {
  constexpr double earthRadius = 6.371e6;
  std::vector<double> heights;
  for (const Position &centre : mesh.centres)
    heights.push_back(earthRadius * centre.z);
  Storage height = storage(ArrayData(heights), {.dims = {Cell}, .runtime = &runtime});
  Storage wet = full<bool>({Cell(0, height.shape()[0])}, true, {.runtime = &runtime});
  Storage slopes =
      empty<double>({Edge(0, static_cast<std::int64_t>(mesh.edgeCount()))}, {.runtime = &runtime});
  slopes[whole] = operators.gradient(height, wet);
  auto slope = slopes.read<double>();
  double worst = 0, longest = 0;
  for (std::size_t edge = 0; edge < mesh.edgeCount(); ++edge) {
    const Position &a = mesh.centres[static_cast<std::size_t>(mesh.edgeCells[edge][0])];
    const Position &b = mesh.centres[static_cast<std::size_t>(mesh.edgeCells[edge][1])];
    const double chord = std::hypot(b.x - a.x, b.y - a.y, b.z - a.z);
    worst = std::max(worst, std::fabs(slope(edge) - (b.z - a.z) / chord));
    longest = std::max(longest, mesh.dualLengths[edge]);
  }
  std::ostringstream what;
  what << "the gradient of a linear function is exact to " << std::scientific
       << std::setprecision(1) << worst << ", second order allows " << longest * longest / 24;
  return check(worst <= longest * longest / 24, what.str());
}

/// Everything that is computed of the salinity.
struct Outcome {
  Storage means;      ///< over K
  Storage fronts;     ///< the steepest gradient at a cell, psu per 100 km
  Storage divergence; ///< of the gradient
  Storage smoothed;
  double integral; ///< of the divergence, over the integral of its size
};

Outcome compute(Runtime &runtime, const Ocean &ocean, const Operators &operators) {
  const Field salt = ocean.salinity, wet = ocean.wet;
  Outcome outcome{
      empty<double>(K(0, static_cast<std::int64_t>(ocean.depths.size())), {.runtime = &runtime}),
      like(ocean.salinity), like(ocean.salinity), like(ocean.salinity), 0};
  // listing: compute
  Field gradient = operators.gradient(salt, wet);
  Field divergence = operators.divergence(gradient);
  outcome.fronts[whole] = 1e5 * operators.greatest(gradient);
  outcome.divergence[whole] = divergence;
  outcome.smoothed[whole] = operators.smoothed(salt, wet);
  outcome.means[whole] =
      operators.integral(where(wet, salt, 0.0)) / operators.integral(astype(wet, F64));
  Field lost = sum(operators.integral(divergence));
  Field moved = sum(operators.integral(abs(divergence)));
  outcome.integral = lost.item<double>() / moved.item<double>();
  // end listing
  return outcome;
}

std::vector<double> valuesOf(const Storage &storage) {
  auto view = storage.read<double>();
  std::vector<double> values;
  for (std::int64_t i = 0; i < view.shape()[0]; ++i)
    if (view.ndim() == 1)
      values.push_back(view(i));
    else
      for (std::int64_t j = 0; j < view.shape()[1]; ++j)
        values.push_back(view(i, j));
  return values;
}

bool sameBits(const Storage &a, const Storage &b) {
  std::vector<double> left = valuesOf(a), right = valuesOf(b);
  return left.size() == right.size() &&
         std::memcmp(left.data(), right.data(), left.size() * sizeof(double)) == 0;
}

bool checkReference(const Options &options, const Outcome &outcome) {
  Runtime runtime({.reference = true});
  Ocean ocean = readOcean(options.input, runtime);
  Operators operators(runtime, ocean.mesh);
  Outcome expected = compute(runtime, ocean, operators);
  bool same = outcome.integral == expected.integral && sameBits(outcome.means, expected.means) &&
              sameBits(outcome.fronts, expected.fronts) &&
              sameBits(outcome.divergence, expected.divergence) &&
              sameBits(outcome.smoothed, expected.smoothed);
  return check(same, "all fields equal the reference evaluator's bit for bit");
}

bool checkOutcome(const Ocean &ocean, const Outcome &outcome) {
  std::ostringstream lost;
  lost << "the integral of the divergence is " << std::scientific << std::setprecision(1)
       << outcome.integral << " of what flows";
  bool good = check(std::fabs(outcome.integral) < 1e-12, lost.str());
  const Field wet = ocean.wet, before = ocean.salinity, after = outcome.smoothed;
  auto least = [&](const Field &field) { return min(where(wet, field, 99.0)).item<double>(); };
  good &= check(least(after) >= least(before) &&
                    max(after).item<double>() <= max(before).item<double>(),
                "smoothing makes no extremes");
  auto means = outcome.means.read<double>();
  std::cout << std::fixed << std::setprecision(3);
  for (std::size_t level = 0; level < ocean.depths.size(); ++level)
    std::cout << "mean salinity at " << std::lround(ocean.depths[level]) << " m: " << means(level)
              << " psu\n";
  return good;
}

void draw(const std::filesystem::path &folder, const Ocean &ocean, const Outcome &outcome) {
  const std::string model = "ICON ocean model, 20480 triangles, at a depth of 10 m";
  drawOcean(folder / "salinity.png", ocean, ocean.salinity, 0,
            {"Salinity of the ocean", model, "psu", drawing::haline(31, 38), 1});
  drawOcean(folder / "fronts.png", ocean, outcome.fronts, 0,
            {"Salinity fronts", model + ": the steepest change from a cell to a neighbour",
             "psu per 100 km", drawing::fronts(0, 0.5), 0.1});
}

int run(const Options &options) {
  Runtime runtime;
  Ocean ocean = readOcean(options.input, runtime);
  bool good = checkMesh(ocean.mesh);
  Operators operators(runtime, ocean.mesh);
  good &= checkGradient(runtime, operators, ocean.mesh);
  Outcome outcome = compute(runtime, ocean, operators);
  good &= checkOutcome(ocean, outcome);
  good &= checkReference(options, outcome);
  const std::filesystem::path folder = options.output;
  std::filesystem::create_directories(folder);
  writeOcean(folder / "ocean.nc", ocean,
             {{"salinity", "salinity", "psu", ocean.salinity},
              {"smoothed", "salinity, smoothed", "psu", outcome.smoothed},
              {"fronts", "steepest gradient of salinity", "psu/(100 km)", outcome.fronts},
              {"laplacian", "divergence of the gradient", "psu/m2", outcome.divergence}});
  good &= checkFile(folder / "ocean.nc", ocean.mesh);
  draw(folder, ocean, outcome);
  std::cout << "wrote ocean.nc, salinity.png and fronts.png in " << folder.string() << '\n';
  return good ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Computes how the salinity of an ocean model changes on its triangular mesh.");
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
