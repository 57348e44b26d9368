//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Results are written beside their place and moved there when all are whole.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_OUTPUTFILE_H
#define GTRUN_OUTPUTFILE_H

#include <string>
#include <vector>

namespace gtrun {

/// The files of one run. What is not committed is removed.
class OutputFiles {
public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles &) = delete;
  ~OutputFiles();
  /// The file to write instead of `path`, in the same folder. Throws Fault if it
  /// cannot be made.
  std::string add(const std::string &path);
  /// Moves every file to its place. Throws Fault.
  void commit();

private:
  struct File {
    std::string temporary, path;
  };
  std::vector<File> files;
};

} // namespace gtrun

#endif // GTRUN_OUTPUTFILE_H
