//===- OutputPath.h - Where a written file appears --------------*- C++ -*-===//
//
// Files are replaced by a rename; this says what may be replaced.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_OUTPUTPATH_H
#define GTJIT_TYPES_OUTPUTPATH_H

#include <string>

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// Where a file that the user calls by some path appears.
struct OutputPath {
  /// Absolute; behind all links, also those to what does not exist: a rename onto
  /// it leaves links in place. Two names of one file have the same.
  std::string file;
  /// Why nothing can be put there, for a message; empty if something can be.
  std::string refusal;
};

/// Follows links. Folders, devices, pipes and sockets are refused: a rename would
/// put a file in their place.
OutputPath outputPath(const std::string &path);

} // namespace detail
} // namespace gtjit

#endif // GTJIT_TYPES_OUTPUTPATH_H
