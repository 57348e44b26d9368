//===- TileWalk.h - From numbers of tiles to their spans --------*- C++ -*-===//
//
// Kernels get the spans of one tile. Executors hand out numbers, of what can run at
// the same time: one tile, or all tiles that must run one after the other.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_TILEWALK_H
#define GTJIT_LAUNCH_TILEWALK_H

#include "gtabi/Image.h"
#include "gtjit/detail/Sequence.h"

namespace gtjit::detail {

/// Loops, slow to fast, none empty, and into tiles of which extents they are cut.
struct Tiling {
  const gtabi::Bounds *loops;
  const std::int64_t *extents;
  std::size_t depth;
  const gtabi::LoopOrder *orders; ///< null: all loops are parallel

  bool isOrdered(std::size_t loop) const {
    return orders && orders[loop] != gtabi::LoopOrder::Parallel;
  }
  /// Tiles along a loop.
  std::int64_t count(std::size_t loop) const;
  /// Tiles along all loops that run in order: what has one number.
  std::int64_t tilesInOrder() const;
};

/// One tile after the other. Numbers count the tiles of parallel loops, fastest
/// first; within one number, loops in order go from their beginning to their end,
/// the fastest first.
class TileWalk {
public:
  /// Starts at the first tile of `number`.
  TileWalk(const Tiling &tiling, std::int64_t number);
  /// The spans of the tile, one for each loop.
  const gtabi::Bounds *tile() const { return spans.data(); }
  /// To the next tile of the number, or the first one of the next number; behind the
  /// last tile of all comes the first one.
  void next();

private:
  void place(std::size_t loop, std::int64_t index);
  bool advance(bool isOrdered);

  Tiling tiling;
  Sequence<gtabi::Bounds, 8> spans;
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_TILEWALK_H
