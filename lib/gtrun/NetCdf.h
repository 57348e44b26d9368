//===- NetCdf.h - Variables of netCDF files ---------------------*- C++ -*-===//
//
// Reading the values of a variable; writing results with the dimensions and
// coordinates of the files that the inputs came from. What is in a file is
// libgtjit-netcdf's; here is which of it is meant, in a process of its own.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_NETCDF_H
#define GTRUN_NETCDF_H

#include "gtrun/Array.h"
#include "gtrun/Options.h"

#include <optional>

namespace gtrun {

/// Reads the variable that `file` names, or the only one with `rank`
/// dimensions that is no coordinate: the entries that `index` gives of some
/// dimensions, counted from the end if negative. If more than `rank` dimensions are
/// left, leading ones of one entry are left out, then all of one entry if `rank`
/// remain. Values are those of
/// netcdf::Variable::load. Throws Fault.
Array readNetCdf(const FileName &file, std::size_t rank, const DimList &index);

/// A dimension of a result, and the part of a file's dimension that it is.
struct NetCdfAxis {
  std::string name;
  std::int64_t size = 0;
  std::string source;     ///< a file with coordinates along it, or empty
  std::int64_t first = 0; ///< its first entry there
};
/// A result. The coordinates and the grid mapping that the variable `source`
/// names go along; with `sameQuantity` its other attributes, too.
struct NetCdfResult {
  std::string name;
  Array array;
  std::vector<NetCdfAxis> axes; ///< leading ones of size 1 have no axis in the array
  std::string sourceFile, sourceVariable;
  bool sameQuantity = false;
};
/// Writes `draft`, which messages call `shown`, with all results and the
/// coordinates that the sources have of their axes. Throws Fault, also for types
/// that netCDF lacks.
void writeNetCdf(const std::string &draft, const std::string &shown,
                 const std::vector<NetCdfResult> &results);

} // namespace gtrun

#endif // GTRUN_NETCDF_H
