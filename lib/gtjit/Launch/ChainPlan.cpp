//===- ChainPlan.cpp - Which kernels run slab by slab, and how ------------===//
//
// A kernel lags behind the ones whose results it reads as far as it reads ahead, in the slab loop,
// and tiles grow by what later kernels read beyond them, in the loops that tiles cut. What a chain
// writes outside of its windows is written once: where another of its kernels reads that at other
// points, no tile may cut the loop.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/ChainPlan.h"

#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Launch/CacheSize.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
#include <array>
#include <span>

namespace gtjit::detail {

namespace {

/// Kernels of a chain: each has a window and a lag.
static constexpr std::size_t kMostMembers = 64;
/// Rows, or planes, of a slab. A call of a kernel has work for many times what it costs, and what
/// is moved from slab to slab is a small part of it.
static constexpr std::array<std::int64_t, 4> kSlabs = {64, 16, 8, 4};
static constexpr std::array<std::int64_t, 3> kCutSlabs = {16, 8, 4};
/// Points of a part of a row: whole vectors of every type, many for each that is there twice.
static constexpr std::int64_t kStripMultiple = 64, kLeastStrip = 256;
/// Of what a chain computes, what it may compute more than once: as many times all of it.
static constexpr double kAgainForNear = 1.06, kAgainForFar = 1.25;
static constexpr std::int64_t kLineBytes = 64, kPageBytes = 4096;
static constexpr std::int64_t kTilesPerThread = 2;

/// Loops of a chain.
template <class T> using ByLoop = std::array<T, gtabi::kNestedLoops>;

/// What the machine and the caller say.
struct ChainLimits {
  std::int64_t nearBytes;                   ///< of a core's own cache
  std::int64_t farBytes;                    ///< of a thread's share of the last cache
  int threads;                              ///< that will share the tiles
  std::span<const std::int64_t> prescribed; ///< extents of tiles, fastest first; empty: chosen here
};

/// A member's use of a storage that another member touches as well.
struct Touch {
  std::size_t member;
  const gtabi::StorageUse *use;
  const gtabi::ReachInfo *reach;
};

/// A chain while it is planned.
struct Draft {
  struct Member {
    std::size_t kernel;
    ByLoop<gtabi::Bounds> loops;
    ByLoop<Growth> growth{};
    std::int64_t lag = 0;
    bool writesOutside = false;
  };
  struct Window {
    std::uint32_t temporary;
    ByLoop<gtabi::Bounds> bounds;
    ByLoop<Growth> growth{};
    std::int64_t behind = INT64_MIN, lag = INT64_MAX;
  };
  Draft(std::size_t first, std::size_t end, std::size_t depth)
      : first(first), end(end), depth(depth) {}
  std::size_t first, end, depth;
  std::vector<Member> members;
  std::vector<Window> windows;
  std::vector<std::vector<Touch>> shared; ///< by storage that a member writes and another touches
  ByLoop<gtabi::Bounds> hull{};
  ByLoop<bool> mayCut{};
  ByLoop<std::int64_t> tile{};
  std::size_t slabLoop = 0;
  std::int64_t slab = 1;
};

/// Finds the chains of one call.
class ChainPlanner {
public:
  ChainPlanner(const ImageView &image, const BoundArguments &bound, KernelCall *calls,
               const ChainLimits &limits, Arena &arena);
  /// The chain that begins with a kernel; null where there is none, or where the kernels run as
  /// well one after the other.
  KernelChain *plan(std::size_t first) const;

private:
  std::size_t findEnd(std::size_t first) const;
  bool isWindow(const gtabi::StorageUse &use, const Draft &draft) const;
  bool collect(Draft &draft) const;
  void growTiles(Draft &draft) const;
  void findCuts(Draft &draft) const;
  void placeWindows(Draft &draft) const;
  bool fit(Draft &draft) const;
  bool chooseTile(Draft &draft) const;
  bool cutFor(Draft &draft, std::int64_t bytes, double mostAgain) const;
  bool share(Draft &draft) const;
  std::int64_t windowSize(const Draft &draft, std::size_t window, std::size_t loop) const;
  std::int64_t bytesOf(const Draft &draft, std::size_t window, ByLoop<std::int64_t> &strides) const;
  std::int64_t bytesOfWindows(const Draft &draft) const;
  template <class T> T *keep(const ByLoop<T> &list, std::size_t depth) const;
  ChainWindow finishWindow(const Draft &draft, std::size_t number, std::size_t offset) const;
  ChainMember finishMember(const Draft &draft, const Draft::Member &member) const;
  KernelChain *finish(const Draft &draft) const;

  const ImageView &image;
  const BoundArguments &bound;
  KernelCall *calls;
  ChainLimits limits;
  Arena &arena;
  /// Kernels that touch a temporary, the first and the last one.
  std::vector<std::pair<std::size_t, std::size_t>> touched;
};

} // namespace

static bool isSame(const gtabi::StorageUse &a, const gtabi::StorageUse &b) {
  return a.index == b.index && a.isTemporary == b.isTemporary;
}

static std::int64_t bytesOfElement(const ImageView &image, std::size_t temporary) {
  auto type = static_cast<DType>(image.temporaries()[temporary].type);
  return static_cast<std::int64_t>(itemsize(type));
}

static bool isParallel(const gtabi::KernelInfo &kernel) {
  return !kernel.hasFold && kernel.orders.count == 0 && kernel.loopDims > 0 &&
         kernel.loopDims <= gtabi::kNestedLoops && kernel.acrossLoop == kernel.loopDims;
}

ChainPlanner::ChainPlanner(const ImageView &image, const BoundArguments &bound, KernelCall *calls,
                           const ChainLimits &limits, Arena &arena)
    : image(image), bound(bound), calls(calls), limits(limits), arena(arena),
      touched(image.temporaries().size(), {SIZE_MAX, 0}) {
  for (std::size_t n = 0; n < image.kernels().size(); ++n)
    for (const gtabi::StorageUse &use : image.storages(image.kernels()[n].storages))
      if (use.isTemporary) {
        auto &[firstOf, lastOf] = touched[use.index];
        firstOf = std::min(firstOf, n);
        lastOf = n;
      }
}

/// Behind the last kernel that may be in a chain with `first`: they have the same number of loops,
/// and it is known how far each is from what another one writes.
std::size_t ChainPlanner::findEnd(std::size_t first) const {
  std::span<const gtabi::KernelInfo> kernels = image.kernels();
  auto fits = [&](const gtabi::StorageUse &a, const gtabi::StorageUse &b) {
    if (!isSame(a, b) || (!a.isWritten && !b.isWritten))
      return true;
    std::span<const gtabi::ReachInfo> one = image.reach(a), other = image.reach(b);
    return !one.empty() && std::equal(one.begin(), one.end(), other.begin(), other.end(),
                                      [](const gtabi::ReachInfo &x, const gtabi::ReachInfo &y) {
                                        return x.loop == y.loop;
                                      });
  };
  auto areApart = [&](const gtabi::KernelInfo &a, const gtabi::KernelInfo &b) {
    for (const gtabi::StorageUse &one : image.storages(a.storages))
      for (const gtabi::StorageUse &other : image.storages(b.storages))
        if (!fits(one, other))
          return false;
    return true;
  };
  std::size_t end = first;
  for (; end < std::min(kernels.size(), first + kMostMembers); ++end) {
    const gtabi::KernelInfo &next = kernels[end];
    if (!isParallel(next) || next.loopDims != kernels[first].loopDims ||
        !std::all_of(kernels.begin() + static_cast<std::ptrdiff_t>(first),
                     kernels.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const gtabi::KernelInfo &before) { return areApart(before, next); }))
      break;
  }
  return end;
}

/// Whether a kernel's loops go through the storage in the order of its dimensions; if it is
/// written, each point by the point of the loops.
static bool isInOrder(const gtabi::StorageUse &use, std::span<const gtabi::ReachInfo> reach) {
  for (std::uint32_t dim = 0; dim < reach.size(); ++dim)
    if (reach[dim].loop != dim ||
        (use.isWritten && (use.isRead || reach[dim].lower != 0 || reach[dim].upper != 0)))
      return false;
  return !reach.empty();
}

/// Whether all that happens to a temporary happens in the chain, at points of its loops.
bool ChainPlanner::isWindow(const gtabi::StorageUse &use, const Draft &draft) const {
  if (!use.isTemporary || image.temporaries()[use.index].bounds.count != draft.depth)
    return false;
  auto [firstOf, lastOf] = touched[use.index];
  if (firstOf < draft.first || lastOf >= draft.end || firstOf == lastOf)
    return false;
  for (std::size_t n = firstOf; n <= lastOf; ++n)
    for (const gtabi::StorageUse &other : image.storages(image.kernels()[n].storages))
      if (isSame(use, other) && !isInOrder(other, image.reach(other)))
        return false;
  return true;
}

/// Members, windows and what members share. False if there is nothing to gain.
bool ChainPlanner::collect(Draft &draft) const {
  for (std::size_t n = draft.first; n < draft.end; ++n) {
    const gtabi::KernelInfo &info = image.kernels()[n];
    Draft::Member member{.kernel = n, .loops = {}};
    bool isEmpty = false;
    for (std::size_t loop = 0; loop < draft.depth; ++loop) {
      member.loops[loop] = bound.bounds[image.boundsUses(info.bounds)[loop]];
      isEmpty |= extentOf(member.loops[loop]) == 0;
    }
    if (isEmpty)
      continue;
    for (const gtabi::StorageUse &use : image.storages(info.storages)) {
      auto known = std::find_if(draft.shared.begin(), draft.shared.end(), [&](const auto &touches) {
        return isSame(*touches.front().use, use);
      });
      if (known == draft.shared.end())
        known = draft.shared.insert(known, std::vector<Touch>());
      known->push_back({draft.members.size(), &use, image.reach(use).data()});
      member.writesOutside |= use.isWritten && !isWindow(use, draft);
    }
    draft.members.push_back(member);
  }
  std::erase_if(draft.shared, [](const std::vector<Touch> &touches) {
    return touches.size() < 2 || std::none_of(
                                     touches.begin(), touches.end(),
                                     [](const Touch &touch) { return touch.use->isWritten; });
  });
  for (const std::vector<Touch> &touches : draft.shared) {
    const gtabi::StorageUse &use = *touches.front().use;
    if (!isWindow(use, draft))
      continue;
    Draft::Window window{.temporary = use.index, .bounds = {}};
    std::span<const std::uint32_t> dims = image.boundsUses(image.temporaries()[use.index].bounds);
    for (std::size_t loop = 0; loop < draft.depth; ++loop)
      window.bounds[loop] = bound.bounds[dims[loop]];
    draft.windows.push_back(window);
  }
  return !draft.windows.empty();
}

/// How far a member reaches in a loop; null if the storage does not have it.
static const gtabi::ReachInfo *reachIn(const Touch &touch, std::size_t loop) {
  const gtabi::ReachInfo *end = touch.reach + touch.use->reach.count;
  const auto *found =
      std::find_if(touch.reach, end, [&](const gtabi::ReachInfo &dim) { return dim.loop == loop; });
  return found == end ? nullptr : found;
}

/// The points that tiles are cut from: those of what is written outside of windows. False if that
/// is nothing.
static bool findHull(Draft &draft) {
  bool isFirst = true;
  for (const Draft::Member &member : draft.members) {
    if (!member.writesOutside)
      continue;
    for (std::size_t loop = 0; loop < draft.depth; ++loop) {
      gtabi::Bounds own = member.loops[loop], &hull = draft.hull[loop];
      hull = isFirst ? own : gtabi::Bounds{std::min(hull.lo, own.lo), std::max(hull.hi, own.hi)};
    }
    isFirst = false;
  }
  return !isFirst;
}

/// How far members go beyond a tile: each as far as those that read its windows, and what these
/// read around their points.
void ChainPlanner::growTiles(Draft &draft) const {
  for (std::size_t reader = draft.members.size(); reader-- > 0;)
    for (const std::vector<Touch> &touches : draft.shared) {
      if (!isWindow(*touches.front().use, draft))
        continue;
      for (const Touch &read : touches)
        for (const Touch &written : touches)
          if (read.member == reader && read.use->isRead && written.use->isWritten)
            for (std::size_t dim = 0; dim < draft.depth; ++dim) {
              std::size_t loop = read.reach[dim].loop;
              Growth own = draft.members[reader].growth[loop];
              draft.members[written.member].growth[loop].add(
                  {own.lower - read.reach[dim].lower, own.upper + read.reach[dim].upper});
            }
    }
}

/// Which loops tiles may cut.
void ChainPlanner::findCuts(Draft &draft) const {
  for (std::size_t loop = 0; loop < draft.depth; ++loop) {
    auto stays = [&](const Draft::Member &member) { return member.growth[loop].isNone(); };
    bool may =
        std::all_of(draft.members.begin(), draft.members.end(), [&](const Draft::Member &member) {
          return !member.writesOutside || stays(member);
        });
    for (const std::vector<Touch> &touches : draft.shared)
      for (const Touch &touch : touches) {
        if (isWindow(*touch.use, draft))
          continue;
        const gtabi::ReachInfo *reach = reachIn(touch, loop);
        may &=
            reach && reach->lower == 0 && reach->upper == 0 && stays(draft.members[touch.member]);
      }
    draft.mayCut[loop] = may;
  }
}

/// The loop that slabs are parts of: the slowest in which a kernel reaches other points than its
/// own.
static std::size_t findSlabLoop(const Draft &draft) {
  auto isPlain = [&](std::size_t loop) {
    return draft.mayCut[loop] &&
           std::all_of(draft.members.begin(), draft.members.end(),
                       [&](const Draft::Member &member) { return member.growth[loop].isNone(); });
  };
  std::size_t loop = 0;
  while (loop + 1 < draft.depth && isPlain(loop))
    ++loop;
  return loop + 1 == draft.depth && draft.depth > 1 ? loop - 1 : loop; // rows stay whole
}

/// How far members lag behind a slab. False if a storage lacks the loop.
static bool findLags(Draft &draft) {
  for (std::size_t member = 0; member < draft.members.size(); ++member)
    for (const std::vector<Touch> &touches : draft.shared)
      for (const Touch &own : touches) {
        if (own.member != member)
          continue;
        const gtabi::ReachInfo *reach = reachIn(own, draft.slabLoop);
        if (!reach)
          return false;
        for (const Touch *before = touches.data(); before != &own; ++before) {
          if (!before->use->isWritten && !own.use->isWritten)
            continue;
          std::int64_t apart = reach->upper - reachIn(*before, draft.slabLoop)->lower;
          std::int64_t lag = draft.members[before->member].lag + std::max<std::int64_t>(0, apart);
          draft.members[member].lag = std::max(draft.members[member].lag, lag);
        }
      }
  return true;
}

/// What there is of the windows, in front of a slab and around a tile.
void ChainPlanner::placeWindows(Draft &draft) const {
  auto window = draft.windows.begin();
  for (const std::vector<Touch> &touches : draft.shared) {
    if (!isWindow(*touches.front().use, draft))
      continue;
    for (const Touch &touch : touches) {
      const Draft::Member &member = draft.members[touch.member];
      window->behind = std::max(window->behind, member.lag - reachIn(touch, draft.slabLoop)->lower);
      if (!touch.use->isWritten)
        continue;
      window->lag = std::min(window->lag, member.lag);
      for (std::size_t loop = 0; loop < draft.depth; ++loop)
        window->growth[loop].add(member.growth[loop]);
    }
    ++window;
  }
}

/// The largest part of `all` that a tile needs.
static std::int64_t largestPart(gtabi::Bounds all, gtabi::Bounds hull, std::int64_t tile,
                                Growth growth) {
  std::int64_t inside = tile + growth.lower + growth.upper;
  std::int64_t atFirst = hull.lo + tile + growth.upper - all.lo;
  std::int64_t atLast = all.hi - (hull.hi - tile - growth.lower);
  return tile >= extentOf(hull) ? extentOf(all)
                                : std::min(extentOf(all), std::max({inside, atFirst, atLast}));
}

std::int64_t ChainPlanner::windowSize(const Draft &draft, std::size_t window,
                                      std::size_t loop) const {
  const Draft::Window &of = draft.windows[window];
  return loop == draft.slabLoop
             ? draft.slab + of.behind - of.lag
             : largestPart(of.bounds[loop], draft.hull[loop], draft.tile[loop], of.growth[loop]);
}

/// Of a window. Those of the slab loop are the largest of the strides, so that what goes from slab
/// to slab is one piece. A power of two is no distance of rows: those would share few sets of a
/// cache.
std::int64_t ChainPlanner::bytesOf(const Draft &draft, std::size_t window,
                                   ByLoop<std::int64_t> &strides) const {
  std::int64_t bytes = bytesOfElement(image, draft.windows[window].temporary);
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

std::int64_t ChainPlanner::bytesOfWindows(const Draft &draft) const {
  ByLoop<std::int64_t> strides;
  std::int64_t bytes = 0;
  for (std::size_t window = 0; window < draft.windows.size(); ++window)
    bytes = saturatingAdd(bytes, bytesOf(draft, window, strides));
  return bytes;
}

/// Cuts loops inside of slabs until the windows have so many bytes, if not more than so many times
/// all points are computed then.
bool ChainPlanner::cutFor(Draft &draft, std::int64_t bytes, double mostAgain) const {
  double again = 1;
  for (std::size_t loop = draft.slabLoop + 1; loop < draft.depth; ++loop) {
    std::int64_t now = bytesOfWindows(draft);
    if (now <= bytes || !draft.mayCut[loop])
      continue;
    std::int64_t growth = 0, tile = 0;
    for (const Draft::Member &member : draft.members)
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
bool ChainPlanner::share(Draft &draft) const {
  auto count = [&] {
    std::int64_t tiles = 1;
    for (std::size_t loop = 0; loop < draft.depth; ++loop)
      tiles = saturatingProduct(tiles, (extentOf(draft.hull[loop]) - 1) / draft.tile[loop] + 1);
    return tiles;
  };
  std::int64_t wanted = limits.threads > 1 ? limits.threads * kTilesPerThread : 1;
  if (draft.mayCut[draft.slabLoop] && count() < wanted) {
    std::int64_t growth = 0, extent = extentOf(draft.hull[draft.slabLoop]);
    for (const Draft::Member &member : draft.members)
      growth = std::max(growth,
                        member.growth[draft.slabLoop].lower + member.growth[draft.slabLoop].upper);
    std::int64_t least = std::max(draft.slab, 8 * growth), parts = (wanted - 1) / count() + 1;
    draft.tile[draft.slabLoop] = std::min(extent, std::max(least, (extent - 1) / parts + 1));
  }
  return limits.threads <= 1 || count() >= limits.threads;
}

/// Extents of tiles and slabs.
bool ChainPlanner::chooseTile(Draft &draft) const {
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
    return bytesOfWindows(draft) < kMostBytes;
  }
  for (std::int64_t slab : kSlabs) {
    reset(slab);
    if (bytesOfWindows(draft) <= limits.nearBytes)
      return share(draft);
  }
  for (auto [bytes, again] :
       {std::pair(limits.nearBytes, kAgainForNear), std::pair(limits.farBytes, kAgainForFar)})
    for (std::int64_t slab : kCutSlabs) {
      reset(slab);
      if (cutFor(draft, bytes, again))
        return share(draft);
    }
  return false;
}

template <class T> T *ChainPlanner::keep(const ByLoop<T> &list, std::size_t depth) const {
  auto *kept = arena.take<T>(depth);
  std::copy_n(list.begin(), depth, kept);
  return kept;
}

ChainWindow ChainPlanner::finishWindow(const Draft &draft, std::size_t number,
                                       std::size_t offset) const {
  const Draft::Window &window = draft.windows[number];
  ByLoop<std::int64_t> strides;
  bytesOf(draft, number, strides);
  return {.temporary = window.temporary,
          .bounds = keep(window.bounds, draft.depth),
          .growth = keep(window.growth, draft.depth),
          .behind = window.behind,
          .lag = window.lag,
          .strides = keep(strides, draft.depth),
          .offset = offset};
}

ChainMember ChainPlanner::finishMember(const Draft &draft, const Draft::Member &member) const {
  std::span<const gtabi::StorageUse> uses = image.storages(image.kernels()[member.kernel].storages);
  auto *windows = arena.take<std::uint32_t>(uses.size());
  std::int64_t linePoints = 0;
  for (std::size_t n = 0; n < uses.size(); ++n) {
    auto window = std::find_if(draft.windows.begin(), draft.windows.end(), [&](const auto &known) {
      return uses[n].isTemporary && known.temporary == uses[n].index;
    });
    windows[n] = window == draft.windows.end()
                     ? kNoWindow
                     : static_cast<std::uint32_t>(window - draft.windows.begin());
    if (windows[n] != kNoWindow && uses[n].isWritten && draft.slabLoop + 1 != draft.depth)
      linePoints = std::max(linePoints, kLineBytes / bytesOfElement(image, uses[n].index));
  }
  ByLoop<std::int64_t> extents{};
  for (std::size_t loop = 0; loop < draft.depth; ++loop)
    extents[loop] = loop == draft.slabLoop ? draft.slab
                                           : largestPart(member.loops[loop], draft.hull[loop],
                                                         draft.tile[loop], member.growth[loop]);
  return {.kernel = member.kernel,
          .call = calls + member.kernel,
          .lag = member.lag,
          .growth = keep(member.growth, draft.depth),
          .extents = keep(extents, draft.depth),
          .windows = windows,
          .storages = static_cast<std::uint32_t>(uses.size()),
          .linePoints = linePoints};
}

KernelChain *ChainPlanner::finish(const Draft &draft) const {
  auto *chain = new (arena.take<KernelChain>(1)) KernelChain{};
  chain->first = draft.first;
  chain->end = draft.end;
  chain->slabLoop = draft.slabLoop;
  chain->slab = draft.slab;
  chain->tiling = {keep(draft.hull, draft.depth), keep(draft.tile, draft.depth), draft.depth,
                   nullptr};
  chain->tiles = 1;
  for (std::size_t loop = 0; loop < draft.depth; ++loop)
    chain->tiles = saturatingProduct(chain->tiles, chain->tiling.count(loop));
  chain->alone = limits.threads <= 1 || chain->tiles == 1;
  chain->members = arena.take<ChainMember>(draft.members.size());
  for (const Draft::Member &member : draft.members)
    chain->members[chain->count++] = finishMember(draft, member);
  chain->windows = arena.take<ChainWindow>(draft.windows.size());
  std::size_t offset = 0;
  ByLoop<std::int64_t> strides;
  for (std::size_t n = 0; n < draft.windows.size(); ++n) {
    chain->windows[chain->windowCount++] = finishWindow(draft, n, offset);
    offset += static_cast<std::size_t>(bytesOf(draft, n, strides));
  }
  constexpr auto line = static_cast<std::size_t>(kLineBytes);
  std::size_t tables = (chainTableBytes(*chain) + line - 1) / line * line;
  for (std::size_t n = 0; n < chain->windowCount; ++n)
    chain->windows[n].offset += tables;
  chain->windowBytes = chain->scratchBytes = tables + offset;
  return chain;
}

/// Decides how a draft is cut. False if there is no good way.
bool ChainPlanner::fit(Draft &draft) const {
  if (!findHull(draft))
    return false;
  growTiles(draft);
  findCuts(draft);
  draft.slabLoop = findSlabLoop(draft);
  if (!findLags(draft))
    return false;
  placeWindows(draft);
  return chooseTile(draft);
}

KernelChain *ChainPlanner::plan(std::size_t first) const {
  for (std::size_t end = findEnd(first); end - first >= 2;) {
    Draft draft(first, end, image.kernels()[first].loopDims);
    bool hasWindows = collect(draft);
    std::size_t from = SIZE_MAX, to = 0; // kernels that touch one
    for (const Draft::Window &window : draft.windows) {
      from = std::min(from, touched[window.temporary].first);
      to = std::max(to, touched[window.temporary].second + 1);
    }
    if (hasWindows && from == first && to < end) {
      end = to;
      continue;
    }
    if (hasWindows && from == first && fit(draft))
      return finish(draft);
    end = first + (end - first) / 2;
  }
  return nullptr;
}

/// Chains are for temporaries that the caches do not hold. What a function of the host does must
/// not be done twice.
std::vector<KernelChain *> planChains(Runtime::State &runtime, const ImageView &image,
                                      const BoundArguments &bound, KernelCall *calls,
                                      Arena &arena) {
  std::vector<KernelChain *> chains;
  std::int64_t bytes = 0;
  for (std::size_t n = 0; n < image.temporaries().size(); ++n)
    bytes = saturatingAdd(bytes, static_cast<std::int64_t>(bound.bytesOfTemporaries[n]));
  int threads = std::max(1, runtime.executor.load()->threads());
  std::int64_t nearBytes = std::min(coreCacheBytes(), runtime.options.cacheBytes);
  if (!image.imports().empty() || bytes <= saturatingProduct(nearBytes, threads))
    return chains;
  ChainPlanner planner(
      image, bound, calls,
      {nearBytes, runtime.options.cacheBytes / (2 * threads), threads, runtime.options.tile},
      arena);
  for (std::size_t n = 0; n < image.kernels().size();) {
    KernelChain *chain = planner.plan(n);
    if (chain)
      chains.push_back(chain);
    n = chain ? chain->end : n + 1;
  }
  return chains;
}

bool isWindow(const std::vector<KernelChain *> &chains, std::size_t temporary) {
  return std::any_of(chains.begin(), chains.end(), [&](const KernelChain *chain) {
    return std::any_of(chain->windows, chain->windows + chain->windowCount,
                       [&](const ChainWindow &window) { return window.temporary == temporary; });
  });
}

} // namespace gtjit::detail
