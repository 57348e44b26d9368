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
    const gtabi::ReachInfo *dims;
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
  bool relate(Draft &draft) const;
  bool chooseLoops(Draft &draft) const;
  bool chooseTile(Draft &draft) const;
  bool cutFor(Draft &draft, std::int64_t bytes, double mostAgain) const;
  bool share(Draft &draft) const;
  std::int64_t windowSize(const Draft &draft, std::size_t window, std::size_t loop) const;
  std::int64_t bytesOf(const Draft &draft, std::size_t window, std::int64_t *strides) const;
  std::int64_t bytesOfWindows(const Draft &draft) const;
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

/// Whether all that happens to a temporary happens in the chain, and each point of it is written by
/// the point of a kernel's loops.
bool ChainPlanner::isWindow(const gtabi::StorageUse &use, const Draft &draft) const {
  if (!use.isTemporary || image.temporaries()[use.index].bounds.count != draft.depth)
    return false;
  auto [firstOf, lastOf] = touched[use.index];
  if (firstOf < draft.first || lastOf >= draft.end || firstOf == lastOf)
    return false;
  for (std::size_t n = firstOf; n <= lastOf; ++n)
    for (const gtabi::StorageUse &other : image.storages(image.kernels()[n].storages)) {
      if (!isSame(use, other))
        continue;
      bool isAtPoint = std::all_of(
          image.reach(other).begin(), image.reach(other).end(),
          [](const gtabi::ReachInfo &reach) { return reach.lower == 0 && reach.upper == 0; });
      if (image.reach(other).empty() || (other.isWritten && (other.isRead || !isAtPoint)))
        return false;
    }
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
    Draft::Window window{.temporary = use.index, .dims = touches.front().reach, .bounds = {}};
    std::span<const std::uint32_t> dims = image.boundsUses(image.temporaries()[use.index].bounds);
    for (std::size_t dim = 0; dim < draft.depth; ++dim)
      window.bounds[window.dims[dim].loop] = bound.bounds[dims[dim]];
    draft.windows.push_back(window);
  }
  return !draft.windows.empty();
}

/// How far a use reaches in a loop; null if the storage does not have it.
static const gtabi::ReachInfo *reachIn(const gtabi::ReachInfo *reach, std::size_t rank,
                                       std::size_t loop) {
  const auto *found = std::find_if(reach, reach + rank,
                                   [&](const gtabi::ReachInfo &dim) { return dim.loop == loop; });
  return found == reach + rank ? nullptr : found;
}

/// Which loops tiles may cut, and how far members go beyond a tile.
bool ChainPlanner::relate(Draft &draft) const {
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
  for (std::size_t reader = draft.members.size(); reader-- > 0;)
    for (const std::vector<Touch> &touches : draft.shared) {
      if (!isWindow(*touches.front().use, draft))
        continue;
      for (const Touch &read : touches)
        for (const Touch &written : touches)
          if (read.member == reader && read.use->isRead && written.use->isWritten)
            for (std::size_t dim = 0; dim < draft.depth; ++dim) {
              std::size_t loop = read.reach[dim].loop;
              Growth &growth = draft.members[written.member].growth[loop];
              Growth own = draft.members[reader].growth[loop];
              growth.lower = std::max(growth.lower, own.lower - read.reach[dim].lower);
              growth.upper = std::max(growth.upper, own.upper + read.reach[dim].upper);
            }
    }
  for (std::size_t loop = 0; loop < draft.depth; ++loop) {
    auto stays = [&](const Draft::Member &member) {
      return member.growth[loop].lower == 0 && member.growth[loop].upper == 0;
    };
    bool may =
        std::all_of(draft.members.begin(), draft.members.end(), [&](const Draft::Member &member) {
          return !member.writesOutside || stays(member);
        });
    for (const std::vector<Touch> &touches : draft.shared)
      for (const Touch &touch : touches) {
        const gtabi::ReachInfo *reach = reachIn(touch.reach, touch.use->reach.count, loop);
        if (!isWindow(*touch.use, draft))
          may &=
              reach && reach->lower == 0 && reach->upper == 0 && stays(draft.members[touch.member]);
      }
    draft.mayCut[loop] = may;
  }
  return !isFirst;
}

/// The loop that slabs are parts of, and the lags along it: the slowest in which a kernel reaches
/// other points than its own. False if a storage lacks it.
bool ChainPlanner::chooseLoops(Draft &draft) const {
  auto isPlain = [&](std::size_t loop) {
    return draft.mayCut[loop] && std::all_of(draft.members.begin(), draft.members.end(),
                                             [&](const Draft::Member &member) {
                                               return member.growth[loop].lower == 0 &&
                                                      member.growth[loop].upper == 0;
                                             });
  };
  std::size_t &slabLoop = draft.slabLoop;
  while (slabLoop + 1 < draft.depth && isPlain(slabLoop))
    ++slabLoop;
  if (slabLoop + 1 == draft.depth && draft.depth > 1) // rows stay whole
    --slabLoop;
  for (std::size_t member = 0; member < draft.members.size(); ++member)
    for (const std::vector<Touch> &touches : draft.shared)
      for (const Touch &own : touches) {
        if (own.member != member)
          continue;
        const gtabi::ReachInfo *reach = reachIn(own.reach, own.use->reach.count, slabLoop);
        if (!reach)
          return false;
        for (const Touch *before = touches.data(); before != &own; ++before)
          if (before->use->isWritten || own.use->isWritten) {
            std::int64_t apart =
                reach->upper - reachIn(before->reach, before->use->reach.count, slabLoop)->lower;
            draft.members[member].lag =
                std::max(draft.members[member].lag,
                         draft.members[before->member].lag + std::max<std::int64_t>(0, apart));
          }
      }
  for (std::size_t n = 0, window = 0; n < draft.shared.size(); ++n) {
    if (!isWindow(*draft.shared[n].front().use, draft))
      continue;
    Draft::Window &of = draft.windows[window++];
    for (const Touch &touch : draft.shared[n]) {
      const Draft::Member &member = draft.members[touch.member];
      const gtabi::ReachInfo *reach = reachIn(touch.reach, draft.depth, slabLoop);
      if (touch.use->isWritten) {
        of.lag = std::min(of.lag, member.lag);
        for (std::size_t loop = 0; loop < draft.depth; ++loop) {
          of.growth[loop].lower = std::max(of.growth[loop].lower, member.growth[loop].lower);
          of.growth[loop].upper = std::max(of.growth[loop].upper, member.growth[loop].upper);
        }
      }
      of.behind = std::max(of.behind, member.lag - reach->lower);
    }
  }
  return true;
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

/// Of a window; `strides` by loop, those of the slab loop the largest, so that what goes from slab
/// to slab is one piece. A power of two is no distance of rows: those would share few sets of a
/// cache.
std::int64_t ChainPlanner::bytesOf(const Draft &draft, std::size_t window,
                                   std::int64_t *strides) const {
  const gtabi::TemporaryInfo &info = image.temporaries()[draft.windows[window].temporary];
  std::size_t last = draft.windows[window].dims[draft.depth - 1].loop;
  auto bytes = static_cast<std::int64_t>(itemsize(static_cast<DType>(info.type)));
  auto add = [&](std::size_t loop) {
    strides[loop] = bytes;
    bytes = saturatingProduct(bytes, windowSize(draft, window, loop));
  };
  add(last);
  if (draft.depth > 1) {
    bytes = saturatingAdd(bytes, kLineBytes); // rows begin at lines of their own
    bytes = saturatingAdd(bytes, kLineBytes - 1) / kLineBytes * kLineBytes;
    bytes += bytes % kPageBytes == 0 ? kLineBytes : 0;
  }
  for (std::size_t dim = draft.depth - 1; dim-- > 0;)
    if (std::size_t loop = draft.windows[window].dims[dim].loop; loop != draft.slabLoop)
      add(loop);
  if (last != draft.slabLoop)
    add(draft.slabLoop);
  return saturatingAdd(bytes, kLineBytes - 1) / kLineBytes * kLineBytes;
}

std::int64_t ChainPlanner::bytesOfWindows(const Draft &draft) const {
  ByLoop<std::int64_t> strides;
  std::int64_t bytes = 0;
  for (std::size_t window = 0; window < draft.windows.size(); ++window)
    bytes = saturatingAdd(bytes, bytesOf(draft, window, strides.data()));
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

KernelChain *ChainPlanner::finish(const Draft &draft) const {
  std::size_t depth = draft.depth;
  auto *chain = new (arena.take<KernelChain>(1)) KernelChain{};
  chain->first = draft.first;
  chain->end = draft.end;
  chain->count = draft.members.size();
  chain->windowCount = draft.windows.size();
  chain->slabLoop = draft.slabLoop;
  chain->slab = draft.slab;
  auto *loops = arena.take<gtabi::Bounds>(depth);
  auto *extents = arena.take<std::int64_t>(depth);
  std::copy_n(draft.hull.begin(), depth, loops);
  std::copy_n(draft.tile.begin(), depth, extents);
  chain->tiling = {loops, extents, depth, nullptr};
  chain->tiles = 1;
  for (std::size_t loop = 0; loop < depth; ++loop)
    chain->tiles = saturatingProduct(chain->tiles, chain->tiling.count(loop));
  chain->alone = limits.threads <= 1 || chain->tiles == 1;
  auto copyGrowth = [&](const ByLoop<Growth> &growth) {
    auto *copy = arena.take<Growth>(depth);
    std::copy_n(growth.begin(), depth, copy);
    return copy;
  };

  chain->windows = arena.take<ChainWindow>(draft.windows.size());
  std::vector<std::int64_t> bytes;
  for (std::size_t n = 0; n < draft.windows.size(); ++n) {
    const Draft::Window &window = draft.windows[n];
    auto *bounds = arena.take<gtabi::Bounds>(depth);
    std::copy_n(window.bounds.begin(), depth, bounds);
    ByLoop<std::int64_t> byLoop;
    bytes.push_back(bytesOf(draft, n, byLoop.data()));
    auto *strides = arena.take<std::int64_t>(depth);
    for (std::size_t dim = 0; dim < depth; ++dim)
      strides[dim] = byLoop[window.dims[dim].loop];
    chain->windows[n] = {window.temporary,
                         static_cast<std::uint32_t>(depth),
                         window.dims,
                         bounds,
                         copyGrowth(window.growth),
                         window.behind,
                         window.lag,
                         strides,
                         byLoop[draft.slabLoop],
                         0};
  }

  chain->members = arena.take<ChainMember>(draft.members.size());
  for (std::size_t n = 0; n < draft.members.size(); ++n) {
    const Draft::Member &member = draft.members[n];
    std::span<const gtabi::StorageUse> uses =
        image.storages(image.kernels()[member.kernel].storages);
    auto *windows = arena.take<std::uint32_t>(uses.size());
    bool streams = true;
    std::int64_t linePoints = 0;
    for (std::size_t use = 0; use < uses.size(); ++use) {
      windows[use] = kNoWindow;
      for (std::uint32_t window = 0; window < draft.windows.size(); ++window)
        if (uses[use].isTemporary && uses[use].index == draft.windows[window].temporary)
          windows[use] = window;
      if (windows[use] == kNoWindow || !uses[use].isWritten)
        continue;
      streams = false;
      auto type = static_cast<DType>(image.temporaries()[uses[use].index].type);
      if (draft.slabLoop + 1 != depth)
        linePoints = std::max(linePoints, kLineBytes / static_cast<std::int64_t>(itemsize(type)));
    }
    auto *largest = arena.take<std::int64_t>(depth);
    for (std::size_t loop = 0; loop < depth; ++loop)
      largest[loop] = loop == draft.slabLoop ? draft.slab
                                             : largestPart(member.loops[loop], draft.hull[loop],
                                                           draft.tile[loop], member.growth[loop]);
    chain->members[n] = {member.kernel,
                         calls + member.kernel,
                         member.lag,
                         copyGrowth(member.growth),
                         largest,
                         windows,
                         static_cast<std::uint32_t>(uses.size()),
                         streams,
                         linePoints};
  }

  auto alignment = static_cast<std::size_t>(kLineBytes);
  chain->windowBytes = (chainTableBytes(*chain) + alignment - 1) / alignment * alignment;
  for (std::size_t n = 0; n < draft.windows.size(); ++n) {
    chain->windows[n].offset = chain->windowBytes;
    chain->windowBytes += static_cast<std::size_t>(bytes[n]);
  }
  chain->scratchBytes = chain->windowBytes;
  return chain;
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
    if (hasWindows && from == first && relate(draft) && chooseLoops(draft) && chooseTile(draft))
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
  std::int64_t nearBytes = std::min(secondLevelCacheBytes(), runtime.options.cacheBytes);
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
