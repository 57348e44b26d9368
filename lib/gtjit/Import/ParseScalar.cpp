//===- ParseScalar.cpp - Numbers from text --------------------------------===//
//
// A number in the type that a program gives it, rounded once, never wrapped.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Import/GraphImport.h"
#include "gtjit/Storage/Constant.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>

namespace gtjit::detail {

/// All of `text` as a number of type T.
template <class T, class... Format>
static bool parseAll(std::string_view text, T &value, Format... format) {
  if (text.starts_with('+') && !text.starts_with("+-"))
    text.remove_prefix(1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
  return error == std::errc() && end == text.data() + text.size();
}

template <class T> static bool parseBits(std::string_view text, std::uint64_t &bits) {
  T value{};
  if (!parseAll(text, value))
    return false;
  bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return true;
}

/// "bits:0x3f80": the element itself.
static bool parseRaw(std::string_view text, DType type, std::uint64_t &bits) {
  if (!text.starts_with("0x") || !parseAll(text.substr(2), bits, 16))
    return false;
  return itemsize(type) >= 8 || bits >> (8 * itemsize(type)) == 0;
}

static bool parseInteger(std::string_view text, DType type, std::uint64_t &bits) {
  switch (itemsize(type) * 2 + !isUnsigned(type)) {
  case 2:
    return parseBits<std::uint8_t>(text, bits);
  case 3:
    return parseBits<std::int8_t>(text, bits);
  case 4:
    return parseBits<std::uint16_t>(text, bits);
  case 5:
    return parseBits<std::int16_t>(text, bits);
  case 8:
    return parseBits<std::uint32_t>(text, bits);
  case 9:
    return parseBits<std::int32_t>(text, bits);
  case 16:
    return parseBits<std::uint64_t>(text, bits);
  default:
    return parseBits<std::int64_t>(text, bits);
  }
}

bool parseScalar(std::string_view text, DType type, std::uint64_t &bits) {
  if (text.starts_with("bits:"))
    return parseRaw(text.substr(5), type, bits);
  if (type == DType::Bool) {
    bits = text == "true" || text == "1";
    return bits || text == "false" || text == "0";
  }
  if (isInteger(type))
    return parseInteger(text, type, bits);
  if (type == DType::F32)
    return parseBits<float>(text, bits);
  double value = 0;
  if (!isFloat(type) || !parseAll(text, value))
    return false;
  bits = 0;
  std::memcpy(&bits, elementBytes(FillValue(value), type, {}).data, itemsize(type));
  return true;
}

} // namespace gtjit::detail
