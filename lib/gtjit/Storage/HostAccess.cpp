//===- HostAccess.cpp - Host views and raw addresses ----------------------===//
//
// How the host gets at elements: views that are counted while they live.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gtjit {

namespace detail {

struct HostAccess {
  std::atomic<long> references{0};
  Lease lease;

  HostAccess(StorageState &state, Access access, SourceLine line)
      : lease(state.buffer->acquire(access, state.layout, Holder::View, line)) {}
};

void retain(HostAccess *access) noexcept {
  access->references.fetch_add(1, std::memory_order_relaxed);
}

void release(HostAccess *access) noexcept {
  if (access->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete access;
}

void pin(HostAccess *access) noexcept { access->lease.view().block->pinned = true; }

namespace {

/// Positions of the dimensions `order` in the storage, each of which is named.
std::vector<std::size_t> positionsOf(const StorageState &state, Items<Dimension> order,
                                     SourceLine line) {
  const Domain &domain = state.layout.domain;
  std::vector<std::size_t> positions;
  for (Dimension dim : order) {
    std::size_t d = 0;
    while (d < domain.ndim() && domain.begin()[d].dim != dim)
      ++d;
    bool isTwice = std::find(positions.begin(), positions.end(), d) != positions.end();
    if (d == domain.ndim() || isTwice)
      throw ValueError(line, "a host view of " + state.describe() + " by " + toString(Dims(order)) +
                                 (isTwice ? ", which names " : ", but it has no dimension ") +
                                 std::string(dim.name()) + (isTwice ? " twice" : ""));
    positions.push_back(d);
  }
  if (positions.size() < domain.ndim())
    throw ValueError(line, "a host view of " + state.describe() + " by " + toString(Dims(order)) +
                               ", which does not name all of " + toString(domain.dims()));
  return positions;
}

HostMemory access(StorageState &state, DType type, bool writes, SourceLine line) {
  refuseWhileTracing("reading a storage", line);
  if (type != state.layout.dtype)
    throw DTypeError(line, "expected values of " + std::string(name(state.layout.dtype)) +
                               " for a host view of " + state.describe() + ", got " +
                               std::string(name(type)));
  if (state.view().block->kind == StorageKind::GPU)
    throw NoSuchBufferError(line, state.describe() +
                                      " has no memory on the host; copy it to a storage there");
  if (writes)
    prepareWrite(state, state.layout.domain, /*keep=*/true, line);
  Ref<HostAccess> access(new HostAccess(state, writes ? Access::Write : Access::Read, line));
  const ArrayView &view = access->lease.view();
  HostMemory memory{access->lease.first(), {}, {}, access};
  for (const NamedRange &range : view.domain)
    memory.shape.push_back(range.size());
  for (std::int64_t stride : view.strides)
    memory.strides.push_back(stride);
  return memory;
}

} // namespace

HostMemory accessHost(const Storage &storage, DType type, bool writes, SourceLine line) {
  return access(stateOf(storage, line), type, writes, line);
}

HostMemory accessHost(const Storage &storage, DType type, bool writes, Items<Dimension> order,
                      SourceLine line) {
  StorageState &state = stateOf(storage, line);
  std::vector<std::size_t> positions = positionsOf(state, order, line);
  HostMemory memory = access(state, type, writes, line);
  Sequence<std::int64_t> shape, strides;
  for (std::size_t d : positions) {
    shape.push_back(memory.shape[d]);
    strides.push_back(memory.strides[d]);
  }
  memory.shape.swap(shape);
  memory.strides.swap(strides);
  return memory;
}

void throwViewIndex(Items<std::int64_t> extents, Items<std::int64_t> index, SourceLine line) {
  if (index.size() != extents.size())
    throw IndexError(line, "expected " + std::to_string(extents.size()) +
                               " indices of a host view, got " + std::to_string(index.size()));
  std::size_t d = 0;
  while (index[d] >= 0 && index[d] < extents[d])
    ++d;
  throw IndexOutOfBounds(line, "index " + std::to_string(index[d]) + " at position " +
                                   std::to_string(d) + " of a host view is out of bounds: it has " +
                                   std::to_string(extents[d]) + " points");
}

} // namespace detail

} // namespace gtjit
