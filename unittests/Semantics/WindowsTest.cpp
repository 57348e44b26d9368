//===- WindowsTest.cpp - What is joined of a field near a point -----------===//
//
// Kernels join columns first that several places along a row have. Windows of all shapes, of
// one field and of two, against plain loops.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"
#include "IeeeExtremes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace gtjit;

namespace {

struct Offset {
  std::int64_t i, j, k;
};

/// A value of few bits; floats are zeros of both signs and NaN as well.
template <class T> T someValue(std::mt19937 &random) {
  auto number = static_cast<int>(random() % 24);
  if constexpr (std::is_floating_point_v<T>)
    if (number < 4)
      return number == 0 ? std::numeric_limits<T>::quiet_NaN() : number == 1 ? T(-0.0) : T(0);
  if constexpr (std::is_same_v<T, bool>)
    return number < 2;
  return static_cast<T>(number - 12);
}

/// Half of them are boxes, full or with holes, half any offsets.
std::vector<Offset> someWindow(std::mt19937 &random) {
  std::vector<Offset> window;
  auto width = [&] { return static_cast<std::int64_t>(random() % 3); };
  if (random() % 2) {
    std::int64_t a = width(), b = width(), c = width() / 2;
    bool hasHoles = random() % 2;
    for (std::int64_t k = -c; k <= c; ++k)
      for (std::int64_t j = -b; j <= b; ++j)
        for (std::int64_t i = -a; i <= a; ++i)
          if (!hasHoles || random() % 4)
            window.push_back({i, j, k});
  }
  for (unsigned n = window.empty() ? 2 + random() % 12 : random() % 3; n-- > 0;)
    window.push_back({width() - 1, width() - 1, width() - 1});
  std::shuffle(window.begin(), window.end(), random);
  return window;
}

class Windows : public OnEveryBackend {
protected:
  std::mt19937 random{20261130};

  template <class T> Storage someStorage(bool isTurned) {
    Layout layout = isTurned ? Layout{1, 2, 0} : Layout{2, 1, 0};
    Storage made = empty<T>({K(-2, 5), J(-2, 8), I(-2, 35)}, {.layout = layout});
    auto values = made.write<T>();
    for (std::int64_t k = 0; k < 7; ++k)
      for (std::int64_t j = 0; j < 10; ++j)
        for (std::int64_t i = 0; i < 37; ++i)
          values(k, j, i) = someValue<T>(random);
    return made;
  }

  /// Joins windows of one field, some with the same window of another, or with any window of it.
  template <class T, class Join>
  void joinAll(int count, const std::function<Field(const Field &, const Field &)> &join,
               Join expectedJoin) {
    for (int n = 0; n < count; ++n) {
      SCOPED_TRACE(n);
      Storage u = someStorage<T>(n % 3 == 0), v = someStorage<T>(n % 3 == 0), out = like(u);
      std::vector<std::pair<const Storage *, Offset>> terms;
      for (Offset offset : someWindow(random)) {
        terms.push_back({&u, offset});
        if (n % 4 == 1)
          terms.push_back({&v, offset});
      }
      if (n % 4 == 2)
        for (Offset offset : someWindow(random))
          terms.push_back({&v, offset});
      Field all;
      for (auto [field, by] : terms) {
        Field moved = (*field)(I + by.i, J + by.j, K + by.k);
        all = all.get() ? (random() % 2 ? join(all, moved) : join(moved, all)) : moved;
      }
      out[{K(0, 3), J(0, 6), I(0, 33)}] = all;
      auto one = u.read<T>(), other = v.read<T>(), result = out.read<T>();
      for (std::int64_t k = 2; k < 5; ++k)
        for (std::int64_t j = 2; j < 8; ++j)
          for (std::int64_t i = 2; i < 35; ++i) {
            auto at = [&](std::size_t term) {
              auto [field, by] = terms[term];
              return (field == &u ? one : other)(k + by.k, j + by.j, i + by.i);
            };
            T expected = at(0);
            for (std::size_t term = 1; term < terms.size(); ++term)
              expected = expectedJoin(expected, at(term));
            ASSERT_TRUE(areEqual<T>(result(k, j, i), expected))
                << +result(k, j, i) << " at " << k << ' ' << j << ' ' << i << ", not " << +expected;
          }
    }
  }
};
GTJIT_ON_EVERY_BACKEND(Windows);

TEST_P(Windows, OfFloats) {
  auto greatest = [](const Field &a, const Field &b) { return max(a, b); };
  auto least = [](const Field &a, const Field &b) { return min(a, b); };
  joinAll<double>(30, greatest, ieeeMost<double>);
  joinAll<float>(30, least, ieeeLeast<float>);
}

TEST_P(Windows, OfIntegers) {
  joinAll<std::int32_t>(
      30, [](const Field &a, const Field &b) { return a + b; },
      [](std::int32_t a, std::int32_t b) { return a + b; });
  joinAll<bool>(
      20, [](const Field &a, const Field &b) { return a | b; },
      [](bool a, bool b) { return a || b; });
  joinAll<std::uint8_t>(
      20, [](const Field &a, const Field &b) { return min(a, b); },
      [](std::uint8_t a, std::uint8_t b) { return std::min(a, b); });
}

/// Written where it is read, and needed in part elsewhere.
TEST_P(Windows, InPlace) {
  Storage u = someStorage<double>(false), v = u.copy();
  auto greatest = [](const Storage &of) {
    Field most = of(I - 1, J - 1);
    for (int n = 1; n < 9; ++n)
      most = max(most, of(I + (n % 3 - 1), J + (n / 3 - 1)));
    return most;
  };
  const Domain inner{K(0, 3), J(0, 6), I(0, 33)};
  Storage expected = like(u);
  expected[inner] = greatest(v);
  u[inner] = greatest(u);
  auto one = u.read<double>(), other = expected.read<double>();
  for (std::int64_t k = 2; k < 5; ++k)
    for (std::int64_t j = 2; j < 8; ++j)
      for (std::int64_t i = 2; i < 35; ++i)
        ASSERT_TRUE(areEqual(one(k, j, i), other(k, j, i))) << k << ' ' << j << ' ' << i;
}

} // namespace
