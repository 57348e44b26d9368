//===- TileShape.cpp - Into which tiles a kernel's loops are cut ----------===//
//
// Whole rows, row after row, plane after plane: long contiguous streams for the
// prefetchers. So loops are cut for the threads alone, the slowest first. Where a point
// reads several planes, and kernels fetch rows ahead by themselves, tiles have as many
// rows as a cache keeps of those planes, and run through all planes; so they have where each
// point finds by itself which plane it reads. A kernel that copies
// lines of one loop to scratch reads whole lines only while that loop is not cut.
// What runs in order is one thread's, from one end to the other.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/TileShape.h"

#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

/// Points of the loop that is cut last: rows that go together, if they do, which gain by it.
static constexpr std::int64_t kLeastAcross = 4;

/// Tiles a thread gets at least, so that none waits long for another.
static constexpr std::int64_t kTilesPerThread = 4;

static std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a - 1) / b + 1; }

static std::int64_t countTiles(std::span<const gtabi::Bounds> loops, const std::int64_t *tile) {
  std::int64_t count = 1;
  for (std::size_t d = 0; d < loops.size(); ++d)
    count =
        saturatingProduct(count, std::max<std::int64_t>(1, ceilDiv(extentOf(loops[d]), tile[d])));
  return count;
}

std::int64_t chooseTiles(const TileRequest &request, std::int64_t *tile) {
  std::span<const gtabi::Bounds> loops = request.loops;
  std::size_t depth = loops.size();
  if (depth == 0)
    return 1;
  for (std::size_t d = 0; d < depth; ++d)
    tile[d] = d + gtabi::kNestedLoops < depth ? 1 : std::max<std::int64_t>(1, extentOf(loops[d]));
  auto isOrdered = [&](std::size_t d) {
    return !request.orders.empty() && request.orders[d] != gtabi::LoopOrder::Parallel;
  };
  if (!request.prescribed.empty()) {
    for (std::size_t n = 0; n < std::min(depth, request.prescribed.size()); ++n)
      if (std::size_t d = depth - 1 - n; !isOrdered(d))
        tile[d] = std::min(tile[d], request.prescribed[n]);
    return countTiles(loops, tile);
  }

  if (depth > 1 && request.mostRows < tile[depth - 2] && !isOrdered(depth - 2)) {
    std::int64_t &rows = tile[depth - 2];
    rows = ceilDiv(rows, ceilDiv(rows, std::max<std::int64_t>(1, request.mostRows)));
  }
  std::int64_t points = 1;
  for (const gtabi::Bounds &loop : loops)
    points = saturatingProduct(points, extentOf(loop));
  std::int64_t wanted =
      std::max<std::int64_t>(request.threads > 1 ? request.threads * kTilesPerThread : 1,
                             ceilDiv(points, request.mostPoints));
  if (std::int64_t count = countTiles(loops, tile); count >= wanted)
    return count;
  auto cut = [&](std::size_t d) {
    if (isOrdered(d))
      return;
    std::int64_t missing = ceilDiv(wanted, countTiles(loops, tile));
    tile[d] = std::max<std::int64_t>(1, tile[d] / missing);
    if (d + 1 == depth) // Rows are cut at whole vectors only.
      tile[d] =
          std::min(extentOf(loops[d]), ceilDiv(tile[d], request.rowMultiple) * request.rowMultiple);
  };
  for (std::size_t d = 0; d < depth; ++d)
    if (d != request.across)
      cut(d);
  if (std::size_t d = request.across; d < depth) {
    cut(d);
    tile[d] = std::min(extentOf(loops[d]), ceilDiv(tile[d], kLeastAcross) * kLeastAcross);
  }
  return countTiles(loops, tile);
}

} // namespace gtjit::detail
