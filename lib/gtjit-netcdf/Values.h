//===- Values.h - The numbers of a netCDF variable --------------*- C++ -*-===//
//
// What the attributes of a variable say about its numbers is done here.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_NETCDF_VALUES_H
#define GTJIT_NETCDF_VALUES_H

#include "gtjit-netcdf/File.h"

namespace gtjit::detail {

/// The entries of each dimension, as libnetcdf takes them.
struct NetCdfPart {
  std::vector<std::size_t> first, count;
  std::vector<std::ptrdiff_t> step;
  explicit NetCdfPart(const NetCdfVariable &variable);
  /// Number of elements; throws MemoryError where there is no such number.
  std::size_t size(SourceLine line) const;
};

/// scale_factor and add_offset; false if there is neither.
bool isPacked(const NetCdfFile &file, int variable, double &scale, double &offset);
/// The type of unpacked values. Throws DTypeError for types other than numbers.
DType valueType(const NetCdfVariable &variable, SourceLine line);

/// How values are read.
struct NetCdfReading {
  DType type = F64;
  /// What missing values become in integers, where they are no error.
  Optional<std::int64_t> missing = {};
};
/// Values in the file's order, unpacked as the CF conventions say and converted as
/// astype converts. Missing are values of _FillValue and missing_value and,
/// without _FillValue, the default that libnetcdf fills with, but for bytes and
/// variables that were not filled. They are NaN in floats; throws ValueError for
/// them in integers.
void readValues(const NetCdfVariable &variable, const NetCdfReading &how, void *values,
                SourceLine line);

/// The value that the file has where there is none: _FillValue, missing_value or
/// libnetcdf's default, where that is read as missing.
Optional<double> fillValue(const NetCdfFile &file, int variable, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_NETCDF_VALUES_H
