//===- Bytes.h - Numbers and text as bytes ----------------------*- C++ -*-===//
//
// Writes and reads the parts of files that gtjit writes for itself. A reader never leaves its
// bytes: what does not fit makes it fail, and from then on it gives zeros.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_BYTES_H
#define GTJIT_TYPES_BYTES_H

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gtjit::detail {

class ByteWriter {
public:
  std::vector<std::uint8_t> bytes;

  void raw(const void *from, std::size_t count) {
    const auto *first = static_cast<const std::uint8_t *>(from);
    bytes.insert(bytes.end(), first, first + count);
  }
  /// Eight bytes, lowest first.
  void number(std::uint64_t value) { raw(&value, sizeof(value)); }
  void signedNumber(std::int64_t value) { raw(&value, sizeof(value)); }
  void text(std::string_view value) {
    number(value.size());
    raw(value.data(), value.size());
  }
  /// Zeros up to a multiple of 16.
  void align() { bytes.resize((bytes.size() + 15) / 16 * 16); }
};

class ByteReader {
public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes(bytes) {}
  bool failed() const { return bad; }
  void fail() { bad = true; }
  bool atEnd() const { return next == bytes.size(); }

  /// The next bytes; none if there are not so many.
  std::span<const std::uint8_t> raw(std::uint64_t count) {
    if (bad || count > bytes.size() - next) {
      bad = true;
      return {};
    }
    auto part = bytes.subspan(next, static_cast<std::size_t>(count));
    next += part.size();
    return part;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    if (auto part = raw(sizeof(value)); !part.empty())
      std::memcpy(&value, part.data(), sizeof(value));
    return value;
  }
  std::int64_t signedNumber() { return static_cast<std::int64_t>(number()); }
  /// A number below `limit`; 0 and a failure for any other.
  std::uint64_t below(std::uint64_t limit) {
    std::uint64_t value = number();
    if (value < limit)
      return value;
    bad = true;
    return 0;
  }
  /// How many things follow, each of at least eight bytes.
  std::uint64_t count() { return below((bytes.size() - next) / 8 + 1); }
  std::string text() {
    auto part = raw(number());
    return {reinterpret_cast<const char *>(part.data()), part.size()};
  }
  void align() { raw((16 - next % 16) % 16); }
  /// All that was not read.
  std::span<const std::uint8_t> rest() { return raw(bytes.size() - next); }

private:
  std::span<const std::uint8_t> bytes;
  std::size_t next = 0;
  bool bad = false;
};

} // namespace gtjit::detail

#endif // GTJIT_TYPES_BYTES_H
