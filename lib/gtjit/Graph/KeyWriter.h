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
#include <string>

namespace gtjit::detail {

class KeyWriter {
public:
  explicit KeyWriter(std::string &key) : key(key) {}

  void byte(unsigned value) { key.push_back(static_cast<char>(value)); }
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
    number(dim.name().size());
    key.append(dim.name());
  }

private:
  std::string &key;
  Sequence<Dimension, 8> dims;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_KEYWRITER_H
