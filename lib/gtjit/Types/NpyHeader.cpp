//===- NpyHeader.cpp - Headers of NumPy's array files ---------------------===//
//
// numpy.lib.format, version 1.0.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/NpyHeader.h"

namespace gtjit::detail {

std::string npyTypeText(DType type) {
  std::string_view own = name(type);
  if (own == "bf16")
    return "<V2";
  std::size_t bytes = itemsize(type);
  return (bytes == 1 ? "|" : "<") + std::string(1, own.front()) + std::to_string(bytes);
}

std::string npyHeader(DType type, std::span<const std::int64_t> shape) {
  std::string text = "{'descr': '" + npyTypeText(type) + "', 'fortran_order': False, 'shape': (";
  for (std::int64_t extent : shape)
    text += std::to_string(extent) + ", ";
  if (shape.size() == 1)
    text.pop_back(); // "(3,)"
  else if (!shape.empty())
    text.resize(text.size() - 2);
  text += "), }";
  constexpr std::size_t start = 10;
  text.append((64 - (start + text.size() + 1) % 64) % 64, ' ');
  text += '\n';
  std::string head("\x93NUMPY\x01\x00", 8);
  head += static_cast<char>(text.size() & 0xff);
  head += static_cast<char>(text.size() >> 8);
  return head + text;
}

} // namespace gtjit::detail
