//===- NetCdfValues.h - The numbers of a netCDF variable --------*- C++ -*-===//
//
// What the attributes of a variable say about its numbers is done here.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_NETCDFVALUES_H
#define GTRUN_NETCDFVALUES_H

#include "gtrun/Array.h"
#include "gtrun/NetCdfFile.h"

namespace gtrun {

/// The first entry and the number of entries in each dimension of a variable.
struct NetCdfPart {
  std::vector<std::size_t> first, size;
};

/// Gives `array`, which has its shape and its origin's variable, type and
/// elements: those of a part, unpacked as the CF conventions say. Missing are
/// values of _FillValue and missing_value and, without _FillValue, the default that
/// libnetcdf fills with, but for bytes and variables that were not filled. They are
/// NaN in floats; throws Fault for them in integers, and for types other than
/// numbers.
void readValues(const NetCdfFile &file, int variable, const NetCdfPart &part, Array &array);

} // namespace gtrun

#endif // GTRUN_NETCDFVALUES_H
