//===- ConcatIndexTest.cpp - Indices that are put together ----------------===//
//
// Values at the indices of a concatenation, which whoever reads them reads in parts too:
// stores, reductions, scans, and what is itself read at indices; against loops on the host.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <functional>

using namespace gtjit;

namespace {

constexpr std::int64_t nx = 4, ny = 5;

class ConcatIndex : public OnEveryBackend {
protected:
  ConcatIndex() {
    x[whole] = astype((index(I) * 7 + index(J) * 5) % 11, F64);
    m[whole] = astype((index(I) + index(J) * 3) % nx, I32);
    n[whole] = astype((index(I) * 2 + index(J)) % nx, I32);
  }

  static double at(std::int64_t i, std::int64_t j) { return double((i * 7 + j * 5) % 11); }
  Field joined() const { return concat_where(J < 2, m, n); }
  static std::int64_t rowAt(std::int64_t i, std::int64_t j) {
    return j < 2 ? (i + j * 3) % nx : (i * 2 + j) % nx;
  }
  /// The value there.
  static double moved(std::int64_t i, std::int64_t j) { return at(rowAt(i, j), j); }

  using Values = std::function<double(std::int64_t, std::int64_t)>;
  void expect(const Field &field, const Values &wanted) {
    Storage y = zeros<double>({I(0, nx), J(0, ny)});
    y[whole] = field;
    std::vector<double> values = valuesOf<double>(y);
    for (std::int64_t i = 0; i < nx; ++i)
      for (std::int64_t j = 0; j < ny; ++j)
        EXPECT_EQ(values[static_cast<std::size_t>(i * ny + j)], wanted(i, j)) << i << ' ' << j;
  }
  static double sumOf(const Values &values) {
    double sum = 0;
    for (std::int64_t i = 0; i < nx; ++i)
      for (std::int64_t j = 0; j < ny; ++j)
        sum += values(i, j);
    return sum;
  }

  Storage x = empty<double>({I(0, nx), J(0, ny)});
  Storage m = empty<std::int32_t>({I(0, nx), J(0, ny)}), n = m.copy();
};
GTJIT_ON_EVERY_BACKEND(ConcatIndex);

TEST_P(ConcatIndex, OfStores) {
  expect(x(I(joined())), moved);
  expect(x(I(joined())) * 2.0 + x, [](auto i, auto j) { return moved(i, j) * 2 + at(i, j); });
}

TEST_P(ConcatIndex, OfReductions) {
  EXPECT_EQ(eval(sum(x(I(joined())))).item<double>(), sumOf(moved));
  EXPECT_EQ(eval(sum(x(I(clip(joined(), 0, 2))))).item<double>(),
            sumOf([](auto i, auto j) { return at(std::min<std::int64_t>(rowAt(i, j), 2), j); }));
  EXPECT_EQ(eval(sum(x(I(joined())) * 2.0 + x)).item<double>(),
            sumOf([](auto i, auto j) { return moved(i, j) * 2 + at(i, j); }));
  // In a part, and where indices are found at indices that are put together.
  expect(concat_where(I < 1, max(x(I(joined())), I), x), [](auto i, auto j) {
    double largest = moved(0, j);
    for (std::int64_t row = 1; row < nx; ++row)
      largest = std::max(largest, moved(row, j));
    return i < 1 ? largest : at(i, j);
  });
  EXPECT_EQ(eval(sum(x(I(m(I(joined())))))).item<double>(),
            sumOf([](auto i, auto j) { return at((rowAt(i, j) + j * 3) % nx, j); }));
}

TEST_P(ConcatIndex, OfScans) {
  auto below = [](auto i, auto j) {
    double total = 0;
    for (std::int64_t row = 0; row <= i; ++row)
      total += moved(row, j);
    return total;
  };
  expect(cumsum(x(I(joined())), I), below);
  Field started = scan(
      J, Forward, x(I(joined()))[J[0]], [](Value sum, Value next) { return sum + next; },
      x(I(joined())));
  expect(started, [](auto i, auto j) {
    double total = moved(i, 0);
    for (std::int64_t column = 0; column <= j; ++column)
      total += moved(i, column);
    return total;
  });
}

TEST_P(ConcatIndex, OfWhatIsReadAtIndicesInItsParts) {
  Field columns = astype(concat_where(I < 1, 4 - index(J), (index(I) + index(J)) % ny), I32);
  auto columnAt = [](auto i, auto j) { return i < 1 ? 4 - j : (i + j) % ny; };
  auto twice = [&](auto i, auto j) { return moved(i, columnAt(i, j)); };
  expect(x(I(joined()))(J(columns)), twice);
  expect((x(I(joined())) + 1.0)(J(columns)), [&](auto i, auto j) { return twice(i, j) + 1; });
  EXPECT_EQ(eval(sum(x(I(joined()))(J(columns)) + 0.0 * Field(x))).item<double>(), sumOf(twice));
  expect(x(I(joined()))[J[3]] + 0.0 * Field(x), [](auto i, auto) { return moved(i, 3); });
}

/// Eight parts in each of three dimensions would be a kernel for each of 512 boxes.
TEST_P(ConcatIndex, OfManyPartsNeedFewKernels) {
  Domain domain{I(0, 9), J(0, 9), K(0, 9)};
  Storage u = empty<double>(domain), v = u.copy();
  u[whole] = astype(index(I) * 100 + index(J) * 10 + index(K), F64);
  auto parts = [](Dimension cut) {
    Field joined = index(cut) % 9;
    for (std::int64_t part = 1; part < 8; ++part)
      joined = concat_where(cut < part, joined, (index(cut) + part) % 9);
    return joined;
  };
  std::int64_t before = runtime.counters().kernels;
  v[whole] = u.at({I(parts(J)), J(parts(K)), K(parts(I))});
  EXPECT_LT(runtime.counters().kernels - before, 128);
  auto partAt = [](std::int64_t at) {
    return at < 1 ? at : (at + std::min(at, std::int64_t(7))) % 9;
  };
  auto values = v.read<double>();
  for (std::int64_t i = 0; i < 9; ++i)
    for (std::int64_t j = 0; j < 9; ++j)
      for (std::int64_t k = 0; k < 9; ++k)
        EXPECT_EQ(values(i, j, k), double(partAt(j) * 100 + partAt(k) * 10 + partAt(i)))
            << i << ' ' << j << ' ' << k;
}

} // namespace
