//===- AlignedRowsTest.cpp - Long rows that begin inside of vectors -------===//
//
// Behind their first points vectors are aligned, wherever memory begins: against plain loops, in
// memory whose neighbours fault, and with what lies beside the rows unchanged.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"
#include "PageEdge.h"

#include <algorithm>
#include <numeric>

using namespace gtjit;

namespace {

constexpr std::int64_t kRows = 3;
/// As many points of a row are summed at once.
constexpr std::int64_t kBlock = 4096;

/// Rows of points with one more at each end, whose memory ends at a page, or some elements before.
template <class T> struct Plane {
  Plane(std::int64_t points, std::int64_t behind)
      : pitch(points + 2), memory(static_cast<std::size_t>(kRows * pitch + behind), true) {}

  Storage storage() { return wrap(memory.first, {J(0, kRows), I(-1, pitch - 1)}); }
  T &at(std::int64_t j, std::int64_t i) const { return memory.first[j * pitch + i + 1]; }
  T before(std::int64_t j, std::int64_t i) const {
    return static_cast<T>((j * pitch + i + 1) % 113 + 1);
  }

  std::int64_t pitch;
  Guarded<T> memory;
};

class AlignedRows : public OnEveryBackend {
protected:
  template <class T, class Test> static void atAllPlaces(Test test) {
    constexpr auto lanes = static_cast<std::int64_t>(64 / sizeof(T));
    for (std::int64_t points :
         {8 * lanes, 8 * lanes + 1, 17 * lanes - 1, kBlock + 3, kBlock + 9 * lanes})
      for (std::int64_t behind : {std::int64_t{0}, std::int64_t{1}, lanes / 2, lanes - 1}) {
        SCOPED_TRACE(std::to_string(points) + " points of " + std::to_string(sizeof(T)) +
                     " bytes, " + std::to_string(behind) + " elements before the page's end");
        test(points, behind);
      }
  }
  /// Whether `value(j, i)` is what the plane has at its points, and beside them what it had.
  template <class T, class Value>
  static void expect(const Plane<T> &plane, std::int64_t points, Value value) {
    std::int64_t wrong = 0;
    for (std::int64_t j = 0; j < kRows; ++j)
      for (std::int64_t i = -1; i <= points; ++i) {
        const bool isPoint = i >= 0 && i < points;
        wrong += plane.at(j, i) != (isPoint ? static_cast<T>(value(j, i)) : plane.before(j, i));
      }
    EXPECT_EQ(wrong, 0);
  }

  template <class T> void storesApart() {
    atAllPlaces<T>([](std::int64_t points, std::int64_t behind) {
      Plane<T> x(points, behind), sums(points, behind), differences(points, 0);
      const Domain inner{J(0, kRows), I(0, points)};
      Storage u = x.storage(), first = sums.storage(), second = differences.storage();
      update({{first[inner], u + u(I + 1)}, {second[inner], u - T(3)}});
      expect(sums, points, [&](auto j, auto i) { return x.at(j, i) + x.at(j, i + 1); });
      expect(differences, points, [&](auto j, auto i) { return x.at(j, i) - T(3); });
    });
  }
  template <class T> void neighbours() {
    atAllPlaces<T>([](std::int64_t points, std::int64_t behind) {
      Plane<T> x(points, 0), results(points, behind);
      Storage u = x.storage(), v = results.storage();
      v[{J(0, kRows), I(0, points)}] = u(I - 1) + u(I + 1) - T(2) * u;
      expect(results, points,
             [&](auto j, auto i) { return x.at(j, i - 1) + x.at(j, i + 1) - T(2) * x.at(j, i); });
    });
  }
  template <class T> void inPlace() {
    atAllPlaces<T>([](std::int64_t points, std::int64_t behind) {
      Plane<T> x(points, behind), y(points, 0);
      Storage u = x.storage(), v = y.storage();
      u[{J(0, kRows), I(0, points)}] = u + v;
      expect(x, points, [&](auto j, auto i) { return x.before(j, i) + y.at(j, i); });
    });
  }
  template <class T> void reductions() {
    atAllPlaces<T>([](std::int64_t points, std::int64_t behind) {
      Plane<T> x(points, behind);
      Storage u = x.storage();
      const Domain inner{J(0, kRows), I(0, points)};
      x.at(1, points / 2) = T(1000);
      x.at(2, 0) = T(-1000);
      Field values = Field(u)[inner];
      auto sums = valuesOf<T>(sum(values, {I})), most = valuesOf<T>(max(values, {I}));
      auto counts = valuesOf<std::int64_t>(sum(astype(values > T(50), I64), {I}));
      T total = sum(values).item<T>(), products = sum(values * values).item<T>(), squares = 0;
      for (std::int64_t j = 0; j < kRows; ++j) {
        const T *first = &x.at(j, 0), *last = first + points;
        const auto row = static_cast<std::size_t>(j);
        EXPECT_EQ(sums[row], std::accumulate(first, last, T(0)));
        EXPECT_EQ(most[row], *std::max_element(first, last));
        EXPECT_EQ(counts[row], std::count_if(first, last, [](T value) { return value > T(50); }));
        squares = std::inner_product(first, last, first, squares);
      }
      EXPECT_EQ(total, std::accumulate(sums.begin(), sums.end(), T(0)));
      if (sizeof(T) == 8) { // exact in that type alone
        EXPECT_EQ(products, squares);
      }
    });
  }
  template <class T> void extremes() {
    atAllPlaces<T>([](std::int64_t points, std::int64_t behind) {
      Plane<T> x(points, behind);
      x.at(0, points - 1) = T(120), x.at(1, 0) = T(121), x.at(2, points / 2) = T(0);
      Field values = Field(x.storage())[{J(0, kRows), I(0, points)}];
      auto most = valuesOf<T>(max(values, {I})), least = valuesOf<T>(min(values, {I}));
      for (std::int64_t j = 0; j < kRows; ++j) {
        const T *first = &x.at(j, 0), *last = first + points;
        EXPECT_EQ(most[static_cast<std::size_t>(j)], *std::max_element(first, last));
        EXPECT_EQ(least[static_cast<std::size_t>(j)], *std::min_element(first, last));
      }
      EXPECT_EQ(min(values).item<T>(), T(0));
    });
  }
};
GTJIT_ON_EVERY_BACKEND(AlignedRows);

TEST_P(AlignedRows, StoreApart) {
  storesApart<double>();
  storesApart<float>();
  storesApart<std::int16_t>();
  storesApart<std::uint8_t>();
}

TEST_P(AlignedRows, HandValuesOn) {
  neighbours<double>();
  neighbours<float>();
  neighbours<std::int32_t>();
  neighbours<std::int16_t>();
}

TEST_P(AlignedRows, AreWrittenWhereTheyAreRead) {
  inPlace<double>();
  inPlace<float>();
  inPlace<std::int16_t>();
}

TEST_P(AlignedRows, AreReduced) {
  reductions<double>();
  reductions<float>();
}

TEST_P(AlignedRows, AreReducedToTheirExtremes) {
  extremes<std::int32_t>();
  extremes<std::int16_t>();
  extremes<std::uint8_t>();
}

// As many points in a vector as one of the narrower type has, which lie in two vectors of the
// other.
TEST_P(AlignedRows, OfTwoTypes) {
  atAllPlaces<float>([](std::int64_t points, std::int64_t behind) {
    Plane<float> x(points, behind), halves(points, 0);
    Plane<double> results(points, behind % 8);
    Storage u = x.storage(), v = results.storage(), w = halves.storage();
    const Domain inner{J(0, kRows), I(0, points)};
    update({{v[inner], astype(u, F64) * 2.0}, {w[inner], u * 0.5f}});
    expect(results, points, [&](auto j, auto i) { return 2.0 * double(x.at(j, i)); });
    expect(halves, points, [&](auto j, auto i) { return x.at(j, i) * 0.5f; });
  });
}

} // namespace
