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
#include "gtjit/Launch/ChainTile.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

namespace {

/// Kernels of a chain: each has a window and a lag.
static constexpr std::size_t kMostMembers = 64;
/// How many times the points of the members a chain may go through.
static constexpr std::int64_t kMostEmpty = 4;

/// Finds the chains of one call.
class ChainPlanner {
public:
  ChainPlanner(const ImageView &image, const BoundArguments &bound, KernelCall *calls,
               const ChainLimits &limits, Arena &arena);
  /// The chain that begins with a kernel; null where there is none, or where the kernels run as
  /// well one after the other.
  KernelChain *plan(std::size_t first) const;

private:
  std::size_t numberOf(const gtabi::StorageUse &use) const;
  std::size_t findEnd(std::size_t first) const;
  bool isWindow(const gtabi::StorageUse &use, const ChainDraft &draft) const;
  bool collect(ChainDraft &draft) const;
  void growTiles(ChainDraft &draft) const;
  void findCuts(ChainDraft &draft) const;
  void placeWindows(ChainDraft &draft) const;
  bool fit(ChainDraft &draft) const;
  template <class T> T *keep(const ByLoop<T> &list, std::size_t depth) const;
  ChainWindow finishWindow(const ChainDraft &draft, std::size_t number, std::size_t offset) const;
  ChainMember finishMember(const ChainDraft &draft, const ChainDraft::Member &member) const;
  KernelChain *finish(const ChainDraft &draft) const;

  const ImageView &image;
  const BoundArguments &bound;
  KernelCall *calls;
  ChainLimits limits;
  Arena &arena;
  /// The kernels that touch a temporary, and whether a window can be there in its place: each point
  /// of it is written by the point of a kernel's loops, before any is read.
  struct Life {
    std::size_t first = SIZE_MAX, last = 0, firstRead = SIZE_MAX, lastWrite = 0;
    bool isInOrder = true;

    bool mayBeWindow() const { return isInOrder && lastWrite < firstRead && firstRead != SIZE_MAX; }
  };
  std::vector<Life> lives; ///< by temporary
};

} // namespace

static std::int64_t bytesOfElement(const ImageView &image, std::size_t temporary) {
  auto type = static_cast<DType>(image.temporaries()[temporary].type);
  return static_cast<std::int64_t>(itemsize(type));
}

static bool isParallel(const gtabi::KernelInfo &kernel) {
  return !kernel.hasFold && kernel.orders.count == 0 && kernel.loopDims > 0 &&
         kernel.loopDims <= gtabi::kNestedLoops && kernel.acrossLoop == kernel.loopDims;
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

ChainPlanner::ChainPlanner(const ImageView &image, const BoundArguments &bound, KernelCall *calls,
                           const ChainLimits &limits, Arena &arena)
    : image(image), bound(bound), calls(calls), limits(limits), arena(arena),
      lives(image.temporaries().size()) {
  for (std::size_t n = 0; n < image.kernels().size(); ++n)
    for (const gtabi::StorageUse &use : image.storages(image.kernels()[n].storages)) {
      if (!use.isTemporary)
        continue;
      Life &life = lives[use.index];
      life.first = std::min(life.first, n);
      life.last = n;
      if (use.isRead)
        life.firstRead = std::min(life.firstRead, n);
      if (use.isWritten)
        life.lastWrite = n;
      life.isInOrder &= isInOrder(use, image.reach(use));
    }
}

/// The storage's number among all of the image's.
std::size_t ChainPlanner::numberOf(const gtabi::StorageUse &use) const {
  return use.isTemporary ? image.arguments().size() + use.index : use.index;
}

/// Behind the last kernel that may be in a chain with `first`: they have the same number of loops,
/// and it is known how far each is from what another one writes.
std::size_t ChainPlanner::findEnd(std::size_t first) const {
  struct Known {
    const gtabi::StorageUse *use = nullptr;
    bool isWritten = false, isAlike = true; ///< all reach it in the same loops
  };
  std::span<const gtabi::KernelInfo> kernels = image.kernels();
  std::vector<Known> known(image.arguments().size() + lives.size());
  auto add = [&](const gtabi::StorageUse &use) {
    Known &storage = known[numberOf(use)];
    std::span<const gtabi::ReachInfo> reach = image.reach(use);
    bool isFirst = !storage.use;
    storage.use = isFirst ? &use : storage.use;
    std::span<const gtabi::ReachInfo> other = image.reach(*storage.use);
    storage.isWritten |= use.isWritten != 0;
    storage.isAlike &=
        !reach.empty() && std::equal(reach.begin(), reach.end(), other.begin(), other.end(),
                                     [](const gtabi::ReachInfo &x, const gtabi::ReachInfo &y) {
                                       return x.loop == y.loop;
                                     });
    return isFirst || !storage.isWritten || storage.isAlike;
  };
  std::size_t end = first;
  for (; end < std::min(kernels.size(), first + kMostMembers); ++end) {
    if (!isParallel(kernels[end]) || kernels[end].loopDims != kernels[first].loopDims)
      break;
    std::span<const gtabi::StorageUse> uses = image.storages(kernels[end].storages);
    if (!std::all_of(uses.begin(), uses.end(), add))
      break;
  }
  return end;
}

/// Whether all that happens to a temporary happens in the chain, at points of its loops.
bool ChainPlanner::isWindow(const gtabi::StorageUse &use, const ChainDraft &draft) const {
  if (!use.isTemporary || image.temporaries()[use.index].bounds.count != draft.depth)
    return false;
  const Life &life = lives[use.index];
  return life.mayBeWindow() && life.first >= draft.first && life.last < draft.end;
}

/// Members, windows and what members share. False if there is nothing to gain.
bool ChainPlanner::collect(ChainDraft &draft) const {
  std::vector<std::size_t> places(image.arguments().size() +
                                  lives.size()); // in `shared`, from 1 on
  for (std::size_t n = draft.first; n < draft.end; ++n) {
    const gtabi::KernelInfo &info = image.kernels()[n];
    ChainDraft::Member member{.kernel = n, .loops = {}};
    bool hasPoints = true;
    for (std::size_t loop = 0; loop < draft.depth; ++loop) {
      member.loops[loop] = bound.bounds[image.boundsUses(info.bounds)[loop]];
      hasPoints &= !isEmpty(member.loops[loop]);
    }
    if (!hasPoints)
      continue;
    for (const gtabi::StorageUse &use : image.storages(info.storages)) {
      std::size_t &place = places[numberOf(use)];
      if (place == 0) {
        draft.shared.emplace_back();
        place = draft.shared.size();
      }
      draft.shared[place - 1].push_back({draft.members.size(), &use, image.reach(use).data()});
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
    ChainDraft::Window window{
        .temporary = use.index, .elementBytes = bytesOfElement(image, use.index), .bounds = {}};
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
static bool findHull(ChainDraft &draft) {
  for (const ChainDraft::Member &member : draft.members)
    for (std::size_t loop = 0; loop < draft.depth && member.writesOutside; ++loop)
      draft.hull[loop] = hull(draft.hull[loop], member.loops[loop]);
  return !isEmpty(draft.hull[0]);
}

/// Whether the points of the members are most of those that slabs and tiles go through.
static bool areNear(const ChainDraft &draft) {
  std::int64_t points = 0, extents = 0, first = INT64_MAX, last = INT64_MIN, all = 1;
  for (const ChainDraft::Member &member : draft.members) {
    std::int64_t own = 1;
    for (std::size_t loop = 0; loop < draft.depth; ++loop)
      own = saturatingProduct(own, extentOf(member.loops[loop]));
    points = saturatingAdd(points, own);
    gtabi::Bounds along = member.loops[draft.slabLoop];
    extents = saturatingAdd(extents, extentOf(along));
    first = std::min(first, saturatingAdd(along.lo, member.lag));
    last = std::max(last, saturatingAdd(along.hi, member.lag));
  }
  for (std::size_t loop = 0; loop < draft.depth; ++loop)
    all = saturatingProduct(all, extentOf(draft.hull[loop]));
  std::int64_t distance = 0;
  return all <= saturatingProduct(kMostEmpty, points) &&
         !__builtin_sub_overflow(last, first, &distance) &&
         distance <= saturatingProduct(kMostEmpty, extents);
}

/// How far members go beyond a tile: each as far as those that read its windows, and what these
/// read around their points.
void ChainPlanner::growTiles(ChainDraft &draft) const {
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
void ChainPlanner::findCuts(ChainDraft &draft) const {
  for (std::size_t loop = 0; loop < draft.depth; ++loop) {
    auto stays = [&](const ChainDraft::Member &member) { return member.growth[loop].isNone(); };
    bool may = std::all_of(
        draft.members.begin(), draft.members.end(),
        [&](const ChainDraft::Member &member) { return !member.writesOutside || stays(member); });
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
static std::size_t findSlabLoop(const ChainDraft &draft) {
  auto isPlain = [&](std::size_t loop) {
    return draft.mayCut[loop] && std::all_of(draft.members.begin(), draft.members.end(),
                                             [&](const ChainDraft::Member &member) {
                                               return member.growth[loop].isNone();
                                             });
  };
  std::size_t loop = 0;
  while (loop + 1 < draft.depth && isPlain(loop))
    ++loop;
  return loop + 1 == draft.depth && draft.depth > 1 ? loop - 1 : loop; // rows stay whole
}

/// How far members lag behind a slab. False if a storage lacks the loop.
static bool findLags(ChainDraft &draft) {
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
void ChainPlanner::placeWindows(ChainDraft &draft) const {
  auto window = draft.windows.begin();
  for (const std::vector<Touch> &touches : draft.shared) {
    if (!isWindow(*touches.front().use, draft))
      continue;
    for (const Touch &touch : touches) {
      const ChainDraft::Member &member = draft.members[touch.member];
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

template <class T> T *ChainPlanner::keep(const ByLoop<T> &list, std::size_t depth) const {
  auto *kept = arena.take<T>(depth);
  std::copy_n(list.begin(), depth, kept);
  return kept;
}

ChainWindow ChainPlanner::finishWindow(const ChainDraft &draft, std::size_t number,
                                       std::size_t offset) const {
  const ChainDraft::Window &window = draft.windows[number];
  ByLoop<std::int64_t> strides;
  bytesOfWindow(draft, number, strides);
  return {.temporary = window.temporary,
          .bounds = keep(window.bounds, draft.depth),
          .growth = keep(window.growth, draft.depth),
          .behind = window.behind,
          .lag = window.lag,
          .strides = keep(strides, draft.depth),
          .offset = offset};
}

ChainMember ChainPlanner::finishMember(const ChainDraft &draft,
                                       const ChainDraft::Member &member) const {
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
    extents[loop] = largestSpan(draft, member, loop);
  return {.call = calls + member.kernel,
          .lag = member.lag,
          .growth = keep(member.growth, draft.depth),
          .extents = keep(extents, draft.depth),
          .windows = windows,
          .storages = static_cast<std::uint32_t>(uses.size()),
          .linePoints = linePoints};
}

KernelChain *ChainPlanner::finish(const ChainDraft &draft) const {
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
  for (const ChainDraft::Member &member : draft.members)
    chain->members[chain->count++] = finishMember(draft, member);
  chain->windows = arena.take<ChainWindow>(draft.windows.size());
  std::size_t offset = 0;
  ByLoop<std::int64_t> strides;
  for (std::size_t n = 0; n < draft.windows.size(); ++n) {
    chain->windows[chain->windowCount++] = finishWindow(draft, n, offset);
    offset += static_cast<std::size_t>(bytesOfWindow(draft, n, strides));
  }
  constexpr auto line = static_cast<std::size_t>(kLineBytes);
  std::size_t tables = (chainTableBytes(*chain) + line - 1) / line * line;
  for (std::size_t n = 0; n < chain->windowCount; ++n)
    chain->windows[n].offset += tables;
  chain->windowBytes = chain->scratchBytes = tables + offset;
  return chain;
}

/// Decides how a draft is cut. False if there is no good way.
bool ChainPlanner::fit(ChainDraft &draft) const {
  if (!findHull(draft))
    return false;
  growTiles(draft);
  findCuts(draft);
  draft.slabLoop = findSlabLoop(draft);
  if (!findLags(draft))
    return false;
  placeWindows(draft);
  return areNear(draft) && chooseTile(draft, limits);
}

KernelChain *ChainPlanner::plan(std::size_t first) const {
  auto begins = [&](const gtabi::StorageUse &use) {
    return use.isTemporary && lives[use.index].first == first && lives[use.index].mayBeWindow();
  };
  std::span<const gtabi::StorageUse> uses = image.storages(image.kernels()[first].storages);
  if (std::none_of(uses.begin(), uses.end(), begins))
    return nullptr;
  for (std::size_t end = findEnd(first); end - first >= 2;) {
    ChainDraft draft(first, end, image.kernels()[first].loopDims);
    bool hasWindows = collect(draft);
    std::size_t from = SIZE_MAX, to = 0; // kernels that touch one
    for (const ChainDraft::Window &window : draft.windows) {
      from = std::min(from, lives[window.temporary].first);
      to = std::max(to, lives[window.temporary].last + 1);
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

/// What kernels bring into the caches, of each storage as much as of the largest temporary at most.
static std::int64_t bytesTouched(const ImageView &image, const Arguments &arguments,
                                 const BoundArguments &bound) {
  std::int64_t bytes = 0, largest = 0;
  for (std::size_t n = 0; n < image.temporaries().size(); ++n) {
    auto own = static_cast<std::int64_t>(bound.bytesOfTemporaries[n]);
    bytes = saturatingAdd(bytes, own);
    largest = std::max(largest, own);
  }
  for (const ArrayView &view : arguments.storages) {
    std::int64_t own =
        saturatingProduct(elementsOf(view), static_cast<std::int64_t>(itemsize(view.dtype)));
    bytes = saturatingAdd(bytes, std::min(own, largest));
  }
  return bytes;
}

/// Chains are for kernels whose memory the caches do not hold from one to the next. A profile is
/// one of kernels, and what a function of the host does must not be done twice.
std::vector<KernelChain *> planChains(Runtime::State &runtime, const ImageView &image,
                                      const Arguments &arguments, const BoundArguments &bound,
                                      KernelCall *calls, Arena &arena) {
  std::vector<KernelChain *> chains;
  if (image.temporaries().empty())
    return chains;
  std::int64_t bytes = bytesTouched(image, arguments, bound);
  int threads = std::max(1, runtime.executor.load()->threads());
  std::int64_t nearBytes = std::min(coreCacheBytes(), runtime.options.cacheBytes);
  if (runtime.profile || !image.imports().empty() || bytes <= saturatingProduct(nearBytes, threads))
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
