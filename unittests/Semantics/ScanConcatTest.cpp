//===- ScanConcatTest.cpp - Scans of parts and parts of scans -------------===//
//
// What is put together inside of a scan, around one, and of several; against loops on
// the host.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <functional>

using namespace gtjit;

namespace {

constexpr std::int64_t nx = 11, nk = 7;
using Values = std::function<double(std::int64_t, std::int64_t)>;

class ScanConcat : public OnEveryBackend {
protected:
  ScanConcat() { x[whole] = astype((index(I) * 5 + index(K) * 3) % 7, F64); }

  static double at(std::int64_t i, std::int64_t k) { return double((i * 5 + k * 3) % 7); }
  /// The sum of `values` from the first level to k.
  static double below(std::int64_t i, std::int64_t k, const Values &values) {
    double sum = 0;
    for (std::int64_t n = 0; n <= k; ++n)
      sum += values(i, n);
    return sum;
  }
  static double above(std::int64_t i, std::int64_t k, const Values &values) {
    double sum = 0;
    for (std::int64_t n = nk - 1; n >= k; --n)
      sum += values(i, n);
    return sum;
  }
  /// Stores the field between `first` and `last` in I, and compares.
  void expect(const Field &field, const Values &wanted, std::int64_t first = 0,
              std::int64_t last = nx) {
    Storage v = zeros<double>({I(0, nx), K(0, nk)});
    v[{I(first, last)}] = field;
    std::vector<double> values = valuesOf<double>(v);
    for (std::int64_t i = 0; i < nx; ++i)
      for (std::int64_t k = 0; k < nk; ++k)
        EXPECT_EQ(values[static_cast<std::size_t>(i * nk + k)],
                  i < first || i >= last ? 0.0 : wanted(i, k))
            << i << ' ' << k;
  }

  Storage x = empty<double>({I(0, nx), K(0, nk)});
};
GTJIT_ON_EVERY_BACKEND(ScanConcat);

TEST_P(ScanConcat, OfWhatIsPutTogether) {
  Values parts = [](auto i, auto k) { return k < 2 ? 100.0 : k >= 5 ? -at(i, k) : at(i, k); };
  Field joined = concat_where(K < 2, 100.0, concat_where(K >= 5, -Field(x), x))[{K(0, nk)}];
  expect(cumsum(joined, K), [&](auto i, auto k) { return below(i, k, parts); });
  expect(cumsum(joined, K, Backward), [&](auto i, auto k) { return above(i, k, parts); });
  Values across = [](auto i, auto k) { return i < 4 ? -at(i, k) : at(i, k); };
  expect(cumsum(concat_where(I < 4, -Field(x), x), K),
         [&](auto i, auto k) { return below(i, k, across); });
  // What neighbours join to, a rim in memory outside of scans.
  Field filled = withHalo(x, 1, periodic(I));
  expect(cumsum(filled(I + 1) + filled(I - 1), K), [&](auto i, auto k) {
    return below(i, k,
                 [](auto n, auto m) { return at((n + 1) % nx, m) + at((n + nx - 1) % nx, m); });
  });
}

TEST_P(ScanConcat, InAPart) {
  Field up = cumsum(x, K), down = cumsum(x, K, Backward);
  expect(concat_where(K < 3, up, x),
         [](auto i, auto k) { return k < 3 ? below(i, k, at) : at(i, k); });
  expect(concat_where((I < 2) | (I >= 9), up, down),
         [](auto i, auto k) { return i < 2 || i >= 9 ? below(i, k, at) : above(i, k, at); });
  expect(concat_where((I < 2) & (K >= 4), -1.0, up * 2.0),
         [](auto i, auto k) { return i < 2 && k >= 4 ? -1.0 : 2 * below(i, k, at); });
}

TEST_P(ScanConcat, OfScansAtNeighbours) {
  Field joined = concat_where((I < 1) | (I >= nx - 1), 0.5, cumsum(x, K));
  Values value = [](auto i, auto k) { return i < 1 || i >= nx - 1 ? 0.5 : below(i, k, at); };
  expect(
      joined(I + 1) - 2.0 * joined + joined(I - 1),
      [&](auto i, auto k) { return value(i + 1, k) - 2 * value(i, k) + value(i - 1, k); }, 1,
      nx - 1);
}

TEST_P(ScanConcat, StartsWithWhatIsPutTogether) {
  Storage west = full<double>({I(0, nx)}, 10.0);
  Field first = concat_where(I < 5, west, -1.0);
  Field sums = scan(K, Forward, first, [](Value sum, Value v) { return sum + v; }, x);
  expect(sums, [](auto i, auto k) {
    double sum = i < 5 ? 10.0 : -1.0;
    for (std::int64_t n = 0; n <= k; ++n)
      sum += at(i, n);
    return sum;
  });
}

TEST_P(ScanConcat, ScansOfScansThroughParts) {
  Field once = concat_where(K >= 3, cumsum(x, K), x);
  Values joined = [](auto i, auto k) { return k >= 3 ? below(i, k, at) : at(i, k); };
  Field twice = concat_where(K < 6, cumsum(once, K, Backward), once);
  expect(twice, [&](auto i, auto k) { return k < 6 ? above(i, k, joined) : joined(i, k); });
}

} // namespace
