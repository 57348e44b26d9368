//===- DraftFile.cpp - A file that is not yet in its place ----------------===//
//
// A temporary name and a rename.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/DraftFile.h"

#include "gtjit/Types/OutputPath.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
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

/// Opens a file that is not there, under a name that no other process or thread
/// takes; -1 if that cannot be. The system gives it the user's usual mode.
static int openFresh(const std::string &place, std::string &name) {
  static std::atomic<unsigned> serial{0};
  int handle = -1;
  do {
    name = place + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(++serial);
    handle = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (handle < 0 && errno == EEXIST);
  return handle;
}

std::string DraftFile::make(const std::string &path) {
  OutputPath place = outputPath(path);
  if (!place.refusal.empty())
    return place.refusal;
  std::string name;
  int handle = openFresh(place.file, name);
  if (handle < 0)
    return std::strerror(errno);
  ::close(handle);
  draft = std::move(name); // no memory is needed: the file would stay
  target = std::move(place.file);
  return {};
}

std::string DraftFile::commit() {
  if (std::rename(draft.c_str(), target.c_str()) != 0)
    return std::strerror(errno);
  draft.clear();
  return {};
}

} // namespace gtjit::detail
