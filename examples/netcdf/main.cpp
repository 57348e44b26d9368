//===- main.cpp - A climatology from netCDF to netCDF ---------------------===//
//
// The listings of docs/NetCDF.md: reads months of air temperature near the
// ground, writes how far July is from January, and reads that back.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>
#include <gtjit/netcdf.h>

#include <iostream>

using namespace gtjit;

namespace {

const char *climatology = "/usr/share/ncarg/data/nug/tas_rectilinear_grid_2D.nc";

void look() {
  // listing: look
  netcdf::Dataset file(climatology);
  for (const netcdf::Variable &variable : file.variables())
    std::cout << variable.describe() << " " << variable.dtype() << " [" << variable.text("units")
              << "]\n";
  // end listing
}

void compare() {
  // listing: read
  netcdf::Dataset file(climatology);
  netcdf::Variable tas = file["tas"];
  Storage january = tas.isel({{"time", 0}}).read({{"lon", I}, {"lat", J}});
  Storage july = tas.isel({{"time", 6}}).read({{"lon", I}, {"lat", J}}, {.halo = {{I, 1}}});
  std::vector<double> lat = file["lat"].values<double>();
  // end listing
  std::cout << "january: " << january.axes() << " of " << january.dtype() << ", " << lat.size()
            << " latitudes from " << lat.front() << " to " << lat.back() << '\n';

  // listing: write
  Storage change = like(january);
  change[whole] = july - january;
  netcdf::write("change.nc",
                {{"change", change, {{"lat", J}, {"lon", I}}, {.attributes = {{"units", "K"}}}},
                 {"lat", lat, {}, {.attributes = {{"units", "degrees_north"}}}}},
                {{"title", "July minus January"}});
  // end listing
  netcdf::Dataset written("change.nc");
  Storage back = written["change"].read({{"lon", I}, {"lat", J}});
  std::cout << written.text("title") << ": " << min(back).item<float>() << " to "
            << max(back).item<float>() << ' ' << written["change"].text("units") << '\n';
}

void refuse() {
  netcdf::Dataset file(climatology);
  try {
    // listing: refuse
    Storage tas = file["tas"].read({{"lon", I}, {"lat", J}});
    // end listing
  } catch (const Error &error) {
    std::cerr << error.what() << '\n';
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--refuse") {
    refuse();
    return 0;
  }
  look();
  compare();
}
