//===- EdgeRowsTest.cpp - Choices by the indices of loops -----------------===//
//
// What is chosen by an equality is the same in all rows but a few, which code of its own serves:
// each point against a plain loop.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace gtjit;

namespace {

class EdgeRows : public OnEveryBackend {
protected:
  static constexpr std::int64_t nk = 4, nj = 5, ni = 37;
  using Values = std::function<double(std::int64_t k, std::int64_t j, std::int64_t i)>;

  static double valueAt(std::int64_t k, std::int64_t j, std::int64_t i) {
    return static_cast<double>((k * 7 + j) * 64 + i);
  }
  /// `field` of a storage u, which is defined one point further on all sides, has `expected`
  /// inside.
  static void expect(const std::function<Field(const Storage &)> &field, const Values &expected) {
    Storage u = empty<double>({K(-1, nk + 1), J(-1, nj + 1), I(-1, ni + 1)}, {.layout = "KJI"});
    u[whole] = astype((index(K) * 7 + index(J)) * 64 + index(I), F64);
    Storage v = empty<double>({K(0, nk), J(0, nj), I(0, ni)}, {.layout = "KJI"});
    v[whole] = field(u);
    auto got = v.read<double>(K, J, I);
    for (std::int64_t k = 0; k < nk; ++k)
      for (std::int64_t j = 0; j < nj; ++j)
        for (std::int64_t i = 0; i < ni; ++i)
          ASSERT_EQ(got(k, j, i), expected(k, j, i)) << k << ", " << j << ", " << i;
  }
};
GTJIT_ON_EVERY_BACKEND(EdgeRows);

TEST_P(EdgeRows, OfOneLevel) {
  expect([](const Storage &u) { return where(index(K) == 0, u(K + 1), u); },
         [](auto k, auto j, auto i) { return valueAt(k == 0 ? 1 : k, j, i); });
  expect([](const Storage &u) { return where(nk - 1 != index(K), u, u(K - 1) * 2.0); },
         [](auto k, auto j, auto i) {
           return k == nk - 1 ? 2 * valueAt(k - 1, j, i) : valueAt(k, j, i);
         });
}

TEST_P(EdgeRows, OfSeveralSides) {
  expect(
      [](const Storage &u) {
        return where(index(K) == 0, 1.0,
                     where(index(K) == nk - 1, u(K - 1), where(index(J) == 0, u(J + 1), u)));
      },
      [](auto k, auto j, auto i) {
        return k == 0        ? 1.0
               : k == nk - 1 ? valueAt(k - 1, j, i)
               : j == 0      ? valueAt(k, 1, i)
                             : valueAt(k, j, i);
      });
}

TEST_P(EdgeRows, ByConditionsOfConditions) {
  auto mean = [](const Storage &u) { return 0.5 * (u(I - 1) + u(I + 1)) + u(J - 1); };
  auto inside = [](auto k, auto j, auto i) { return valueAt(k, j, i) + valueAt(k, j - 1, i); };
  expect(
      [&](const Storage &u) {
        return where((index(K) == 0) | (index(K) == nk - 1) | (index(J) == 2), u(J + 1), mean(u));
      },
      [&](auto k, auto j, auto i) {
        return k == 0 || k == nk - 1 || j == 2 ? valueAt(k, j + 1, i) : inside(k, j, i);
      });
  expect(
      [&](const Storage &u) {
        return where(!(index(K) == 0) & (index(J) != 1), mean(u), u(K - 1));
      },
      [&](auto k, auto j, auto i) {
        return k != 0 && j != 1 ? inside(k, j, i) : valueAt(k - 1, j, i);
      });
  expect(
      [&](const Storage &u) { return where((index(K) == 1) & (index(J) > 2), u(K - 1), mean(u)); },
      [&](auto k, auto j, auto i) {
        return k == 1 && j > 2 ? valueAt(k - 1, j, i) : inside(k, j, i);
      });
}

// Also where most rows are such, or none is.
TEST_P(EdgeRows, OfNumbersThatComeWithTheCall) {
  for (std::int64_t level : {-3, 0, 2, 99})
    expect([&](const Storage &u) { return where(index(K) == level, u(I - 1), u + u(I + 1)); },
           [&](auto k, auto j, auto i) {
             return k == level ? valueAt(k, j, i - 1) : valueAt(k, j, i) + valueAt(k, j, i + 1);
           });
}

// What is computed once of a number is known in both bodies.
TEST_P(EdgeRows, DivideAndClipByNumbers) {
  for (double number : {7.0, 12.0})
    expect(
        [&](const Storage &u) {
          Field divided = floor_divide(u(J + 1), number) + clip(u(K + 1), number, 100.0);
          return where(index(K) == 2, divided, floor_divide(u, number) + min(u(I - 1), number));
        },
        [&](auto k, auto j, auto i) {
          return k == 2 ? std::floor(valueAt(k, j + 1, i) / number) +
                              std::clamp(valueAt(k + 1, j, i), number, 100.0)
                        : std::floor(valueAt(k, j, i) / number) +
                              std::min(valueAt(k, j, i - 1), number);
        });
}

// A neighbour of what is chosen, and one that is chosen alone.
TEST_P(EdgeRows, HandValuesOn) {
  expect(
      [](const Storage &u) {
        Field edge = where(index(K) == 0, u(J + 1) * 3.0, u);
        return edge(I + 1) - edge(I - 1);
      },
      [](auto k, auto, auto) { return k == 0 ? 6.0 : 2.0; });
}

} // namespace
