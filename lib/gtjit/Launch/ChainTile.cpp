//===- ChainTile.cpp - How a chain is cut ---------------------------------===//
//
// Whole rows and many of them, as long as the windows stay in the core's own cache; then parts of
// rows, of which the ends are computed twice.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/ChainTile.h"

#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

/// Rows, or planes, of a slab. A call of a kernel has work for many times what it costs, and what
/// is moved from slab to slab is a small part of it.
static constexpr std::array<std::int64_t, 4> kSlabs = {64, 16, 8, 4};
static constexpr std::array<std::int64_t, 3> kCutSlabs = {16, 8, 4};
/// Points of a part of a row: whole vectors of every type, many for each that is there twice.
static constexpr std::int64_t kStripMultiple = 64, kLeastStrip = 256;
/// Of what a chain computes, what it may compute more than once: as many times all of it.
static constexpr double kAgainForNear = 1.06, kAgainForFar = 1.25;
static constexpr std::int64_t kPageBytes = 4096;
/// Bytes of windows for tiles that the caller prescribes.
static constexpr std::int64_t kMostPrescribed = std::int64_t(1) << 28;
static constexpr std::int64_t kTilesPerThread = 2;
/// How many times a slab the rows that go from one to the next one may be.
static constexpr std::int64_t kMostKept = 2;

/// The largest part of `all` that a tile needs.
static std::int64_t largestPart(gtabi::Bounds all, gtabi::Bounds hull, std::int64_t tile,
                                Growth growth) {
  std::int64_t inside = tile + growth.lower + growth.upper;
  std::int64_t atFirst = hull.lo + tile + growth.upper - all.lo;
  std::int64_t atLast = all.hi - (hull.hi - tile - growth.lower);
  return tile >= extentOf(hull) ? extentOf(all)
                                : std::min(extentOf(all), std::max({inside, atFirst, atLast}));
}

std::int64_t largestSpan(const ChainDraft &draft, const ChainDraft::Member &member,
                         std::size_t loop) {
  return loop == draft.slabLoop ? draft.slab
                                : largestPart(member.loops[loop], draft.hull[loop],
                                              draft.tile[loop], member.growth[loop]);
}

static std::int64_t windowSize(const ChainDraft &draft, std::size_t window, std::size_t loop) {
  const ChainDraft::Window &of = draft.windows[window];
  return loop == draft.slabLoop
             ? draft.slab + of.behind - of.lag
             : largestPart(of.bounds[loop], draft.hull[loop], draft.tile[loop], of.growth[loop]);
}

/// Of a window. Those of the slab loop are the largest of the strides, so that what goes from slab
/// to slab is one piece. A power of two is no distance of rows: those would share few sets of a
/// cache.
std::int64_t bytesOfWindow(const ChainDraft &draft, std::size_t window,
                           ByLoop<std::int64_t> &strides) {
  std::int64_t bytes = draft.windows[window].elementBytes;
  auto add = [&](std::size_t loop) {
    strides[loop] = bytes;
    bytes = saturatingProduct(bytes, windowSize(draft, window, loop));
  };
  add(draft.depth - 1);
  if (draft.depth > 1) {
    bytes = saturatingAdd(bytes, kLineBytes); // rows begin at lines of their own
    bytes = saturatingAdd(bytes, kLineBytes - 1) / kLineBytes * kLineBytes;
    bytes += bytes % kPageBytes == 0 ? kLineBytes : 0;
  }
  for (std::size_t loop = draft.depth - 1; loop-- > 0;)
    if (loop != draft.slabLoop)
      add(loop);
  if (draft.slabLoop + 1 != draft.depth)
    add(draft.slabLoop);
  return saturatingAdd(bytes, kLineBytes - 1) / kLineBytes * kLineBytes;
}

static std::int64_t bytesOfWindows(const ChainDraft &draft) {
  ByLoop<std::int64_t> strides;
  std::int64_t bytes = 0;
  for (std::size_t window = 0; window < draft.windows.size(); ++window)
    bytes = saturatingAdd(bytes, bytesOfWindow(draft, window, strides));
  return bytes;
}

/// Cuts loops inside of slabs until the windows have so many bytes, if not more than so many times
/// all points are computed then.
static bool cutFor(ChainDraft &draft, std::int64_t bytes, double mostAgain) {
  double again = 1;
  for (std::size_t loop = draft.slabLoop + 1; loop < draft.depth; ++loop) {
    std::int64_t now = bytesOfWindows(draft);
    if (now <= bytes || !draft.mayCut[loop])
      continue;
    std::int64_t growth = 0, tile = 0;
    for (const ChainDraft::Member &member : draft.members)
      growth += member.growth[loop].lower + member.growth[loop].upper;
    double each = double(growth) / double(draft.members.size());
    tile = std::int64_t(double(draft.tile[loop]) * double(bytes) / double(now) - each);
    bool isRow = loop + 1 == draft.depth;
    tile = isRow ? std::max(kLeastStrip, tile / kStripMultiple * kStripMultiple)
                 : std::max<std::int64_t>(1, tile);
    draft.tile[loop] = std::min(draft.tile[loop], tile);
    again *= 1 + each / double(draft.tile[loop]);
  }
  return bytesOfWindows(draft) <= bytes && again <= mostAgain;
}

/// Cuts loops until each thread has a tile or more. False where that is not possible.
static bool share(ChainDraft &draft, int threads) {
  auto count = [&] {
    std::int64_t tiles = 1;
    for (std::size_t loop = 0; loop < draft.depth; ++loop)
      tiles = saturatingProduct(tiles, (extentOf(draft.hull[loop]) - 1) / draft.tile[loop] + 1);
    return tiles;
  };
  std::int64_t wanted = threads > 1 ? threads * kTilesPerThread : 1;
  if (draft.mayCut[draft.slabLoop] && count() < wanted) {
    std::int64_t growth = 0, extent = extentOf(draft.hull[draft.slabLoop]);
    for (const ChainDraft::Member &member : draft.members)
      growth = std::max(growth,
                        member.growth[draft.slabLoop].lower + member.growth[draft.slabLoop].upper);
    std::int64_t least = std::max(draft.slab, 8 * growth), parts = (wanted - 1) / count() + 1;
    draft.tile[draft.slabLoop] = std::min(extent, std::max(least, (extent - 1) / parts + 1));
  }
  return threads <= 1 || count() >= threads;
}

/// Extents of tiles and slabs.
bool chooseTile(ChainDraft &draft, const ChainLimits &limits) {
  auto reset = [&](std::int64_t slab) {
    for (std::size_t loop = 0; loop < draft.depth; ++loop)
      draft.tile[loop] =
          loop < draft.slabLoop && draft.mayCut[loop] ? 1 : extentOf(draft.hull[loop]);
    draft.slab = slab;
  };
  reset(kSlabs.back());
  if (!limits.prescribed.empty()) {
    for (std::size_t n = 0; n < std::min(draft.depth, limits.prescribed.size()); ++n)
      if (std::size_t loop = draft.depth - 1 - n; draft.mayCut[loop])
        draft.tile[loop] = std::min(draft.tile[loop], limits.prescribed[n]);
    return bytesOfWindows(draft) <= kMostPrescribed;
  }
  std::int64_t kept = 0;
  for (const ChainDraft::Window &window : draft.windows)
    kept = std::max(kept, window.behind - window.lag);
  auto isLong = [&](std::int64_t slab) { return kept <= saturatingProduct(kMostKept, slab); };
  for (std::int64_t slab : kSlabs) {
    reset(slab);
    if (isLong(slab) && bytesOfWindows(draft) <= limits.nearBytes)
      return share(draft, limits.threads);
  }
  for (auto [bytes, again] :
       {std::pair(limits.nearBytes, kAgainForNear), std::pair(limits.farBytes, kAgainForFar)})
    for (std::int64_t slab : kCutSlabs) {
      reset(slab);
      if (isLong(slab) && cutFor(draft, bytes, again))
        return share(draft, limits.threads);
    }
  return false;
}

} // namespace gtjit::detail
