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
  enum class Format { Unknown, Npy, NetCdf };
  std::string path, variable;
  Format format = Format::Unknown;
  bool isNetCdf() const { return format == Format::NetCdf; }
};

/// "FILE" or "FILE:VARIABLE", where the longest name of a file that is there is
/// one; of a format that its content tells.
FileName inputFile(const std::string &text);
/// Throws Fault for a file that is not there, or is of no known format, or is no
/// netCDF file and has a variable named.
void checkInput(const FileName &file);

/// "FILE.npy", "FILE.nc" or "FILE.nc:VARIABLE"; netCDF files may end in .nc4, .cdf
/// and .NC, too.
FileName outputFile(const std::string &text);

} // namespace gtrun

#endif // GTRUN_FILENAME_H
