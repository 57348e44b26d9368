//===- PinnedPool.h - Memory that a device copies by itself -----*- C++ -*-===//
//
// Memory of the host that stays where it is: copies to and from it need no staging and run
// while the host does something else. It costs the driver much to make, so it waits to be used
// again.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_PINNEDPOOL_H
#define GTJIT_MEMORY_PINNEDPOOL_H

#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Memory/BlockPool.h"

#include <memory>

namespace gtjit::detail {

/// As BlockPool. Who gives memory back knows that the device is through with it. Thread-safe: the
/// device's mutex is always locked before the pool's.
class PinnedPool {
public:
  explicit PinnedPool(std::shared_ptr<DeviceContext> context)
      : source(std::move(context)), pool(nullptr, &source) {}
  ~PinnedPool();
  PinnedPool(const PinnedPool &) = delete;

  /// At least `bytes`; address null if there is no such memory.
  PoolMemory allocate(std::size_t bytes) noexcept;
  void deallocate(std::byte *address, std::size_t bytes) noexcept;

private:
  /// The driver's.
  struct Source final : Allocator {
    explicit Source(std::shared_ptr<DeviceContext> of) : context(std::move(of)) {}
    void *allocate(std::size_t bytes) override { return context->allocatePinned(bytes); }
    void deallocate(void *memory, std::size_t) override { context->freePinned(memory); }
    std::shared_ptr<DeviceContext> context;
  };
  Source source;
  BlockPool pool;
};

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_PINNEDPOOL_H
