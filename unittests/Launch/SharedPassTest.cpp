//===- SharedPassTest.cpp - Kernels that go through the same memory -------===//
//
// Which kernels run on each tile one after the other, as the executor's calls tell, and that
// values are those of the reference evaluator.
//
//===----------------------------------------------------------------------===//
#include "CountedRuns.h"

using namespace gtjit;

namespace {

constexpr std::int64_t kK = 70, kJ = 21, kI = 37;
const Domain kBox{K(0, kK), J(0, kJ), I(0, kI)};

class SharedPass : public testing::Test {
protected:
  /// As countRuns, with tiles of such extents.
  static int runs(const OnTwoStorages &program, detail::Sequence<std::int64_t> tile = {16, 3},
                  bool profile = false, const Domain &box = kBox) {
    auto prepare = [](Storage &u, Storage &v) {
      u[whole] = sin(astype(index(K) * 5 + index(J) * 7 + index(I) * 11, F64));
      v[whole] = 1.0;
    };
    return countRuns({.profile = profile, .tile = tile}, kTileByTile, box, {.layout = cOrder},
                     prepare, program);
  }
};

} // namespace

TEST_F(SharedPass, WhatIsReducedAndReadAgain) {
  for (const auto &tile : {detail::Sequence<std::int64_t>{16, 3}, {40, 1}, {5, 21}}) {
    EXPECT_EQ(runs([](Storage &u, Storage &v) { v[whole] = u - mean(u, K); }, tile), 1);
    EXPECT_EQ(
        runs([](Storage &u, Storage &v) { v[whole] = (u - mean(u, K)) / stddev(u, K); }, tile), 1);
    auto place = [](Storage &u, Storage &v) { v[{K(2)}] = astype(argmin(u, K), F64) * 2.0; };
    EXPECT_EQ(runs(place, tile), runs(place, tile, /*profile=*/true) - 1);
  }
}

TEST_F(SharedPass, ReductionsAlongEachDimension) {
  EXPECT_EQ(runs([](Storage &u, Storage &v) { v[whole] = u - mean(u, I); }), 1);
  EXPECT_EQ(runs([](Storage &u, Storage &v) { v[whole] = u - mean(u, J); }), 1);
}

TEST_F(SharedPass, TemporariesWithAllDimensions) {
  auto softmax = [](Storage &u, Storage &v) {
    Field part = exp(u - max(u, K)).compute_root();
    v[whole] = part / sum(part, K);
  };
  EXPECT_EQ(runs(softmax), 1);
}

TEST_F(SharedPass, InPlace) {
  EXPECT_EQ(runs([](Storage &u, Storage &) { u[whole] = u - mean(u, K); }), 1);
}

// A neighbour's result may be on another tile.
TEST_F(SharedPass, ResultsThatAreReadElsewhereEndAPass) {
  auto shifted = [](Storage &u, Storage &v) {
    Field average = mean(u, K);
    v[{K(0, kK), J(1, kJ - 1), I(0, kI)}] = u - average(J + 1) * average(J - 1);
  };
  EXPECT_GT(runs(shifted), 1);
}

TEST_F(SharedPass, WhatNobodyReadsAgainRunsAlone) {
  auto average = [](Storage &u, Storage &v) { v[{K(1)}] = sum(u, K) / 7.0; };
  EXPECT_EQ(runs(average), runs(average, {16, 3}, /*profile=*/true));
}

// Rows of 64 lines of 32 KiB, read and written: no part of them that is worth it stays in a core's
// own cache.
TEST_F(SharedPass, LinesThatNoCacheHolds) {
  auto anomaly = [](Storage &u, Storage &v) { v[whole] = u - sum(u, K); };
  const Domain lines{K(0, 4096), J(0, 16), I(0, 64)};
  EXPECT_EQ(runs(anomaly, {}, /*profile=*/false, lines), 2);
}

TEST_F(SharedPass, AProfileTakesKernelsOneByOne) {
  EXPECT_EQ(runs([](Storage &u, Storage &v) { v[whole] = u - sum(u, K); }, {16, 3},
                 /*profile=*/true),
            2);
}

TEST_F(SharedPass, WrapsOfOneMemory) {
  constexpr std::int64_t plane = kI * kJ;
  for (std::int64_t apart : {std::int64_t(0), std::int64_t(1), kI, plane, 3 * plane + 5}) {
    std::vector<double> values[2];
    CountingExecutor executor(kTileByTile);
    Runtime compiled({.executor = &executor, .smallDomain = 1, .tile = {16, 3}}),
        reference({.reference = true});
    for (Runtime *runtime : {&compiled, &reference}) {
      Runtime::Scope scope(*runtime);
      std::vector<double> &memory = values[runtime == &reference];
      for (std::int64_t n = 0; n < plane * (kK + 4); ++n)
        memory.push_back(double(n % 97) * 0.375);
      Storage u = runtime->wrap(memory.data(), kBox, {.strides = {8 * plane, 8 * kI, 8}}),
              v = runtime->wrap(memory.data() + apart, kBox, {.strides = {8 * plane, 8 * kI, 8}});
      v[whole] = u - sum(u, K) * 0.5;
      v[{K(1)}] = astype(argmax(u, K), F64);
    }
    EXPECT_EQ(values[0], values[1]) << apart;
  }
}
