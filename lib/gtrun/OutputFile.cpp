//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// A temporary name that nobody else has, and a rename.
//
//===----------------------------------------------------------------------===//
#include "gtrun/OutputFile.h"

#include "gtrun/Fault.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace gtrun {

OutputFiles::~OutputFiles() {
  for (const File &file : files)
    ::unlink(file.temporary.c_str());
}

/// What the user's files get: mkstemp is for the owner alone.
static mode_t usualMode() {
  mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::string OutputFiles::add(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw Fault("'" + path + "': cannot be written: it is a folder");
  std::string name = path + ".part-XXXXXX";
  int handle = ::mkstemp(name.data());
  if (handle < 0)
    throw Fault("'" + path + "': cannot be written: " + std::strerror(errno));
  files.push_back({name, path});
  ::fchmod(handle, usualMode());
  ::close(handle);
  return name;
}

void OutputFiles::commit() {
  while (!files.empty()) {
    const File &file = files.back();
    if (std::rename(file.temporary.c_str(), file.path.c_str()) != 0)
      throw Fault("'" + file.path + "': cannot be written: " + std::strerror(errno));
    files.pop_back();
  }
}

} // namespace gtrun
