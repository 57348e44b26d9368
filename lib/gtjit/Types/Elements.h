//===- Elements.h - Values in memory by element type ------------*- C++ -*-===//
//
// From an element type at run time to a C++ type, and how one value is read,
// written and converted. The only list of all element types as C++ types.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_ELEMENTS_H
#define GTJIT_TYPES_ELEMENTS_H

#include "gtjit/DType.h"

#include <complex>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

namespace gtjit::detail {

template <class T>
concept Real = std::integral<T> || std::floating_point<T> || TwoByteFloat<T>;

/// Calls `function` with a null pointer to the C++ type of `dtype`.
template <class Function> auto withType(DType dtype, Function function) {
  switch (dtype) {
  case DType::Bool:
    return function(static_cast<bool *>(nullptr));
  case DType::I8:
    return function(static_cast<std::int8_t *>(nullptr));
  case DType::I16:
    return function(static_cast<std::int16_t *>(nullptr));
  case DType::I32:
    return function(static_cast<std::int32_t *>(nullptr));
  case DType::I64:
    return function(static_cast<std::int64_t *>(nullptr));
  case DType::U8:
    return function(static_cast<std::uint8_t *>(nullptr));
  case DType::U16:
    return function(static_cast<std::uint16_t *>(nullptr));
  case DType::U32:
    return function(static_cast<std::uint32_t *>(nullptr));
  case DType::U64:
    return function(static_cast<std::uint64_t *>(nullptr));
  case DType::F16:
    return function(static_cast<Float16 *>(nullptr));
  case DType::BF16:
    return function(static_cast<BFloat16 *>(nullptr));
  case DType::F32:
    return function(static_cast<float *>(nullptr));
  case DType::F64:
    return function(static_cast<double *>(nullptr));
  case DType::C64:
    return function(static_cast<std::complex<float> *>(nullptr));
  case DType::C128:
    break;
  }
  return function(static_cast<std::complex<double> *>(nullptr));
}

/// A value in memory; any non-zero byte is the bool true.
template <class T> T loadValue(const std::byte *from) {
  if constexpr (std::is_same_v<T, bool>) {
    return *from != std::byte{0};
  } else {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
  }
}
/// Stores a value; bools as 0 or 1.
template <class T> void storeValue(std::byte *to, T value) {
  if constexpr (std::is_same_v<T, bool>)
    *to = value ? std::byte{1} : std::byte{0};
  else
    std::memcpy(to, &value, sizeof(T));
}

/// Truncates toward zero and saturates; NaN gives 0.
template <std::integral To, std::floating_point From> constexpr To saturate(From x) {
  // The power of 2 after the greatest integer is exact in every float type.
  constexpr From limit = static_cast<From>(std::numeric_limits<To>::max() / 2 + 1) * 2;
  constexpr From least = static_cast<From>(std::numeric_limits<To>::min());
  if (!(x == x))
    return 0;
  if (x >= limit)
    return std::numeric_limits<To>::max();
  if (x < least)
    return std::numeric_limits<To>::min();
  return static_cast<To>(x);
}

/// A value converted as astype does: integers wrap, floats round once to
/// nearest even, float to integer saturates; to bool: different from zero (NaN
/// is true). Floats of two bytes go through float, but for f64 that becomes
/// one. Complex values become complex alone; real ones become any type.
template <class To, class From> constexpr To convertValue(From x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (!Real<From>) // complex to complex
    return To(static_cast<typename To::value_type>(x.real()),
              static_cast<typename To::value_type>(x.imag()));
  else if constexpr (!Real<To>)
    return To(convertValue<typename To::value_type>(x));
  else if constexpr (TwoByteFloat<From>)
    return convertValue<To>(static_cast<float>(x));
  else if constexpr (std::is_same_v<To, bool>)
    return x != From(0);
  else if constexpr (std::integral<To> && std::floating_point<From>)
    return saturate<To>(x);
  else
    return static_cast<To>(x);
}

} // namespace gtjit::detail

#endif // GTJIT_TYPES_ELEMENTS_H
