//===- Allocation.cpp - Memory that one object owns -----------------------===//

#include "gtjit/Memory/Allocation.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/BlockPool.h"
#include "gtjit/Memory/PinnedPool.h"
#include "gtjit/Memory/RuntimeState.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace gtjit::detail {

static void count(AtomicCounters &counters, const PoolMemory &given) {
  if (given.reused) {
    counters.reuses.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  counters.allocations.fetch_add(1, std::memory_order_relaxed);
  counters.bytesAllocated.fetch_add(static_cast<std::int64_t>(given.bytes),
                                    std::memory_order_relaxed);
}

Allocation::Allocation(Runtime::State &owner, std::size_t wanted, SourceLine line,
                       std::size_t alignment, Paging kind) {
  std::size_t taken = std::max<std::size_t>(wanted + (alignment > 64 ? alignment : 0), 64);
  PoolMemory given;
  if (kind == Paging::Pinned && owner.pinnedPool)
    given = owner.pinnedPool->allocate(taken);
  pinned = given.address != nullptr;
  if (!pinned)
    given = owner.pool->allocate(taken);
  if (!given.address)
    throw MemoryError(line, "cannot allocate " + std::to_string(wanted) + " bytes");
  count(owner.counters, given);
  runtime = &owner;
  retain(runtime);
  memory = given.address;
  bytes = given.bytes;
  zeroed = given.zeroed;
  std::size_t beyond = reinterpret_cast<std::uintptr_t>(memory) % alignment;
  aligned = memory + (beyond ? alignment - beyond : 0);
}

Allocation::~Allocation() {
  if (!memory)
    return;
  if (pinned)
    runtime->pinnedPool->deallocate(memory, bytes);
  else
    runtime->pool->deallocate(memory, bytes);
  release(runtime);
}

} // namespace gtjit::detail
