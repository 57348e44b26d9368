//===- MergedLoopsTest.cpp - Rows that follow each other in memory --------===//
//
// Which loops run as one, as the number of tiles tells, and that values are the same.
//
//===----------------------------------------------------------------------===//
#include "../CountingExecutor.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

using namespace gtjit;

namespace {

constexpr std::int64_t kWhole = 1; ///< what is not cut runs without the executor
constexpr std::int64_t kI = 5, kJ = 300, kK = 4, kTile = 512;

std::int64_t tilesOf(std::int64_t points) { return (points - 1) / kTile + 1; }

class MergedLoops : public testing::Test {
protected:
  /// A storage of kI x kJ x kK doubles in memory with so many beside each row and plane.
  static Storage wrapped(Runtime &runtime, std::vector<double> &memory, std::int64_t besideRow,
                         std::int64_t besidePlane) {
    std::int64_t row = kI + besideRow, plane = row * kJ + besidePlane;
    memory.assign(static_cast<std::size_t>(plane * kK), -1.0);
    return runtime.wrap(memory.data(), {I(0, kI), J(0, kJ), K(0, kK)},
                        {.strides = {8, 8 * row, 8 * plane}});
  }
  /// The tiles of `v = expression(u)` where both have gaps, after a comparison of all memory with
  /// what the reference evaluator makes of it.
  std::int64_t tiles(const std::function<Field(const Storage &)> &expression,
                     std::int64_t besideRow = 0, std::int64_t besidePlane = 0) {
    CountingExecutor executor(/*parts=*/1);
    Runtime compiled({.executor = &executor, .smallDomain = 1, .tile = {kTile}}),
        reference({.reference = true});
    std::vector<double> memory[2];
    for (Runtime *runtime : {&compiled, &reference}) {
      Runtime::Scope scope(*runtime);
      std::vector<double> from;
      std::vector<double> &to = memory[runtime == &reference];
      Storage u = wrapped(*runtime, from, besideRow, besidePlane),
              v = wrapped(*runtime, to, besideRow, besidePlane);
      u[whole] = astype(index(I) + 7 * index(J) + 11 * index(K), F64) * 0.25;
      if (runtime == &compiled)
        executor.tiles = kWhole;
      v[whole] = expression(u);
    }
    EXPECT_EQ(memory[0], memory[1]);
    return executor.tiles;
  }
};

} // namespace

TEST_F(MergedLoops, AllThatIsDenseIsOneRow) {
  EXPECT_EQ(tiles([](const Storage &u) { return 2.0 * u + exp(u); }), tilesOf(kI * kJ * kK));
}

TEST_F(MergedLoops, PlanesThatLieApartAreRows) {
  EXPECT_EQ(tiles([](const Storage &u) { return u * u; }, 0, 3), tilesOf(kI * kJ));
}

TEST_F(MergedLoops, RowsThatLieApartStayAlone) {
  EXPECT_EQ(tiles([](const Storage &u) { return u * u; }, 1, 0), kWhole);
}

TEST_F(MergedLoops, SweepsMergeWhatTheyDoNotGoAlong) {
  EXPECT_EQ(tiles([](const Storage &u) { return cumsum(Field(u), K); }), tilesOf(kI * kJ));
  EXPECT_EQ(tiles([](const Storage &u) { return cumsum(Field(u), J); }), kWhole);
}

TEST_F(MergedLoops, IndicesAndProfilesAreOfLoopsThatStay) {
  EXPECT_EQ(tiles([](const Storage &u) { return u * astype(index(K), F64); }), tilesOf(kI * kJ));
  EXPECT_EQ(tiles([](const Storage &u) { return u * astype(index(J), F64); }), kWhole);
  EXPECT_EQ(tiles([](const Storage &u) {
              Storage profile = empty<double>({K(0, kK)});
              profile[whole] = astype(index(K), F64);
              return u + Field(profile);
            }),
            tilesOf(kI * kJ));
}

TEST_F(MergedLoops, NeighboursAreFoundWhereTheyLie) {
  // What lies beside a row is part of the memory: the last point's neighbour is no row's first.
  auto moved = [](const Storage &u) { return concat_where(I < kI - 1, u(I + 1), Field(u)); };
  EXPECT_EQ(tiles(moved), kWhole);
}
