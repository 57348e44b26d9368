//===- ShortReductionTest.cpp - Reductions of few points ------------------===//
//
// Along dimensions of few points, for whose number code is made: the order is that of any
// other reduction. Against plain loops.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <list>

using namespace gtjit;

namespace {

const Dimension C("C"), E("E");

/// As Semantics.md has it for up to 64 points: along the fastest dimension, and along others.
template <class T> T sumByLanes(const std::vector<T> &points) {
  std::array<T, 64> lanes{};
  for (std::size_t n = 0; n < points.size(); ++n)
    lanes[n] += points[n];
  for (std::size_t half = 32; half > 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane)
      lanes[lane] += lanes[lane + half];
  return lanes[0];
}
template <class T> T sumInOrder(const std::vector<T> &points) {
  T sum(0);
  for (T point : points)
    sum += point;
  return sum;
}

class ShortReductions : public OnEveryBackend {
protected:
  /// Values of which sums in another order differ, and zeros of either sign.
  static double valueAt(std::int64_t n) {
    return n % 11 == 0  ? 0.0
           : n % 5 == 0 ? -0.0
                        : std::ldexp(double(n * 7919 % 10007) - 5000, n % 40);
  }
  /// On these ranges, the last one the fastest.
  Storage filled(std::initializer_list<NamedRange> ranges) {
    std::size_t points = 1;
    for (const NamedRange &range : ranges)
      points *= static_cast<std::size_t>(range.range.size());
    std::vector<double> &values = memory.emplace_back();
    for (std::size_t n = 0; n < points; ++n)
      values.push_back(valueAt(static_cast<std::int64_t>(n)));
    return wrap(values.data(), ranges);
  }

private:
  std::list<std::vector<double>> memory;
};
GTJIT_ON_EVERY_BACKEND(ShortReductions);

TEST_P(ShortReductions, AlongTheFastestDimensionGoByLanes) {
  for (std::int64_t points = 1; points <= 18; ++points) {
    Storage u = filled({I(0, 21), C(-3, points - 3)});
    std::vector<double> sums = valuesOf<double>(sum(u, {C})),
                        squares = valuesOf<double>(sum(u * u, {C})),
                        products = valuesOf<double>(prod(u, {C}));
    for (std::int64_t i = 0; i < 21; ++i) {
      std::vector<double> row, squared;
      double product = 1;
      for (std::int64_t c = 0; c < points; ++c) {
        row.push_back(valueAt(i * points + c));
        squared.push_back(row.back() * row.back());
        product *= points <= 2 ? row.back() : 1;
      }
      auto at = static_cast<std::size_t>(i);
      EXPECT_EQ(std::bit_cast<std::uint64_t>(sums[at]),
                std::bit_cast<std::uint64_t>(sumByLanes(row)))
          << points << ' ' << i;
      EXPECT_EQ(squares[at], sumByLanes(squared)) << points << ' ' << i;
      if (points <= 2)
        EXPECT_EQ(products[at], product) << points << ' ' << i;
    }
  }
}

TEST_P(ShortReductions, AlongOthersGoInOrder) {
  for (std::int64_t points = 1; points <= 18; ++points) {
    Storage u = filled({C(2, points + 2), I(0, 21)});
    std::vector<double> sums = valuesOf<double>(sum(u, {C}));
    for (std::int64_t i = 0; i < 21; ++i) {
      std::vector<double> column;
      for (std::int64_t c = 0; c < points; ++c)
        column.push_back(valueAt(c * 21 + i));
      EXPECT_EQ(std::bit_cast<std::uint64_t>(sums[static_cast<std::size_t>(i)]),
                std::bit_cast<std::uint64_t>(sumInOrder(column)))
          << points << ' ' << i;
    }
  }
}

TEST_P(ShortReductions, OfSeveralDimensionsGoOneAfterTheOther) {
  for (auto [first, second] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {3, 3}, {1, 4}, {4, 4}, {2, 9}, {16, 1}, {3, 40}, {40, 3}}) {
    Storage u = filled({I(0, 13), E(0, second), C(0, first)});
    std::vector<double> sums = valuesOf<double>(sum(u, {E, C}));
    double all = valuesOf<double>(sum(u)).front();
    std::vector<double> lines;
    for (std::int64_t i = 0; i < 13; ++i) {
      std::vector<double> rows;
      for (std::int64_t e = 0; e < second; ++e) {
        std::vector<double> row;
        for (std::int64_t c = 0; c < first; ++c)
          row.push_back(valueAt((i * second + e) * first + c));
        rows.push_back(sumByLanes(row));
      }
      lines.push_back(sumInOrder(rows));
      EXPECT_EQ(sums[static_cast<std::size_t>(i)], lines.back())
          << first << ' ' << second << ' ' << i;
    }
    EXPECT_EQ(all, sumInOrder(lines)) << first << ' ' << second;
  }
}

TEST_P(ShortReductions, OfMinusZerosAreZero) {
  std::vector<double> zeros(3 * 4 * 21, -0.0);
  Storage u = wrap(zeros.data(), {C(0, 3), E(0, 4), I(0, 21)});
  Storage v = wrap(zeros.data(), {I(0, 21), E(0, 4), C(0, 3)});
  for (const Storage &x : {u, v})
    for (const Field &summed :
         {sum(x, {E, C}), sum(x * x, {E, C}), sum(abs(x), {C})(E(2)), sum(-(x * x), {E, C}),
          sum(x + abs(x), {C})(E(1)), sum(x, {C})(E(0))})
      for (double value : valuesOf<double>(summed))
        EXPECT_EQ(std::bit_cast<std::uint64_t>(value), 0u);
}

TEST_P(ShortReductions, OfEveryKind) {
  for (std::int64_t points : {1, 2, 3, 7, 16, 17}) {
    Storage u = filled({I(0, 9), C(0, points)});
    Field least = min(u, {C}), counted = sum(u > 0.0, {C});
    std::vector<double> mins = valuesOf<double>(least), maxs = valuesOf<double>(max(u, {C})),
                        means = valuesOf<double>(mean(u, {C}));
    std::vector<std::int64_t> sums = valuesOf<std::int64_t>(sum(astype(u > 1.0, I32), {C})),
                              counts = valuesOf<std::int64_t>(counted);
    Storage any1 = eval(any(u > 0.0, {C})), all1 = eval(all(u > 0.0, {C}));
    for (std::int64_t i = 0; i < 9; ++i) {
      std::vector<double> row;
      std::int64_t above = 0, positive = 0;
      for (std::int64_t c = 0; c < points; ++c) {
        row.push_back(valueAt(i * points + c));
        above += row.back() > 1.0;
        positive += row.back() > 0.0;
      }
      auto at = static_cast<std::size_t>(i);
      EXPECT_EQ(mins[at], *std::min_element(row.begin(), row.end()));
      EXPECT_EQ(maxs[at], *std::max_element(row.begin(), row.end()));
      EXPECT_EQ(means[at], sumByLanes(row) / double(points));
      EXPECT_EQ(sums[at], above);
      EXPECT_EQ(counts[at], positive);
      EXPECT_EQ(any1.read<bool>()(i), positive > 0);
      EXPECT_EQ(all1.read<bool>()(i), positive == points);
    }
  }
}

/// What is kept of a line's evaluations is made for a number of points.
TEST_P(ShortReductions, OnOneLineForAnyNumberOfPoints) {
  for (std::int64_t points : {3, 3, 3, 4, 3, 17, 4, 16, 3, 5, 17, 3}) {
    Storage u = filled({I(0, 21), C(0, points)}), norm = zeros({I(0, 21)});
    norm[whole] = sqrt(sum(u * u, {C}));
    for (std::int64_t i = 0; i < 21; ++i) {
      std::vector<double> squared;
      for (std::int64_t c = 0; c < points; ++c)
        squared.push_back(valueAt(i * points + c) * valueAt(i * points + c));
      EXPECT_EQ(norm.read<double>()(i), std::sqrt(sumByLanes(squared))) << points << ' ' << i;
    }
  }
}

TEST_P(ShortReductions, AreComputedWhereTheyAreRead) {
  if (GetParam())
    return;
  for (auto [points, kernels] : {std::pair(3, 1), std::pair(16, 1), std::pair(17, 2)}) {
    Storage u = filled({I(0, 21), C(0, points)}), norm = zeros({I(0, 21)});
    std::int64_t before = runtime.counters().kernels;
    norm[whole] = sqrt(sum(u * u, {C}));
    EXPECT_EQ(runtime.counters().kernels - before, kernels) << points;
  }
  // Not where much would be computed for each of them.
  Storage u = filled({I(0, 21), C(0, 16)}), norm = zeros({I(0, 21)});
  std::int64_t before = runtime.counters().kernels;
  norm[whole] = sqrt(sum(sin(exp(sin(u))), {C}));
  EXPECT_EQ(runtime.counters().kernels - before, 2);
}

} // namespace
