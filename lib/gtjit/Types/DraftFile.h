//===- DraftFile.h - A file that is not yet in its place --------*- C++ -*-===//
//
// Files that appear whole: written beside their place under a name that nobody
// else has, then moved there.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_DRAFTFILE_H
#define GTJIT_TYPES_DRAFTFILE_H

#include <string>

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// An empty file in the folder where the one that the user calls by some path
/// appears, behind all links. Removed unless it is moved to its place.
class DraftFile {
public:
  DraftFile() = default;
  DraftFile(DraftFile &&other) noexcept;
  DraftFile &operator=(DraftFile &&other) noexcept;
  ~DraftFile();
  /// Makes the file. Returns why it cannot be made, or nothing.
  std::string make(const std::string &path);
  /// The file to write.
  const std::string &path() const { return draft; }
  /// Moves the file to its place. Returns why it cannot be moved, or nothing.
  std::string commit();

private:
  std::string draft, target;
};

} // namespace detail
} // namespace gtjit

#endif // GTJIT_TYPES_DRAFTFILE_H
