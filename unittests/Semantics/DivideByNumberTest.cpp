//===- DivideByNumberTest.cpp - Integers by one number --------------------===//
//
// What depends on a divisor alone is computed once, and quotient and remainder
// are one division: all kinds of numbers, also those of 64 bits on both sides
// of where floats hold quotients.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <limits>
#include <random>
#include <type_traits>

using namespace gtjit;

namespace {

/// Of the machine, with 0 for what it does not divide by.
template <class T> struct Divided {
  T quotient = 0, remainder = 0, left = 0; ///< rounded down, what that leaves; toward zero

  Divided(T a, T b) {
    if (b == 0)
      return;
    if (std::is_signed_v<T> && b == T(-1)) {
      quotient = static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
      return;
    }
    quotient = static_cast<T>(a / b), remainder = left = static_cast<T>(a % b);
    if (left != 0 && (left < 0) != (b < 0)) {
      quotient = static_cast<T>(quotient - 1);
      remainder = static_cast<T>(left + b);
    }
  }
};

/// Both signs of numbers next to powers of two, and some of all magnitudes below `bits`.
template <class T> std::vector<T> someNumbers(unsigned bits, unsigned count, unsigned seed) {
  std::vector<T> numbers;
  std::mt19937_64 random(seed);
  for (unsigned bit = 0; bit < bits; ++bit)
    for (int next : {-1, 0, 1})
      numbers.push_back(static_cast<T>((1ULL << bit) + static_cast<std::uint64_t>(next)));
  for (unsigned n = 0; n < count; ++n)
    numbers.push_back(static_cast<T>(random() >> (64 - bits) >> random() % bits));
  if (std::is_signed_v<T>)
    for (std::size_t n = numbers.size(); n-- > 0;)
      numbers.push_back(static_cast<T>(0 - static_cast<std::uint64_t>(numbers[n])));
  return numbers;
}

class DivideByNumber : public OnEveryBackend {
protected:
  /// Divides multiples of each of `divisors`, and what is next to these, with `quotients`.
  template <class T> void divide(const std::vector<T> &quotients, const std::vector<T> &divisors) {
    auto size = static_cast<std::int64_t>(3 * quotients.size());
    Storage a = zeros<T>({I(0, size)}), q = like(a), r = like(a), left = like(a);
    Storage each = like(a), same = zeros<T>(Domain());
    for (T divisor : divisors) {
      SCOPED_TRACE(divisor);
      same[whole] = divisor, each[whole] = divisor;
      {
        auto values = a.write<T>();
        for (std::size_t n = 0; n < quotients.size(); ++n)
          for (int next : {-1, 0, 1})
            values(static_cast<std::int64_t>(3 * n) + next + 1) = static_cast<T>(
                static_cast<std::uint64_t>(quotients[n]) * static_cast<std::uint64_t>(divisor) +
                static_cast<std::uint64_t>(next));
      }
      for (const Field &by : {Field(divisor), Field(same), Field(each)}) {
        update({{q, floor_divide(a, by)}, {r, a % by}, {left, fmod(a, by)}});
        auto values = a.read<T>(), quotient = q.read<T>(), remainder = r.read<T>(),
             rest = left.read<T>();
        for (std::int64_t n = 0; n < size; ++n) {
          Divided<T> expected(values(n), divisor);
          ASSERT_EQ(quotient(n), expected.quotient) << +values(n);
          ASSERT_EQ(remainder(n), expected.remainder) << +values(n);
          ASSERT_EQ(rest(n), expected.left) << +values(n);
        }
      }
    }
  }

  template <class T> void divideAll() {
    constexpr unsigned bits = std::numeric_limits<T>::digits;
    divide<T>(someNumbers<T>(bits, 60, 1), someNumbers<T>(bits, 20, 2));
    divide<T>({0, 1, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()},
              {0, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()});
  }
};
GTJIT_ON_EVERY_BACKEND(DivideByNumber);

TEST_P(DivideByNumber, OfUpTo16Bits) {
  divideAll<std::int8_t>();
  divideAll<std::uint8_t>();
  divideAll<std::int16_t>();
  divideAll<std::uint16_t>();
}

TEST_P(DivideByNumber, Of32Bits) {
  divideAll<std::int32_t>();
  divideAll<std::uint32_t>();
}

TEST_P(DivideByNumber, Of64Bits) {
  divideAll<std::int64_t>();
  divideAll<std::uint64_t>();
}

TEST_P(DivideByNumber, Of64BitsThatFloatsHold) {
  for (unsigned bits : {10u, 24u, 48u})
    divide<std::int64_t>(someNumbers<std::int64_t>(bits, 60, 3),
                         someNumbers<std::int64_t>(49 - bits, 20, 4));
  for (unsigned bits : {10u, 24u, 49u})
    divide<std::uint64_t>(someNumbers<std::uint64_t>(bits, 60, 5),
                          someNumbers<std::uint64_t>(50 - bits, 20, 6));
}

} // namespace
