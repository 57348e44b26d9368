//===- SharedDivisorsTest.cpp - Floats by what a row shares ---------------===//
//
// Each row of dividends by a divisor of its own, as the machine divides.
//
//===----------------------------------------------------------------------===//
#include "../Math/MathArguments.h"

#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

using namespace gtjit;

namespace {

/// An odd number of `digits` bits, and those c / 2^k modulo it: divided by it, with c small, they
/// come nearest to the middle of two floats, or to a float.
template <class T> void addHard(std::vector<T> &dividends, T divisor) {
  constexpr int kDigits = std::numeric_limits<T>::digits;
  int exponent;
  auto odd = static_cast<std::uint64_t>(std::ldexp(std::frexp(divisor, &exponent), kDigits)) | 1;
  for (int shift : {kDigits - 1, kDigits, kDigits + 1}) {
    std::uint64_t part = 1;
    for (int n = 0; n < shift; ++n)
      part = part % 2 ? (part + odd) / 2 : part / 2;
    for (std::uint64_t c : {part, odd - part})
      for (std::uint64_t times : {1, 2, 3})
        dividends.push_back(std::ldexp(static_cast<T>(c * times % odd), exponent - kDigits));
  }
}

template <class T> std::vector<T> divisors() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> found = specialArguments<T>();
  for (T x : randomArguments<T>(300, 3))
    found.push_back(x);
  for (int n = Limits::min_exponent - Limits::digits; n < Limits::max_exponent; n += 5)
    for (T x : {T(1), T(1.7), 2 - Limits::epsilon()})
      found.push_back(std::ldexp(x, n));
  return found;
}

template <class T> std::vector<T> dividends() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> found = specialArguments<T>();
  for (T x : randomArguments<T>(400, 5))
    found.push_back(x);
  for (int n = Limits::min_exponent - Limits::digits; n < Limits::max_exponent; ++n)
    found.push_back(std::ldexp(T(-1.3), n));
  return found;
}

template <class T> void expectQuotients(const std::vector<T> &by) {
  std::vector<T> shared = dividends<T>();
  auto rows = static_cast<std::int64_t>(by.size());
  std::vector<std::vector<T>> lines;
  for (T divisor : by) {
    lines.push_back(shared);
    if (std::isnormal(divisor))
      addHard(lines.back(), std::fabs(divisor));
    lines.back().resize(shared.size() + 19, T(1)); // rows end inside of vectors
  }
  auto count = static_cast<std::int64_t>(lines[0].size());
  Runtime runtime({.diskCache = false});
  Runtime::Scope scope(runtime);
  Storage x = empty<T>({J(0, rows), I(0, count)}), d = empty<T>({J(0, rows)}), q = like(x);
  {
    auto toX = x.template write<T>(), toD = d.template write<T>();
    for (std::int64_t j = 0; j < rows; ++j) {
      toD(j) = by[j];
      for (std::int64_t i = 0; i < count; ++i)
        toX(j, i) = lines[j][i];
    }
  }
  auto expectAll = [&](auto divisorOf) {
    auto found = q.template read<T>();
    for (std::int64_t j = 0; j < rows; ++j)
      for (std::int64_t i = 0; i < count; ++i) {
        T expected = lines[j][i] / divisorOf(j), given = found(j, i);
        ASSERT_TRUE((std::isnan(given) && std::isnan(expected)) ||
                    std::memcmp(&given, &expected, sizeof(T)) == 0)
            << lines[j][i] << " / " << divisorOf(j) << " is " << given << ", not " << expected;
      }
  };
  q[whole] = x / d;
  expectAll([&](std::int64_t j) { return by[j]; });
  for (T divisor : {T(6), T(0.1), T(1e10), T(-7), T(0), std::numeric_limits<T>::infinity()}) {
    q[whole] = x / divisor;
    expectAll([&](std::int64_t) { return divisor; });
  }
}

TEST(SharedDivisors, DoublesAreDividedAsByTheMachine) { expectQuotients(divisors<double>()); }
TEST(SharedDivisors, FloatsAreDividedAsByTheMachine) { expectQuotients(divisors<float>()); }

TEST(SharedDivisors, MoreDivisionsThanAKernelHasProductsFor) {
  Runtime runtime({.diskCache = false});
  Runtime::Scope scope(runtime);
  Storage x = empty<double>({I(0, 1000)}), q = like(x);
  x[whole] = astype(index(I), F64) + 1.0;
  Field quotient = x;
  double expected = 371;
  for (int n = 0; n < 60; ++n) {
    quotient = quotient / (1.0 + 0.01 * n);
    expected = expected / (1.0 + 0.01 * n);
  }
  q[whole] = quotient;
  EXPECT_EQ(q.read<double>()(370), expected);
}

} // namespace
