//===- GridShapeTest.cpp - Grids of threads for loops ---------------------===//

#include "gtjit/Launch/GridShape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

using namespace gtjit::detail;

/// The shape for loops of these extents, which start anywhere.
static GridShape shapeFor(const std::vector<std::int64_t> &extents, bool hasColumns = false,
                          std::uint32_t pointsY = 1, std::uint32_t pointsX = 1) {
  std::vector<std::uint64_t> words;
  for (std::int64_t extent : extents)
    words.insert(words.end(), {std::uint64_t(-7), static_cast<std::uint64_t>(extent - 7)});
  gtabi::KernelInfo info = {};
  info.loopDims = static_cast<std::uint32_t>(extents.size());
  info.bounds.count = info.loopDims + hasColumns;
  info.pointsX = pointsX;
  info.pointsY = pointsY;
  return shapeGrid(words, info);
}

TEST(GridShape, CoversTheFastestLoopsWithBlocks) {
  GridShape grid = shapeFor({80, 100, 130});
  EXPECT_THAT(grid.shape.block, testing::ElementsAre(64, 4, 1));
  EXPECT_THAT(grid.shape.grid, testing::ElementsAre(3, 25, 80));
  EXPECT_FALSE(grid.tooLong);
}

TEST(GridShape, HasOneThreadWhereThereIsNoLoop) {
  GridShape grid = shapeFor({});
  EXPECT_THAT(grid.shape.block, testing::ElementsAre(1, 1, 1));
  EXPECT_THAT(grid.shape.grid, testing::ElementsAre(1, 1, 1));
}

TEST(GridShape, FitsShortLoops) {
  EXPECT_THAT(shapeFor({3}).shape.block, testing::ElementsAre(4, 1, 1));
  EXPECT_THAT(shapeFor({1000}).shape.block, testing::ElementsAre(256, 1, 1));
  EXPECT_THAT(shapeFor({100, 3}).shape.block, testing::ElementsAre(4, 64, 1));
  EXPECT_THAT(shapeFor({100, 1000}, /*hasColumns=*/true).shape.block,
              testing::ElementsAre(64, 1, 1));
}

TEST(GridShape, GivesThreadsSeveralPoints) {
  GridShape grid = shapeFor({80, 101, 130}, /*hasColumns=*/false, /*pointsY=*/4, /*pointsX=*/2);
  EXPECT_THAT(grid.shape.block, testing::ElementsAre(64, 2, 1));
  EXPECT_THAT(grid.shape.grid, testing::ElementsAre(2, 13, 80));
  EXPECT_THAT(shapeFor({3}, false, /*pointsY=*/4, /*pointsX=*/4).shape.block,
              testing::ElementsAre(1, 1, 1));
}

TEST(GridShape, PutsSlowLoopsOnOneAxis) {
  EXPECT_THAT(shapeFor({5, 6, 7, 8, 64}).shape.grid, testing::ElementsAre(1, 2, 5 * 6 * 7));
}

TEST(GridShape, TellsWhichLoopIsTooLong) {
  EXPECT_EQ(shapeFor({300, 70000, 8, 64}).tooLong, 1u);
  EXPECT_EQ(shapeFor({70000, 300, 8, 64}).tooLong, 0u);
  EXPECT_EQ(shapeFor({300, 300, 8, 64}).tooLong, 0u);
  EXPECT_EQ(shapeFor({std::int64_t(1) << 22, 8}).tooLong, 0u);
  EXPECT_EQ(shapeFor({std::int64_t(1) << 42}).tooLong, 0u);
}

/// Blocks, threads and shares of a reduction of so many points for loops of these extents.
static TogetherShape togetherFor(const std::vector<std::int64_t> &extents, std::int64_t points,
                                 bool byLanes, std::int64_t values = 0) {
  std::vector<std::uint64_t> words;
  for (std::int64_t extent : extents)
    words.insert(words.end(), {std::uint64_t(-7), static_cast<std::uint64_t>(extent - 7)});
  gtabi::KernelInfo info = {};
  info.partials = 1;
  info.blockPoints = byLanes ? 4096 : 64;
  info.blockLanes = byLanes ? 64 : 1;
  return shapeTogether(words, info, points, values);
}

static std::vector<unsigned> sizesOf(const TogetherShape &shape) {
  const LaunchShape &launch = shape.grid.shape;
  EXPECT_EQ(launch.block[2] * launch.grid[1] * launch.grid[2], 1u);
  return {launch.grid[0], launch.block[0], launch.block[1], static_cast<unsigned>(shape.shares)};
}

TEST(TogetherShape, GivesLanesTheirBlocksOfPoints) {
  EXPECT_THAT(sizesOf(togetherFor({}, 0, true)), testing::ElementsAre(1, 1, 64, 1));
  EXPECT_THAT(sizesOf(togetherFor({}, 4096, true)), testing::ElementsAre(1, 1, 64, 1));
  EXPECT_THAT(sizesOf(togetherFor({}, 4097, true)), testing::ElementsAre(1, 1, 128, 1));
  EXPECT_THAT(sizesOf(togetherFor({}, 1 << 20, true)), testing::ElementsAre(64, 1, 256, 64));
  EXPECT_THAT(sizesOf(togetherFor({80, 512}, 512, true)), testing::ElementsAre(40960, 1, 64, 1));
}

TEST(TogetherShape, PutsShortReductionsSideBySide) {
  TogetherShape shape = togetherFor({10, 7}, 8, true);
  EXPECT_THAT(sizesOf(shape), testing::ElementsAre(20, 4, 64, 1));
  EXPECT_EQ(shape.groups, 2u);
}

TEST(TogetherShape, HasNeighboursAlongTheLastLoop) {
  EXPECT_THAT(sizesOf(togetherFor({512, 512}, 80, false)), testing::ElementsAre(512 * 8, 64, 2, 1));
  EXPECT_THAT(sizesOf(togetherFor({512}, 10000, false)), testing::ElementsAre(16 * 20, 32, 8, 20));
  EXPECT_THAT(sizesOf(togetherFor({}, 10000, false)), testing::ElementsAre(1, 1, 256, 1));
  EXPECT_THAT(sizesOf(togetherFor({1000}, 40, false)), testing::ElementsAre(8, 128, 1, 1));
}

TEST(TogetherShape, CombinesWhatSharesHaveLeft) {
  EXPECT_THAT(sizesOf(togetherFor({}, 1 << 20, true, 64)), testing::ElementsAre(1, 1, 64, 1));
  EXPECT_THAT(sizesOf(togetherFor({512}, 10000, false, 20)),
              testing::ElementsAre(16 * 3, 32, 8, 3));
}

TEST(TogetherShape, TellsWhichLoopIsTooLong) {
  EXPECT_EQ(togetherFor({300, std::int64_t(1) << 33, 70000}, 512, true).grid.tooLong, 1u);
  EXPECT_FALSE(togetherFor({30000, 70000}, 512, true).grid.tooLong);
}
