//===- Binding.cpp - Compiled programs on memory --------------------------===//
//
// The path of every evaluation: from views and ranges to the memory that
// kernels read their arguments from, and to the threads that run them. No
// lock and, for small programs without temporaries, no allocation.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/Binding.h"

#include "gtjit/Error.h"
#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Launch/CacheSize.h"
#include "gtjit/Launch/ChainPlan.h"
#include "gtjit/Launch/KernelTraffic.h"
#include "gtjit/Launch/TableCheck.h"
#include "gtjit/Math/Math.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

/// Bytes of a line of the caches.
static constexpr std::int64_t kLine = 64;

/// One over the part of the small domain from which on kernels beside a large one are for several
/// threads: what one thread alone has written the others fetch from its cache, a line at a time. A
/// step of the shallow-water equations on 128 x 128 points takes 1.13 of its time with two kernels
/// of four on one thread.
static constexpr std::int64_t kLeastBeside = 4;

/// Bytes of rows to which it matters little how they begin and end. Past the caches a stencil along
/// 60 contiguous doubles takes 2.0 of its time on Zen 4, along 500 of them 1.1; on a Xeon of the
/// fourth generation along 24 it takes 1.03, along 32 0.97, along 256 0.6.
static std::int64_t longRow() { return isIntels() ? 256 : 2048; }

static std::size_t sizeOf(gtabi::ElementType type) { return itemsize(static_cast<DType>(type)); }

Binding::Binding(Runtime::State &runtime, const Arguments &given, const CompiledProgram &compiled,
                 const LeaseGroup &leases, ProgramProfile *profile)
    : runtime(runtime), image(compiled.image()), arguments(given), compiled(compiled),
      bound(image, given, arena), scalars(given.scalars.begin()), profile(profile),
      touched(image, given, bound) {
  TimelineSpan span(runtime.timeline.get(), "bind", given.line);
  if (leases.isHeld())
    setMemory(leases);
  calls = arena.take<KernelCall>(image.kernels().size());
  chains = planChains(runtime, image, arguments, bound, calls, arena);
  temporaryMemory.resize(image.temporaries().size());
  smallDomain = runtime.options.smallDomain;
  if (hasLargeKernel())
    smallDomain /= kLeastBeside;
  bindGroups();
  kernelCount = std::count_if(calls, calls + image.kernels().size(),
                              [](const KernelCall &call) { return call.tiles != 0; });
  bindScratch();
  takeTemporaries();
  bindTouched();
  if (profile) {
    KernelTraffic kernels(arguments, image);
    for (std::size_t n = 0; n < image.kernels().size(); ++n) {
      Traffic moved = kernels.of(n);
      traffic.push_back(moved.bytesRead + moved.bytesWritten);
    }
  }
}

void Binding::setMemory(const LeaseGroup &leases) {
  for (std::size_t n = 0; n < arguments.storages.size(); ++n)
    if (leases.hasMemory(n))
      bound.storages[n].setFirst(leases.first(n));
}

void Binding::takeTemporary(std::size_t number) {
  temporaryMemory[number] =
      Allocation(runtime, bound.bytesOfTemporaries[number], arguments.line, 64, Purpose::Work);
  sizeOfTemporaries += bound.bytesOfTemporaries[number];
  bound.temporaries[number].setFirst(temporaryMemory[number].address());
}

/// Of some a window will do.
void Binding::takeTemporaries() {
  for (std::size_t n = 0; n < temporaryMemory.size(); ++n)
    if (!temporaryMemory[n].address() && !isWindow(chains, n))
      takeTemporary(n);
  sharedScratch.takeMemory(runtime, arguments.line);
}

void Binding::dropTemporaries() noexcept {
  for (std::size_t n = 0; n < temporaryMemory.size(); ++n)
    if (temporaryMemory[n].address()) {
      temporaryMemory[n] = Allocation();
      bound.temporaries[n].address->origin = nullptr;
    }
  sizeOfTemporaries = 0;
  sharedScratch.dropMemory();
}

/// Whether lines of as many points lie one behind the other in the storage's dimension number
/// `inner` from the last.
bool Binding::isDense(const gtabi::StorageUse &use, std::uint32_t inner,
                      std::int64_t points) const {
  std::size_t rank = rankOf(use);
  std::int64_t line = 0;
  return rank > inner && !__builtin_mul_overflow(stridesOf(use)[rank - 1], points, &line) &&
         stridesOf(use)[rank - 1 - inner] == line;
}

/// The kernel's merging loops as one, as far as all points of them lie one behind the other.
void Binding::mergeLoops(const gtabi::KernelInfo &info, gtabi::Bounds *loops) const {
  std::span<const gtabi::StorageUse> uses = image.storages(info.storages);
  gtabi::Bounds &row = loops[info.loopDims - 1];
  for (std::uint32_t inner = 1; inner < info.mergingLoops; ++inner) {
    gtabi::Bounds &loop = loops[info.loopDims - 1 - inner];
    std::int64_t points = extentOf(row), all = saturatingProduct(points, extentOf(loop));
    bool follows = std::all_of(uses.begin(), uses.end(), [&](const gtabi::StorageUse &use) {
      return !use.isMerging || isDense(use, inner, points);
    });
    if (!follows || all == 0 || all > kMostBytes)
      return;
    row.hi = row.lo + all;
    loop.hi = loop.lo + 1;
  }
}

void Binding::bindKernel(std::size_t index, KernelCall &call, bool mayMerge) {
  const gtabi::KernelInfo &info = image.kernels()[index];
  std::span<const gtabi::StorageUse> uses = image.storages(info.storages);
  const auto **used = arena.take<const gtabi::StorageAddress *>(uses.size());
  for (std::size_t n = 0; n < uses.size(); ++n)
    used[n] = (uses[n].isTemporary ? bound.temporaries : bound.storages)[uses[n].index].address;
  std::span<const std::uint32_t> ranges = image.boundsUses(info.bounds);
  auto *kernelBounds = arena.take<gtabi::Bounds>(ranges.size());
  for (std::size_t n = 0; n < ranges.size(); ++n)
    kernelBounds[n] = bound.bounds[ranges[n]];
  if (mayMerge && info.mergingLoops > 1 && !runsInBlocks(info, kernelBounds))
    mergeLoops(info, kernelBounds);
  auto *tile = arena.take<std::int64_t>(info.loopDims);
  call.kernel = compiled.kernel(index);
  const gtabi::LoopOrder *orders = info.orders.count ? image.orders(info.orders).data() : nullptr;
  std::int64_t points = 1;
  for (std::uint32_t d = 0; d < info.loopDims; ++d) {
    bool isReduced = info.hasFold && orders && orders[d] != gtabi::LoopOrder::Parallel;
    points =
        saturatingProduct(points, std::max<std::int64_t>(isReduced, extentOf(kernelBounds[d])));
  }
  call.scalars = arena.take<std::uint64_t>(info.scalars.count);
  call.args = {used,
               kernelBounds,
               call.scalars,
               nullptr,
               &reported,
               mathTable(),
               streams(info, kernelBounds),
               bound.imports,
               static_cast<std::int64_t>(gtabi::walkedLoops(info.loopDims))};
  call.tiling = {kernelBounds, tile, info.loopDims, orders};
  planTiles(info, points, tile, call);
  call.scratchBytes = call.tiles ? scratchOf(info, call.args.bounds, tile) : 0;
}

/// What kernels touch, where that is not little. Those that follow each other on parts of rows
/// want their results in the caches, but for whole lines (`partsMayStream`).
void Binding::bindTouched() {
  std::int64_t bytes = 0;
  for (std::size_t n = 0; n < image.kernels().size(); ++n)
    if (const gtabi::KernelInfo &info = image.kernels()[n]; calls[n].tiles != 0)
      bytes = saturatingAdd(
          bytes, saturatingProduct(pointsOf(info, calls[n].args.bounds), bytesOfPoint(info)));
  if (bytes < runtime.caches->leastBytes())
    return;
  for (KernelGroup *group = groups; group != groups + groupCount; ++group)
    for (KernelCall *call = group->calls; call != group->calls + group->count; ++call) {
      if (call->tiles == 0)
        continue;
      const gtabi::KernelInfo &info = infoOf(*call);
      bool mayStream = !compiled.isForCaches() &&
                       (group->mayStream || (hasWholeRows(*group, *call) && info.vectorLanes > 1 &&
                                             rowsMayBeginOnLines(info, call->args.bounds)));
      if (!group->mayStream && (mayStream || call->args.streams) &&
          shortRowsOf(info, call->args.bounds).any)
        withShortRows.emplace_back(call, call->args.streams);
      streamed += call->args.streams;
      touched.add(info, *call, mayStream && !call->args.streams);
    }
}

/// Notes a run for those that come after it, and decides what goes past the caches in it: no short
/// rows that begin inside of lines.
void Binding::noteTouched() {
  std::int64_t count = streamed;
  for (auto [call, streams] : withShortRows) {
    bool mayStream = shortRowsOf(infoOf(*call), call->args.bounds).addresses % kLine == 0;
    call->args.streams = streams && mayStream;
    count -= streams && !mayStream;
    touched.allow(*call, mayStream);
  }
  TouchedMemory::Found found = touched.note(*runtime.caches);
  count += found.streamed;
  if (compiled.fit())
    compiled.fit()->note(found.fromCaches, found.fromMemory);
  if (count > 0)
    runtime.counters.streamed.fetch_add(count, std::memory_order_relaxed);
}

/// Scratch of everything that is run: groups, and the kernels that a profile takes
/// one by one.
void Binding::bindScratch() {
  std::size_t bytes = 0; // of what threads share
  auto bind = [&](auto &called) {
    called.scratch = &sharedScratch;
    if (called.tiles != 0)
      (called.alone ? ownScratch : bytes) =
          std::max(called.alone ? ownScratch : bytes, called.scratchBytes);
  };
  for (std::size_t n = 0; n < image.kernels().size(); ++n)
    bind(calls[n]);
  for (std::size_t n = 0; n < groupCount; ++n)
    bind(groups[n]);
  for (KernelChain *chain : chains) { // which is much, also for one thread
    chain->scratch = &sharedScratch;
    bytes = std::max(bytes, chain->scratchBytes);
  }
  if (bytes)
    sharedScratch.plan(bytes, std::max(1, runtime.executor.load()->threads()));
}

std::size_t Binding::rankOf(const gtabi::StorageUse &use) const {
  return use.isTemporary ? image.temporaries()[use.index].bounds.count
                         : arguments.storages[use.index].strides.size();
}

/// In bytes, dimensions slow to fast.
const std::int64_t *Binding::stridesOf(const gtabi::StorageUse &use) const {
  const BoundStorage *storages = use.isTemporary ? bound.temporaries : bound.storages;
  return reinterpret_cast<const std::int64_t *>(storages[use.index].address + 1);
}

/// Bytes that a kernel moves at a point.
std::int64_t Binding::bytesOfPoint(const gtabi::KernelInfo &info) const {
  std::int64_t bytes = 0;
  for (const gtabi::StorageUse &use : image.storages(info.storages)) {
    if (rankOf(use) >= info.loopDims + info.hasFold)
      bytes += bytesOfElement(use);
  }
  return std::max<std::int64_t>(bytes, 1);
}

std::int64_t Binding::bytesOfElement(const gtabi::StorageUse &use) const {
  return static_cast<std::int64_t>(use.isTemporary ? sizeOf(image.temporaries()[use.index].type)
                                                   : itemsize(arguments.storages[use.index].dtype));
}

/// Of the rows of what is written that are short. What a row writes in front of its first whole
/// line goes through the caches, which then fetch the next line as well: short rows take up to
/// twice their time so.
Binding::ShortRows Binding::shortRowsOf(const gtabi::KernelInfo &info,
                                        const gtabi::Bounds *kernelBounds) const {
  ShortRows rows;
  if (info.loopDims == 0)
    return rows;
  const gtabi::Bounds &row = kernelBounds[info.loopDims - 1];
  for (const gtabi::StorageUse &use : image.storages(info.storages)) {
    std::size_t rank = use.isWritten && !use.isTemporary ? rankOf(use) : 0;
    if (rank == 0)
      continue;
    std::span strides(stridesOf(use), rank);
    if (extentOf(row) * strides.back() >= longRow())
      continue;
    rows.any = true;
    for (std::int64_t stride : strides.first(rank - 1))
      rows.distances |= static_cast<std::uintptr_t>(stride);
    rows.addresses |= reinterpret_cast<std::uintptr_t>(bound.storages[use.index].address->origin) +
                      static_cast<std::uintptr_t>(row.lo * strides.back());
  }
  return rows;
}

/// Whether what is written begins on lines of the cache with all rows that are short, if it does
/// with one.
bool Binding::rowsMayBeginOnLines(const gtabi::KernelInfo &info,
                                  const gtabi::Bounds *kernelBounds) const {
  return shortRowsOf(info, kernelBounds).distances % kLine == 0;
}

/// Whether the kernel moves more than so many bytes.
bool Binding::exceeds(std::int64_t bytes, const gtabi::KernelInfo &info,
                      const gtabi::Bounds *kernelBounds) const {
  return pointsOf(info, kernelBounds) > bytes / bytesOfPoint(info);
}

/// Whether the kernel moves more than the caches hold that its results are for, in rows that may
/// go past them.
bool Binding::streams(const gtabi::KernelInfo &info, const gtabi::Bounds *kernelBounds) const {
  std::int64_t held = runtime.options.cacheBytes;
  if (!compiled.isForCaches() && writesNontemporal(info))
    held = nontemporalBytes(runtime.executor.load()->threads(), held);
  return exceeds(held, info, kernelBounds) && rowsMayBeginOnLines(info, kernelBounds);
}

/// Whether nothing reads soon what the kernel writes.
bool Binding::writesNontemporal(const gtabi::KernelInfo &info) const {
  return std::ranges::all_of(image.storages(info.storages), [&](const gtabi::StorageUse &use) {
    return !use.isWritten || (!use.isTemporary && arguments.storages[use.index].nontemporal);
  });
}

/// Bytes of scratch for a tile.
std::size_t Binding::scratchOf(const gtabi::KernelInfo &info, const gtabi::Bounds *kernelBounds,
                               const std::int64_t *tile) const {
  std::int64_t all = static_cast<std::int64_t>(std::min<std::uint64_t>(info.scratch, INT64_MAX));
  for (const gtabi::ScratchTerm &term : image.scratchTerms(info.scratchTerms)) {
    auto bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(term.factor, INT64_MAX));
    for (std::uint32_t number : image.extents(term))
      bytes = saturatingProduct(bytes, number < info.loopDims ? tile[number]
                                                              : extentOf(kernelBounds[number]));
    all = saturatingAdd(all, bytes);
  }
  if (all > kMostBytes)
    throw MemoryError(arguments.line, "no memory for the scratch space of a kernel");
  return static_cast<std::size_t>(all);
}

/// Runs tiles [first, last) of what is called, a kernel or a group.
template <class Called>
static void runShared(void *context, std::int64_t first, std::int64_t last) {
  const Called &called = *static_cast<const Called *>(context);
  if (!called.scratchBytes)
    return runTiles(called, nullptr, first, last);
  std::byte *part = called.scratch->take();
  runTiles(called, part, first, last);
  called.scratch->giveBack(part);
}

/// The program's scalars may change between two runs.
void Binding::gatherScalars(std::size_t kernel) {
  std::uint64_t *next = calls[kernel].scalars;
  for (std::uint32_t word : image.scalars(image.kernels()[kernel].scalars))
    *next++ = scalars[word];
}

template <class Called> static void runAll(Runtime::State &runtime, Called &called) {
  if (!called.alone)
    return runtime.executor.load()->run(called.tiles, runShared<Called>, &called);
  runTiles(called, called.scratchBytes ? threadScratch(called.scratchBytes) : nullptr, 0,
           called.tiles);
}

void Binding::runKernel(std::size_t kernel) {
  TimelineSpan span(runtime.timeline.get(),
                    [&] { return detail::eventOf(image, kernel, bound.bounds, arguments.line); });
  if (!profile)
    return runAll(runtime, calls[kernel]);
  auto start = std::chrono::steady_clock::now();
  runAll(runtime, calls[kernel]);
  auto spent = std::chrono::steady_clock::now() - start;
  runtime.profile->ran(*profile, kernel, spent, traffic[kernel]);
}

/// All kernels from `first` on, which run in one go.
TimelineEvent Binding::eventOf(std::size_t first, std::size_t end) const {
  TimelineEvent all;
  for (std::size_t n = first; n < end; ++n) {
    TimelineEvent one = detail::eventOf(image, n, bound.bounds, arguments.line);
    all = {all.name.empty() ? one.name : all.name + " + " + one.name, arguments.line, -1,
           std::max<std::int64_t>(all.points, 0) + one.points};
  }
  return all;
}

/// A profile takes times one by one.
void Binding::runGroup(KernelGroup &group) {
  auto event = [&] {
    std::size_t first = static_cast<std::size_t>(group.calls - calls);
    return eventOf(first, first + group.count);
  };
  if (group.chain && !group.chain->isBroken) {
    TimelineSpan span(runtime.timeline.get(), event);
    KernelChain &chain = *group.chain;
    runtime.counters.chained.fetch_add(static_cast<std::int64_t>(chain.count),
                                       std::memory_order_relaxed);
    if (chain.alone)
      return runShared<KernelChain>(&chain, 0, chain.tiles);
    return runtime.executor.load()->run(chain.tiles, runShared<KernelChain>, &chain);
  }
  if (group.tiles != 0 && !group.isBroken && !profile) {
    TimelineSpan span(runtime.timeline.get(), event);
    return runAll(runtime, group);
  }
  for (KernelCall *call = group.calls; call != group.calls + group.count; ++call)
    if (call->tiles != 0)
      runKernel(call - calls);
}

void Binding::run() {
  TimelineSpan span(runtime.timeline.get(), "run", arguments.line);
  reported = 0;
  if (ownScratch && !threadScratch(ownScratch))
    throw MemoryError(arguments.line, "no memory for the scratch space of a kernel");
  checkTables(image, arguments, bound.bounds,
              [&](std::size_t n) { return bound.storages[n].first(); });
  for (KernelChain *chain : chains) {
    chain->isBroken = overlaps(chain->first, chain->end);
    for (std::size_t n = 0; n < chain->windowCount && chain->isBroken; ++n)
      if (std::uint32_t temporary = chain->windows[n].temporary;
          !temporaryMemory[temporary].address())
        takeTemporary(temporary);
  }
  for (KernelGroup *group = groups; group != groups + groupCount; ++group)
    if (std::size_t first = static_cast<std::size_t>(group->calls - calls); group->loops)
      group->isBroken = overlaps(first, first + group->count);
  noteTouched();
  for (std::size_t n = 0; n < image.kernels().size(); ++n)
    if (calls[n].tiles != 0)
      gatherScalars(n);
  for (KernelGroup *group = groups; group != groups + groupCount; ++group)
    runGroup(*group);
}

} // namespace gtjit::detail
