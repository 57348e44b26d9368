//===- IntegersTest.cpp - Operations on integers at their edges -----------===//
//
// Every pair of bytes, and the ends of the wider types, against the statement
// of each operation.
//
//===----------------------------------------------------------------------===//
#include "RowPrograms.h"

#include <limits>
#include <random>

using namespace gtcompiler::testing;

namespace {
template <class T> struct Pairs {
  std::vector<T> a, b;
};
} // namespace

/// All pairs of the values of a byte, or of the ends and middles of a wider type.
template <class T> static Pairs<T> makePairs() {
  using limits = std::numeric_limits<T>;
  std::vector<T> values;
  if (sizeof(T) == 1)
    for (int value = limits::min(); value <= limits::max(); ++value)
      values.push_back(static_cast<T>(value));
  else
    values = {0,
              1,
              2,
              3,
              5,
              7,
              10,
              15,
              16,
              17,
              31,
              32,
              33,
              63,
              64,
              65,
              127,
              T(-1),
              T(-2),
              T(-3),
              T(-7),
              T(-16),
              limits::min(),
              limits::max(),
              T(limits::min() + 1),
              T(limits::max() - 1),
              T(limits::max() / 2),
              T(limits::max() / 3)};
  Pairs<T> pairs;
  for (T a : values)
    for (T b : values) {
      pairs.a.push_back(a);
      pairs.b.push_back(b);
    }
  return pairs;
}

template <class T> static T floorQuotient(T a, T b) {
  if (b == 0)
    return 0;
  if (std::is_signed_v<T> && b == T(-1))
    return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
  T quotient = static_cast<T>(a / b);
  return static_cast<T>(a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient);
}
template <class T> static T floorRemainder(T a, T b) {
  if (b == 0 || (std::is_signed_v<T> && b == T(-1)))
    return 0;
  T rest = static_cast<T>(a % b);
  return static_cast<T>(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}
template <class T> static T truncatedRemainder(T a, T b) {
  return b == 0 || (std::is_signed_v<T> && b == T(-1)) ? T(0) : static_cast<T>(a % b);
}
template <class T> static T wrappingPower(T a, T b) {
  if (b < 0)
    return a == 1 ? T(1) : a == T(-1) ? T(b % 2 ? -1 : 1) : T(0);
  std::uint64_t result = 1, base = static_cast<std::uint64_t>(a);
  for (auto rest = static_cast<std::uint64_t>(b); rest; rest >>= 1, base *= base)
    result *= rest & 1 ? base : 1;
  return static_cast<T>(result);
}
template <class T> static bool isPlace(T count) {
  return count >= 0 && static_cast<std::uint64_t>(count) < 8 * sizeof(T);
}
template <class T> static T shiftLeft(T a, T b) {
  return isPlace(b) ? static_cast<T>(static_cast<std::uint64_t>(a) << b) : T(0);
}
template <class T> static T shiftRight(T a, T b) {
  return isPlace(b) ? static_cast<T>(a >> b) : T(a < 0 ? -1 : 0);
}

template <class T> static void expectOperations(const Way &way) {
  SCOPED_TRACE(elementName<T>());
  Pairs<T> pairs = makePairs<T>();
  auto check = [&](const char *mnemonic, auto operation) {
    std::vector<T> expected;
    for (std::size_t at = 0; at < pairs.a.size(); ++at)
      expected.push_back(static_cast<T>(operation(pairs.a[at], pairs.b[at])));
    std::vector<T> got = computeBinary(mnemonic, pairs.a, pairs.b, way);
    for (std::size_t at = 0; at < got.size(); ++at)
      ASSERT_EQ(got[at], expected[at])
          << mnemonic << ' ' << +pairs.a[at] << ' ' << +pairs.b[at] << ' ' << way.name;
  };
  check("floor_divide", floorQuotient<T>);
  check("mod", floorRemainder<T>);
  check("fmod", truncatedRemainder<T>);
  check("pow", wrappingPower<T>);
  check("shift_left", shiftLeft<T>);
  check("shift_right", shiftRight<T>);
  check("min", [](T a, T b) { return std::min(a, b); });
  check("max", [](T a, T b) { return std::max(a, b); });
  check("mul",
        [](T a, T b) { return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b); });
  check("bitwise_xor", [](T a, T b) { return a ^ b; });
}

TEST(Integers, DivideShiftAndWrapAsStated) {
  std::vector<Way> ways = allWays();
  for (const Way &way : {ways[0], ways[2]}) {
    expectOperations<std::int8_t>(way);
    expectOperations<std::uint8_t>(way);
    expectOperations<std::int16_t>(way);
    expectOperations<std::uint16_t>(way);
    expectOperations<std::int32_t>(way);
    expectOperations<std::uint32_t>(way);
    expectOperations<std::int64_t>(way);
    expectOperations<std::uint64_t>(way);
  }
}

/// Pairs whose quotients are next to integers, of all magnitudes.
template <class T> static Pairs<T> makeNearMultiples() {
  using Bits = std::make_unsigned_t<T>;
  std::vector<T> parts;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
    for (int next : {-1, 0, 1})
      parts.push_back(static_cast<T>(static_cast<Bits>((Bits(1) << bit) + Bits(next))));
  std::mt19937_64 random(7);
  for (int n = 0; n < 60; ++n)
    parts.push_back(static_cast<T>(random() >> random() % (8 * sizeof(T)) % 64));
  Pairs<T> pairs;
  for (T quotient : parts)
    for (T b : parts)
      for (int next : {-1, 0, 1}) {
        auto a =
            static_cast<Bits>(static_cast<std::uint64_t>(quotient) * static_cast<std::uint64_t>(b) +
                              static_cast<std::uint64_t>(next));
        pairs.a.push_back(static_cast<T>(a));
        pairs.b.push_back(b);
      }
  return pairs;
}

template <class T> static void expectQuotients(const Way &way) {
  SCOPED_TRACE(elementName<T>());
  Pairs<T> pairs = makeNearMultiples<T>();
  auto check = [&](const char *mnemonic, auto operation) {
    std::vector<T> got = computeBinary(mnemonic, pairs.a, pairs.b, way);
    for (std::size_t at = 0; at < got.size(); ++at)
      ASSERT_EQ(got[at], operation(pairs.a[at], pairs.b[at]))
          << mnemonic << ' ' << +pairs.a[at] << ' ' << +pairs.b[at] << ' ' << way.name;
  };
  check("floor_divide", floorQuotient<T>);
  check("mod", floorRemainder<T>);
  check("fmod", truncatedRemainder<T>);
}

TEST(Integers, QuotientsNextToIntegersAreExact) {
  for (const Way &way : allWays()) {
    expectQuotients<std::int8_t>(way);
    expectQuotients<std::uint8_t>(way);
    expectQuotients<std::int16_t>(way);
    expectQuotients<std::uint16_t>(way);
    expectQuotients<std::int32_t>(way);
    expectQuotients<std::uint32_t>(way);
    expectQuotients<std::int64_t>(way);
    expectQuotients<std::uint64_t>(way);
  }
}

template <class T> static void expectComparisons() {
  Pairs<T> pairs = makePairs<T>();
  auto check = [&](const std::string &mnemonic, auto operation) {
    std::string type = elementName<T>();
    auto got = computeRow<std::uint8_t>("%c = gt." + mnemonic + " %a, %b : (" + type + ", " + type +
                                            ") -> i1\n%r = gt.cast %c : (i1) -> ui8",
                                        pairs.a, pairs.b);
    for (std::size_t at = 0; at < got.size(); ++at)
      ASSERT_EQ(got[at], operation(pairs.a[at], pairs.b[at])) << mnemonic << ' ' << type;
  };
  check("olt", [](T a, T b) { return a < b; });
  check("oge", [](T a, T b) { return a >= b; });
  check("ne", [](T a, T b) { return a != b; });
}

TEST(Integers, UnsignedOnesAreComparedAsSuch) {
  expectComparisons<std::int8_t>();
  expectComparisons<std::uint8_t>();
  expectComparisons<std::int32_t>();
  expectComparisons<std::uint32_t>();
  expectComparisons<std::uint64_t>();
}
