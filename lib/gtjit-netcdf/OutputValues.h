//===- OutputValues.h - Values on their way into a file ---------*- C++ -*-===//
//
// Storages and arrays in the order of a file's dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_NETCDF_OUTPUTVALUES_H
#define GTJIT_NETCDF_OUTPUTVALUES_H

#include "gtjit-netcdf/File.h"

namespace gtjit::detail {

/// Elements with the last dimension contiguous, and what the dimensions are
/// called in the file.
struct NetCdfValues {
  struct Dim {
    std::string name;
    std::int64_t size;
  };
  std::string name; ///< of the variable
  DType type = F64;
  std::vector<Dim> dims;
  std::size_t count = 0;
  const std::byte *first = nullptr; ///< in `own`, or an array of somebody
  std::vector<std::byte> own;

  /// Makes `own` the place of the elements, to be changed.
  void ownElements();
};

/// The elements of `values` as `dims` names them; see netcdf::Output::add().
/// Throws ValueError, DTypeError and KeyError with messages of `file`.
NetCdfValues valuesToWrite(const NetCdfFile &file, std::string_view name, const ArrayData &values,
                           const netcdf::DimNames &dims, SourceLine line);

/// Replaces NaN, if there is one among floats, by `fill`; false if there is none.
bool replaceMissing(NetCdfValues &values, double fill);
bool hasNaN(const NetCdfValues &values);

} // namespace gtjit::detail

#endif // GTJIT_NETCDF_OUTPUTVALUES_H
