//===- IntegerTypesTest.cpp - Integers of every width ---------------------===//
//
// Arithmetic wraps at the width of the type: all pairs of 8-bit values, edge
// values of wider ones, against exact arithmetic modulo 2^width.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <algorithm>
#include <limits>

using namespace gtjit;
using testing::ElementsAre;

namespace {

__extension__ typedef __int128 Exact; ///< holds products of any two elements

class IntegerTypes : public OnEveryBackend {
protected:
  template <class T> static std::vector<T> interesting() {
    std::vector<T> values;
    if constexpr (sizeof(T) == 1) {
      for (int n = 0; n < 256; ++n)
        values.push_back(static_cast<T>(n));
    } else {
      using Limits = std::numeric_limits<T>;
      for (int n = 0; n < 5; ++n) {
        values.push_back(static_cast<T>(n));
        values.push_back(static_cast<T>(-n));
        values.push_back(static_cast<T>(Limits::max() - n));
        values.push_back(static_cast<T>(Limits::min() + n));
        values.push_back(static_cast<T>(Limits::max() / 2 + n));
        values.push_back(static_cast<T>((T(1) << (4 * sizeof(T))) - 2 + n));
      }
    }
    return values;
  }

  /// All pairs of values in two storages.
  template <class T> static void fillPairs(Storage &a, Storage &b) {
    std::vector<T> values = interesting<T>();
    auto size = static_cast<std::int64_t>(values.size());
    a = empty<T>({I(0, size * size)});
    b = like(a);
    auto left = a.write<T>(), right = b.write<T>();
    for (std::int64_t n = 0; n < size * size; ++n) {
      left(n) = values[static_cast<std::size_t>(n / size)];
      right(n) = values[static_cast<std::size_t>(n % size)];
    }
  }

  template <class T, class Result, class Wanted>
  static void expectAll(const char *what, const Field &got, const Storage &a, const Storage &b,
                        Wanted wanted) {
    std::vector<Result> values = valuesOf<Result>(got);
    auto left = a.read<T>(), right = b.read<T>();
    int failures = 0;
    for (std::size_t n = 0; n < values.size() && failures < 3; ++n) {
      auto expected =
          static_cast<Result>(wanted(Exact(left(n)), Exact(right(n)))); // modulo 2^width
      bool isRight = values[n] == expected || (values[n] != values[n] && expected != expected);
      failures += !isRight;
      EXPECT_TRUE(isRight) << what << " of " << name(dtypeOf<T>) << " " << +left(n) << " and "
                           << +right(n) << ": " << +values[n] << ", expected " << +expected;
    }
  }

  template <class T> static void check() {
    Storage a, b;
    fillPairs<T>(a, b);
    expectAll<T, T>("sum", a + b, a, b, [](Exact x, Exact y) { return x + y; });
    expectAll<T, T>("difference", a - b, a, b, [](Exact x, Exact y) { return x - y; });
    expectAll<T, T>("product", a * b, a, b, [](Exact x, Exact y) {
      return static_cast<Exact>(static_cast<unsigned __int128>(x) *
                                static_cast<unsigned __int128>(y));
    });
    expectAll<T, T>("negative", -a, a, b, [](Exact x, Exact) { return -x; });
    expectAll<T, T>("absolute value", abs(a), a, b, [](Exact x, Exact) { return x < 0 ? -x : x; });
    expectAll<T, T>("least", min(a, b), a, b, [](Exact x, Exact y) { return std::min(x, y); });
    expectAll<T, T>("greatest", max(a, b), a, b, [](Exact x, Exact y) { return std::max(x, y); });
    expectAll<T, bool>("less", a < b, a, b, [](Exact x, Exact y) { return x < y; });
    expectAll<T, bool>("greater or equal", a >= b, a, b, [](Exact x, Exact y) { return x >= y; });
    expectAll<T, bool>("equal", a == b, a, b, [](Exact x, Exact y) { return x == y; });
    expectAll<T, double>("quotient", a / b, a, b, [](Exact x, Exact y) {
      return static_cast<double>(x) / static_cast<double>(y);
    });
  }
};
GTJIT_ON_EVERY_BACKEND(IntegerTypes);

TEST_P(IntegerTypes, I8) { check<std::int8_t>(); }
TEST_P(IntegerTypes, I16) { check<std::int16_t>(); }
TEST_P(IntegerTypes, I32) { check<std::int32_t>(); }
TEST_P(IntegerTypes, I64) { check<std::int64_t>(); }
TEST_P(IntegerTypes, U8) { check<std::uint8_t>(); }
TEST_P(IntegerTypes, U16) { check<std::uint16_t>(); }
TEST_P(IntegerTypes, U32) { check<std::uint32_t>(); }
TEST_P(IntegerTypes, U64) { check<std::uint64_t>(); }

// case 32
TEST_P(IntegerTypes, WrapAsInTheWorkedExamples) {
  EXPECT_THAT(valuesOf<std::int32_t>(line<std::int32_t>({INT32_MAX}) + 1), ElementsAre(INT32_MIN));
  EXPECT_THAT(valuesOf<std::uint8_t>(line<std::uint8_t>({0}) - 1), ElementsAre(255));
  EXPECT_THAT(valuesOf<std::int32_t>(abs(line<std::int32_t>({INT32_MIN}))), ElementsAre(INT32_MIN));
}

TEST_P(IntegerTypes, OfDifferentTypesMeetInOneThatHoldsBoth) {
  EXPECT_THAT(
      valuesOf<std::int16_t>(line<std::int8_t>({-128, 127}) * line<std::uint8_t>({255, 255})),
      ElementsAre(-32640, 32385));
  EXPECT_THAT(valuesOf<std::int64_t>(line<std::int32_t>({-1}) + line<std::uint32_t>({UINT32_MAX})),
              ElementsAre(4294967294));
  EXPECT_THAT(valuesOf<std::uint64_t>(line<std::uint64_t>({1}) + 18446744073709551614u),
              ElementsAre(UINT64_MAX));
}

// Least and greatest values, over points and over none.
TEST_P(IntegerTypes, AreReducedAsWhatTheyAre) {
  EXPECT_EQ(max(line<std::uint8_t>({3, 200, 100})).item<int>(), 200);
  EXPECT_EQ(min(line<std::uint64_t>({UINT64_MAX, 1ull << 63})).item<std::uint64_t>(), 1ull << 63);
  EXPECT_EQ(min(line<std::int8_t>({3, -100, 100})).item<int>(), -100);
  EXPECT_EQ(max(line<std::uint16_t>({})).item<int>(), 0);
  EXPECT_EQ(min(line<std::uint16_t>({})).item<int>(), 65535);
  EXPECT_EQ(max(line<Float16>({Float16(1.5), Float16(-2)})).item<float>(), 1.5f);
}

} // namespace
