//===- TileWalkTest.cpp - Tiles have the spans that they should -----------===//
//
// Every point of the loops is in one tile, in the order of the numbers, wherever
// a walk starts.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/TileWalk.h"

#include <gtest/gtest.h>

#include <vector>

using namespace gtjit::detail;
using gtabi::Bounds;
using gtabi::LoopOrder;

namespace gtabi {
static bool operator==(const Bounds &a, const Bounds &b) { return a.lo == b.lo && a.hi == b.hi; }
} // namespace gtabi

/// So many tiles from number `first` on.
static std::vector<std::vector<Bounds>> tilesFrom(std::int64_t first, int count,
                                                  const std::vector<Bounds> &loops,
                                                  const std::vector<std::int64_t> &extents,
                                                  const LoopOrder *orders = nullptr) {
  std::vector<std::vector<Bounds>> tiles;
  Tiling tiling{loops.data(), extents.data(), loops.size(), orders};
  for (TileWalk walk(tiling, first); count-- > 0; walk.next())
    tiles.emplace_back(walk.tile(), walk.tile() + loops.size());
  return tiles;
}

TEST(TileWalkTest, theFastestDimensionComesFirst) {
  std::vector<std::vector<Bounds>> expected = {{{-3, -1}, {10, 14}}, {{-3, -1}, {14, 17}},
                                               {{-1, 1}, {10, 14}},  {{-1, 1}, {14, 17}},
                                               {{1, 2}, {10, 14}},   {{1, 2}, {14, 17}}};
  std::vector<Bounds> loops = {{-3, 2}, {10, 17}};
  EXPECT_EQ(tilesFrom(0, 6, loops, {2, 4}), expected);
  for (int first = 1; first < 6; ++first)
    EXPECT_EQ(tilesFrom(first, 6 - first, loops, {2, 4}),
              std::vector(expected.begin() + first, expected.end()));
}

TEST(TileWalkTest, extentsMayBeLargerThanLoops) {
  std::vector<Bounds> loops = {{0, 1}, {5, 8}};
  EXPECT_EQ(tilesFrom(0, 1, loops, {INT64_MAX, INT64_MAX}),
            (std::vector<std::vector<Bounds>>{loops}));
}

TEST(TileWalkTest, farCoordinatesDoNotOverflow) {
  std::vector<Bounds> loops = {{INT64_MAX - 3, INT64_MAX}};
  EXPECT_EQ(tilesFrom(1, 1, loops, {2}),
            (std::vector<std::vector<Bounds>>{{{INT64_MAX - 1, INT64_MAX}}}));
}

TEST(TileWalkTest, withoutLoopsThereIsOneTileWithoutSpans) {
  EXPECT_EQ(tilesFrom(0, 1, {}, {}).front().size(), 0u);
}

TEST(TileWalkTest, anyNumberOfDimensions) {
  std::vector<Bounds> loops(11, Bounds{0, 2});
  std::vector<std::int64_t> extents(11, 2);
  extents[0] = 1;
  auto tiles = tilesFrom(0, 2, loops, extents);
  EXPECT_EQ(tiles[0][0], (Bounds{0, 1}));
  EXPECT_EQ(tiles[1][0], (Bounds{1, 2}));
  EXPECT_EQ(tiles[1][10], (Bounds{0, 2}));
}

TEST(TileWalkTest, loopsInOrderRunFromEndToEndWithinANumber) {
  std::vector<Bounds> loops = {{0, 2}, {0, 4}, {0, 3}};
  std::vector<std::int64_t> extents = {1, 2, 1};
  LoopOrder orders[] = {LoopOrder::Forward, LoopOrder::Parallel, LoopOrder::Backward};
  EXPECT_EQ((Tiling{loops.data(), extents.data(), 3, orders}.tilesInOrder()), 6);
  auto tiles = tilesFrom(0, 12, loops, extents, orders);
  for (int n = 0; n < 12; ++n) {
    EXPECT_EQ(tiles[n][1], (n < 6 ? Bounds{0, 2} : Bounds{2, 4})) << n;
    EXPECT_EQ(tiles[n][0].lo, n / 3 % 2) << n;
    EXPECT_EQ(tiles[n][2].lo, 2 - n % 3) << n;
  }
  EXPECT_EQ(tilesFrom(1, 6, loops, extents, orders), std::vector(tiles.begin() + 6, tiles.end()));
}
