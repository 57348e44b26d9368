//===- KeyWriter.h - Compact unambiguous keys -------------------*- C++ -*-===//
//
// Writes numbers and dimensions into the key of a program. Every record tells
// its own length, so different programs have different keys.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_KEYWRITER_H
#define GTJIT_GRAPH_KEYWRITER_H

#include "gtjit/Dimension.h"
#include "gtjit/detail/Sequence.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace gtjit::detail {

/// Ends the key of a program that is compiled for the check; no record of a key
/// starts with it.
inline constexpr char kCheckRecord = 0x30;
/// Whether the key is of such a program.
inline bool isCheckedKey(std::string_view key) {
  return !key.empty() && key.back() == kCheckRecord;
}

/// Ends the key of a program whose kernels move no more than the caches hold.
inline constexpr char kInCacheRecord = 0x31;

/// Ends the key of a program whose kernels run on a device.
inline constexpr char kDeviceRecord = 0x32;

class KeyWriter {
public:
  explicit KeyWriter(std::string &key) : key(key) {}
  /// Puts what is written into the key.
  void flush() {
    key.append(pending, count);
    count = 0;
  }

  /// Number of an operation, which starts its record; at its first use followed
  /// by its name. Operations are told apart by the place of their names.
  void operation(const std::string_view &name) {
    for (std::size_t n = 0; n < operations.size(); ++n)
      if (operations[n] == &name)
        return byte(kFirstOperation + static_cast<unsigned>(n));
    byte(kFirstOperation + static_cast<unsigned>(operations.size()));
    operations.push_back(&name);
    text(name);
  }
  void text(std::string_view letters) {
    number(letters.size());
    if (letters.size() > sizeof(pending) - count)
      flush();
    if (letters.size() > sizeof(pending)) {
      key.append(letters);
      return;
    }
    std::memcpy(pending + count, letters.data(), letters.size());
    count += static_cast<unsigned>(letters.size());
  }

  void byte(unsigned value) {
    if (count == sizeof(pending))
      flush();
    pending[count++] = static_cast<char>(value);
  }
  /// Seven bits a byte, lowest first.
  void number(std::uint64_t value) {
    while (value >= 0x80) {
      byte(static_cast<unsigned>(value & 0x7f) | 0x80);
      value >>= 7;
    }
    byte(static_cast<unsigned>(value));
  }
  void signedNumber(std::int64_t value) {
    number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
  }
  /// Number of a dimension; at its first use followed by kind and name.
  void dimension(Dimension dim) {
    for (std::size_t n = 0; n < dims.size(); ++n)
      if (dims[n] == dim)
        return number(n);
    number(dims.size());
    dims.push_back(dim);
    byte(static_cast<unsigned>(dim.kind()));
    text(dim.name());
  }

private:
  /// Other records start with smaller numbers.
  static constexpr unsigned kFirstOperation = 0x40;
  std::string &key;
  char pending[256];
  unsigned count = 0;
  Sequence<Dimension, 8> dims;
  Sequence<const std::string_view *, 8> operations;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_KEYWRITER_H
