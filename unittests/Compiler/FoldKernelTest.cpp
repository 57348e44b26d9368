//===- FoldKernelTest.cpp - The order of reductions -----------------------===//
//
// Bit for bit against the plain statement of the order: blocks, lanes, pairs.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include <cmath>
#include <functional>
#include <limits>

using namespace gtcompiler::testing;

namespace {
template <class T> using Combine = std::function<T(T, T)>;
template <class T> using Points = std::function<T(std::int64_t)>;
} // namespace

/// Pairs in rounds, an odd one handed on.
template <class T> static T foldBlocks(std::vector<T> sums, T start, const Combine<T> &combine) {
  if (sums.empty())
    return start;
  while (sums.size() > 1) {
    std::vector<T> next;
    for (std::size_t b = 0; b + 1 < sums.size(); b += 2)
      next.push_back(combine(sums[b], sums[b + 1]));
    if (sums.size() % 2)
      next.push_back(sums.back());
    sums = next;
  }
  return sums[0];
}

template <class T>
static T reduceLanes(std::int64_t n, const Points<T> &point, T start, const Combine<T> &combine) {
  std::vector<T> sums;
  for (std::int64_t block = 0; block < n; block += 4096) {
    std::vector<T> lane(64, start);
    for (std::int64_t i = block; i < std::min(n, block + 4096); ++i)
      lane[(i - block) % 64] = combine(lane[(i - block) % 64], point(i));
    for (int s = 32; s > 0; s /= 2)
      for (int l = 0; l < s; ++l)
        lane[l] = combine(lane[l], lane[l + s]);
    sums.push_back(lane[0]);
  }
  return foldBlocks(sums, start, combine);
}

template <class T>
static T reduceBlocks(std::int64_t n, const Points<T> &point, T start, const Combine<T> &combine) {
  std::vector<T> sums;
  for (std::int64_t block = 0; block < n; block += 64) {
    T sum = start;
    for (std::int64_t i = block; i < std::min(n, block + 64); ++i)
      sum = combine(sum, point(i));
    sums.push_back(sum);
  }
  return foldBlocks(sums, start, combine);
}

template <class T> static T sum(T a, T b) { return a + b; }
template <class T> static T smaller(T a, T b) { return std::min(a, b); }
template <class T> static T larger(T a, T b) { return std::max(a, b); }

/// Values whose sums depend on the order.
static double value(std::int64_t at) {
  return double((at * 2654435761u) % 100003) / 7 - 5000 + 1e-9 * double(at % 17);
}

TEST(FoldKernel, LanesFollowTheStatedOrder) {
  for (const Way &way : allWays())
    for (const char *unit : {", unit", ""}) {
      SCOPED_TRACE(way.name + std::string(unit));
      std::string storage = "!gt.storage<[J, I], f64" + std::string(unit) + ">";
      CompiledImage image("gt.program @p(%u: " + storage + R"(, %s: !gt.storage<[J], f64, unit>,
          %lo: !gt.storage<[J], f64, unit>, %hi: !gt.storage<[J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
        gt.fold sum, min, max over %j : !gt.range<J> along %i : !gt.range<I> lanes {
          %0 = gt.access %u [I + 1] : )" +
                              storage + R"( -> f64
          gt.yield %0, %0, %0 : f64, f64, f64
        } into %s, %lo, %hi : !gt.storage<[J], f64, unit>, !gt.storage<[J], f64, unit>, !gt.storage<[J], f64, unit>
      })",
                          way);
      ASSERT_TRUE(image);
      EXPECT_EQ(image.view().kernels()[0].vectorLanes > 1, unit[0] != 0);
      for (std::int64_t n : {0, 1, 7, 63, 64, 65, 200, 4095, 4096, 4097, 12289, 30000}) {
        std::vector<double> u(2 * (n + 1)), s(2), lo(2), hi(2);
        for (std::size_t at = 0; at < u.size(); ++at)
          u[at] = value(at);
        RunInputs inputs;
        inputs.storages = {{u.data(), 0, {2, n + 1}, {n + 1, 1}},
                           {s.data(), 0, {2}, {1}},
                           {lo.data(), 0, {2}, {1}},
                           {hi.data(), 0, {2}, {1}}};
        inputs.ranges = {{0, n}, {0, 2}};
        image.run(inputs);
        double inf = std::numeric_limits<double>::infinity();
        for (std::int64_t j = 0; j < 2; ++j) {
          Points<double> point = [&](std::int64_t i) { return u[j * (n + 1) + i + 1]; };
          EXPECT_EQ(s[j], reduceLanes<double>(n, point, 0.0, sum<double>)) << n;
          EXPECT_EQ(lo[j], reduceLanes<double>(n, point, inf, smaller<double>)) << n;
          EXPECT_EQ(hi[j], reduceLanes<double>(n, point, -inf, larger<double>)) << n;
        }
      }
    }
}

TEST(FoldKernel, OtherDimensionsFollowTheStatedOrder) {
  for (const Way &way : allWays()) {
    SCOPED_TRACE(way.name);
    CompiledImage image(
        R"(gt.program @p(%u: !gt.storage<[J, I], f32, unit>, %s: !gt.storage<[I], f32, unit>,
          %i: !gt.range<I>, %j: !gt.range<J>) {
        gt.fold sum over %i : !gt.range<I> along %j : !gt.range<J> {
          %0 = gt.access %u [I + 1] : !gt.storage<[J, I], f32, unit> -> f32
          gt.yield %0 : f32
        } into %s : !gt.storage<[I], f32, unit>
      })",
        way);
    ASSERT_TRUE(image);
    for (std::int64_t m : {0, 1, 63, 64, 65, 129, 700})
      for (std::int64_t n : {1, 21, 515, 1100}) {
        std::vector<float> u(m * (n + 1) + 1), s(n, -1);
        for (std::size_t at = 0; at < u.size(); ++at)
          u[at] = float(value(at));
        RunInputs inputs;
        inputs.storages = {{u.data(), 0, {m, n + 1}, {n + 1, 1}}, {s.data(), 0, {n}, {1}}};
        inputs.ranges = {{0, n}, {0, m}};
        inputs.tile = n > 600 ? 1000 : 16;
        image.run(inputs);
        for (std::int64_t i = 0; i < n; ++i) {
          Points<float> point = [&](std::int64_t j) { return u[j * (n + 1) + i + 1]; };
          ASSERT_EQ(s[i], reduceBlocks<float>(m, point, 0.0f, sum<float>)) << m << ' ' << n;
        }
      }
  }
}

TEST(FoldKernel, OneDimensionWithoutLanesGoesInBlocks) {
  CompiledImage image(R"(gt.program @p(%u: !gt.storage<[J], i32>, %s: !gt.storage<[], i64>,
        %lo: !gt.storage<[], i32>, %j: !gt.range<J>) {
      gt.fold sum, min along %j : !gt.range<J> {
        %0 = gt.access %u : !gt.storage<[J], i32> -> i32
        %1 = gt.cast %0 : (i32) -> i64
        gt.yield %1, %0 : i64, i32
      } into %s, %lo : !gt.storage<[], i64>, !gt.storage<[], i32>
    })");
  ASSERT_TRUE(image);
  for (std::int64_t m : {0, 1, 64, 5000}) {
    std::vector<std::int32_t> u(2 * m + 1);
    for (std::size_t at = 0; at < u.size(); ++at)
      u[at] = std::int32_t(value(at) * 1000);
    std::int64_t s = -1;
    std::int32_t lo = -1;
    RunInputs inputs;
    inputs.storages = {{u.data(), 0, {m}, {2}}, {&s, 0, {}, {}}, {&lo, 0, {}, {}}};
    inputs.ranges = {{0, m}};
    image.run(inputs);
    auto highest = std::numeric_limits<std::int32_t>::max();
    Points<std::int64_t> wide = [&](std::int64_t j) { return u[2 * j]; };
    Points<std::int32_t> narrow = [&](std::int64_t j) { return u[2 * j]; };
    EXPECT_EQ(s, reduceBlocks<std::int64_t>(m, wide, 0, sum<std::int64_t>));
    EXPECT_EQ(lo, reduceBlocks<std::int32_t>(m, narrow, highest, smaller<std::int32_t>));
  }
}
