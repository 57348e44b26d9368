//===- ProgramFile.cpp - Writing and reading whole files ------------------===//
//
// A file appears under its name by a rename when all of it is on the disk.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Program/SavedProgram.h"
#include "gtjit/Types/DraftFile.h"
#include "gtjit/Types/OutputPath.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gtjit::detail {

namespace {

/// An open file; closed at the end.
struct File {
  int handle;
  ~File() {
    if (handle >= 0)
      ::close(handle);
  }
};

[[noreturn]] void fail(const std::string &path, int reason, SourceLine line) {
  throw RuntimeError(line, "load '" + path + "': " + std::strerror(reason));
}

/// 0, or the reason why not all was written to the disk.
int writeAll(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR)
      return errno;
    if (count > 0)
      bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

} // namespace

std::string fileToReplace(const std::string &path, SourceLine line) {
  OutputPath target = outputPath(path);
  if (!target.refusal.empty())
    throw RuntimeError(line, "save '" + path + "': " + target.refusal);
  return target.file;
}

void writeFile(const std::string &path, std::span<const std::uint8_t> bytes, SourceLine line) {
  DraftFile draft;
  std::string refusal = draft.make(path);
  if (refusal.empty()) {
    File file{::open(draft.path().c_str(), O_WRONLY | O_CLOEXEC)};
    int reason = file.handle < 0 ? errno : writeAll(file.handle, bytes);
    refusal = reason == 0 ? draft.commit() : std::strerror(reason);
  }
  if (!refusal.empty())
    throw RuntimeError(line, "save '" + path + "': " + refusal);
}

std::vector<std::uint8_t> readFile(const std::string &path, SourceLine line) {
  File file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status;
  if (file.handle < 0 || ::fstat(file.handle, &status) != 0)
    fail(path, errno, line);
  if (!S_ISREG(status.st_mode))
    throw RuntimeError(line, "load '" + path + "': it is no regular file");
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(status.st_size));
  std::size_t done = 0;
  while (done < bytes.size()) {
    ssize_t count = ::read(file.handle, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR)
      fail(path, errno, line);
    if (count == 0)
      break;
    done += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  bytes.resize(done);
  return bytes;
}

} // namespace gtjit::detail
