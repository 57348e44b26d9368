//===- Output.h - A netCDF file while it is written -------------*- C++ -*-===//
//
// What netcdf::Output holds: the open file, and where it goes.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_NETCDF_OUTPUT_H
#define GTJIT_NETCDF_OUTPUT_H

#include "gtjit-netcdf/OutputValues.h"

#include "gtjit/Types/DraftFile.h"

#include <optional>

namespace gtjit::detail {

struct NetCdfOutput {
  DraftFile draft; ///< not made where the file is written in its place
  std::optional<NetCdfFile> file;

  const NetCdfFile &open(SourceLine line) const;
  /// The dimension of this name, made if there is none; throws ValueError if it has
  /// another size.
  int dimension(const std::string &name, std::int64_t size, SourceLine line);
  /// Throws ValueError if there is one of that name.
  int define(const std::string &name, nc_type type, const std::vector<int> &dims, SourceLine line);
  /// Files of the classic formats are either defined or written.
  void startDefining() const { nc_redef(file->id()); }
  void startWriting() const { nc_enddef(file->id()); }
};

/// Fills an empty file with what another one has. Throws NotImplementedError for
/// groups.
void copyFile(const NetCdfFile &from, const NetCdfFile &to, SourceLine line);
/// The format of a file, for one that is to be like it.
int creationMode(const NetCdfFile &file, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_NETCDF_OUTPUT_H
