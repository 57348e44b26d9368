//===- GridShapeTest.cpp - Grids of threads for loops ---------------------===//

#include "gtjit/Launch/GridShape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

using namespace gtjit::detail;

/// The shape for loops of these extents, which start anywhere.
static GridShape shapeFor(const std::vector<std::int64_t> &extents, bool hasColumns = false) {
  std::vector<std::uint64_t> words;
  for (std::int64_t extent : extents)
    words.insert(words.end(), {std::uint64_t(-7), static_cast<std::uint64_t>(extent - 7)});
  return shapeGrid(words, hasColumns);
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
