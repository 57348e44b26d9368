//===- Float16.h - Floats of two bytes --------------------------*- C++ -*-===//
//
// The C++ types of the elements f16 (IEEE 754 binary16) and bf16 (the upper
// half of an f32). They are for memory: C++ computes with them as float.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_FLOAT16_H
#define GTJIT_FLOAT16_H

#include <concepts>
#include <cstdint>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
/// Bits of the float with a sign, `Exponent` and `Mantissa` bits that is nearest
/// to `value`, ties to even; too large is an infinity, NaN stays NaN. Integer
/// operations only: whatever the rounding mode is, and denormals are kept.
template <int Exponent, int Mantissa> constexpr std::uint16_t roundedBits(double value) {
  constexpr std::uint64_t hidden = std::uint64_t(1) << 52;
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  constexpr std::uint64_t infinityBits = ((std::uint64_t(1) << Exponent) - 1) << Mantissa;
  std::uint64_t bits = __builtin_bit_cast(std::uint64_t, value);
  std::uint64_t sign = bits >> 63 << (Exponent + Mantissa);
  std::uint64_t mantissa = bits & (hidden - 1);
  int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  if (exponent == 1024) // an infinity, or a NaN whose upper bits stay
    return static_cast<std::uint16_t>(
        sign | infinityBits |
        (mantissa ? mantissa >> (52 - Mantissa) | std::uint64_t(1) << (Mantissa - 1) : 0));
  if (exponent < 1 - bias - Mantissa - 1)
    return static_cast<std::uint16_t>(sign); // below half of the least denormal
  bool normal = exponent >= 1 - bias;
  int dropped = 52 - Mantissa + (normal ? 0 : 1 - bias - exponent);
  std::uint64_t all = mantissa | hidden, kept = all >> dropped;
  std::uint64_t rest = all & ((std::uint64_t(1) << dropped) - 1);
  std::uint64_t half = std::uint64_t(1) << (dropped - 1);
  kept += rest > half || (rest == half && kept % 2 == 1);
  if (normal) // `kept` has the hidden bit, which adds 1 to the exponent
    kept += static_cast<std::uint64_t>(exponent + bias - 1) << Mantissa;
  return static_cast<std::uint16_t>(sign | (kept < infinityBits ? kept : infinityBits));
}

constexpr float halfValue(std::uint16_t bits) {
  std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
  std::uint32_t exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff;
  std::uint32_t magnitude = 0;
  if (exponent == 0) // zero or a denormal: mantissa * 2^-24
    magnitude = __builtin_bit_cast(std::uint32_t, static_cast<float>(mantissa) * 0x1p-24f);
  else
    magnitude = (exponent == 31 ? 0xff : exponent + 112) << 23 | mantissa << 13;
  return __builtin_bit_cast(float, sign | magnitude);
}
} // namespace detail

struct BFloat16;

/// IEEE 754 binary16: 11 bits of precision, greatest finite value 65504.
/// Conversions from wider floats round once, to nearest even; integers become
/// float first.
struct Float16 {
  std::uint16_t bits;
  Float16() = default;
  template <std::floating_point T>
  explicit constexpr Float16(T value)
      : bits(detail::roundedBits<5, 10>(static_cast<double>(value))) {}
  template <std::integral T>
  explicit constexpr Float16(T value) : Float16(static_cast<float>(value)) {}
  explicit constexpr Float16(BFloat16 value);
  static constexpr Float16 fromBits(std::uint16_t bits) {
    Float16 value(0.0f);
    value.bits = bits;
    return value;
  }
  constexpr operator float() const { return detail::halfValue(bits); }
};

/// The upper 16 bits of an f32: 8 bits of precision, f32's range. Conversions
/// as Float16's.
struct BFloat16 {
  std::uint16_t bits;
  BFloat16() = default;
  template <std::floating_point T>
  explicit constexpr BFloat16(T value)
      : bits(detail::roundedBits<8, 7>(static_cast<double>(value))) {}
  template <std::integral T>
  explicit constexpr BFloat16(T value) : BFloat16(static_cast<float>(value)) {}
  explicit constexpr BFloat16(Float16 value) : BFloat16(static_cast<float>(value)) {}
  static constexpr BFloat16 fromBits(std::uint16_t bits) {
    BFloat16 value(0.0f);
    value.bits = bits;
    return value;
  }
  constexpr operator float() const {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  }
};

constexpr Float16::Float16(BFloat16 value) : Float16(static_cast<float>(value)) {}

template <class T>
concept TwoByteFloat = std::same_as<T, Float16> || std::same_as<T, BFloat16>;

// C++ arithmetic is float's. Said here, since numbers become fields, too.
template <TwoByteFloat T> constexpr float operator+(T a) { return static_cast<float>(a); }
template <TwoByteFloat T> constexpr float operator-(T a) { return -static_cast<float>(a); }
#define GTJIT_TWO_BYTE_FLOATS(RESULT, OPERATOR)                                                    \
  template <TwoByteFloat A, TwoByteFloat B> constexpr RESULT operator OPERATOR(A a, B b) {         \
    return static_cast<float>(a) OPERATOR static_cast<float>(b);                                   \
  }
GTJIT_TWO_BYTE_FLOATS(float, +)
GTJIT_TWO_BYTE_FLOATS(float, -)
GTJIT_TWO_BYTE_FLOATS(float, *)
GTJIT_TWO_BYTE_FLOATS(float, /)
GTJIT_TWO_BYTE_FLOATS(bool, ==)
GTJIT_TWO_BYTE_FLOATS(bool, !=)
GTJIT_TWO_BYTE_FLOATS(bool, <)
GTJIT_TWO_BYTE_FLOATS(bool, <=)
GTJIT_TWO_BYTE_FLOATS(bool, >)
GTJIT_TWO_BYTE_FLOATS(bool, >=)
#undef GTJIT_TWO_BYTE_FLOATS
/// `a = a + b`, computed as C++ computes it and rounded once.
#define GTJIT_TWO_BYTE_FLOATS(OPERATOR)                                                            \
  template <TwoByteFloat A, class B>                                                               \
    requires(std::integral<B> || std::floating_point<B> || TwoByteFloat<B>)                        \
  constexpr A &operator OPERATOR## = (A & a, B b) {                                                \
    return a = A(a OPERATOR b);                                                                    \
  }
GTJIT_TWO_BYTE_FLOATS(+)
GTJIT_TWO_BYTE_FLOATS(-)
GTJIT_TWO_BYTE_FLOATS(*)
GTJIT_TWO_BYTE_FLOATS(/)
#undef GTJIT_TWO_BYTE_FLOATS

} // namespace gtjit

#include "gtjit/detail/TwoByteFloats.h"

#endif // GTJIT_FLOAT16_H
