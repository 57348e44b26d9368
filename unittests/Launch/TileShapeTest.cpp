//===- TileShapeTest.cpp - Tiles cover the loops, and enough of them ------===//
//
// The numbers that kernels and executors rely on.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/TileShape.h"

#include <gtest/gtest.h>

#include <vector>

using namespace gtjit::detail;
using gtabi::Bounds;

namespace {
struct Shape {
  std::vector<std::int64_t> tile;
  std::int64_t count;
};
} // namespace

static Shape shapeAcross(std::size_t across, const std::vector<Bounds> &loops, int threads,
                         const std::vector<std::int64_t> &prescribed = {}) {
  Shape shape;
  shape.tile.resize(loops.size());
  shape.count = chooseTiles({loops, across, threads, prescribed, {}}, shape.tile.data());
  return shape;
}

static Shape shapeOf(const std::vector<Bounds> &loops, int threads,
                     const std::vector<std::int64_t> &prescribed = {}) {
  return shapeAcross(loops.size(), loops, threads, prescribed);
}

TEST(TileShapeTest, rowsStayWhole) {
  for (int threads : {1, 2, 16}) {
    Shape shape = shapeOf({{0, 80}, {-2, 510}, {0, 512}}, threads);
    EXPECT_EQ(shape.tile[2], 512);
  }
}

TEST(TileShapeTest, everyThreadGetsSeveralTiles) {
  for (int threads : {2, 3, 16})
    for (std::int64_t k : {1, 2, 80})
      EXPECT_GE(shapeOf({{0, k}, {0, 512}, {0, 512}}, threads).count, 4 * threads)
          << threads << " threads, " << k << " planes";
}

TEST(TileShapeTest, tilesHaveAtMostSoManyPoints) {
  std::vector<Bounds> loops = {{0, 80}, {-3, 253}, {0, 256}};
  std::vector<std::int64_t> tile(3);
  TileRequest request{loops, 3, 1, {}, {}};
  for (auto [points, rows] : {std::pair(16384, 64), {65536, 256}, {100, 1}}) {
    request.mostPoints = points;
    EXPECT_EQ(chooseTiles(request, tile.data()), 80 * 256 / rows);
    EXPECT_EQ(tile, (std::vector<std::int64_t>{1, rows, 256}));
  }
  request.mostPoints = 10'000'000;
  EXPECT_EQ(chooseTiles(request, tile.data()), 1);
}

TEST(TileShapeTest, blocksOfRowsRunThroughAllPlanes) {
  std::vector<Bounds> loops = {{0, 80}, {-3, 253}, {0, 256}};
  std::vector<std::int64_t> tile(3);
  TileRequest request{loops, 3, 1, {}, {}};
  for (auto [most, rows] : {std::pair(32, 32), {256, 256}, {100, 86}, {1, 1}, {0, 1}}) {
    request.mostRows = most;
    EXPECT_EQ(chooseTiles(request, tile.data()), (256 + rows - 1) / rows) << most;
    EXPECT_EQ(tile, (std::vector<std::int64_t>{80, rows, 256})) << most;
  }
  request.mostRows = 128;
  request.threads = 2; // more tiles than blocks
  EXPECT_EQ(chooseTiles(request, tile.data()), 8);
  EXPECT_EQ(tile, (std::vector<std::int64_t>{20, 128, 256}));
}

TEST(TileShapeTest, theLoopOfStagedLinesIsCutLast) {
  Shape shape = shapeAcross(0, {{0, 80}, {0, 512}, {0, 512}}, 2);
  EXPECT_EQ(shape.tile, (std::vector<std::int64_t>{80, 64, 512}));
  EXPECT_EQ(shape.count, 8);
  EXPECT_EQ(shapeAcross(0, {{0, 80}, {0, 2}, {0, 64}}, 2).tile[0], 20);
}

// Rows of results that are reduced together are in one tile, whatever the number of threads.
TEST(TileShapeTest, theLoopThatIsCutLastIsCutInFours) {
  EXPECT_EQ(shapeAcross(0, {{0, 9}, {0, 1000}}, 2).tile, (std::vector<std::int64_t>{4, 512}));
  EXPECT_EQ(shapeAcross(0, {{0, 9}, {0, 100}}, 16).tile, (std::vector<std::int64_t>{4, 100}));
  EXPECT_EQ(shapeAcross(0, {{0, 3}, {0, 100}}, 16).tile, (std::vector<std::int64_t>{3, 100}));
  EXPECT_EQ(shapeAcross(0, {{0, 90}, {0, 100}}, 2).tile, (std::vector<std::int64_t>{12, 100}));
}

TEST(TileShapeTest, aSingleLoopIsCutForThreadsOnly) {
  EXPECT_EQ(shapeOf({{0, 1000000}}, 1).count, 1);
  EXPECT_GE(shapeOf({{0, 1000000}}, 2).count, 2);
}

TEST(TileShapeTest, withoutLoopsThereIsOneTile) { EXPECT_EQ(shapeOf({}, 4).count, 1); }

TEST(TileShapeTest, prescribedExtentsCountFromTheFastestLoop) {
  Shape shape = shapeOf({{0, 5}, {0, 7}, {0, 9}}, 2, {4, 3});
  EXPECT_EQ(shape.tile, (std::vector<std::int64_t>{5, 3, 4}));
  EXPECT_EQ(shape.count, 1 * 3 * 3);
}

TEST(TileShapeTest, oneThreadWalksEverythingAsOneTile) {
  EXPECT_EQ(shapeOf({{0, 80}, {0, 512}, {0, 512}}, 1).count, 1);
}

TEST(TileShapeTest, dimensionsWithoutALoopHaveTilesOfOneIndex) {
  std::vector<Bounds> loops(11, Bounds{0, 3});
  Shape shape = shapeOf(loops, 1);
  for (std::size_t d = 0; d < loops.size(); ++d)
    EXPECT_EQ(shape.tile[d], d < 3 ? 1 : 3) << d;
  EXPECT_EQ(shape.count, 27);
  EXPECT_EQ(shapeOf(loops, 1, {2, 2, 2, 2, 2, 2, 2, 2, 2}).tile[2], 1);
}

TEST(TileShapeTest, loopsInOrderAreNotCut) {
  using gtabi::LoopOrder;
  std::vector<Bounds> loops = {{0, 80}, {0, 512}, {0, 512}};
  std::vector<LoopOrder> orders = {LoopOrder::Forward, LoopOrder::Parallel, LoopOrder::Parallel};
  std::vector<std::int64_t> tile(3), prescribed = {100, 7, 3};
  EXPECT_GE(chooseTiles({loops, 3, 16, {}, orders}, tile.data()), 64);
  EXPECT_EQ(tile[0], 80);
  EXPECT_EQ(chooseTiles({loops, 3, 16, prescribed, orders}, tile.data()), 74 * 6);
  EXPECT_EQ(tile, (std::vector<std::int64_t>{80, 7, 100}));
  orders.assign(3, LoopOrder::Backward);
  EXPECT_EQ(chooseTiles({loops, 3, 16, {}, orders}, tile.data()), 1);
}
