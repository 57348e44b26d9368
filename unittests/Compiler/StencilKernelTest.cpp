//===- StencilKernelTest.cpp - Numbers out of stencils --------------------===//
//
// Every way of compiling, all lengths of rows around whole vectors, tiles,
// layouts, and writing where the kernel reads.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

using namespace gtcompiler::testing;

namespace {
/// A two-dimensional array with a rim of 2 around [0, n) x [0, m).
struct Plane {
  std::int64_t n, m, stride, step;
  std::vector<double> values;

  Plane(std::int64_t columns, std::int64_t rows, std::int64_t between = 1)
      : n(columns), m(rows), stride((columns + 4) * between + 3), step(between),
        values(stride * (rows + 4) + 8) {
    for (std::size_t at = 0; at < values.size(); ++at)
      values[at] = double((at * 7919) % 1013) / 97 - 5;
  }
  std::int64_t origin() const { return 2 * stride + 2 * step; }
  double &at(std::int64_t i, std::int64_t j) { return values[origin() + j * stride + i * step]; }
  RawStorage storage() { return {values.data(), origin(), {m, n}, {stride, step}}; }
};
} // namespace

static std::string laplace(const std::string &storage) {
  return "gt.program @lap(%u: " + storage + ", %v: " + storage + R"(, %four: f64,
                %i: !gt.range<I>, %j: !gt.range<J>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u [I + 1] : )" +
         storage + R"( -> f64
      %1 = gt.access %u [I - 1] : )" +
         storage + R"( -> f64
      %2 = gt.access %u [J + 2] : )" +
         storage + R"( -> f64
      %3 = gt.access %u [J - 1] : )" +
         storage + R"( -> f64
      %4 = gt.access %u : )" +
         storage + R"( -> f64
      %5 = gt.add %0, %1 : (f64, f64) -> f64
      %6 = gt.add %2, %3 : (f64, f64) -> f64
      %7 = gt.add %5, %6 : (f64, f64) -> f64
      %8 = gt.mul %4, %four : (f64, f64) -> f64
      %9 = gt.sub %7, %8 : (f64, f64) -> f64
      gt.write %9 to %v : f64, )" +
         storage + R"(
    } })";
}

static void checkLaplace(const CompiledImage &image, std::int64_t n, std::int64_t step,
                         std::int64_t tile) {
  Plane u(n, 5, step), v(n, 5, step), expected = v;
  RunInputs inputs;
  inputs.storages = {u.storage(), v.storage()};
  inputs.scalars = {scalarBits(4.0)};
  inputs.ranges = {{0, n}, {-1, 5}};
  inputs.tile = tile;
  for (std::int64_t j = -1; j < 5; ++j)
    for (std::int64_t i = 0; i < n; ++i)
      expected.at(i, j) = ((u.at(i + 1, j) + u.at(i - 1, j)) + (u.at(i, j + 2) + u.at(i, j - 1))) -
                          u.at(i, j) * 4.0;
  image.run(inputs);
  EXPECT_EQ(v.values, expected.values) << "row of " << n << ", tiles of " << tile;
}

TEST(StencilKernel, RowsOfAnyLengthInTilesOfAnySize) {
  for (const Way &way : allWays()) {
    SCOPED_TRACE(way.name);
    CompiledImage image(laplace("!gt.storage<[J, I], f64, unit>"), way);
    ASSERT_TRUE(image);
    for (std::int64_t n = 0; n < 35; ++n)
      for (std::int64_t tile : {1, 3, 8, 1 << 30})
        checkLaplace(image, n, 1, tile);
  }
}

TEST(StencilKernel, RowsThatAreNotContiguousGiveTheSame) {
  CompiledImage image(laplace("!gt.storage<[J, I], f64>"));
  ASSERT_TRUE(image);
  for (std::int64_t n : {1, 2, 7, 20})
    checkLaplace(image, n, 3, 5);
}

TEST(StencilKernel, SeesTheValuesFromBeforeItsWrites) {
  CompiledImage image(R"(
    gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.add %0, %0 : (f64, f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
        %2 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        gt.write %2 to %v : f64, !gt.storage<[I], f64, unit>
      }
    })");
  ASSERT_TRUE(image);
  std::vector<double> u(21, 3.0), v(21, 0.0);
  RunInputs inputs;
  inputs.storages = {{u.data(), 0, {21}, {1}}, {v.data(), 0, {21}, {1}}};
  inputs.ranges = {{0, 21}};
  image.run(inputs);
  EXPECT_EQ(u, std::vector<double>(21, 6.0));
  EXPECT_EQ(v, std::vector<double>(21, 3.0));
}

TEST(StencilKernel, MixesTypesBroadcastsAndPins) {
  for (const Way &way : allWays()) {
    SCOPED_TRACE(way.name);
    CompiledImage image(R"(
      gt.program @p(%u: !gt.storage<[J, I], f32, unit>, %m: !gt.storage<[J, I], i1, unit>,
                    %c: !gt.storage<[J], f64, unit>, %z: !gt.storage<[], i32>,
                    %v: !gt.storage<[J, I], f64, unit>, %w: !gt.storage<[J, I], i1, unit>,
                    %i: !gt.range<I>, %j: !gt.range<J>, %x: !gt.range<I>) {
        gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
          %u0 = gt.access %u : !gt.storage<[J, I], f32, unit> -> f32
          %u1 = gt.access %u [J + 1, I at %x - 1] : !gt.storage<[J, I], f32, unit>, !gt.range<I> -> f32
          %m0 = gt.access %m : !gt.storage<[J, I], i1, unit> -> i1
          %c0 = gt.access %c [J + 1] : !gt.storage<[J], f64, unit> -> f64
          %z0 = gt.access %z : !gt.storage<[], i32> -> i32
          %zf = gt.cast %z0 : (i32) -> f64
          %cz = gt.mul %c0, %zf : (f64, f64) -> f64
          %s = gt.select %m0, %u0, %u1 : (i1, f32, f32) -> f32
          %sd = gt.cast %s : (f32) -> f64
          %r = gt.add %sd, %cz : (f64, f64) -> f64
          %n = gt.not %m0 : (i1) -> i1
          gt.write %r to %v : f64, !gt.storage<[J, I], f64, unit>
          gt.write %n to %w : i1, !gt.storage<[J, I], i1, unit>
        }
      })",
                        way);
    ASSERT_TRUE(image);
    constexpr std::int64_t n = 19, m = 3;
    std::vector<float> u(n * (m + 1));
    std::vector<std::uint8_t> mask(n * m), w(n * m, 77);
    std::vector<double> c = {1.5, -2.25, 8, 0.1}, v(n * m);
    for (std::size_t at = 0; at < u.size(); ++at)
      u[at] = float(at) * 0.3f;
    for (std::size_t at = 0; at < mask.size(); ++at)
      mask[at] = at % 3 ? std::uint8_t(at % 5 * 2) : 0;
    std::int32_t z = -7;
    RunInputs inputs;
    inputs.storages = {{u.data(), 0, {m + 1, n}, {n, 1}}, {mask.data(), 0, {m, n}, {n, 1}},
                       {c.data(), 0, {4}, {1}},           {&z, 0, {}, {}},
                       {v.data(), 0, {m, n}, {n, 1}},     {w.data(), 0, {m, n}, {n, 1}}};
    inputs.ranges = {{0, n}, {0, m}, {4, 5}};
    inputs.tile = 2;
    image.run(inputs);
    for (std::int64_t j = 0; j < m; ++j)
      for (std::int64_t i = 0; i < n; ++i) {
        std::int64_t at = j * n + i;
        float chosen = mask[at] ? u[at] : u[(j + 1) * n + 3];
        EXPECT_EQ(v[at], double(chosen) + c[j + 1] * double(z)) << i << ' ' << j;
        EXPECT_EQ(w[at], mask[at] ? 0 : 1) << i << ' ' << j;
      }
  }
}

TEST(StencilKernel, FillsTemporariesOverHullsOfGrownRanges) {
  CompiledImage image(R"(
    gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %s: !gt.storage<[], f64>,
                  %i: !gt.range<I>) {
      %l = gt.grow %i by -1, -1 : !gt.range<I>
      %r = gt.grow %i by 2, 2 : !gt.range<I>
      %h = gt.hull %l, %r : !gt.range<I>
      %t = gt.temporary over %h : !gt.range<I> -> !gt.storage<[I], f64, unit>
      gt.stencil over %h : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.mul %0, %0 : (f64, f64) -> f64
        gt.write %1 to %t : f64, !gt.storage<[I], f64, unit>
      }
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %t [I - 1] : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.access %t [I + 2] : !gt.storage<[I], f64, unit> -> f64
        %2 = gt.sub %1, %0 : (f64, f64) -> f64
        gt.write %2 to %v : f64, !gt.storage<[I], f64, unit>
      }
      gt.stencil {
        %0 = gt.access %t [I at %i + 1] : !gt.storage<[I], f64, unit>, !gt.range<I> -> f64
        gt.write %0 to %s : f64, !gt.storage<[], f64>
      }
    })");
  ASSERT_TRUE(image);
  std::vector<double> u(30), v(30, -1.0);
  for (std::size_t at = 0; at < u.size(); ++at)
    u[at] = 1.0 + double(at) / 3;
  double s = 0;
  RunInputs inputs;
  inputs.storages = {{u.data(), 4, {30}, {1}}, {v.data(), 4, {30}, {1}}, {&s, 0, {}, {}}};
  inputs.ranges = {{-2, 21}};
  inputs.tile = 6;
  image.run(inputs);
  auto square = [&](std::int64_t i) { return u[i + 4] * u[i + 4]; };
  for (std::int64_t i = -4; i < 26; ++i)
    EXPECT_EQ(v[i + 4], i < -2 || i >= 21 ? -1.0 : square(i + 2) - square(i - 1)) << i;
  EXPECT_EQ(s, square(-1));
}

TEST(StencilKernel, RunsBesideRanges) {
  CompiledImage image(R"(
    gt.program @p(%u: !gt.storage<[I], f64, unit>, %a: !gt.range<I>, %b: !gt.range<I>) {
      %c = gt.intersect %a, %b : !gt.range<I>
      %l = gt.below %a, %b : !gt.range<I>
      %h = gt.above %a, %b : !gt.range<I>
      gt.stencil over %l : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.add %0, %0 : (f64, f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
      gt.stencil over %c : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
      gt.stencil over %h : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.mul %0, %0 : (f64, f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
    })");
  ASSERT_TRUE(image);
  auto text = [](const std::vector<double> &values) {
    std::string all;
    for (double value : values)
      all += value == 3.0    ? '.'
             : value == 6.0  ? '<'
             : value == -3.0 ? '='
             : value == 9.0  ? '>'
                             : '?';
    return all;
  };
  struct Case {
    gtabi::Bounds range, other;
    std::string points;
  };
  for (const Case &c : {Case{{1, 9}, {3, 5}, ".<<==>>>>."}, Case{{1, 9}, {0, 5}, ".====>>>>."},
                        Case{{1, 9}, {5, 12}, ".<<<<====."}, Case{{1, 9}, {9, 10}, ".<<<<<<<<."},
                        Case{{1, 9}, {0, 1}, ".>>>>>>>>."}, Case{{1, 9}, {4, 4}, ".<<<<<<<<."},
                        Case{{1, 9}, {0, 10}, ".========."}, Case{{4, 4}, {0, 10}, ".........."}}) {
    std::vector<double> u(10, 3.0);
    RunInputs inputs;
    inputs.storages = {{u.data(), 0, {10}, {1}}};
    inputs.ranges = {c.range, c.other};
    image.run(inputs);
    EXPECT_EQ(text(u), c.points);
  }
}

TEST(StencilKernel, RunsOverWhatRangesHaveInCommon) {
  CompiledImage image(R"(
    gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: !gt.range<I>,
                  %b: !gt.range<I>, %c: !gt.range<I>) {
      %ab = gt.intersect %a, %b : !gt.range<I>
      %g = gt.grow %ab by -1, 2 : !gt.range<I>
      %h = gt.hull %g, %c : !gt.range<I>
      gt.stencil over %ab : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.add %0, %0 : (f64, f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
      gt.stencil over %h : !gt.range<I> {
        %0 = gt.access %v : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.add %0, %0 : (f64, f64) -> f64
        gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
      }
    })");
  ASSERT_TRUE(image);
  struct Case {
    std::vector<gtabi::Bounds> ranges;
    gtabi::Bounds common, grown;
  };
  for (const Case &c : {Case{{{2, 9}, {5, 12}, {0, 0}}, {5, 9}, {4, 11}},
                        Case{{{2, 9}, {5, 12}, {15, 17}}, {5, 9}, {4, 17}},
                        Case{{{2, 5}, {5, 12}, {15, 17}}, {0, 0}, {15, 17}},
                        Case{{{7, 3}, {0, 12}, {4, 4}}, {0, 0}, {0, 0}},
                        Case{{{3, 4}, {0, 20}, {4, 4}}, {3, 4}, {2, 6}}}) {
    std::vector<double> u(20, 1.0), v(20, 1.0);
    RunInputs inputs;
    inputs.storages = {{u.data(), 0, {20}, {1}}, {v.data(), 0, {20}, {1}}};
    inputs.ranges = c.ranges;
    image.run(inputs);
    for (std::int64_t i = 0; i < 20; ++i) {
      EXPECT_EQ(u[i], i >= c.common.lo && i < c.common.hi ? 2.0 : 1.0) << i;
      EXPECT_EQ(v[i], i >= c.grown.lo && i < c.grown.hi ? 2.0 : 1.0) << i;
    }
  }
}
