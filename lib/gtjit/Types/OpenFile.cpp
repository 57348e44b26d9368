//===- OpenFile.cpp - A file of the system, open --------------------------===//

#include "gtjit/Types/OpenFile.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace gtjit::detail {

OpenFile::OpenFile(const char *path, int flags, mode_t mode)
    : handle(::open(path, flags | O_CLOEXEC, mode)) {}

OpenFile::~OpenFile() {
  if (handle >= 0)
    ::close(handle);
}

int OpenFile::readAll(std::size_t size, std::vector<std::uint8_t> &bytes) const {
  bytes.resize(size);
  std::size_t done = 0;
  int reason = 0;
  while (done < size) {
    ssize_t count = ::read(handle, bytes.data() + done, size - done);
    if (count < 0 && errno == EINTR)
      continue;
    reason = count < 0 ? errno : 0;
    if (count <= 0)
      break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return reason;
}

int OpenFile::writeAll(std::span<const std::uint8_t> bytes) const {
  while (!bytes.empty()) {
    ssize_t count = ::write(handle, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR)
      return errno;
    if (count > 0)
      bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

} // namespace gtjit::detail
