//===- CopyFile.cpp - A file like another ---------------------------------===//
//
// Format, dimensions, attributes and variables, as they are stored.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/Output.h"

#include <algorithm>

namespace gtjit::detail {

int creationMode(const NetCdfFile &file, SourceLine line) {
  int format = 0;
  file.check(nc_inq_format(file.id(), &format), "its format", line);
  switch (format) {
  case NC_FORMAT_NETCDF4:
    return NC_NETCDF4;
  case NC_FORMAT_NETCDF4_CLASSIC:
    return NC_NETCDF4 | NC_CLASSIC_MODEL;
  case NC_FORMAT_CDF5:
    return NC_CDF5;
  case NC_FORMAT_64BIT_OFFSET:
    return NC_64BIT_OFFSET;
  default:
    return 0;
  }
}

static void copyDimensions(const NetCdfFile &from, const NetCdfFile &to, SourceLine line) {
  int count = 0, unlimitedCount = 0;
  from.check(nc_inq_ndims(from.id(), &count), "its dimensions", line);
  std::vector<int> unlimited(static_cast<std::size_t>(count));
  from.check(nc_inq_unlimdims(from.id(), &unlimitedCount, unlimited.data()), "its dimensions",
             line);
  unlimited.resize(static_cast<std::size_t>(unlimitedCount));
  for (int dim = 0; dim < count; ++dim) {
    std::string name = from.dimName(dim, line);
    bool grows = std::find(unlimited.begin(), unlimited.end(), dim) != unlimited.end();
    auto length = static_cast<std::size_t>(from.dimSize(dim, line));
    int made = 0;
    to.check(nc_def_dim(to.id(), name.c_str(), grows ? NC_UNLIMITED : length, &made),
             "the dimension '" + name + "'", line);
  }
}

void copyFile(const NetCdfFile &from, const NetCdfFile &to, SourceLine line) {
  int groups = 0;
  if (nc_inq_grps(from.id(), &groups, nullptr) == NC_NOERR && groups > 0)
    throw NotImplementedError(line, from.message("it has groups, which are not copied"));
  copyDimensions(from, to, line);
  for (std::size_t n = 0; n < from.attributeCount(NC_GLOBAL, line); ++n) {
    std::string name = from.attributeName(NC_GLOBAL, n, line);
    to.check(nc_copy_att(from.id(), NC_GLOBAL, name.c_str(), to.id(), NC_GLOBAL), name, line);
  }
  to.check(nc_enddef(to.id()), "its header", line);
  for (int variable : from.variables(line))
    to.check(nc_copy_var(from.id(), variable, to.id()),
             "the variable '" + from.variableName(variable, line) + "'", line);
}

} // namespace gtjit::detail
