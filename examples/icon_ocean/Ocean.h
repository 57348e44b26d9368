//===- Ocean.h - Salinity on a mesh, from and to netCDF ---------*- C++ -*-===//
//
// The files of the example: the model's output comes in, the mesh and what was
// computed on it go out.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_ICON_OCEAN_OCEAN_H
#define EXAMPLES_ICON_OCEAN_OCEAN_H

#include "Mesh.h"

#include <gtjit/gtjit.h>
#include <gtjit/netcdf.h>

#include <filesystem>

namespace icon {

inline const gtjit::Dimension Cell("Cell");

/// Fields are over Cell and K, the depth.
struct Ocean {
  Mesh mesh;
  std::vector<double> cornerLongitudes, cornerLatitudes; ///< radians, three a cell
  std::vector<double> depths;                            ///< metres
  gtjit::Storage salinity;                               ///< f64, 0 on land
  gtjit::Storage wet;                                    ///< bool
};

/// Reads a file of the ICON ocean model. Throws gtjit::Error, std::runtime_error.
Ocean readOcean(const std::filesystem::path &file, gtjit::Runtime &runtime);

/// A field over Cell and K, as it is written.
struct Result {
  std::string name, longName, unit;
  gtjit::Storage values;
};
/// Writes results, missing where it is not wet, with the mesh as the UGRID conventions
/// describe it.
void writeOcean(const std::filesystem::path &file, const Ocean &ocean,
                const std::vector<Result> &results);

} // namespace icon

#endif // EXAMPLES_ICON_OCEAN_OCEAN_H
