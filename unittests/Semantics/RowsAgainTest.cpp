//===- RowsAgainTest.cpp - What is reduced along rows and read again ------===//
//
// A reduction's rows are read again with its results, in the same kernel where that is possible.
// Of whole numbers, whose sums are exact, against plain loops.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <algorithm>

using namespace gtjit;

namespace {

template <class T> struct Rows {
  static constexpr std::int64_t rows = 5;
  explicit Rows(std::int64_t points) : points(points) {
    for (std::int64_t n = 0; n < rows * points; ++n)
      values.push_back(T(n * 7919 % 61 - 30));
  }
  Domain domain() const { return {J(0, rows), I(0, points)}; }
  T &at(std::int64_t j, std::int64_t i) { return values[static_cast<std::size_t>(j * points + i)]; }
  T most(std::int64_t j) const {
    return *std::max_element(values.begin() + j * points, values.begin() + (j + 1) * points);
  }

  std::int64_t points;
  std::vector<T> values;
};

class RowsAgain : public OnEveryBackend {
protected:
  /// Of one vector and less, of some and a part, and of more than a block.
  static constexpr std::int64_t kPoints[] = {1, 7, 64, 67, 4100};

  template <class T> void takesTheMostAway(std::int64_t points) {
    Rows<T> expected(points), memory(points);
    Storage x = wrap(memory.values.data(), expected.domain());
    x[whole] = x - max(x, {I});
    for (std::int64_t j = 0; j < Rows<T>::rows; ++j) {
      T most = expected.most(j);
      for (std::int64_t i = 0; i < points; ++i)
        EXPECT_EQ(memory.at(j, i), expected.at(j, i) - most) << j << ", " << i;
    }
  }
};
GTJIT_ON_EVERY_BACKEND(RowsAgain);

TEST_P(RowsAgain, AreWrittenWhereTheyAre) {
  for (std::int64_t points : kPoints) {
    takesTheMostAway<double>(points);
    takesTheMostAway<float>(points);
    takesTheMostAway<std::int32_t>(points);
    takesTheMostAway<std::int8_t>(points);
  }
}

TEST_P(RowsAgain, AreReducedAgainWithTheResult) {
  for (std::int64_t points : kPoints) {
    Rows<double> expected(points), memory(points), results(points);
    std::vector<double> counts(Rows<double>::rows);
    Storage x = wrap(memory.values.data(), expected.domain());
    Storage y = wrap(results.values.data(), expected.domain());
    Storage z = wrap(counts.data(), {J(0, Rows<double>::rows)});
    Field away = max(x, {I}) - x, total = sum(away, {I});
    update({{y[whole], away / (total + 1.0)}, {z[whole], total}});
    for (std::int64_t j = 0; j < Rows<double>::rows; ++j) {
      double most = expected.most(j), sum = 0;
      for (std::int64_t i = 0; i < points; ++i)
        sum += most - expected.at(j, i);
      EXPECT_EQ(counts[static_cast<std::size_t>(j)], sum);
      for (std::int64_t i = 0; i < points; ++i)
        EXPECT_EQ(results.at(j, i), (most - expected.at(j, i)) / (sum + 1.0)) << j << ", " << i;
    }
  }
}

TEST_P(RowsAgain, OfAnotherRowKeepTheirValuesUntilAllAreReduced) {
  const std::int64_t points = 67;
  Rows<double> expected(points), memory(points);
  Storage x = wrap(memory.values.data(), expected.domain());
  Region inside = {J(0, Rows<double>::rows - 1)};
  x[inside] = x - max(x(J + 1), {I});
  for (std::int64_t j = 0; j + 1 < Rows<double>::rows; ++j)
    for (std::int64_t i = 0; i < points; ++i)
      EXPECT_EQ(memory.at(j, i), expected.at(j, i) - expected.most(j + 1)) << j << ", " << i;
}

} // namespace
