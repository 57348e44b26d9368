//===- main.cpp - Columns of a climate model ------------------------------===//
//
// Reads temperatures on pressure levels, integrates the hydrostatic equation, diffuses
// heat between the levels, checks both, and writes and draws the result.
//
//===----------------------------------------------------------------------===//
#include "Column.h"
#include "Section.h"

#include <gtjit/netcdf.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>

using namespace gtjit;
using namespace column;

namespace {

struct Options {
  std::string input = "/usr/share/ncarg/data/nug/rectilinear_grid_3D.nc";
  std::string output = "column";
  double diffusivity = 5; ///< m2/s
  double days = 1;
};

struct Atmosphere {
  Storage temperature, pressure;
  std::vector<double> latitudes, longitudes;
  std::int64_t levels;
};

Atmosphere read(const std::string &path) {
  netcdf::Dataset file(path);
  Atmosphere air;
  air.temperature = file["t"].read({{"lon", I}, {"lat", J}, {"lev", K}}, {.dtype = F64});
  air.pressure = file["lev"].read({{"lev", K}}, {.dtype = F64});
  air.latitudes = file["lat"].values<double>();
  air.longitudes = file["lon"].values<double>();
  air.levels = air.pressure.compute_domain()[K].size();
  return air;
}

/// Tells what a check found; false if it is not as it should be.
bool check(bool good, const std::string &what) {
  std::cout << (good ? "" : "ERROR: ") << what << '\n';
  return good;
}

/// Air of one temperature has heights that a formula gives.
bool checkHeights(const Atmosphere &air) {
  Field p = air.pressure;
  Field exact = 287.05 / 9.80665 * 260.0 * log(p[{K(0)}] / p);
  double worst = max(abs(heightOf(broadcast(260.0, {K}), p) - exact)).item<double>();
  return check(worst < 1e-9, "heights of air of one temperature are exact");
}

/// Diffusion moves heat and makes none, and evens out.
bool checkDiffusion(const Atmosphere &air, const Storage &height, const Storage &after) {
  Field depth = thicknessOf(height, air.levels);
  Field before = sum(depth * air.temperature, {K}), left = sum(depth * after, {K});
  double lost = max(abs(left / before - 1.0)).item<double>();
  Field spread = max(Field(air.temperature), {K}) - min(Field(air.temperature), {K});
  Field spreadAfter = max(Field(after), {K}) - min(Field(after), {K});
  bool good = check(lost < 1e-13, "diffusion keeps the heat of every column");
  return good & check(all(spreadAfter < spread).item<bool>(), "every column has evened out");
}

std::int64_t levelOf(const Atmosphere &air, double pressure) {
  return argmin(abs(air.pressure - pressure), K).item<std::int64_t>();
}

int run(const Options &options) {
  Atmosphere air = read(options.input);
  Domain grid = air.temperature.compute_domain();
  std::cout << air.longitudes.size() << " x " << air.latitudes.size() << " columns of "
            << air.levels << " levels\n";

  // listing: steps
  Storage height = zeros<double>(grid, {.halo = {{K, 1}}}), after = zeros<double>(grid);
  height[interior] = heightOf(air.temperature, air.pressure);
  fillHalo(height, extend(K));
  after[whole] =
      diffuse(air.temperature, height, options.diffusivity, 86400 * options.days, air.levels);
  // end listing

  bool good = checkHeights(air) & checkDiffusion(air, height, after);
  Field middle = Field(height)[{K(levelOf(air, 50000))}];
  std::cout << "500 hPa lie " << std::lround(min(middle).item<double>()) << " to "
            << std::lround(max(middle).item<double>()) << " m above 1000 hPa\n";

  const std::filesystem::path folder = options.output;
  std::filesystem::create_directories(folder);
  netcdf::DimNames names = {{"lev", K}, {"lat", J}, {"lon", I}};
  netcdf::write((folder / "column.nc").string(),
                {{"zg", height, names, {.attributes = {{"units", "m"}}}},
                 {"t", after, names, {.attributes = {{"units", "K"}}}},
                 {"lev", air.pressure, {{"lev", K}}, {.attributes = {{"units", "Pa"}}}},
                 {"lat", air.latitudes, {}, {.attributes = {{"units", "degrees_north"}}}},
                 {"lon", air.longitudes, {}, {.attributes = {{"units", "degrees_east"}}}}},
                {{"title", "Heights of pressure levels, and temperature after diffusion"}});

  auto greenwich =
      std::min_element(air.longitudes.begin(), air.longitudes.end(), [](auto a, auto b) {
        return std::fabs(std::remainder(a, 360.0)) < std::fabs(std::remainder(b, 360.0));
      });
  auto meridian = [at = greenwich - air.longitudes.begin()](const Field &field) {
    return eval(field[{I(at)}]);
  };
  drawSection(
      folder / "section.png", "A day of vertical diffusion", air.latitudes,
      meridian(Field(height)[{K(0, air.levels)}]),
      {{"Temperature", meridian(air.temperature),
        drawing::evenly(190, 310, {0x313695, 0x74ADD1, 0xE0F3F8, 0xFEE090, 0xF46D43, 0xA50026}),
        20},
       {"Change in " + std::to_string(std::lround(24 * options.days)) + " hours",
        meridian(Field(after) - air.temperature), drawing::differences(2), 1}});
  std::cout << "wrote column.nc and section.png in " << folder.string() << '\n';
  return good ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Integrates and diffuses along the columns of a climate model's atmosphere.");
  app.add_option("-i,--input", options.input, "netCDF file with t(lev, lat, lon)")
      ->capture_default_str();
  app.add_option("-o,--output", options.output, "folder for the results")->capture_default_str();
  app.add_option("--diffusivity", options.diffusivity, "m2/s")->capture_default_str();
  app.add_option("--days", options.days, "length of the step")->capture_default_str();
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
