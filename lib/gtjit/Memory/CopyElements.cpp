//===- CopyElements.cpp - Copies between views ----------------------------===//
//
// Copies of the points of domains, and what copy-on-write is made of: boxes
// outside of a box, fresh blocks, snapshots.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/CopyElements.h"

#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/StridedCopy.h"

#include <algorithm>
#include <optional>
#include <span>

namespace gtjit::detail {

/// The copy of a region between views whose first points are there.
static StridedCopy copyOf(const ArrayView &from, const std::byte *source, const ArrayView &to,
                          std::byte *target, const Domain &region) {
  std::size_t size = itemsize(to.dtype);
  auto item = static_cast<std::int64_t>(size);
  StridedLoops loops;
  for (std::size_t d = 0; d < to.strides.size(); ++d) {
    const NamedRange &range = to.domain[d];
    std::size_t other = 0;
    while (from.domain[other].dim != range.dim)
      ++other;
    loops.push_back({(region.rangeOr(range.dim) & range.range).size(), to.strides[d] * item,
                     from.strides[other] * item});
  }
  return {target + to.bytesTo(region), source + from.bytesTo(region), loops, size};
}

/// Runs a copy by the runtime's threads where that is worth it. From one order to another an
/// element takes as long as some points of a kernel.
static void runByThreads(const StridedCopy &copy, std::int64_t elements, Runtime::State &runtime) {
  constexpr std::int64_t kPointsLikeOne = 4;
  Executor &executor = *runtime.executor.load();
  if (elements < runtime.options.smallDomain / kPointsLikeOne || executor.threads() <= 1)
    return copy.run();
  struct Parts {
    const StridedCopy &copy;
    std::int64_t count;
  } parts{copy, 4 * std::int64_t{executor.threads()}};
  auto body = [](void *context, std::int64_t first, std::int64_t last) {
    const Parts &all = *static_cast<const Parts *>(context);
    for (std::int64_t part = first; part < last; ++part)
      all.copy.run(part, all.count);
  };
  executor.run(parts.count, body, &parts);
}

/// Copies regions, no point of them twice.
static void copyRegions(const ArrayView &from, const ArrayView &to, std::span<const Domain> regions,
                        SourceLine line, bool byThreads) {
  if (std::ranges::all_of(regions, &Domain::empty))
    return;
  Runtime::State &runtime = *to.block->runtime;
  LeaseGroup leases(runtime, Holder::Work, line);
  const Domain *only = regions.size() == 1 ? regions.data() : nullptr;
  leases.add(from, Access::Read, only);
  leases.add(to, only ? Access::Overwrite : Access::Write, only);
  leases.take();
  std::int64_t bytes = 0;
  for (const Domain &region : regions) {
    StridedCopy copy = copyOf(from, leases.first(0), to, leases.first(1), region);
    if (byThreads)
      runByThreads(copy, copy.bytes() / static_cast<std::int64_t>(itemsize(to.dtype)), runtime);
    else
      copy.run();
    bytes += copy.bytes();
  }
  runtime.counters.bytesCopied.fetch_add(bytes, std::memory_order_relaxed);
}

void copyElements(const ArrayView &from, const ArrayView &to, const Domain &region,
                  SourceLine line) {
  copyRegions(from, to, {&region, 1}, line, /*byThreads=*/false);
}

void copyElementsByThreads(const ArrayView &from, const ArrayView &to, const Domain &region,
                           SourceLine line) {
  copyRegions(from, to, {&region, 1}, line, /*byThreads=*/true);
}

std::vector<Domain> difference(const Domain &whole, const Domain &hole) {
  std::vector<Domain> parts;
  Domain rest = whole;
  if (whole.empty())
    return parts;
  if ((whole & hole).empty())
    return {whole};
  for (const NamedRange &range : whole) {
    Range all = range.range;
    Range inner = all & hole.rangeOr(range.dim);
    for (Range part : {Range(all.lo(), inner.lo()), Range(inner.hi(), all.hi())})
      if (!part.empty())
        parts.push_back(rest.with({range.dim, part}));
    rest = rest.with({range.dim, inner});
  }
  return parts;
}

/// Counts a copy that a write forced, unless it moved nothing.
static void countCopy(Runtime::State &runtime, bool moved) {
  if (moved)
    runtime.counters.copies.fetch_add(1, std::memory_order_relaxed);
}

void renewBlock(Buffer &buffer, const Domain *overwritten, SourceLine line) {
  ArrayView old = buffer.view();
  Runtime::State &runtime = *old.block->runtime;
  if (isOnDevice(*old.block)) {
    BlockRef fresh = [&] {
      Lease reading(old, Access::Read, Holder::Work, line);
      return copyOfDeviceBlock(*old.block, line);
    }();
    buffer.setBlock(std::move(fresh));
    countCopy(runtime, /*moved=*/true);
    buffer.touch();
    return;
  }
  ArrayView fresh = old;
  fresh.block = allocateBlock(runtime, old.block->kind, old.block->bytes, line,
                              std::max<std::size_t>(old.block->alignment, 64));
  fresh.block->elements = old.block->elements;
  std::vector<Domain> kept =
      overwritten ? difference(old.domain, *overwritten) : std::vector<Domain>{old.domain};
  copyRegions(old, fresh, kept, line, /*byThreads=*/false);
  countCopy(runtime, !kept.empty() && !old.domain.empty());
  buffer.setBlock(fresh.block);
  buffer.touch();
}

/// Memory for a copy of a view whose elements lie one behind the other, as they lie; none if they
/// do not, or its rows fill lines of the caches, and may begin on them.
static std::optional<ArrayView> denseLike(const ArrayView &view, SourceLine line) {
  constexpr std::int64_t kLine = 64;
  if (view.domain.ndim() == 0 || view.domain.empty())
    return std::nullopt;
  auto size = static_cast<std::int64_t>(itemsize(view.dtype));
  unsigned fastest = view.strideOrder().back();
  HostSpan span = spanOf(view, view.address());
  if (view.domain[fastest].range.size() * size >= kLine || !isDense(view, span))
    return std::nullopt;
  ArrayView copy = view;
  copy.block =
      allocateBlock(*view.block->runtime, view.block->kind, span.hi - span.lo, line, kLine);
  copy.block->elements = view.domain.size();
  copy.offset = static_cast<std::int64_t>(view.address() - span.lo);
  copy.nontemporal = false;
  return copy;
}

ArrayView snapshot(const ArrayView &view, SourceLine line) {
  Runtime::State &runtime = *view.block->runtime;
  if (isOnDevice(*view.block)) {
    Lease reading(view, Access::Read, Holder::Work, line);
    ArrayView copy = view;
    copy.block = copyOfDeviceBlock(*view.block, line);
    countCopy(runtime, /*moved=*/true);
    return copy;
  }
  ArrayView copy;
  if (std::optional<ArrayView> dense = denseLike(view, line)) {
    copy = std::move(*dense);
  } else {
    std::vector<Dimension> slowToFast;
    for (unsigned d : view.strideOrder())
      slowToFast.push_back(view.domain[d].dim);
    std::int64_t aligned = slowToFast.empty() ? 0 : view.domain[slowToFast.back()].lo();
    copy =
        allocateView(runtime, view.dtype, view.domain, slowToFast, aligned, line, view.block->kind);
  }
  copyElements(view, copy, view.domain, line);
  countCopy(runtime, !view.domain.empty());
  return copy;
}

} // namespace gtjit::detail
