//===- FileName.h - Files of arrays as options name them --------*- C++ -*-===//
//
// Where the name of a file ends and that of a variable begins, and which of the
// two formats a file has: by its content when it is read, by its ending when it
// is written.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_FILENAME_H
#define GTRUN_FILENAME_H

#include <string>

namespace gtrun {

/// A file, and the variable in it if it is netCDF and one is named.
struct FileName {
  std::string path, variable;
  bool isNetCdf = false;
};

/// "FILE" or "FILE:VARIABLE" of a file that is there. Throws Fault for one that
/// is not, or is neither netCDF nor .npy.
FileName inputFile(const std::string &text);

/// "FILE.npy", "FILE.nc" or "FILE.nc:VARIABLE"; netCDF files may end in .nc4, .cdf
/// and .NC, too. Throws Fault for another ending.
FileName outputFile(const std::string &text);

} // namespace gtrun

#endif // GTRUN_FILENAME_H
