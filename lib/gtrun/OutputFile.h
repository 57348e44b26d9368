//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Results are written beside their place and moved there when all are whole.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_OUTPUTFILE_H
#define GTRUN_OUTPUTFILE_H

#include "gtjit/Types/DraftFile.h"
#include "gtrun/Options.h"

#include <string>
#include <vector>

namespace gtrun {

/// Throws Fault for a file that --out names twice, unless it is netCDF; for one that
/// the run reads, unless it is an array alone; for a folder, a device or a pipe;
/// for one whose ending tells no format.
/// Spellings of one netCDF file become one.
void checkOutputs(Options &options);

/// The files of one run. What is not committed is removed.
class OutputFiles {
public:
  /// The file to write instead of `path`, in the folder of what links lead to.
  /// Throws Fault if it cannot be made.
  std::string add(const std::string &path);
  /// Moves every file to its place. Throws Fault.
  void commit();

private:
  struct File {
    gtjit::detail::DraftFile draft;
    std::string path;
  };
  std::vector<File> files;
};

} // namespace gtrun

#endif // GTRUN_OUTPUTFILE_H
