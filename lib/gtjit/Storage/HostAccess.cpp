//===- HostAccess.cpp - Host views and raw addresses ----------------------===//
//
// How the host gets at elements: views that are counted while they live, and
// addresses that pin the memory for good.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Storage/Lease.h"
#include "gtjit/Storage/Tracing.h"

namespace gtjit {

namespace detail {

struct HostAccess {
  std::atomic<long> references{0};
  Lease lease;

  HostAccess(StorageState &state, Access access)
      : lease(state.buffer->acquire(Device::Host, access, state.layout, Holder::View)) {}
};

void retain(HostAccess *access) noexcept {
  access->references.fetch_add(1, std::memory_order_relaxed);
}

void release(HostAccess *access) noexcept {
  if (access->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete access;
}

void pin(HostAccess *access) noexcept { access->lease.view().block->pinned = true; }

HostMemory accessHost(const Storage &storage, DType type, bool writes, SourceLine line) {
  StorageState &state = stateOf(storage, line);
  refuseWhileTracing("reading a storage", line);
  if (type != state.layout.dtype)
    throw DTypeError(line, "expected values of " + std::string(name(state.layout.dtype)) +
                               " for a host view of " + state.describe() + ", got " +
                               std::string(name(type)));
  if (writes)
    prepareWrite(state, state.layout.domain, /*keep=*/true, line);
  Ref<HostAccess> access(new HostAccess(state, writes ? Access::Write : Access::Read));
  const ArrayView &view = access->lease.view();
  HostMemory memory{access->lease.first(), {}, {}, access};
  for (const NamedRange &range : view.domain)
    memory.shape.push_back(range.size());
  for (std::int64_t stride : view.strides)
    memory.strides.push_back(stride);
  return memory;
}

} // namespace detail

void *Storage::data(SourceLine line) const {
  detail::StorageState &state = detail::stateOf(*this, line);
  if (!state.view().block->pinned)
    detail::prepareWrite(state, state.layout.domain, /*keep=*/true, line);
  using namespace detail;
  Lease lease = state.buffer->acquire(Device::Host, Access::Read, state.layout, Holder::View);
  lease.view().block->pinned = true;
  return lease.first();
}

void Storage::touch(SourceLine line) { detail::stateOf(*this, line).buffer->touch(); }

} // namespace gtjit
