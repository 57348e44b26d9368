//===- TileWalk.cpp - From numbers of tiles to their spans ----------------===//

#include "gtjit/Launch/TileWalk.h"

#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

std::int64_t Tiling::count(std::size_t loop) const {
  return std::max<std::int64_t>(1, (extentOf(loops[loop]) - 1) / extents[loop] + 1);
}

std::int64_t Tiling::tilesInOrder() const {
  std::int64_t tiles = 1;
  for (std::size_t loop = 0; loop < depth; ++loop)
    if (isOrdered(loop))
      tiles = saturatingProduct(tiles, count(loop));
  return tiles;
}

/// The tile number `index` of a loop in the order of its points.
void TileWalk::place(std::size_t loop, std::int64_t index) {
  gtabi::Bounds bounds = tiling.loops[loop];
  std::int64_t lo = bounds.lo + index * tiling.extents[loop];
  spans[loop] = {lo, lo + std::min(bounds.hi - lo, tiling.extents[loop])};
}

TileWalk::TileWalk(const Tiling &given, std::int64_t number) : tiling(given) {
  spans.reserve(tiling.depth);
  for (std::size_t loop = 0; loop < tiling.depth; ++loop)
    spans.push_back(tiling.loops[loop]);
  for (std::size_t loop = tiling.depth; loop-- > 0;) {
    std::int64_t tiles = tiling.count(loop);
    if (tiling.isOrdered(loop)) {
      place(loop, tiling.orders[loop] == gtabi::LoopOrder::Backward ? tiles - 1 : 0);
      continue;
    }
    place(loop, number % tiles);
    number /= tiles;
  }
}

/// To the next tile among those of parallel loops, or of loops in order; false if
/// that is the first one again.
bool TileWalk::advance(bool isOrdered) {
  for (std::size_t loop = tiling.depth; loop-- > 0;) {
    if (tiling.isOrdered(loop) != isOrdered)
      continue;
    gtabi::Bounds bounds = tiling.loops[loop];
    std::int64_t last = tiling.count(loop) - 1;
    std::int64_t index = (spans[loop].lo - bounds.lo) / tiling.extents[loop];
    bool isBackward = isOrdered && tiling.orders[loop] == gtabi::LoopOrder::Backward;
    if (index != (isBackward ? 0 : last)) {
      place(loop, isBackward ? index - 1 : index + 1);
      return true;
    }
    place(loop, isBackward ? last : 0);
  }
  return false;
}

void TileWalk::next() {
  if (!tiling.orders || !advance(/*isOrdered=*/true))
    advance(/*isOrdered=*/false);
}

} // namespace gtjit::detail
