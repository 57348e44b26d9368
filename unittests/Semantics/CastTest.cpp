//===- CastTest.cpp - All conversions between all element types -----------===//
//
// Edge values of every type, converted to every type, against definitions that
// share nothing with the library: search for the nearest value, exact
// comparison, arithmetic modulo 2^64.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>

using namespace gtjit;

namespace {

/// Holds every value of every real element type exactly.
using Exact = long double;
static_assert(std::numeric_limits<Exact>::digits >= 64);

template <class T> constexpr bool isComplexType = detail::ComplexNumber<T>;
template <class T> constexpr bool isFloatType = std::is_floating_point_v<T> || TwoByteFloat<T>;

template <class T> Exact exact(T value) {
  if constexpr (TwoByteFloat<T>)
    return static_cast<float>(value);
  else
    return static_cast<Exact>(value);
}

/// The value of a type of two bytes that is nearest; ties to the even one. The
/// infinity stands where the next value would be.
template <class T> T nearestOf(Exact value) {
  if (std::isnan(value))
    return T(std::numeric_limits<float>::quiet_NaN());
  unsigned infinity = T(HUGE_VALF).bits;
  auto valueAt = [&](unsigned bits) {
    auto at = [](unsigned n) { return exact(T::fromBits(static_cast<std::uint16_t>(n))); };
    return bits < infinity ? at(bits) : at(infinity - 1) + (at(infinity - 1) - at(infinity - 2));
  };
  Exact magnitude = std::fabs(value);
  unsigned below = 0, above = infinity; // neighbours, found by halving
  while (above - below > 1) {
    unsigned middle = (below + above) / 2;
    (valueAt(middle) <= magnitude ? below : above) = middle;
  }
  Exact down = magnitude - valueAt(below), up = valueAt(above) - magnitude;
  bool isBelow = down < up || (down == up && below % 2 == 0);
  unsigned sign = std::signbit(value) ? 0x8000 : 0;
  return T::fromBits(static_cast<std::uint16_t>((isBelow ? below : above) | sign));
}

/// What astype gives, by definition.
template <class To, class From> To wanted(From value) {
  if constexpr (isComplexType<To> && isComplexType<From>)
    return To(wanted<typename To::value_type>(value.real()),
              wanted<typename To::value_type>(value.imag()));
  else if constexpr (isComplexType<To>)
    return To(wanted<typename To::value_type>(value), 0);
  else if constexpr (isComplexType<From>)
    return To();
  else if constexpr (std::is_same_v<To, bool>)
    return exact(value) != 0;
  else if constexpr (TwoByteFloat<To>)
    return nearestOf<To>(isFloatType<From> ? exact(value) : exact(static_cast<float>(value)));
  else if constexpr (std::is_floating_point_v<To>)
    return static_cast<To>(exact(value)); // rounded once
  else if constexpr (isFloatType<From>) {
    Exact whole = std::trunc(exact(value));
    Exact low = exact(std::numeric_limits<To>::min()), high = exact(std::numeric_limits<To>::max());
    return std::isnan(whole) ? To(0) : static_cast<To>(std::clamp(whole, low, high));
  } else {
    std::uint64_t bits = static_cast<std::uint64_t>(value); // modulo 2^64
    if constexpr (sizeof(To) < 8)
      bits &= (std::uint64_t(1) << (8 * sizeof(To))) - 1;
    std::make_unsigned_t<To> low = static_cast<std::make_unsigned_t<To>>(bits);
    return std::bit_cast<To>(low);
  }
}

/// Values at which conversions differ: ends of all integer types, halves,
/// limits of floats, special values; each where the type holds it.
template <class T> std::vector<T> edges() {
  std::vector<T> values;
  if constexpr (isComplexType<T>) {
    using Part = typename T::value_type;
    for (Part part : edges<Part>())
      values.push_back(T(part, -part));
  } else if constexpr (std::is_same_v<T, bool>) {
    values = {false, true};
  } else if constexpr (std::is_integral_v<T>) {
    for (int shift : {0, 7, 8, 11, 15, 16, 24, 31, 32, 40, 53, 60, 63})
      for (std::int64_t near : {-2, -1, 0, 1, 2, 77})
        for (std::uint64_t sign : {std::uint64_t(1), ~std::uint64_t(0)})
          values.push_back(static_cast<T>(
              sign * ((std::uint64_t(1) << shift) + static_cast<std::uint64_t>(near))));
    values.push_back(static_cast<T>((1ll << 60) + (1ll << 36) + 1)); // not by way of f64
  } else {
    for (double power :
         {0.5,     1.0,        0x1p7,          0x1p8,          0x1p15,   0x1p16,   0x1p24,
          0x1p31,  0x1p32,     0x1p53,         0x1p63,         0x1p64,   0x1p-14,  0x1p-24,
          0x1p-25, 0x1p-126,   0x1p-133,       0x1p-134,       0x1p-149, 0x1p-150, 65504.0,
          65520.0, 0x1.ffp127, 0x1.fffffep127, 0x1.ffffffp127, 1e300,    0.1,      1.0 / 3})
      for (double factor : {1.0, 1.5, 1 + 0x1p-8, 1 + 0x1p-9, 1 + 0x1.000001p-11, 1 + 0x1p-11,
                            1 + 0x1p-24, 1 + 0x1p-30, 1 - 0x1p-9, 1 - 0x1p-12, 1 - 0x1p-53})
        for (double sign : {1.0, -1.0})
          values.push_back(T(sign * power * factor));
    for (double value :
         {0.0, -0.0, HUGE_VAL, -HUGE_VAL, std::nan(""), 2.5, -1.7, 0.99, 127.9, -128.9})
      values.push_back(T(value));
    if constexpr (TwoByteFloat<T>) // all of them
      for (unsigned bits = 0; bits < 0x10000; ++bits)
        values.push_back(T::fromBits(static_cast<std::uint16_t>(bits)));
  }
  return values;
}

template <class T> bool same(T a, T b) {
  if constexpr (isComplexType<T>)
    return same(a.real(), b.real()) && same(a.imag(), b.imag());
  else if constexpr (isFloatType<T>)
    return (std::isnan(exact(a)) && std::isnan(exact(b))) ||
           (exact(a) == exact(b) && std::signbit(exact(a)) == std::signbit(exact(b)));
  else
    return a == b;
}

template <class T> std::string textOf(T value) {
  std::ostringstream text;
  text.precision(21);
  if constexpr (isComplexType<T>)
    text << value;
  else
    text << exact(value);
  return text.str();
}

class Cast : public OnEveryBackend {
protected:
  template <class From, class To> static void convertAll() {
    std::vector<From> values = edges<From>();
    Storage from = empty<From>({I(0, static_cast<std::int64_t>(values.size()))});
    std::copy(values.begin(), values.end(), &from.write<From>()(0));
    std::vector<To> got = valuesOf<To>(astype(from, dtypeOf<To>));
    int failures = 0;
    for (std::size_t n = 0; n < values.size() && failures < 5; ++n) {
      To expected = wanted<To>(values[n]);
      bool right = same<To>(got[n], expected);
      failures += !right;
      EXPECT_TRUE(right) << name(dtypeOf<From>) << " " << textOf(values[n]) << " to "
                         << name(dtypeOf<To>) << ": " << textOf(To(got[n])) << ", expected "
                         << textOf(expected);
    }
  }

  template <class From> static void convertToAll() {
    if constexpr (!isComplexType<From>) {
      convertAll<From, bool>();
      convertAll<From, std::int8_t>();
      convertAll<From, std::int16_t>();
      convertAll<From, std::int32_t>();
      convertAll<From, std::int64_t>();
      convertAll<From, std::uint8_t>();
      convertAll<From, std::uint16_t>();
      convertAll<From, std::uint32_t>();
      convertAll<From, std::uint64_t>();
      convertAll<From, Float16>();
      convertAll<From, BFloat16>();
      convertAll<From, float>();
      convertAll<From, double>();
    }
    convertAll<From, std::complex<float>>();
    convertAll<From, std::complex<double>>();
  }
};
GTJIT_ON_EVERY_BACKEND(Cast);

// case 94
// S4-050j
TEST_P(Cast, FromBool) { convertToAll<bool>(); }
// S4-050j
TEST_P(Cast, FromI8) { convertToAll<std::int8_t>(); }
// S4-050j
TEST_P(Cast, FromI16) { convertToAll<std::int16_t>(); }
// S4-050j
TEST_P(Cast, FromI32) { convertToAll<std::int32_t>(); }
// S4-050j
TEST_P(Cast, FromI64) { convertToAll<std::int64_t>(); }
// S4-050j
TEST_P(Cast, FromU8) { convertToAll<std::uint8_t>(); }
// S4-050j
TEST_P(Cast, FromU16) { convertToAll<std::uint16_t>(); }
// S4-050j
TEST_P(Cast, FromU32) { convertToAll<std::uint32_t>(); }
// S4-050j
TEST_P(Cast, FromU64) { convertToAll<std::uint64_t>(); }
// S4-050j
TEST_P(Cast, FromF32) { convertToAll<float>(); }
// S4-050j
TEST_P(Cast, FromF64) { convertToAll<double>(); }
// S4-050j
TEST_P(Cast, FromC64) { convertToAll<std::complex<float>>(); }
// S4-050j
TEST_P(Cast, FromC128) { convertToAll<std::complex<double>>(); }
// S4-050j
TEST_P(Cast, FromEveryF16) { convertToAll<Float16>(); }
// S4-050j
TEST_P(Cast, FromEveryBF16) { convertToAll<BFloat16>(); }

// case 94
TEST_P(Cast, OfTheWorkedExamples) {
  EXPECT_THAT(valuesOf<std::int64_t>(astype(line<double>({1.7, -1.7, 2.5, -0.5}), I64)),
              testing::ElementsAre(1, -1, 2, 0));
  EXPECT_THAT(valuesOf<std::uint8_t>(astype(line<std::int64_t>({300, -1}), U8)),
              testing::ElementsAre(44, 255));
  EXPECT_THAT(valuesOf<bool>(astype(line<double>({std::nan("")}), Bool)),
              testing::ElementsAre(true));
}

} // namespace
