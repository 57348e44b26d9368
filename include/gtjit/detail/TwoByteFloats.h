//===- TwoByteFloats.h - What <limits> says of them -------------*- C++ -*-===//
//
// std::numeric_limits and std::hash of Float16 and BFloat16. Included by
// Float16.h.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DETAIL_TWOBYTEFLOATS_H
#define GTJIT_DETAIL_TWOBYTEFLOATS_H

#include "gtjit/Float16.h"

#include <limits>
#include <string_view> // declares std::hash

namespace gtjit::detail {
/// Limits of a float with a sign, `Exponent` and `Mantissa` bits. The numbers of
/// decimal digits are the type's own.
template <class T, int Exponent, int Mantissa> struct TwoByteLimits {
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2;
  static constexpr int digits = Mantissa + 1;
  static constexpr int max_exponent = 1 << (Exponent - 1);
  static constexpr int min_exponent = 3 - max_exponent;

  static constexpr T min() noexcept { return withExponent(1); }
  static constexpr T max() noexcept { return T::fromBits(kInfinity - 1); }
  static constexpr T lowest() noexcept { return T::fromBits(0x8000 | (kInfinity - 1)); }
  static constexpr T epsilon() noexcept { return withExponent(max_exponent - 1 - Mantissa); }
  static constexpr T round_error() noexcept { return withExponent(max_exponent - 2); }
  static constexpr T infinity() noexcept { return T::fromBits(kInfinity); }
  static constexpr T quiet_NaN() noexcept { return T::fromBits(kInfinity | 1 << (Mantissa - 1)); }
  static constexpr T signaling_NaN() noexcept {
    return T::fromBits(kInfinity | 1 << (Mantissa - 2));
  }
  static constexpr T denorm_min() noexcept { return T::fromBits(1); }

private:
  static constexpr std::uint16_t kInfinity = ((1 << Exponent) - 1) << Mantissa;
  /// The power of two with an exponent that is stored like this.
  static constexpr T withExponent(int stored) {
    return T::fromBits(static_cast<std::uint16_t>(stored << Mantissa));
  }
};
} // namespace gtjit::detail

template <>
class std::numeric_limits<gtjit::Float16>
    : public gtjit::detail::TwoByteLimits<gtjit::Float16, 5, 10> {
public:
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent10 = 4;
};

template <>
class std::numeric_limits<gtjit::BFloat16>
    : public gtjit::detail::TwoByteLimits<gtjit::BFloat16, 8, 7> {
public:
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int min_exponent10 = -37;
  static constexpr int max_exponent10 = 38;
};

/// Equal values have equal hashes, zeros of both signs too.
template <gtjit::TwoByteFloat T> struct std::hash<T> {
  std::size_t operator()(T value) const noexcept {
    return std::hash<float>()(static_cast<float>(value));
  }
};

#endif // GTJIT_DETAIL_TWOBYTEFLOATS_H
