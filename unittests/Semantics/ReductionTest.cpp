//===- ReductionTest.cpp - The order of sums, bit for bit -----------------===//
//
// Sums against a second, shorter writing of the order that docs/Semantics.md
// defines, for values whose sum depends on it.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <cmath>
#include <functional>
#include <limits>

using namespace gtjit;
using testing::ElementsAre;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

class Reduction : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Reduction);

/// Values of many sizes, so that every order has its own sum.
template <class T> T uneven(std::int64_t n) {
  return static_cast<T>(std::sin(static_cast<double>(n * n + 1)) *
                        std::pow(10.0, static_cast<double>(n % 13) - 6));
}

template <class T> T pairwise(std::vector<T> sums) {
  while (sums.size() > 1) {
    std::vector<T> next;
    for (std::size_t n = 0; n + 1 < sums.size(); n += 2)
      next.push_back(sums[n] + sums[n + 1]);
    if (sums.size() % 2)
      next.push_back(sums.back());
    sums = next;
  }
  return sums.empty() ? T(0) : sums[0];
}

/// Along the fastest dimension.
template <class T> T laneSum(const std::vector<T> &values) {
  std::vector<T> blocks;
  for (std::size_t from = 0; from < values.size(); from += 4096) {
    std::vector<T> lanes(64, T(0));
    for (std::size_t n = from; n < std::min(values.size(), from + 4096); ++n)
      lanes[(n - from) % 64] += values[n];
    for (std::size_t half = 32; half; half /= 2)
      for (std::size_t l = 0; l < half; ++l)
        lanes[l] += lanes[l + half];
    blocks.push_back(lanes[0]);
  }
  return pairwise(blocks);
}

/// Along any other dimension.
template <class T> T plainSum(const std::vector<T> &values) {
  std::vector<T> blocks;
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (n % 64 == 0)
      blocks.push_back(T(0));
    blocks.back() += values[n];
  }
  return pairwise(blocks);
}

template <class T> void expectLaneSums() {
  for (std::int64_t size :
       {0, 1, 2, 63, 64, 65, 127, 1000, 4095, 4096, 4097, 8191, 8193, 12289, 20000}) {
    std::vector<T> values;
    for (std::int64_t n = 0; n < size; ++n)
      values.push_back(uneven<T>(n));
    Storage storage = empty<T>({I(-3, size - 3)});
    if (size) {
      auto view = storage.template write<T>();
      for (std::int64_t n = 0; n < size; ++n)
        view(n) = values[static_cast<std::size_t>(n)];
    }
    EXPECT_EQ(sum(storage).template item<T>(), laneSum(values)) << size << " points";
  }
}

TEST_P(Reduction, SumAlongTheFastestDimensionIsByLanesOfBlocks) {
  expectLaneSums<double>();
  expectLaneSums<float>();
}

TEST_P(Reduction, SumAlongAnotherDimensionIsByBlocksInOrder) {
  for (std::int64_t size : {1, 63, 64, 65, 129, 200, 1000}) {
    Storage storage = empty<double>({I(0, 5), J(2, 2 + size)}, {.preset = "F"}); // I is the fastest
    {
      auto view = storage.write<double>();
      for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < size; ++j)
          view(i, j) = uneven<double>(i * size + j);
    }
    std::vector<double> got = valuesOf<double>(sum(storage, J)), want, whole;
    for (std::int64_t i = 0; i < 5; ++i) {
      std::vector<double> values;
      for (std::int64_t j = 0; j < size; ++j)
        values.push_back(uneven<double>(i * size + j));
      want.push_back(plainSum(values));
    }
    EXPECT_EQ(got, want) << size << " points";
  }
}

TEST_P(Reduction, ContractionsSumInOrderWhereRowsOfTheSecondOperandAreContiguous) {
  constexpr std::int64_t ni = 3, nk = 130, nj = 20;
  Storage a = empty<double>({I(0, ni), K(0, nk)}), b = empty<double>({K(0, nk), J(0, nj)});
  auto ofA = [](std::int64_t i, std::int64_t k) { return uneven<double>(i * nk + k); };
  auto ofB = [](std::int64_t k, std::int64_t j) { return uneven<double>(7 * k * nj + j); };
  {
    auto view = a.write<double>(), other = b.write<double>();
    for (std::int64_t k = 0; k < nk; ++k) {
      for (std::int64_t i = 0; i < ni; ++i)
        view(i, k) = ofA(i, k);
      for (std::int64_t j = 0; j < nj; ++j)
        other(k, j) = ofB(k, j);
    }
  }
  std::vector<double> want;
  for (std::int64_t i = 0; i < ni; ++i)
    for (std::int64_t j = 0; j < nj; ++j) {
      std::vector<double> values;
      for (std::int64_t k = 0; k < nk; ++k)
        values.push_back(ofA(i, k) * ofB(k, j));
      want.push_back(plainSum(values));
    }
  EXPECT_EQ(valuesOf<double>(sum(a * b, K)), want);
  EXPECT_EQ(valuesOf<double>(sum(b * a, K)), want);
}

TEST_P(Reduction, SumOverAllDimensionsIsDimensionByDimensionFastestFirst) {
  constexpr std::int64_t ni = 70, nj = 130;
  Storage storage = empty<double>({I(0, ni), J(0, nj)}, {.preset = "F"});
  std::vector<double> rows;
  {
    auto view = storage.write<double>();
    for (std::int64_t j = 0; j < nj; ++j) {
      std::vector<double> row;
      for (std::int64_t i = 0; i < ni; ++i)
        row.push_back(view(i, j) = uneven<double>(j * ni + i));
      rows.push_back(laneSum(row));
    }
  }
  EXPECT_EQ(sum(storage).item<double>(), plainSum(rows));
  EXPECT_EQ(sum(storage, {I, J}).item<double>(), plainSum(rows));
}

TEST_P(Reduction, TheOrderIsThatOfTheLayoutNotOfTheNames) {
  constexpr std::int64_t n = 67;
  Storage c = empty<float>({I(0, n), J(0, n)}, {.preset = "C"});
  std::vector<float> rows;
  {
    auto view = c.write<float>();
    for (std::int64_t i = 0; i < n; ++i) {
      std::vector<float> row;
      for (std::int64_t j = 0; j < n; ++j)
        row.push_back(view(i, j) = uneven<float>(i * n + j));
      rows.push_back(laneSum(row));
    }
  }
  EXPECT_EQ(sum(c).item<float>(), plainSum(rows));
}

TEST_P(Reduction, TheOrderSurvivesADimensionOfOnePoint) {
  constexpr std::int64_t n = 300;
  for (const char *order : {"IJK", "IKJ", "JIK", "JKI", "KIJ", "KJI"})
    for (std::array<std::int64_t, 3> shape :
         {std::array<std::int64_t, 3>{1, n, 7}, {n, 1, 7}, {n, 7, 1}, {n, 1, 1}, {1, 1, n}}) {
      Storage s = empty<double>(Shape{shape[0], shape[1], shape[2]}, {.layout = order});
      {
        auto view = s.write<double>();
        std::int64_t next = 0;
        for (std::int64_t i = 0; i < shape[0]; ++i)
          for (std::int64_t j = 0; j < shape[1]; ++j)
            for (std::int64_t k = 0; k < shape[2]; ++k)
              view(i, j, k) = uneven<double>(next++);
      }
      double here = sum(s).item<double>();
      EXPECT_EQ(sum(s.copy()).item<double>(), here) << order << ' ' << shape[0] << ' ' << shape[1];
      EXPECT_EQ(sum(eval(s + 0.0)).item<double>(), here)
          << order << ' ' << shape[0] << ' ' << shape[1];
      EXPECT_EQ(sum(s + 0.0).item<double>(), here) << order << ' ' << shape[0] << ' ' << shape[1];
    }
}

/// What `make` gives of `part`, which is evaluated before or not.
template <class Make> void expectSameSum(const char *what, const Field &part, Make make) {
  double lazy = make(part).template item<double>();
  Field copy = part;
  eval(copy);
  EXPECT_EQ(lazy, make(copy).template item<double>()) << what;
}

TEST_P(Reduction, DimensionsOfOnePointThatGrowHaveOneOrder) {
  constexpr std::int64_t n = 5, grown = 40;
  for (const char *order : {"IJK", "IKJ", "JIK", "JKI", "KIJ", "KJI"})
    for (const Domain &domain :
         {Domain{I(0, n), J(3, 4), K(0, 1)}, Domain{K(0, 1), J(3, 4), I(0, n)},
          Domain{J(3, 4), K(0, 1), I(0, n)}, Domain{K(0, 1), I(0, n), J(3, 4)}}) {
      // Padded: the strides of J and K differ.
      Storage s =
          full<double>(domain, uneven<double>(3), {.halo = {{J, 1}, {K, 2}}, .layout = order});
      Storage dense = full<double>(domain, uneven<double>(5), {.layout = order});
      for (const Field &part :
           {Field(s)[{J(3, 4), K(0, 1)}], Field(s.view({J(3, 4), K(0, 1)})), Field(dense)})
        expectSameSum(order, part, [&](const Field &f) {
          Field g = withHalo(f, {0, grown}, constant(J, 0.1), constant(K, 0.3));
          return sum(g + 0.0, {J, K})[{I(2)}];
        });
    }
}

TEST_P(Reduction, TheOrderIsTheSameWhenOperandsAreEvaluatedBefore) {
  constexpr std::int64_t n = 37;
  Storage u = empty<double>({I(0, n), J(0, n), K(0, 5)}, {.preset = "F"});
  Storage line = empty<double>({I(0, n)}), column = empty<double>({J(0, n)});
  {
    auto view = u.write<double>();
    auto along = line.write<double>(), across = column.write<double>();
    for (std::int64_t i = 0; i < n; ++i) {
      along(i) = uneven<double>(7 * i + 3);
      across(i) = uneven<double>(5 * i + 1);
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t k = 0; k < 5; ++k)
          view(i, j, k) = uneven<double>((i * n + j) * 5 + k);
    }
  }
  expectSameSum("reduced, then broadcast", min(u, {I, K}), [&](const Field &f) {
    return sum(broadcast(f, {I, J})[{I(0, n), J(0, n)}] * line);
  });
  expectSameSum("an index taken, then broadcast", u[{I(3), K(2)}], [&](const Field &f) {
    return sum(broadcast(f, {I, J})[{I(0, n), J(0, n)}] * line);
  });
  expectSameSum("product of lines", column * line,
                [&](const Field &f) { return sum(f * u[K(4)]); });
  expectSameSum("all dimensions at once", broadcast(column, {I, J, K})[{I(0, n), K(0, 5)}],
                [&](const Field &f) { return sum(f * u); });
}

TEST_P(Reduction, IntegersAndBoolsAreSummedAsI64) {
  Field f = sum(line<std::int32_t>({INT32_MAX, INT32_MAX, 1}));
  EXPECT_EQ(f.dtype(), I64);
  EXPECT_EQ(f.item<std::int64_t>(), 2ll * INT32_MAX + 1);
  EXPECT_EQ(sum(line<bool>({true, false, true})).item<std::int64_t>(), 2);
}

TEST_P(Reduction, OverNoPointsItIsTheStartValue) {
  Storage none = empty<double>({I(0, 0)});
  EXPECT_EQ(sum(none).item<double>(), 0.0);
  EXPECT_EQ(gtjit::min(none).item<double>(), inf);
  EXPECT_EQ(gtjit::max(none).item<double>(), -inf);
  Storage integers = empty<std::int32_t>({I(0, 0)});
  EXPECT_EQ(gtjit::min(integers).item<std::int32_t>(), INT32_MAX);
  EXPECT_EQ(gtjit::max(integers).item<std::int32_t>(), INT32_MIN);
  Storage rows = empty<double>({I(0, 0), J(0, 3)});
  EXPECT_THAT(valuesOf<double>(sum(rows, I)), ElementsAre(0, 0, 0));
}

TEST_P(Reduction, LeastAndGreatestShowNaNAndTheSignOfZero) {
  EXPECT_TRUE(std::isnan(gtjit::min(line<double>({1, std::nan(""), 0})).item<double>()));
  EXPECT_TRUE(std::isnan(gtjit::max(line<double>({1, std::nan(""), 0})).item<double>()));
  EXPECT_TRUE(std::signbit(gtjit::min(line<double>({0.0, -0.0, 0.0})).item<double>()));
  EXPECT_FALSE(std::signbit(gtjit::max(line<double>({-0.0, 0.0, -0.0})).item<double>()));
  EXPECT_THROW(gtjit::min(line<bool>({true})), TypeError);
}

TEST_P(Reduction, AnInfiniteRangeIsAnError) {
  Field f = broadcast(line<double>({1, 2}), {I, J});
  EXPECT_THROW(sum(f), ValueError);
  EXPECT_EQ(sum(f, I).domain(), Domain(J(Range::all())));
}

} // namespace
