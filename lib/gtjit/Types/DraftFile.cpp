//===- DraftFile.cpp - A file that is not yet in its place ----------------===//
//
// A temporary name and a rename.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/DraftFile.h"

#include "gtjit/Types/OutputPath.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace gtjit::detail {

DraftFile::DraftFile(DraftFile &&other) noexcept
    : draft(std::exchange(other.draft, {})), target(std::exchange(other.target, {})) {}

DraftFile &DraftFile::operator=(DraftFile &&other) noexcept {
  draft.swap(other.draft);
  target.swap(other.target);
  return *this;
}

DraftFile::~DraftFile() {
  if (!draft.empty())
    ::unlink(draft.c_str());
}

/// What the user's files get: mkstemp is for the owner alone.
static mode_t usualMode() {
  mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::string DraftFile::make(const std::string &path) {
  OutputPath place = outputPath(path);
  if (!place.refusal.empty())
    return place.refusal;
  std::string name = place.file + ".part-XXXXXX";
  int handle = ::mkstemp(name.data());
  if (handle < 0)
    return std::strerror(errno);
  ::fchmod(handle, usualMode());
  ::close(handle);
  draft = name;
  target = place.file;
  return {};
}

std::string DraftFile::commit() {
  if (std::rename(draft.c_str(), target.c_str()) != 0)
    return std::strerror(errno);
  draft.clear();
  return {};
}

} // namespace gtjit::detail
