//===- LoopLevelTest.cpp - Schedules that are written by hand --------------===//
//
// What the loop level can say and no schedule does yet: loops in order, and
// buffers as large as a tile.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

using namespace gtcompiler::testing;

/// v(k) = u(k) + v(k - 1) / 2, and w the same from above.
static const char *const kSweeps = R"(
  !s = !gt.storage<[K, I], f64, unit>
  gt.program @sweeps(%u: !s, %v: !s, %w: !s, %half: f64, %i: !gt.range<I>, %k: !gt.range<K>) {
    gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
      gt.loop K forward {
        gt.row I lanes 8 {
          %0 = gt.get %v [K - 1] : !s -> f64
          %1 = gt.get %u : !s -> f64
          %2 = gt.mul %half, %0 : (f64, f64) -> f64
          %3 = gt.add %1, %2 : (f64, f64) -> f64
          gt.put %3 to %v : f64, !s
        }
      }
    }
    gt.kernel @k1 over %k, %i : !gt.range<K>, !gt.range<I> {
      gt.loop K backward {
        gt.row I lanes 8 {
          %0 = gt.get %w [K + 1] : !s -> f64
          %1 = gt.get %u : !s -> f64
          %2 = gt.mul %half, %0 : (f64, f64) -> f64
          %3 = gt.add %1, %2 : (f64, f64) -> f64
          gt.put %3 to %w : f64, !s
        }
      }
    }
  })";

TEST(LoopLevel, LoopsInOrderSeeWhatTheyHavePut) {
  CompiledImage image(kSweeps);
  ASSERT_TRUE(image);
  constexpr std::int64_t ni = 21, nk = 7, si = ni;
  std::vector<double> u(si * (nk + 2)), v(u.size(), 3.0), w = v;
  for (std::size_t at = 0; at < u.size(); ++at)
    u[at] = double(at * 37 % 101) / 7;
  std::vector<double> expectedV = v, expectedW = v;
  for (std::int64_t k = 1; k <= nk; ++k)
    for (std::int64_t i = 0; i < ni; ++i) {
      expectedV[k * si + i] = u[k * si + i] + 0.5 * expectedV[(k - 1) * si + i];
      std::int64_t up = nk + 1 - k;
      expectedW[up * si + i] = u[up * si + i] + 0.5 * expectedW[(up + 1) * si + i];
    }
  RunInputs inputs;
  for (std::vector<double> *storage : {&u, &v, &w})
    inputs.storages.push_back({storage->data(), si, {nk, ni}, {si, 1}});
  inputs.scalars = {scalarBits(0.5)};
  inputs.ranges = {{0, ni}, {0, nk}};
  inputs.tile = 4;
  image.run(inputs);
  EXPECT_EQ(v, expectedV);
  EXPECT_EQ(w, expectedW);
}

TEST(LoopLevel, LoopsInOrderHandOnWhatIsInRegisters) {
  CompiledImage image(R"(
    !s = !gt.storage<[K], f64>
    gt.program @halves(%u: !s, %v: !s, %w: !gt.storage<[], f64>, %a: f64, %k: !gt.range<K>) {
      gt.kernel @k0 along %k : !gt.range<K> {
        %sum = gt.buffer in_registers : !gt.buffer<[], f64>
        %isOdd = gt.buffer in_registers : !gt.buffer<[], i1>
        gt.keep %a in %sum : f64, !gt.buffer<[], f64>
        %false = gt.constant 0 : i1
        gt.keep %false in %isOdd : i1, !gt.buffer<[], i1>
        gt.loop K backward {
          %0 = gt.get %sum : !gt.buffer<[], f64> -> f64
          %1 = gt.get %u : !s -> f64
          %2 = gt.mul %0, %a : (f64, f64) -> f64
          %3 = gt.add %1, %2 : (f64, f64) -> f64
          %4 = gt.get %isOdd : !gt.buffer<[], i1> -> i1
          %5 = gt.select %4, %3, %1 : (i1, f64, f64) -> f64
          %6 = gt.not %4 : (i1) -> i1
          gt.keep %6 in %isOdd : i1, !gt.buffer<[], i1>
          gt.put %5 to %v : f64, !s
          gt.keep %3 in %sum : f64, !gt.buffer<[], f64>
        }
        %7 = gt.get %sum : !gt.buffer<[], f64> -> f64
        gt.put %7 to %w : f64, !gt.storage<[], f64>
      }
    })");
  ASSERT_TRUE(image);
  EXPECT_EQ(image.view().kernels()[0].scratch, 0u);
  constexpr std::int64_t nk = 9;
  std::vector<double> u(nk), v(nk), w(1), expected(nk);
  double sum = 0.5;
  for (std::int64_t k = nk; k-- > 0;) {
    u[k] = double(k * 37 % 101) / 7;
    sum = u[k] + sum * 0.5;
    expected[k] = (nk - 1 - k) % 2 ? sum : u[k];
  }
  RunInputs inputs;
  inputs.storages = {{u.data(), 0, {nk}, {1}}, {v.data(), 0, {nk}, {1}}, {w.data(), 0, {}, {}}};
  inputs.scalars = {scalarBits(0.5)};
  inputs.ranges = {{0, nk}};
  image.run(inputs);
  EXPECT_EQ(v, expected);
  EXPECT_EQ(w[0], sum);
}

TEST(LoopLevel, BuffersAreAsLargeAsATile) {
  CompiledImage image(R"(
    !s = !gt.storage<[J, I], f64>
    !t = !gt.storage<[J, I], f64, unit>
    gt.program @staged(%u: !s, %v: !t, %i: !gt.range<I>, %j: !gt.range<J>) {
      gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
        %block = gt.buffer padding 8 : !gt.buffer<[J: ?, I: ?], f64>
        %fixed = gt.buffer : !gt.buffer<[J: 1], f64>
        %rows = gt.buffer copies 2 : !gt.buffer<[I: ?], f64>
        %last = gt.buffer : !gt.buffer<[I: ?], f64>
        gt.stage %u [J + 1] : !s into %block : !gt.buffer<[J: ?, I: ?], f64>
        gt.loop J {
          gt.stage %u [I - 1] : !s into %rows : !gt.buffer<[I: ?], f64>
          gt.stage %u [I + 1] : !s into %last : !gt.buffer<[I: ?], f64>
          gt.row I lanes 8 {
            %0 = gt.get %block : !gt.buffer<[J: ?, I: ?], f64> -> f64
            %1 = gt.get %rows : !gt.buffer<[I: ?], f64> -> f64
            %2 = gt.get %last : !gt.buffer<[I: ?], f64> -> f64
            %3 = gt.add %0, %1 : (f64, f64) -> f64
            %4 = gt.sub %3, %2 : (f64, f64) -> f64
            gt.put %4 to %v : f64, !t
          }
        }
      }
    })");
  ASSERT_TRUE(image);
  EXPECT_EQ(image.view().scratchTerms(image.view().kernels()[0].scratchTerms).size(), 4u);
  constexpr std::int64_t ni = 150, nj = 9, si = ni + 2;
  std::vector<double> u(2 * si * (nj + 1)), expected;
  for (std::size_t at = 0; at < u.size(); ++at)
    u[at] = double(at * 37 % 101) / 7;
  auto at = [&](std::int64_t j, std::int64_t i) { return u[2 * (j * si + i + 1)]; };
  for (std::int64_t j = 0; j < nj; ++j)
    for (std::int64_t i = 0; i < ni; ++i)
      expected.push_back((at(j + 1, i) + at(j, i - 1)) - at(j, i + 1));
  for (std::int64_t tile : {1, 5, 64, 100, 1000}) {
    std::vector<double> v(expected.size(), -1.0);
    RunInputs inputs;
    inputs.storages = {{u.data(), 2, {nj, ni}, {2 * si, 2}}, {v.data(), 0, {nj, ni}, {ni, 1}}};
    inputs.ranges = {{0, ni}, {0, nj}};
    inputs.tile = tile;
    image.run(inputs);
    EXPECT_EQ(v, expected) << tile;
  }
}

TEST(LoopLevel, OrdersHoldWhereTilesHaveOneIndex) {
  // Ten dimensions: the kernel has no loop for the two slowest.
  std::string dims, ranges, types, arguments, loops, ends;
  for (int d = 0; d < 10; ++d) {
    std::string dim = std::string(1, char('A' + d)), comma = d ? ", " : "";
    dims += comma + dim;
    ranges += comma + "%" + dim;
    types += comma + "!gt.range<" + dim + ">";
    arguments += ", %" + dim + ": !gt.range<" + dim + ">";
    if (d < 9)
      loops += "gt.loop " + dim + (d == 0 ? " backward {\n" : d == 1 ? " forward {\n" : " {\n");
    ends += "}\n";
  }
  CompiledImage image("!s = !gt.storage<[" + dims + "], f64, unit>\ngt.program @p(%u: !s" +
                      arguments + ") {\ngt.kernel @k0 over " + ranges + " : " + types + " {\n" +
                      loops + R"(
                        gt.row J lanes 8 {
                          %0 = gt.get %u [A + 1] : !s -> f64
                          %1 = gt.get %u [B - 1] : !s -> f64
                          %2 = gt.add %0, %1 : (f64, f64) -> f64
                          gt.put %2 to %u : f64, !s
                        })" +
                      ends + "}\n");
  ASSERT_TRUE(image);
  // Extents of 3 and 3 with one more point around, and one point in the others.
  std::vector<double> u(25, 1.0), expected = u;
  for (int a = 3; a >= 1; --a)
    for (int b = 1; b <= 3; ++b)
      expected[5 * a + b] = expected[5 * (a + 1) + b] + expected[5 * a + b - 1];
  RunInputs inputs;
  inputs.storages = {
      {u.data(), 6, std::vector<std::int64_t>(10, 1), {5, 1, 1, 1, 1, 1, 1, 1, 1, 1}}};
  inputs.ranges.assign(10, {0, 1});
  inputs.ranges[0] = inputs.ranges[1] = {0, 3};
  image.run(inputs);
  EXPECT_EQ(u, expected);
}
