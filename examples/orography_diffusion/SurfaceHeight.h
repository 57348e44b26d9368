//===- SurfaceHeight.h - Reading and writing surface height -----*- C++ -*-===//
//
// The files of the example: a surface height with its coordinates comes in, and
// goes out in a copy of the file it came from. Knows nothing of fields.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_OROGRAPHY_DIFFUSION_SURFACEHEIGHT_H
#define EXAMPLES_OROGRAPHY_DIFFUSION_SURFACEHEIGHT_H

#include <filesystem>
#include <string>
#include <vector>

namespace orography {

/// A field on a horizontal grid; the point (i, j) is element j * nx + i, with
/// i along the variable's last dimension.
struct SurfaceHeight {
  std::string variable; ///< its name in the file
  std::string longName;
  std::size_t nx = 0, ny = 0;
  std::vector<double> values; ///< metres; 0 where missing
  std::vector<char> missing;  ///< 1 where the file has no value
  std::size_t missingCount = 0;
  std::vector<double> latitude;  ///< degrees north per point; empty if the file has none
  std::vector<double> longitude; ///< degrees east per point
  bool northward = true;         ///< j grows northwards
  bool eastward = true;          ///< i grows eastwards
};

/// Reads `variable`, or the one whose standard_name is surface_altitude if
/// the name is empty. Leading dimensions must have one entry. Throws
/// gtjit::Error or std::runtime_error that names the file and what is wrong with it.
SurfaceHeight readSurfaceHeight(const std::filesystem::path &file, const std::string &variable);

/// Writes a copy of `source` (dimensions, attributes, every variable) with
/// `values` in place of the height read from it, and `history` added to the
/// global attribute of that name. The file appears whole or not at all.
/// Throws gtjit::Error.
void writeSurfaceHeight(const std::filesystem::path &file, const std::filesystem::path &source,
                        const SurfaceHeight &height, const std::vector<double> &values,
                        const std::string &history);

} // namespace orography

#endif // EXAMPLES_OROGRAPHY_DIFFUSION_SURFACEHEIGHT_H
