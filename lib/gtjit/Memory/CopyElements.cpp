//===- CopyElements.cpp - Copies between views ----------------------------===//
//
// Copies of the points of domains, and what copy-on-write is made of: boxes
// outside of a box, fresh blocks, snapshots.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/CopyElements.h"

#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/StridedCopy.h"

#include <algorithm>

namespace gtjit::detail {

/// The loops over a region from one view to the other.
static StridedLoops loopsOver(const ArrayView &source, const ArrayView &target) {
  auto item = static_cast<std::int64_t>(itemsize(target.dtype));
  StridedLoops loops;
  for (std::size_t d = 0; d < target.strides.size(); ++d) {
    const NamedRange &range = target.domain[d];
    std::size_t other = 0;
    while (source.domain[other].dim != range.dim)
      ++other;
    loops.push_back({range.range.size(), target.strides[d] * item, source.strides[other] * item});
  }
  return loops;
}

/// Runs a copy by the runtime's threads where that is worth it.
static void runByThreads(const StridedCopy &copy, std::int64_t elements, Runtime::State &runtime) {
  Executor &executor = *runtime.executor.load();
  if (elements < runtime.options.smallDomain || executor.threads() <= 1)
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

static void copyRegion(const ArrayView &from, const ArrayView &to, const Domain &region,
                       SourceLine line, bool byThreads) {
  if (region.empty())
    return;
  ArrayView source = from.restricted(region);
  ArrayView target = to.restricted(region);
  Runtime::State &runtime = *to.block->runtime;
  LeaseGroup leases(runtime, Holder::Work, line);
  leases.add(source, Access::Read);
  leases.add(target, Access::Overwrite);
  leases.take();
  std::size_t item = itemsize(to.dtype);
  StridedCopy copy(leases.first(1), leases.first(0), loopsOver(source, target), item);
  if (byThreads)
    runByThreads(copy, copy.bytes() / static_cast<std::int64_t>(item), runtime);
  else
    copy.run();
  runtime.counters.bytesCopied.fetch_add(copy.bytes(), std::memory_order_relaxed);
}

void copyElements(const ArrayView &from, const ArrayView &to, const Domain &region,
                  SourceLine line) {
  copyRegion(from, to, region, line, /*byThreads=*/false);
}

void copyElementsByThreads(const ArrayView &from, const ArrayView &to, const Domain &region,
                           SourceLine line) {
  copyRegion(from, to, region, line, /*byThreads=*/true);
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
  for (const Domain &part : kept)
    copyElements(old, fresh, part, line);
  countCopy(runtime, !kept.empty() && !old.domain.empty());
  buffer.setBlock(fresh.block);
  buffer.touch();
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
  std::vector<Dimension> slowToFast;
  for (unsigned d : view.strideOrder())
    slowToFast.push_back(view.domain[d].dim);
  std::int64_t aligned = slowToFast.empty() ? 0 : view.domain[slowToFast.back()].lo();
  ArrayView copy =
      allocateView(runtime, view.dtype, view.domain, slowToFast, aligned, line, view.block->kind);
  copyElements(view, copy, view.domain, line);
  countCopy(runtime, !view.domain.empty());
  return copy;
}

} // namespace gtjit::detail
