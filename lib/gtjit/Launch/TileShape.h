//===- TileShape.h - Into which tiles a kernel's loops are cut --*- C++ -*-===//
//
// Tiles are units of work for threads and of reuse for caches. Their shape never
// changes a result.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_TILESHAPE_H
#define GTJIT_LAUNCH_TILESHAPE_H

#include "gtabi/Image.h"

#include <span>

namespace gtjit::detail {

/// What the shape depends on.
struct TileRequest {
  std::span<const gtabi::Bounds> loops;     ///< slow to fast, none empty but reduced ones
  std::size_t across;                       ///< the loop to cut last; loops.size() for none
  int threads;                              ///< that will share the tiles
  std::span<const std::int64_t> prescribed; ///< extents fastest first; empty: chosen here
  std::span<const gtabi::LoopOrder> orders; ///< of the loops; empty: all are parallel
  std::int64_t mostPoints = INT64_MAX;      ///< of a tile, or of a part of a row if that has more
  std::int64_t rowMultiple = 512; ///< rows are cut at so many points: whole vectors of every type
  /// Of the loop around the rows, in a tile: a cache keeps so many of several planes.
  std::int64_t mostRows = INT64_MAX;
};

/// Sets one extent a loop, each at least 1, and 1 for loops that kernels do not have
/// (kNestedLoops); returns the number of tiles. Loops that run in order are not cut
/// but for that.
std::int64_t chooseTiles(const TileRequest &request, std::int64_t *tile);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_TILESHAPE_H
