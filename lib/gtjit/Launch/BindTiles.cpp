//===- BindTiles.cpp - Into which tiles a program's kernels are cut -------===//
//
// What depends on the memory at hand: how many rows of several planes a cache keeps, and what
// is too little for several threads.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Launch/Binding.h"
#include "gtjit/Launch/CacheSize.h"
#include "gtjit/Launch/TileShape.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

/// Rows of a tile that runs through planes: fewer are less than what is fetched ahead of them.
static constexpr std::int64_t kLeastRows = 4;

/// One over the part of the small domain from which on kernels gain by reading on each thread what
/// that has written: one of 7,200 points that reads 30,000 takes twice its time on a thread alone,
/// and the next call as much more, on a Xeon of the sixth generation.
static constexpr std::int64_t kLeastReader = 32;

/// Operations at a point that take less than its memory does. Kernels with more are small with
/// proportionally fewer points alone.
static constexpr std::int64_t kFewFlops = 10;

/// Bytes of rows that blocks are made of.
static constexpr std::int64_t kBlockRow = 2048;

/// How many rows of so many bytes a core's own cache keeps, beside what passes through it.
static std::int64_t rowsKept(std::int64_t bytes) { return coreCacheBytes() / 8 * 3 / bytes; }

/// How many rows of all planes that the points of one read at once a core's cache keeps, beside
/// what is fetched ahead; any number where they read one plane, or nothing is fetched so.
std::int64_t Binding::rowsOfPlanes(const gtabi::KernelInfo &info,
                                   const gtabi::Bounds *loops) const {
  bool fetchesRows =
      !compiled.isForCaches() && info.vectorLanes > 1 && !info.hasFold && info.orders.count == 0;
  if (info.loopDims < 3 || !fetchesRows)
    return INT64_MAX;
  std::int64_t bytes = 0;
  bool isDeep = false;
  for (const gtabi::StorageUse &use : image.storages(info.storages))
    for (const gtabi::ReachInfo &reach : image.reach(use))
      if (reach.loop == info.loopDims - 3 && use.isRead) {
        std::int64_t distance = 0;
        if (__builtin_sub_overflow(reach.upper, reach.lower, &distance))
          return kLeastRows;
        isDeep |= distance > 0;
        bytes = saturatingAdd(bytes,
                              saturatingProduct(saturatingAdd(distance, 1), bytesOfElement(use)));
      }
  if (!isDeep)
    return INT64_MAX;
  std::int64_t row =
      saturatingProduct(bytes, std::max<std::int64_t>(1, extentOf(loops[info.loopDims - 1])));
  return std::max(kLeastRows, rowsKept(row) / kLeastRows * kLeastRows);
}

/// How many rows a core's cache keeps of all planes, where points read at indices along these: each
/// plane reads the same rows again. Any number where they do not.
std::int64_t Binding::rowsOfGathered(const gtabi::KernelInfo &info,
                                     const gtabi::Bounds *loops) const {
  if (info.acrossLoop + 3 != info.loopDims)
    return INT64_MAX;
  std::int64_t bytes = 0; // of a point
  for (const gtabi::StorageUse &use : image.storages(info.storages))
    if (use.isRead && image.reach(use).empty())
      bytes = saturatingAdd(bytes, bytesOfElement(use));
  if (bytes == 0)
    return INT64_MAX;
  std::int64_t row = saturatingProduct(
      saturatingProduct(bytes, std::max<std::int64_t>(1, extentOf(loops[info.acrossLoop]))),
      std::max<std::int64_t>(1, extentOf(loops[info.loopDims - 1])));
  return std::max<std::int64_t>(1, rowsKept(row));
}

/// Whether tiles are blocks of long rows that run through several planes.
bool Binding::runsInBlocks(const gtabi::KernelInfo &info, const gtabi::Bounds *loops) const {
  if (info.loopDims < 3 || !streams(info, loops))
    return false;
  std::int64_t bytes = saturatingProduct(bytesOfPoint(info), extentOf(loops[info.loopDims - 1]));
  return bytes >= kBlockRow && rowsOfPlanes(info, loops) < extentOf(loops[info.loopDims - 2]);
}

/// Points of few operations that take as long as these.
static std::int64_t pointsLike(std::int64_t points, std::int64_t flops) {
  return saturatingProduct(points, std::max(flops, kFewFlops)) / kFewFlops;
}

/// Whether some kernel of the program takes longer than several threads need to share it.
bool Binding::hasLargeKernel() const {
  return std::ranges::any_of(image.kernels(), [&](const gtabi::KernelInfo &info) {
    std::int64_t points = 1;
    for (std::uint32_t range : image.boundsUses(info.bounds).first(info.loopDims + info.hasFold))
      points = saturatingProduct(points, extentOf(bound.bounds[range]));
    return pointsLike(points, info.flopsPerPoint) >= runtime.options.smallDomain;
  });
}

/// Whether so many points take less than threads gain by sharing them.
bool Binding::isSmall(std::int64_t points, std::int64_t flops) const {
  return pointsLike(points, flops) < smallDomain;
}

/// Whether the kernel of `call` reads what one before it writes on all threads, and has in their
/// caches.
bool Binding::readsShared(const gtabi::KernelInfo &info, const KernelCall &call) const {
  auto reads = [&](const gtabi::StorageUse &written) {
    return written.isWritten &&
           std::ranges::any_of(image.storages(info.storages), [&](const gtabi::StorageUse &use) {
             return use.isRead && use.index == written.index &&
                    use.isTemporary == written.isTemporary;
           });
  };
  return std::any_of<const KernelCall *>(calls, &call, [&](const KernelCall &earlier) {
    return earlier.tiles != 0 && !earlier.alone &&
           std::ranges::any_of(image.storages(infoOf(earlier).storages), reads);
  });
}

void Binding::planTiles(const gtabi::KernelInfo &info, std::int64_t points, std::int64_t *tile,
                        KernelCall &call) const {
  call.alone = true;
  call.tiles = 0;
  call.tilesInOrder = 1;
  if (points == 0)
    return;
  const gtabi::Bounds *loops = call.tiling.loops;
  if (info.hasFold)
    points = saturatingProduct(points, extentOf(loops[info.loopDims]));
  call.alone = isSmall(points, info.flopsPerPoint) &&
               (points < runtime.options.smallDomain / kLeastReader || !readsShared(info, call));
  int threads = call.alone ? 1 : runtime.executor.load()->threads();
  TileRequest request{{loops, info.loopDims},
                      info.acrossLoop,
                      threads,
                      runtime.options.tile,
                      image.orders(info.orders)};
  request.mostRows = rowsOfGathered(info, loops);
  if (call.args.streams)
    request.mostRows = std::min(request.mostRows, rowsOfPlanes(info, loops));
  call.tiles = chooseTiles(request, tile);
  if (call.tiling.orders) {
    call.tilesInOrder = call.tiling.tilesInOrder();
    call.tiles /= call.tilesInOrder;
  }
  call.alone |= threads <= 1 || call.tiles == 1;
}

} // namespace gtjit::detail
