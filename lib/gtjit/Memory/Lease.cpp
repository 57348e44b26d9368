//===- Lease.cpp - Memory in use ------------------------------------------===//
//
// Taking and giving back. The table is a list, since few pieces of work run at
// a time, and a call of a program has a few nanoseconds for it.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/Lease.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/DeviceCopy.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"

#include <algorithm>
#include <cassert>
#include <mutex>

namespace gtjit::detail {

/// An address that no other thread has.
static const void *threadMark() {
  [[gnu::tls_model("initial-exec")]] static thread_local char mark;
  return &mark;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

void LeaseGroup::add(const ArrayView &view, Access access, const Domain *region) {
  uses.push_back({&view, region, view.block.get(), view.offset, access});
}

void LeaseGroup::place(std::size_t n, Block &block, std::int64_t offset) {
  Use &use = uses[n];
  use.isPlaced = true;
  use.block = &block;
  use.offset = offset;
}

void LeaseGroup::countViews(int change) noexcept {
  for (const Use &use : uses)
    (writes(use.access) ? use.block->hostWriters : use.block->hostReaders) += change;
}

void LeaseGroup::take() {
  held = true;
  if (holder == Holder::View)
    return countViews(1);
  LeaseTable &table = *runtime.leases;
  std::lock_guard lock(table.lock);
  table.link(*this);
}

bool LeaseGroup::tryTake() {
  LeaseTable &table = *runtime.leases;
  std::lock_guard lock(table.lock);
  if (table.first && table.isInTheWayOf(*this))
    return false;
  held = true;
  table.link(*this);
  return true;
}

void LeaseGroup::giveBack() noexcept {
  if (held && runtime.device)
    endHostWrites();
  if (held && holder == Holder::View)
    countViews(-1);
  else if (held)
    runtime.leases->unlink(*this);
  held = false;
  for (Use &use : uses)
    if (use.isPlaced) {
      use.isPlaced = false;
      use.block = nullptr;
    }
}

const Domain &LeaseGroup::Use::part() const {
  static const Domain all;
  return region ? *region : all;
}

/// Whether all elements of the block are written and none is read.
template <class Use> static bool overwritesAll(const Use &use) {
  return use.access == Access::Overwrite && use.block->elements > 0 &&
         use.view->restricted(use.part()).domain.size() == use.block->elements;
}

void LeaseGroup::bring(const Use &use) const {
  SyncEvent event = !writes(use.access)  ? SyncEvent::HostRead
                    : overwritesAll(use) ? SyncEvent::HostOverwrite
                                         : SyncEvent::HostWrite;
  accessMemory(*use.block, event, line);
}

std::byte *LeaseGroup::base(std::size_t n) const {
  assert(held && "an address of memory that others may write, or let go of");
  const Use &use = uses[n];
  if (!runtime.device)
    return use.block->base;
  if (use.block->kind == StorageKind::GPU) {
    if (!use.staged)
      use.staged = std::make_shared<Staging>(*use.block, use.access != Access::Overwrite, line);
    return use.staged->address();
  }
  if (use.block->onDevice.load(std::memory_order_acquire))
    bring(use);
  else if (use.block->kind == StorageKind::CudaManagedGPU)
    releaseToHost(*use.block, line);
  use.isHandedOut = true;
  return use.block->base;
}

/// Kernels on the device may have come between the address and what was written there, at
/// other points of the block.
void LeaseGroup::endHostWrites() noexcept {
  for (Use &use : uses) {
    if (!use.staged && !use.isHandedOut)
      continue;
    try {
      if (use.staged && writes(use.access))
        use.staged->writeBack(use.view->restricted(use.part()), use.offset - use.view->offset,
                              line);
      else if (writes(use.access) && use.block->onDevice.load(std::memory_order_acquire))
        accessMemory(*use.block, SyncEvent::HostWrite, line);
    } catch (const Error &) {
      // The next access tells.
    }
    use.staged.reset();
    use.isHandedOut = false;
  }
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void LeaseTable::link(LeaseGroup &group) {
  group.thread = threadMark();
  group.previous = nullptr;
  group.next = first;
  if (first)
    first->previous = &group;
  first = &group;
}

void LeaseTable::unlink(LeaseGroup &group) {
  bool areWaiting = false, hasKept = false;
  {
    std::lock_guard guard(lock);
    (group.previous ? group.previous->next : first) = group.next;
    if (group.next)
      group.next->previous = group.previous;
    returns.store(returns.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    areWaiting = waiting != 0;
    hasKept = !kept.empty();
  }
  if (areWaiting)
    returns.notify_all();
  if (hasKept)
    dropUnused();
}

bool LeaseTable::isUsed(const Block &block) const {
  for (const LeaseGroup *group = first; group; group = group->next)
    for (const LeaseGroup::Use &use : group->uses)
      if (use.isPlaced && use.block == &block)
        return true;
  return false;
}

void LeaseTable::makeRoom() {
  std::lock_guard guard(lock);
  kept.reserve(kept.size() + toKeep + 1);
  ++toKeep;
}

void LeaseTable::keep(BlockRef block) noexcept {
  std::lock_guard guard(lock);
  --toKeep;
  if (isUsed(*block))
    kept.push_back(std::move(block));
}

void LeaseTable::dropUnused() noexcept {
  for (BlockRef unused;; unused = BlockRef()) { // without the lock
    std::lock_guard guard(lock);
    auto found = std::ranges::find_if(kept, [&](const BlockRef &one) { return !isUsed(*one); });
    if (found == kept.end())
      return;
    unused = std::move(*found);
    kept.erase(found);
  }
}

/// Elements in use, wherever the view's own block is.
template <class Use> static Footprint footprintOf(const Use &use) {
  return {*use.view, *use.block, use.offset, use.part()};
}

bool LeaseTable::isInTheWayOf(const LeaseGroup &group) const {
  for (const LeaseGroup::Use &use : group.uses)
    if (writes(use.access) && use.block)
      for (const LeaseGroup *other = first; other; other = other->next)
        for (const LeaseGroup::Use &theirs : other->uses)
          if (theirs.block && mayOverlap(footprintOf(use), footprintOf(theirs)))
            return true;
  return false;
}

LeaseTable::Found LeaseTable::find(const Footprint &wanted) {
  Found found;
  std::lock_guard guard(lock);
  found.returns = returns.load(std::memory_order_relaxed);
  for (const LeaseGroup *group = first; group; group = group->next)
    for (const LeaseGroup::Use &use : group->uses) {
      if (!use.block || !mayOverlap(wanted, footprintOf(use)))
        continue;
      Holders &holders = writes(use.access) ? found.writers : found.readers;
      holders.any = true;
      holders.own |= group->thread == threadMark();
    }
  return found;
}

void LeaseTable::waitAfter(std::uint64_t told) {
  auto count = [&](int change) {
    std::lock_guard guard(lock);
    waiting += change;
  };
  count(1);
  returns.wait(told); // who gives back from here on sees that somebody waits
  count(-1);
}

LeaseTable::Usage LeaseTable::usage() {
  std::lock_guard guard(lock);
  Usage found{0, waiting, toKeep};
  for (const LeaseGroup *group = first; group; group = group->next)
    ++found.groups;
  return found;
}

//===----------------------------------------------------------------------===//
// One view
//===----------------------------------------------------------------------===//

Lease::Lease(ArrayView view, Access access, Holder holder, SourceLine line)
    : Lease(std::move(view), access, Domain(), holder, line) {}

Lease::Lease(ArrayView view, Access access, const Domain &part, Holder holder, SourceLine line)
    : whole(std::move(view)), region(part), group(*whole.block->runtime, holder, line) {
  group.add(whole, access, &region);
  group.take();
}

Lease Buffer::acquire(Access access, const ArrayView &part, Holder holder, SourceLine line) {
  if (writes(access))
    touch();
  return Lease(view(part), access, holder, line);
}

} // namespace gtjit::detail
