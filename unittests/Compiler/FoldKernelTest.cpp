//===- FoldKernelTest.cpp - The order of reductions -----------------------===//
//
// Bit for bit against the plain statement of the order: blocks, lanes, pairs.
//
//===----------------------------------------------------------------------===//
#include "RowPrograms.h"

#include <cmath>
#include <functional>
#include <limits>
#include <memory>

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

/// Along the only dimension, by lanes and in blocks.
template <class T, class Value>
static void expectKind(const std::string &kind, Value (*at)(std::int64_t), Combine<T> combine,
                       T start, const Way &way) {
  constexpr std::int64_t n = 9001;
  std::unique_ptr<T[]> u(new T[n]); // a vector of bools is none of bytes
  for (std::int64_t i = 0; i < n; ++i)
    u[i] = T(at(i));
  std::string type = elementName<T>();
  for (bool lanes : {true, false}) {
    SCOPED_TRACE(kind + " of " + type + ", " + way.name);
    std::string in = "!gt.storage<[I], " + type + ", unit>", out = "!gt.storage<[], " + type + ">";
    CompiledImage image("gt.program @p(%u: " + in + ", %s: " + out +
                            ", %i: !gt.range<I>) {\ngt.fold " + kind + " along %i : !gt.range<I>" +
                            (lanes ? " lanes" : "") + " {\n%0 = gt.access %u : " + in + " -> " +
                            type + "\ngt.yield %0 : " + type + "\n} into %s : " + out + "\n}",
                        way);
    ASSERT_TRUE(image);
    T got(0);
    for (std::int64_t size : {n, std::int64_t(70), std::int64_t(0)}) {
      RunInputs inputs;
      inputs.storages = {{u.get(), 0, {n}, {1}}, {&got, 0, {}, {}}};
      inputs.ranges = {{0, size}};
      image.run(inputs);
      Points<T> point = [&](std::int64_t i) { return u[i]; };
      T expected = lanes ? reduceLanes(size, point, start, combine)
                         : reduceBlocks(size, point, start, combine);
      EXPECT_EQ(double(got), double(expected)) << size;
    }
  }
}

TEST(FoldKernel, ReducesEveryKindAndWidth) {
  using gtjit::Float16;
  std::vector<Way> ways = allWays();
  for (const Way &way : ways) {
    expectKind<double>(
        "prod", +[](std::int64_t i) { return 1 + 1e-3 * std::sin(double(i)); },
        [](double a, double b) { return a * b; }, 1.0, way);
    expectKind<float>(
        "sum", +[](std::int64_t i) { return std::sin(float(i)); }, sum<float>, 0.0f, way);
    expectKind<std::int8_t>(
        "sum", +[](std::int64_t i) { return i * 7; },
        [](std::int8_t a, std::int8_t b) { return static_cast<std::int8_t>(a + b); },
        std::int8_t(0), way);
    expectKind<std::uint16_t>(
        "prod", +[](std::int64_t i) { return 2 * i + 1; },
        [](std::uint16_t a, std::uint16_t b) { return static_cast<std::uint16_t>(1u * a * b); },
        std::uint16_t(1), way);
    expectKind<std::uint32_t>(
        "max", +[](std::int64_t i) { return (i * 2654435761u) >> 1 | 1u << 31; },
        larger<std::uint32_t>, 0u, way);
    expectKind<std::uint64_t>(
        "min", +[](std::int64_t i) { return ~std::uint64_t(i); }, smaller<std::uint64_t>,
        ~std::uint64_t(0), way);
    expectKind<bool>(
        "any", +[](std::int64_t i) { return i == 69; }, [](bool a, bool b) { return a || b; },
        false, way);
    expectKind<bool>(
        "all", +[](std::int64_t i) { return i < 9000; }, [](bool a, bool b) { return a && b; },
        true, way);
    expectKind<Float16>(
        "max", +[](std::int64_t i) { return 100 * std::sin(float(i)); },
        [](Float16 a, Float16 b) { return float(a) < float(b) ? b : a; },
        Float16(-std::numeric_limits<float>::infinity()), way);
  }
}

TEST(FoldKernel, ReadsCoordinatesOfLoopsAndOfTheReducedDimension) {
  for (const Way &way : allWays())
    for (std::string lanes : {" lanes", ""}) {
      CompiledImage image(R"(
        gt.program @p(%s: !gt.storage<[J], i64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
          gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I>)" +
                              lanes + R"( {
            %0 = gt.index I + 1 : i64
            %1 = gt.index J : i64
            %2 = gt.mul %0, %1 : (i64, i64) -> i64
            gt.yield %2 : i64
          } into %s : !gt.storage<[J], i64, unit>
        })",
                          way);
      ASSERT_TRUE(image);
      std::vector<std::int64_t> s(40);
      RunInputs inputs;
      inputs.storages = {{s.data(), 0, {40}, {1}}};
      inputs.ranges = {{-3, 200}, {0, 40}};
      inputs.tile = 9;
      image.run(inputs);
      std::int64_t whole = 200 * 201 / 2 - (1 + 2); // of i + 1 for i in [-3, 200)
      for (std::int64_t j = 0; j < 40; ++j)
        EXPECT_EQ(s[j], whole * j) << j << ' ' << way.name << lanes;
    }
}
