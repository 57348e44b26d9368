//===- ProgramFile.cpp - Writing and reading whole files ------------------===//
//
// A file appears under its name by a rename when all of it is on the disk.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Program/SavedProgram.h"
#include "gtjit/Types/DraftFile.h"
#include "gtjit/Types/OpenFile.h"
#include "gtjit/Types/OutputPath.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gtjit::detail {

namespace {

[[noreturn]] void fail(const std::string &path, int reason, SourceLine line) {
  throw RuntimeError(line, "load '" + path + "': " + std::strerror(reason));
}

/// 0, or the reason why not all was written to the disk.
int writeToDisk(const OpenFile &file, std::span<const std::uint8_t> bytes) {
  if (file.handle < 0)
    return errno;
  if (int reason = file.writeAll(bytes))
    return reason;
  return ::fsync(file.handle) == 0 ? 0 : errno;
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
    int reason = writeToDisk(OpenFile(draft.path().c_str(), O_WRONLY), bytes);
    refusal = reason == 0 ? draft.commit() : std::strerror(reason);
  }
  if (!refusal.empty())
    throw RuntimeError(line, "save '" + path + "': " + refusal);
}

std::vector<std::uint8_t> readFile(const std::string &path, SourceLine line) {
  OpenFile file(path.c_str(), O_RDONLY);
  struct stat status;
  if (file.handle < 0 || ::fstat(file.handle, &status) != 0)
    fail(path, errno, line);
  if (!S_ISREG(status.st_mode))
    throw RuntimeError(line, "load '" + path + "': it is no regular file");
  std::vector<std::uint8_t> bytes;
  if (int reason = file.readAll(static_cast<std::size_t>(status.st_size), bytes))
    fail(path, reason, line);
  return bytes;
}

} // namespace gtjit::detail
