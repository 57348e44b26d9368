//===- Reduction.h - Angles modulo pi / 2 -----------------------*- C++ -*-===//
//
// x = quadrant pi / 2 + (value + rest), |value| <= pi / 4. Great angles are
// multiplied by as many bits of 2 / pi as they need (Payne and Hanek), in
// integers and lane by lane; the lanes of the others do not see that.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_REDUCTION_H
#define GTJIT_MATH_REDUCTION_H

#include "gtjit/Math/Lanes.h"

namespace gtjit::detail {
namespace {

template <class V> struct Angle {
  V value, rest;
  Integers<V> quadrant; // its two lowest bits count
};

/// pi / 2 as a sum, and from where on angles are great. The product of the
/// second term with quadrants of doubles that are not great is exact.
template <class T> struct HalfPi;
template <> struct HalfPi<double> {
  static constexpr double inverse = 0x1.45f306dc9c883p-1;
  static constexpr double first = 0x1.921fb54442d18p+0, second = 0x1.1a626330p-54,
                          third = 0x1.45c06e0e68948p-86;
  static constexpr double great = 0x1p22;
};
template <> struct HalfPi<float> {
  static constexpr float inverse = 0x1.45f306p-1f;
  static constexpr float first = 0x1.921fb6p+0f, second = -0x1.777a5cp-25f,
                         third = -0x1.ee59dap-50f;
  static constexpr float great = 0x1p12f;
};

/// 2 / pi behind 64 zero bits.
constexpr std::uint64_t twoOverPi[] = {0,
                                       0xa2f9836e4e441529,
                                       0xfc2757d1f534ddc0,
                                       0xdb6295993c439041,
                                       0xfe5163abdebbc561,
                                       0xb7246e3a424dd2e0,
                                       0x06492eea09d1921c,
                                       0xfe1deb1cb129a73e,
                                       0xe88235f52ebb4484,
                                       0xe99c7026b45f7e41,
                                       0x3991d639835339f4,
                                       0x9c845f8bbdf9283b,
                                       0x1ff897ffde05980f,
                                       0xef2f118b5a0a6d1f,
                                       0x6d367ecf27cb09b7,
                                       0x4f463f669e5fea2d,
                                       0x7527bac7ebe5f17b,
                                       0x3d0739f78a5292ea,
                                       0x6bfb5fb11f8d5d08,
                                       0x56033046fc7b6bab,
                                       0xf0cfbc209af4361d};

struct ScalarAngle {
  double value, rest;
  std::int64_t quadrant;
};

using Wide = unsigned __int128;

/// An integer as a double: the conversion of the language, which not every target
/// has. What 64 bits leave out only tells which side of a half it is on.
inline double nearest(Wide number) {
  auto high = static_cast<std::uint64_t>(number >> 64);
  if (high == 0)
    return static_cast<double>(static_cast<std::uint64_t>(number));
  const int zeros = __builtin_clzll(high);
  const Wide moved = number << zeros;
  const bool hasRest = static_cast<std::uint64_t>(moved) != 0;
  const std::uint64_t leading = static_cast<std::uint64_t>(moved >> 64) | hasRest;
  const std::uint64_t power = static_cast<std::uint64_t>(1023 + 64 - zeros) << 52;
  double scale;
  __builtin_memcpy(&scale, &power, 8);
  return static_cast<double>(leading) * scale;
}

/// number - first for its nearest double.
inline double nearestOfDifference(Wide number, double first) {
  std::uint64_t word;
  __builtin_memcpy(&word, &first, 8);
  constexpr std::uint64_t one = std::uint64_t(1) << 52;
  const int shift = static_cast<int>(word >> 52) - 1023 - 52;
  Wide whole = (word & (one - 1)) | one;
  whole = word == 0 ? 0 : shift < 0 ? whole >> -shift : whole << shift;
  return number < whole ? -nearest(whole - number) : nearest(number - whole);
}

/// Of a finite x from 2^22 on. The product with 192 bits of 2 / pi, those that
/// give multiples of four left out, has two bits before the point.
inline ScalarAngle reduceGreat(double x) {
  std::uint64_t word;
  __builtin_memcpy(&word, &x, 8);
  const int start = static_cast<int>(word >> 52) - 1023 - 52 - 2 + 64; // of the bits, from 0
  const std::uint64_t fraction = (word & ((std::uint64_t(1) << 52) - 1)) | std::uint64_t(1) << 52;
  const std::uint64_t *words = twoOverPi + start / 64;
  const int shift = start % 64;
  auto bitsAt = [&](int n) {
    return shift == 0 ? words[n] : words[n] << shift | words[n + 1] >> (64 - shift);
  };
  Wide low = Wide(bitsAt(2)) * fraction;
  Wide middle = Wide(bitsAt(1)) * fraction + (low >> 64);
  std::uint64_t high = bitsAt(0) * fraction + static_cast<std::uint64_t>(middle >> 64);
  Wide product = Wide(high) << 64 | static_cast<std::uint64_t>(middle);
  // The nearest quadrant, and the signed rest behind the point.
  auto quadrant = static_cast<std::int64_t>((product + (Wide(1) << 125)) >> 126);
  Wide behind = product << 2 | static_cast<std::uint64_t>(low) >> 62;
  const bool negative = behind >> 127 != 0;
  if (negative)
    behind = -behind;
  double first = nearest(behind), second = nearestOfDifference(behind, first);
  const double unit = negative ? -0x1p-128 : 0x1p-128;
  first *= unit;
  second *= unit;
  using Pi = HalfPi<double>;
  double value = first * Pi::first;
  double lost = __builtin_fma(first, Pi::first, -value);
  return {value, lost + (first * (Pi::second + Pi::third) + second * Pi::first), quadrant};
}

template <class V>
  requires(sizeof(Element<V>) == 8)
__attribute__((noinline)) Angle<V> reduceGreatLanes(V size, Angle<V> angle) {
  constexpr double inf = Format<double>::infinity;
  for (unsigned lane = 0; lane < sizeof(V) / 8; ++lane) {
    if (size[lane] < HalfPi<double>::great)
      continue;
    bool finite = size[lane] < inf;
    ScalarAngle of = finite ? reduceGreat(size[lane]) : ScalarAngle{inf - inf, 0, 0};
    angle.value[lane] = of.value;
    angle.rest[lane] = of.rest;
    angle.quadrant[lane] = of.quadrant;
  }
  return angle;
}

template <class V> Angle<V> reduceGreatFloats(V size, Angle<V> angle);

/// The angle of an x that is not negative. The difference to the first term is
/// exact, and what the second one takes off is kept with its rest.
template <class V> GTJIT_INLINE Angle<V> reduce(V size) {
  using T = Element<V>;
  using Pi = HalfPi<T>;
  V shifted = fma(size, all<V>(Pi::inverse), all<V>(Format<T>::roundingShift));
  V k = shifted - Format<T>::roundingShift;
  V start = fma(-k, all<V>(Pi::first), size), value, rest;
  if constexpr (sizeof(T) == 8) {
    value = fma(-k, all<V>(Pi::second), start);
    rest = fma(-k, all<V>(Pi::second), start - value);
  } else {
    V product = k * Pi::second, lost = fma(k, all<V>(Pi::second), -product);
    value = start - product;
    rest = ((start - value) - product) - lost;
  }
  Angle<V> angle{value, fma(-k, all<V>(Pi::third), rest), bits(shifted)};
  if (anyNotBelow(size, Pi::great)) {
    if constexpr (sizeof(T) == 8)
      angle = reduceGreatLanes(size, angle);
    else
      angle = reduceGreatFloats(size, angle);
  }
  return angle;
}

/// Great floats are reduced as doubles.
template <class V> __attribute__((noinline)) Angle<V> reduceGreatFloats(V size, Angle<V> angle) {
  Integers<V> great = ~(Integers<V>)(size < HalfPi<float>::great);
  auto low = reduce(lowHalf(size)), high = reduce(highHalf(size));
  V value = narrow(low.value, high.value);
  V rest =
      narrow((low.value - lowHalf(value)) + low.rest, (high.value - highHalf(value)) + high.rest);
  angle.value = select<V>(great, value, angle.value);
  angle.rest = select<V>(great, rest, angle.rest);
  constexpr unsigned half = (sizeof(V) + 4) / 8;
  for (unsigned lane = 0; lane < sizeof(V) / 4; ++lane)
    if (great[lane])
      angle.quadrant[lane] =
          static_cast<std::int32_t>(lane < half ? low.quadrant[lane] : high.quadrant[lane - half]);
  return angle;
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_REDUCTION_H
