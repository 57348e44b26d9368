//===- BindGroups.cpp - Which kernels of a program run together -----------===//
//
// Chains, passes and groups: what is cut into tiles together, and with how much scratch memory.
// What memory overlaps is known in each run alone.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Launch/Binding.h"
#include "gtjit/Launch/CacheSize.h"
#include "gtjit/Launch/SharedPass.h"
#include "gtjit/Launch/TileShape.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

/// What the tiles of a group move whose members have rows of so many bytes, in all that a point
/// moves: a part of a core's own cache that it stays in, whatever else the core does. Where
/// rows are short, much of them are lines that two members write: on a Xeon of the sixth generation
/// a Laplacian of 64 x 64 x 80 points with a rim takes 0.8 (floats) to 0.92 of its time in tiles
/// that the nearest cache holds, of 256 floats a row 0.94, of 512 1.05. Not measured on AMD's.
static std::int64_t groupTileBytes(std::int64_t rowBytes) {
  constexpr std::int64_t kNearest = std::int64_t(48) << 10;
  return isIntels() && rowBytes <= 2560 ? kNearest : coreCacheBytes() / 4;
}

/// What the tiles of a pass move, and at most: most of the cache is for what is read again.
static std::int64_t passTileBytes() { return coreCacheBytes() / 2; }
static std::int64_t mostPassTileBytes() { return coreCacheBytes() / 4 * 3; }
/// Where the rows of a pass may be cut, and the least part: one that is worth to be fetched from
/// memory. The fastest loop of a pass is no row where that is reduced.
static constexpr std::int64_t kPassRowMultiple = 64, kLeastPassRow = 128;

/// Of parts of rows with fewer bytes most lines are those in which parts meet. On Zen 5 a Laplacian
/// of 62 floats a row takes 1.0 of its time where the others go past the caches, of 94 floats 0.78.
/// On a Xeon of the sixth generation, from memory, of 62 floats 1.06, of 62 doubles 0.95, of 254
/// floats 0.93, of 254 doubles and more 0.7 to 0.8.
static std::int64_t leastPartRow() { return isIntels() ? 448 : 192; }

/// Kernels of several in a group keep their loops, which the group compares.
void Binding::bindGroups() {
  std::size_t kernels = image.kernels().size();
  groups = arena.take<KernelGroup>(kernels);
  auto chain = chains.begin();
  for (std::size_t first = 0; first < kernels;) {
    KernelChain *own = chain != chains.end() && (*chain)->first == first ? *chain++ : nullptr;
    KernelGroup &group = groups[groupCount++];
    group = {calls + first, 0, {}, 0, 0, nullptr, true, own, nullptr, false, false};
    SharedPass pass;
    if (!own && isLargeFold(first))
      pass = findSharedPass(image, first, chain == chains.end() ? kernels : (*chain)->first);
    bool isPass = pass.count != 0 && cutPass(pass, first, group);
    group.count = own ? own->end - first : isPass ? pass.count : countParts(image, first);
    for (std::size_t n = first; n < first + group.count; ++n)
      bindKernel(n, calls[n], /*mayMerge=*/group.count == 1);
    if (own)
      bindChain(*own);
    else if (isPass)
      bindPass(pass, group);
    else if (group.count > 1)
      bindGroup(group);
    first += group.count;
  }
}

void Binding::bindChain(KernelChain &chain) {
  std::size_t scratch = 0;
  for (ChainMember *member = chain.members; member != chain.members + chain.count; ++member)
    scratch = std::max(
        scratch, scratchOf(infoOf(*member->call), member->call->args.bounds, member->extents));
  chain.scratchBytes = chain.windowBytes + scratch;
}

/// Tiles for a group of kernels, unless they run as well one after the other.
void Binding::bindGroup(KernelGroup &group) {
  std::size_t depth = group.calls->tiling.depth, members = 0;
  auto *loops = arena.take<gtabi::Bounds>(depth);
  std::fill_n(loops, depth, gtabi::Bounds{0, 0});
  std::int64_t bytes = 1, flops = 0;
  for (KernelCall *call = group.calls; call != group.calls + group.count; ++call) {
    if (call->tiles == 0)
      continue;
    for (std::size_t d = 0; d < depth; ++d)
      loops[d] = hull(loops[d], call->tiling.loops[d]);
    bytes = std::max(bytes, bytesOfPoint(infoOf(*call)));
    flops = std::max<std::int64_t>(flops, infoOf(*call).flopsPerPoint);
    ++members;
  }
  std::int64_t points = 1;
  for (std::size_t d = 0; d < depth && members > 0; ++d)
    points = saturatingProduct(points, extentOf(loops[d]));
  if (members < 2)
    return;
  std::int64_t row = extentOf(loops[depth - 1]);
  std::int64_t most = std::max(row, groupTileBytes(saturatingProduct(row, bytes)) / bytes);
  if (runtime.options.tile.empty() && points <= most)
    return;

  auto *tile = arena.take<std::int64_t>(depth);
  group.alone = isSmall(points, flops);
  int threads = group.alone ? 1 : runtime.executor.load()->threads();
  TileRequest request{{loops, depth}, depth, threads, runtime.options.tile, {}};
  request.mostPoints = most;
  group.tiling = {loops, tile, depth, nullptr};
  group.tiles = chooseTiles(request, tile);
  group.alone |= threads <= 1 || group.tiles == 1;
  for (KernelCall *call = group.calls; call != group.calls + group.count; ++call)
    if (call->tiles != 0)
      group.scratchBytes =
          std::max(group.scratchBytes, scratchOf(infoOf(*call), call->args.bounds, tile));
  group.mayStream = partsMayStream(group);
  for (KernelCall *call = group.calls; call != group.calls + group.count; ++call)
    call->args.streams &=
        group.mayStream && exceeds(runtime.options.cacheBytes, infoOf(*call), call->args.bounds);
}

/// Whether what the parts of a field have of whole lines may go past the caches, by kernels that
/// run tile by tile. The lines in which they meet go through a cache, where the next kernel finds
/// them. On Zen 5 a Laplacian of 254 x 254 x 80 doubles with a rim
/// beside it takes 0.81 of its time so, one of 62 x 62 x 80 0.88, with a halo in the expression
/// 0.82 and 0.9; see also leastPartRow. What the last level holds stays there: on a Xeon it would
/// take 1.2 to 1.6 of its time.
bool Binding::partsMayStream(const KernelGroup &group) const {
  std::size_t depth = group.tiling.depth;
  if (group.tiling.extents[depth - 1] < extentOf(group.tiling.loops[depth - 1]))
    return false;
  const KernelCall &main = *std::max_element(
      group.calls, group.calls + group.count, [&](const KernelCall &a, const KernelCall &b) {
        return pointsOf(infoOf(a), a.args.bounds) < pointsOf(infoOf(b), b.args.bounds);
      });
  const gtabi::KernelInfo &info = infoOf(main);
  const gtabi::StorageUse &written =
      *std::ranges::find_if(image.storages(info.storages), &gtabi::StorageUse::isWritten);
  std::int64_t row =
      saturatingProduct(extentOf(main.args.bounds[depth - 1]), bytesOfElement(written));
  return info.vectorLanes > 1 && row >= leastPartRow() &&
         rowsMayBeginOnLines(info, main.args.bounds);
}

/// Whether a kernel reduces more than the core's own cache holds, or is cut in any case.
bool Binding::isLargeFold(std::size_t kernel) const {
  const gtabi::KernelInfo &info = image.kernels()[kernel];
  std::int64_t points = info.hasFold;
  for (std::uint32_t d = 0; d < info.loopDims + info.hasFold; ++d)
    points = saturatingProduct(points, extentOf(bound.bounds[image.boundsUses(info.bounds)[d]]));
  return info.hasFold && (!runtime.options.tile.empty() ||
                          saturatingProduct(points, bytesOfPoint(info)) > coreCacheBytes());
}

/// Whether a kernel may write past the caches what it has not read.
bool Binding::mayWritePast(const gtabi::KernelInfo &info, const gtabi::Bounds *ranges) const {
  std::span<const gtabi::StorageUse> uses = image.storages(info.storages);
  bool writesNew = std::any_of(uses.begin(), uses.end(), [](const gtabi::StorageUse &use) {
    return use.isWritten && !use.isRead;
  });
  return writesNew && info.vectorLanes > 1 &&
         (streams(info, ranges) || (!compiled.isForCaches() && rowsMayBeginOnLines(info, ranges)));
}

/// How many kernels may write past the caches rows that tiles of a pass cut.
std::size_t Binding::countCutStreams(const SharedPass &pass, std::size_t first,
                                     const std::int64_t *tile) const {
  std::size_t count = 0;
  for (const gtabi::KernelInfo &info : image.kernels().subspan(first, pass.count)) {
    if (info.hasFold || info.loopDims <= pass.loops.size()) // which writes results alone
      continue;
    Sequence<gtabi::Bounds, 8> ranges;
    for (std::uint32_t number : image.boundsUses(info.bounds))
      ranges.push_back(bound.bounds[number]);
    std::uint32_t row = loopOfPass(image, pass, info, info.loopDims - 1);
    if (row != kNoLoop && tile[row] < extentOf(ranges[info.loopDims - 1]) &&
        mayWritePast(info, ranges.begin()))
      ++count;
  }
  return count;
}

/// Whether the kernel goes through whole rows, of tiles too.
bool Binding::hasWholeRows(const KernelGroup &group, const KernelCall &call) const {
  const gtabi::KernelInfo &info = infoOf(call);
  if (group.tiles == 0 || !group.loops || info.loopDims == 0)
    return group.tiles == 0;
  std::uint32_t row = group.loops[&call - group.calls][info.loopDims - 1];
  return row == kNoLoop ||
         group.tiling.extents[row] >= extentOf(call.args.bounds[info.loopDims - 1]);
}

/// Cuts the loops of a pass into tiles whose memory stays in the core's own cache; false where a
/// row has more, or where parts of rows cost as much as is read again: lines that do not go past
/// the caches are fetched before they are written.
bool Binding::cutPass(const SharedPass &pass, std::size_t first, KernelGroup &group) {
  std::size_t depth = pass.loops.size();
  auto *loops = arena.take<gtabi::Bounds>(depth);
  auto *tile = arena.take<std::int64_t>(depth);
  std::int64_t points = 1, behind = 1, bytes = 1; // the latter two for a point of the pass
  for (std::size_t d = 0; d < depth; ++d) {
    loops[d] = bound.bounds[pass.loops[d]];
    points = saturatingProduct(points, extentOf(loops[d]));
  }
  std::int64_t flops = 0;
  std::vector<const gtabi::StorageUse *> large;
  for (const gtabi::KernelInfo &info : image.kernels().subspan(first, pass.count)) {
    std::span<const std::uint32_t> ranges = image.boundsUses(info.bounds);
    std::int64_t own = 1;
    for (std::uint32_t d = 0; d < info.loopDims + info.hasFold; ++d)
      if (loopOfPass(image, pass, info, d) == kNoLoop)
        own = saturatingProduct(own, extentOf(bound.bounds[ranges[d]]));
    behind = std::max(behind, own);
    flops = std::max<std::int64_t>(flops, info.flopsPerPoint);
    for (const gtabi::StorageUse &use : image.storages(info.storages))
      if (rankOf(use) > depth && std::none_of(large.begin(), large.end(), [&](const auto *known) {
            return known->index == use.index && known->isTemporary == use.isTemporary;
          }))
        large.push_back(&use);
  }
  for (const gtabi::StorageUse *use : large)
    bytes = saturatingAdd(bytes, saturatingProduct(behind, bytesOfElement(*use)));
  if (points == 0)
    return false;
  group.alone = isSmall(saturatingProduct(points, behind), flops);
  int threads = group.alone ? 1 : runtime.executor.load()->threads();
  TileRequest request{{loops, depth}, depth, threads, runtime.options.tile, {}};
  request.mostPoints = std::max<std::int64_t>(1, passTileBytes() / bytes);
  request.rowMultiple = kPassRowMultiple;
  std::int64_t tiles = chooseTiles(request, tile);
  for (std::size_t d = 0; d < depth; ++d)
    bytes = saturatingProduct(bytes, tile[d]);
  if (runtime.options.tile.empty() &&
      (bytes > mostPassTileBytes() ||
       tile[depth - 1] < std::min(kLeastPassRow, extentOf(loops[depth - 1])) ||
       (pass.again < 2 * countCutStreams(pass, first, tile))))
    return false;
  group.tiling = {loops, tile, depth, nullptr};
  group.tiles = tiles;
  group.alone |= threads <= 1 || tiles == 1;
  return true;
}

/// Which loops of its kernels a pass cuts. Parts of rows share lines at their ends, which go
/// through the caches.
void Binding::bindPass(const SharedPass &pass, KernelGroup &group) {
  auto **places = arena.take<const std::uint32_t *>(pass.count);
  const Tiling &cut = group.tiling;
  for (std::size_t n = 0; n < pass.count; ++n) {
    KernelCall &call = group.calls[n];
    const gtabi::KernelInfo &info = infoOf(call);
    auto *place = arena.take<std::uint32_t>(info.loopDims);
    auto *tile = arena.take<std::int64_t>(info.loopDims);
    for (std::uint32_t d = 0; d < info.loopDims; ++d) {
      std::int64_t all = extentOf(call.args.bounds[d]);
      place[d] = loopOfPass(image, pass, info, d);
      tile[d] = place[d] == kNoLoop ? all : std::min(all, cut.extents[place[d]]);
    }
    places[n] = place;
    if (call.tiles != 0)
      group.scratchBytes = std::max(group.scratchBytes, scratchOf(info, call.args.bounds, tile));
  }
  group.loops = places;
  for (KernelCall *call = group.calls; call != group.calls + group.count; ++call)
    call->args.streams &= hasWholeRows(group, *call);
}

/// Whether the ranges of addresses overlap of two storages of which one of the kernels
/// [first, end) writes one: they run one after the other then.
bool Binding::overlaps(std::size_t first, std::size_t end) const {
  struct Part {
    std::uint32_t argument;
    bool isWritten;
    HostSpan span;
  };
  Sequence<Part, 16> parts;
  for (std::size_t n = first; n < end; ++n)
    for (const gtabi::StorageUse &use : image.storages(image.kernels()[n].storages)) {
      if (use.isTemporary)
        continue;
      auto start = reinterpret_cast<std::uintptr_t>(bound.storages[use.index].first());
      Part part{use.index, use.isWritten != 0, spanOf(arguments.storages[use.index], start)};
      for (const Part &other : parts)
        if ((part.isWritten || other.isWritten) && part.argument != other.argument &&
            part.span.lo < other.span.hi && other.span.lo < part.span.hi)
          return true;
      parts.push_back(part);
    }
  return false;
}

} // namespace gtjit::detail
