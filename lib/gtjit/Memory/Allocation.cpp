//===- Allocation.cpp - Memory that one object owns -----------------------===//

#include "gtjit/Memory/Allocation.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/BlockPool.h"
#include "gtjit/Memory/PinnedPool.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/WorkingMemory.h"

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
                       std::size_t alignment, Purpose wantedFor) {
  std::size_t taken = std::max<std::size_t>(wanted + (alignment > 64 ? alignment : 0), 64);
  PoolMemory given;
  if (wantedFor == Purpose::Transfers && owner.pinnedPool) {
    given = owner.pinnedPool->allocate(taken);
    source = Source::PinnedPool;
  } else if (wantedFor == Purpose::Work) {
    given = {owner.working->take(taken), taken, false, false};
    source = Source::Workspace;
  }
  if (!given.address) {
    given = owner.pool->allocate(taken);
    source = Source::Pool;
  }
  if (!given.address)
    throw MemoryError(line, "cannot allocate " + std::to_string(wanted) + " bytes");
  if (source != Source::Workspace)
    count(owner.counters, given);
  purpose = wantedFor;
  if (purpose == Purpose::Work)
    owner.working->grow(given.bytes);
  runtime = &owner;
  if (purpose != Purpose::Work)
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
  if (purpose == Purpose::Work)
    runtime->working->shrink(bytes);
  switch (source) {
  case Source::Pool:
    runtime->pool->deallocate(memory, bytes);
    break;
  case Source::PinnedPool:
    runtime->pinnedPool->deallocate(memory, bytes);
    break;
  case Source::Workspace:
    runtime->working->giveBack(memory, bytes);
    break;
  }
  if (purpose != Purpose::Work)
    release(runtime);
}

} // namespace gtjit::detail
