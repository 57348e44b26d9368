//===- PinnedPool.cpp - Memory that a device copies by itself -------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/PinnedPool.h"

#include "gtjit/Error.h"

namespace gtjit::detail {

PinnedPool::~PinnedPool() {
  try {
    DeviceContext::Use use(*source.context, {});
    pool.trim(0);
  } catch (const Error &) {
    // A context that is no more has taken its memory along.
  }
}

PoolMemory PinnedPool::allocate(std::size_t bytes) noexcept {
  try {
    DeviceContext::Use use(*source.context, {});
    return pool.allocate(bytes);
  } catch (const Error &) {
    return {};
  }
}

void PinnedPool::deallocate(std::byte *address, std::size_t bytes) noexcept {
  try {
    DeviceContext::Use use(*source.context, {});
    pool.deallocate(address, bytes);
  } catch (const Error &) {
    // As in the destructor.
  }
}

} // namespace gtjit::detail
