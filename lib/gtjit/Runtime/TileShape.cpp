//===- TileShape.cpp - Into which tiles a kernel's loops are cut ----------===//
//
// Whole rows, blocks of rows, one plane at a time: long contiguous streams for
// the prefetchers, and neighbouring rows and planes still in L2 when they are
// needed again.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/TileShape.h"

#include <algorithm>

namespace gtjit::detail {

/// Bytes of one operand's part of a plane in a tile: three planes of it leave
/// most of a 1 MiB second-level cache to other operands.
static constexpr std::int64_t kBlockBytes = 128 * 1024;
/// Tiles a thread gets at least, so that none waits long for another.
static constexpr std::int64_t kTilesPerThread = 4;
/// Points along the only loop of a kernel: whole vectors of every type.
static constexpr std::int64_t kStripMultiple = 512;

static std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

static std::int64_t extentOf(const gtabi::Bounds &bounds) { return bounds.hi - bounds.lo; }

static std::int64_t countTiles(std::span<const gtabi::Bounds> loops, const std::int64_t *tile) {
  std::int64_t count = 1;
  for (std::size_t d = 0; d < loops.size(); ++d)
    count *= ceilDiv(extentOf(loops[d]), tile[d]);
  return count;
}

std::int64_t chooseTiles(const TileRequest &request, std::int64_t *tile) {
  std::span<const gtabi::Bounds> loops = request.loops;
  std::size_t depth = loops.size();
  if (depth == 0)
    return 1;
  for (std::size_t d = 0; d < depth; ++d)
    tile[d] = extentOf(loops[d]);
  if (!request.prescribed.empty()) {
    for (std::size_t n = 0; n < std::min(depth, request.prescribed.size()); ++n)
      tile[depth - 1 - n] = std::min(tile[depth - 1 - n], request.prescribed[n]);
    return countTiles(loops, tile);
  }

  std::int64_t fast = tile[depth - 1];
  std::int64_t wanted = request.threads > 1 ? request.threads * kTilesPerThread : 1;
  if (depth == 1) {
    if (wanted > 1)
      tile[0] = std::min(fast, ceilDiv(ceilDiv(fast, wanted), kStripMultiple) * kStripMultiple);
    return countTiles(loops, tile);
  }
  std::int64_t rowBytes = std::max<std::int64_t>(1, fast * request.itemBytes);
  tile[depth - 2] = std::clamp<std::int64_t>(kBlockBytes / rowBytes, 1, extentOf(loops[depth - 2]));
  // The slower loops are cut only as far as the threads need it.
  for (std::size_t d = 0; d + 2 < depth; ++d) {
    std::int64_t missing = ceilDiv(wanted, countTiles(loops, tile));
    if (missing > 1)
      tile[d] = std::max<std::int64_t>(1, extentOf(loops[d]) / missing);
  }
  if (std::int64_t missing = ceilDiv(wanted, countTiles(loops, tile)); missing > 1)
    tile[depth - 2] = std::max<std::int64_t>(1, tile[depth - 2] / missing);
  return countTiles(loops, tile);
}

} // namespace gtjit::detail
