//===- ReductionEdgesTest.cpp - Reductions where code has seams -----------===//
//
// Sizes around vectors, groups of them and blocks; NaN and zeros of either sign at
// every lane; dimensions without points; parts of storages; ties; masks; many
// reductions in a kernel. Against plain loops.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace gtjit;
using testing::Each;
using testing::ElementsAre;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class ReductionEdges : public OnEveryBackend {
protected:
  /// Values that differ, of three dimensions, the last one the fastest.
  Storage box(std::int64_t k, std::int64_t j, std::int64_t i) {
    Storage storage = empty<double>({K(0, k), J(0, j), I(0, i)}, {.layout = cOrder});
    auto view = storage.write<double>();
    for (std::int64_t n = 0; n < k * j * i; ++n)
      view(n / (j * i), n / i % j, n % i) = valueAt(n);
    return storage;
  }
  static double valueAt(std::int64_t n) { return double((n * 7919) % 10007) / 16 - 300; }
};
GTJIT_ON_EVERY_BACKEND(ReductionEdges);

template <class T> void expectExtremesAtEveryLane() {
  for (std::int64_t n : {1, 3, 8, 63, 64, 65, 130}) {
    std::vector<T> values(static_cast<std::size_t>(n), T(-0.0));
    for (std::size_t at = 0; at < values.size(); at += n > 60 ? 7 : 1) {
      EXPECT_TRUE(std::signbit(max(line<T>(values)).template item<T>())) << n;
      values[at] = T(0.0);
      EXPECT_FALSE(std::signbit(max(line<T>(values)).template item<T>())) << n << ' ' << at;
      EXPECT_EQ(std::signbit(min(line<T>(values)).template item<T>()), n > 1) << n << ' ' << at;
      values[at] = T(-2);
      EXPECT_EQ(min(line<T>(values)).template item<T>(), T(-2)) << n << ' ' << at;
      values[at] = std::numeric_limits<T>::quiet_NaN();
      EXPECT_TRUE(std::isnan(max(line<T>(values)).template item<T>())) << n << ' ' << at;
      EXPECT_TRUE(std::isnan(min(line<T>(values)).template item<T>())) << n << ' ' << at;
      values[at] = -std::numeric_limits<T>::quiet_NaN();
      EXPECT_TRUE(std::isnan(max(line<T>(values)).template item<T>())) << n << ' ' << at;
      values[at] = T(-0.0);
    }
    values.assign(values.size(), T(0.0));
    EXPECT_FALSE(std::signbit(min(line<T>(values)).template item<T>())) << n;
    values.assign(values.size(), -std::numeric_limits<T>::infinity());
    EXPECT_EQ(max(line<T>(values)).template item<T>(), -std::numeric_limits<T>::infinity());
    EXPECT_EQ(min(line<T>(values)).template item<T>(), -std::numeric_limits<T>::infinity());
  }
}

TEST_P(ReductionEdges, ExtremesShowNaNAndTheSignOfZeroAtEveryLane) {
  expectExtremesAtEveryLane<double>();
  expectExtremesAtEveryLane<float>();
}

template <class T> void expectExtremesWithoutSigns() {
  for (std::int64_t n : {1, 3, 8, 63, 64, 65, 130}) {
    std::vector<T> values(static_cast<std::size_t>(n), T(-0.0));
    for (std::size_t at = 0; at < values.size(); at += n > 60 ? 7 : 1) {
      EXPECT_FALSE(std::signbit(max(abs(line<T>(values))).template item<T>())) << n;
      EXPECT_FALSE(std::signbit(min(line<T>(values) * line<T>(values)).template item<T>())) << n;
      values[at] = T(-2);
      Storage u = line<T>(values);
      EXPECT_EQ(max(abs(u)).template item<T>(), T(2)) << n << ' ' << at;
      EXPECT_EQ(max(u * u).template item<T>(), T(4)) << n << ' ' << at;
      EXPECT_EQ(min(abs(u)).template item<T>(), T(n > 1 ? 0 : 2)) << n << ' ' << at;
      values[at] = -std::numeric_limits<T>::quiet_NaN();
      EXPECT_TRUE(std::isnan(max(abs(line<T>(values))).template item<T>())) << n << ' ' << at;
      EXPECT_TRUE(std::isnan(min(abs(line<T>(values))).template item<T>())) << n << ' ' << at;
      values[at] = T(-0.0);
    }
  }
}

TEST_P(ReductionEdges, ExtremesOfAbsoluteValuesAndSquaresShowNaNAndZeros) {
  expectExtremesWithoutSigns<double>();
  expectExtremesWithoutSigns<float>();
}

TEST_P(ReductionEdges, ExtremesAlongASlowDimensionShowNaNAndTheSignOfZero) {
  for (std::int64_t k : {1, 2, 3, 4, 5, 9, 70}) {
    Storage u = full<double>({K(0, k), I(0, 11)}, -0.0, {.layout = cOrder});
    {
      auto view = u.write<double>();
      view(k - 1, 3) = nan;
      view(k / 2, 9) = 0.0;
      view(0, 10) = 4;
    }
    std::vector<double> greatest = valuesOf<double>(max(u, K));
    EXPECT_TRUE(std::isnan(greatest[3])) << k;
    EXPECT_TRUE(std::signbit(greatest[0])) << k;
    EXPECT_FALSE(std::signbit(greatest[9])) << k;
    EXPECT_EQ(greatest[10], 4) << k;
    std::vector<double> least = valuesOf<double>(min(u, K));
    EXPECT_EQ(std::signbit(least[9]), k > 1) << k;
    EXPECT_EQ(least[10], k > 1 ? 0 : 4) << k;
  }
}

/// Lines along K of one zero each but for one point: NaN of either sign or the other zero at the
/// first point of the first line, at the second of the second ...
template <class T> void expectExtremesAtEveryPointOfAStep(std::int64_t points) {
  T nan = std::numeric_limits<T>::quiet_NaN();
  for (T zero : {T(-0.0), T(0.0)})
    for (T other : {nan, -nan, -zero}) {
      Storage u = full<T>({K(0, points), I(0, points)}, zero, {.layout = cOrder});
      for (std::int64_t at = 0; at < points; ++at)
        u.write<T>()(at, at) = other;
      std::vector<T> greatest = valuesOf<T>(max(u, K)), least = valuesOf<T>(min(u, K));
      bool isSigned = std::signbit(zero), isMixed = points > 1;
      for (std::size_t at = 0; at < greatest.size(); ++at) {
        SCOPED_TRACE(std::to_string(at) + " of " + std::to_string(points));
        EXPECT_EQ(std::isnan(greatest[at]), std::isnan(other));
        EXPECT_EQ(std::isnan(least[at]), std::isnan(other));
        if (std::isnan(other))
          continue;
        EXPECT_EQ(std::signbit(greatest[at]), !isMixed && !isSigned);
        EXPECT_EQ(std::signbit(least[at]), isMixed || !isSigned);
      }
    }
}

TEST_P(ReductionEdges, ExtremesAlongASlowDimensionShowNaNAndTheSignOfZeroAtEveryPoint) {
  for (std::int64_t points : {1, 2, 7, 8, 9, 17, 67}) {
    expectExtremesAtEveryPointOfAStep<double>(points);
    expectExtremesAtEveryPointOfAStep<float>(points);
  }
}

TEST_P(ReductionEdges, SizesAroundVectorsGroupsAndSteps) {
  for (std::int64_t k : {1, 2, 5})
    for (std::int64_t j : {1, 3, 4, 65})
      for (std::int64_t i : {1, 5, 8, 61, 64, 67, 135}) {
        Storage u = box(k, j, i);
        double greatest = -inf, least = inf, total = 0;
        std::int64_t above = 0;
        for (std::int64_t n = 0; n < k * j * i; ++n) {
          double value = valueAt(n); // multiples of 1/16: every order gives one sum
          greatest = std::max(greatest, value), least = std::min(least, value), total += value;
          above += value > 0.5;
        }
        SCOPED_TRACE(std::to_string(k) + " x " + std::to_string(j) + " x " + std::to_string(i));
        EXPECT_EQ(sum(u).item<double>(), total);
        EXPECT_EQ(max(u).item<double>(), greatest);
        EXPECT_EQ(min(u).item<double>(), least);
        EXPECT_EQ(sum(u > 0.5).item<std::int64_t>(), above);
        EXPECT_EQ(sum(eval(u > 0.5)).item<std::int64_t>(), above);
        EXPECT_EQ(any(u > 0.5).item<bool>(), above > 0);
        EXPECT_EQ(all(u > 0.5).item<bool>(), above == k * j * i);
        EXPECT_EQ(sum(sum(u, {I}), {K, J}).item<double>(), total);
        EXPECT_EQ(sum(sum(u, K)).item<double>(), total);
        EXPECT_EQ(max(max(u, {J, K})).item<double>(), greatest);
      }
}

TEST_P(ReductionEdges, DimensionsWithoutPointsGiveTheStart) {
  for (auto [k, j, i] : {std::array{2, 0, 5}, {2, 3, 0}, {0, 3, 5}, {0, 0, 0}, {2, 0, 0}}) {
    Storage u = empty<double>({K(0, k), J(0, j), I(0, i)}, {.layout = cOrder});
    SCOPED_TRACE(std::to_string(k) + " x " + std::to_string(j) + " x " + std::to_string(i));
    EXPECT_EQ(sum(u).item<double>(), 0);
    EXPECT_EQ(prod(u).item<double>(), 1);
    EXPECT_EQ(max(u).item<double>(), -inf);
    EXPECT_EQ(min(u).item<double>(), inf);
    EXPECT_THAT(valuesOf<double>(sum(u, {J, I})), Each(0.0));
    EXPECT_EQ(valuesOf<double>(sum(u, {J, I})).size(), static_cast<std::size_t>(k));
    EXPECT_THAT(valuesOf<double>(max(u, {J, I})), Each(-inf));
  }
}

TEST_P(ReductionEdges, PartsOfStoragesAndNeighbours) {
  Storage u = box(3, 9, 150);
  Field part = Field(u).at({K(1, 3), J(2, 7), I(3, 140)});
  double total = 0, products = 0, greatest = -inf;
  for (int k = 1; k < 3; ++k)
    for (int j = 2; j < 7; ++j)
      for (int i = 3; i < 140; ++i) {
        double value = valueAt((k * 9 + j) * 150 + i), next = valueAt((k * 9 + j) * 150 + i + 1);
        total += value, products += value * value, greatest = std::max(greatest, next - value);
      }
  EXPECT_EQ(sum(part).item<double>(), total);
  EXPECT_EQ(sum(part * part).item<double>(), products);
  Field steps = (u(I + 1) - u).at({K(1, 3), J(2, 7), I(3, 140)});
  EXPECT_EQ(max(steps).item<double>(), greatest);
}

TEST_P(ReductionEdges, TiesGoToTheFirstInTheOrderOfTheDimensions) {
  Storage u = full<double>({K(0, 4), J(-1, 4), I(2, 72)}, 1.0, {.layout = cOrder});
  auto set = [&](int k, int j, int i, double value) { u.write<double>()(k, j + 1, i - 2) = value; };
  auto found = [](const auto &places) {
    std::vector<std::int64_t> list;
    for (const Field &place : places)
      list.push_back(place.template item<std::int64_t>());
    return list;
  };
  EXPECT_THAT(found(argmin(u, K, J, I)), ElementsAre(0, -1, 2));
  set(3, 0, 70, -5);
  EXPECT_THAT(found(argmin(u, K, J, I)), ElementsAre(3, 0, 70));
  set(3, 2, 4, -5), set(1, 3, 71, -5), set(1, 3, 50, -5);
  EXPECT_THAT(found(argmin(u, K, J, I)), ElementsAre(1, 3, 50));
  EXPECT_THAT(found(argmin(u, J, K, I)), ElementsAre(0, 3, 70));
  EXPECT_THAT(found(argmin(u, I, J, K)), ElementsAre(4, 2, 3));
  EXPECT_THAT(found(argmin(u, I, K, J)), ElementsAre(4, 3, 2));
  EXPECT_THAT(found(argmin(u)), ElementsAre(4, 2, 3));
  set(2, 1, 9, nan), set(2, 1, 8, nan), set(0, 3, 60, nan);
  EXPECT_THAT(found(argmin(u, K, J, I)), ElementsAre(0, 3, 60));
  EXPECT_THAT(found(argmax(u, J, K, I)), ElementsAre(1, 2, 8));
  EXPECT_THAT(found(argmax(u)), ElementsAre(8, 1, 2));
  EXPECT_THAT(valuesOf<std::int64_t>(argmax(u, K))[7 * 5 + 2], 2);
  EXPECT_THAT(valuesOf<std::int64_t>(argmin(u, J))[68 * 4 + 3], 0);
}

TEST_P(ReductionEdges, PlacesOfOnePointAndOfIntegers) {
  auto [k, j, i] = argmin(full<double>({K(5, 6), J(-2, -1), I(9, 10)}, nan), K, J, I);
  EXPECT_EQ(k.item<std::int64_t>(), 5);
  EXPECT_EQ(j.item<std::int64_t>(), -2);
  EXPECT_EQ(i.item<std::int64_t>(), 9);
  Storage n = full<std::int32_t>({J(0, 3), I(0, 20)}, 7);
  n.write<std::int32_t>()(1, 17) = 9, n.write<std::int32_t>()(2, 3) = 9;
  auto [row, column] = argmax(n, J, I);
  EXPECT_EQ(row.item<std::int64_t>(), 1);
  EXPECT_EQ(column.item<std::int64_t>(), 17);
}

TEST_P(ReductionEdges, ManyReductionsOfTheSamePoints) {
  Storage u = box(3, 4, 77);
  auto all = eval({sum(u), max(u), min(u), sum(u * u), any(u > 1000.0), sum(u < 0.0)});
  double total = 0, squares = 0, greatest = -inf, least = inf;
  std::int64_t below = 0;
  for (int n = 0; n < 3 * 4 * 77; ++n) {
    double value = valueAt(n);
    total += value, squares += value * value, below += value < 0;
    greatest = std::max(greatest, value), least = std::min(least, value);
  }
  EXPECT_EQ(all[0].field().item<double>(), total);
  EXPECT_EQ(all[1].field().item<double>(), greatest);
  EXPECT_EQ(all[2].field().item<double>(), least);
  EXPECT_EQ(all[3].field().item<double>(), squares);
  EXPECT_FALSE(all[4].field().item<bool>());
  EXPECT_EQ(all[5].field().item<std::int64_t>(), below);
}

TEST_P(ReductionEdges, MeansOfMasksAndNarrowTypes) {
  Storage mask = full<bool>({J(0, 70), I(0, 301)}, true);
  mask.write<bool>()(69, 300) = false;
  EXPECT_EQ(sum(mask).item<std::int64_t>(), 70 * 301 - 1);
  EXPECT_FALSE(all(mask).item<bool>());
  EXPECT_TRUE(any(mask).item<bool>());
  EXPECT_EQ(mean(mask).item<double>(), (70 * 301 - 1) / (70.0 * 301));
  EXPECT_EQ(valuesOf<std::int64_t>(sum(mask, J))[300], 69);
  Storage bytes = full<std::int8_t>({J(0, 70), I(0, 301)}, std::int8_t(-100));
  EXPECT_EQ(sum(bytes).item<std::int64_t>(), -100 * 70 * 301);
  bytes.write<std::int8_t>()(2, 200) = 3;
  EXPECT_EQ(max(bytes).item<std::int8_t>(), 3);
}

} // namespace
