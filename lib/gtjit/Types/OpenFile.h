//===- OpenFile.h - A file of the system, open ------------------*- C++ -*-===//
//
// Reads and writes all of it, however often the system interrupts.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_OPENFILE_H
#define GTJIT_TYPES_OPENFILE_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <sys/types.h>
#include <vector>

namespace gtjit::detail {

/// Closed at the end.
class OpenFile {
public:
  /// As open(2), and closed in programs that this one runs.
  OpenFile(const char *path, int flags, mode_t mode = 0);
  ~OpenFile();
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  int handle; ///< negative if it cannot be opened; errno tells why

  /// Puts what follows, `size` bytes or what there is of them, into `bytes`.
  /// Returns 0 or the reason why not, and so does writeAll.
  int readAll(std::size_t size, std::vector<std::uint8_t> &bytes) const;
  int writeAll(std::span<const std::uint8_t> bytes) const;
};

} // namespace gtjit::detail

#endif // GTJIT_TYPES_OPENFILE_H
