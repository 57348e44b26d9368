//===- BlockPool.h - Reuse of freed memory ----------------------*- C++ -*-===//
//
// Where a runtime's memory comes from and goes to. Freed memory waits here for
// the next block of its size, so that a time loop allocates nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_BLOCKPOOL_H
#define GTJIT_MEMORY_BLOCKPOOL_H

#include "gtjit/Runtime.h"

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace gtjit::detail {

/// Memory from the pool: `bytes` usable ones at `address`, a multiple of 64.
struct PoolMemory {
  std::byte *address = nullptr;
  std::size_t bytes = 0;
  bool reused = false;
  bool zeroed = false;
};

/// Gives memory, of the system's or of a source, and takes it back; thread-safe. Large memory is
/// mapped, one after the other in huge pages once there is enough of it, and starts at addresses
/// that differ in their low 12 bits, so that arrays of one size do not alias in the cache. With an
/// allocator of the host application nothing waits here: that decides when memory goes.
class BlockPool {
public:
  /// `source`: where memory comes from that waits here; null: the system. Outlives the pool.
  explicit BlockPool(Allocator *hostAllocator = nullptr, Allocator *source = nullptr)
      : host(hostAllocator), source(source) {}
  /// All memory that was given must have come back.
  ~BlockPool();
  BlockPool(const BlockPool &) = delete;
  BlockPool &operator=(const BlockPool &) = delete;

  /// At least `bytes`; address null if there is no memory.
  PoolMemory allocate(std::size_t bytes);
  void deallocate(std::byte *address, std::size_t bytes) noexcept;
  /// Gives waiting memory back to the system, the longest waiting first, until
  /// at most `keep` bytes wait.
  void trim(std::size_t keep) noexcept;
  std::size_t waitingBytes() const;

  /// What `allocate(bytes)` takes: at most an eighth more; 0 if that has no
  /// representation.
  static std::size_t sizeClass(std::size_t bytes);

private:
  struct Waiting {
    std::byte *address;
    std::size_t bytes;
  };
  PoolMemory fresh(std::size_t bytes);
  std::byte *map(std::size_t bytes);
  void giveUp(std::byte *address, std::size_t bytes) noexcept;
  void countGiven(std::size_t bytes);
  void trimLocked(std::size_t keep) noexcept;

  Allocator *host;
  Allocator *source;
  mutable std::mutex mutex;
  std::list<Waiting> waiting; ///< oldest first
  std::map<std::size_t, std::vector<std::list<Waiting>::iterator>> bySize;
  std::size_t waitingSum = 0;
  std::size_t givenSum = 0;
  std::size_t windowPeak = 0; ///< most that was given, in this window
  std::size_t lastPeak = 0;   ///< and in the one before
  unsigned windowCount = 0;
  std::span<std::byte> chunk; ///< mapped, for the next large memory
  unsigned mappings = 0;      ///< counts starts of large memory
};

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_BLOCKPOOL_H
