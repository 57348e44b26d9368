//===- CacheModel.cpp - What the caches are likely to hold ----------------===//
//
// What is used again before as much else has come into the caches as they hold is there
// yet. Only what has to be brought counts, so that a loop over a few fields stays in the
// caches however often it runs.
//
// Writing past the caches spares the line that is fetched to be written over, and what
// else is in the caches. It pays where the values would have left them anyway before
// somebody reads them, or writes others in their place; the last ones tell.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/CacheModel.h"

#include <algorithm>
#include <xxhash.h>

namespace gtjit::detail {

CacheModel::Set &CacheModel::setOf(std::uintptr_t first) {
  return sets[XXH3_64bits(&first, sizeof first) % kSets]; // arrays of one size lie evenly
}

CacheModel::Entry *CacheModel::find(Set &set, std::uintptr_t first) {
  auto found = std::find_if(set.begin(), set.end(), [&](const Entry &entry) {
    return entry.first.load(std::memory_order_relaxed) == first;
  });
  return found == set.end() ? nullptr : found;
}

CacheModel::Found CacheModel::use(const Use &use) {
  Set &set = setOf(use.first);
  std::int64_t now = brought.load(std::memory_order_relaxed);
  Entry *entry = find(set, use.first);
  std::uint64_t state = entry ? entry->state.load(std::memory_order_relaxed) : 0;
  const bool isAfar = now - static_cast<std::int64_t>(state >> kStampBit) > capacity;
  Found found{Place::Unknown, false};
  if (entry)
    found.place = isAfar || (state & kStreamed) ? Place::Memory : Place::Caches;

  std::uint64_t notes = state & kLate;
  if (state & kUnread)
    notes = isAfar ? kLate : 0;
  if (use.isWritten) {
    bool isSoonUsed = use.isRead || !(notes & kLate);
    found.streams = use.mayStream && found.place == Place::Memory && !isSoonUsed;
    notes |= kUnread | (found.streams ? kStreamed : 0);
  }
  if (found.place != Place::Caches && !found.streams) {
    now += use.bytes;
    brought.store(now, std::memory_order_relaxed);
  }
  if (!entry) {
    entry = std::min_element(set.begin(), set.end(), [](const Entry &a, const Entry &b) {
      return a.state.load(std::memory_order_relaxed) < b.state.load(std::memory_order_relaxed);
    });
    entry->first.store(use.first, std::memory_order_relaxed);
  }
  entry->state.store(static_cast<std::uint64_t>(now) << kStampBit | notes,
                     std::memory_order_relaxed);
  return found;
}

void CacheFit::note(std::int64_t fromCaches, std::int64_t fromMemory) {
  std::int64_t now = balance.load(std::memory_order_relaxed) + fromMemory - fromCaches / kFarther;
  balance.store(std::clamp<std::int64_t>(now, 0, patience), std::memory_order_relaxed);
  if (now >= patience)
    far.store(true, std::memory_order_relaxed);
  else if (now <= 0)
    far.store(false, std::memory_order_relaxed);
}

} // namespace gtjit::detail
