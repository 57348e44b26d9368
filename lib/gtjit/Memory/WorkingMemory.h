//===- WorkingMemory.h - What kernels keep for themselves -------*- C++ -*-===//
//
// Temporaries and shared scratch memory lie in the application's workspace, if
// there is one and it has room.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_WORKINGMEMORY_H
#define GTJIT_MEMORY_WORKINGMEMORY_H

#include "gtjit/Runtime.h"

#include <cstddef>
#include <mutex>

namespace gtjit::detail {

/// A runtime's workspace, and how much working memory there is anywhere. Thread-safe; keeps its
/// notes in the workspace itself, so that it needs no other memory.
class WorkingMemory {
public:
  explicit WorkingMemory(Workspace given);

  /// `bytes` at a multiple of 64, the first place that is large enough; null if there is none.
  std::byte *take(std::size_t bytes) noexcept;
  /// What `take(bytes)` gave.
  void giveBack(std::byte *address, std::size_t bytes) noexcept;

  /// Working memory was taken, here or elsewhere, and given back.
  void grow(std::size_t bytes) noexcept;
  void shrink(std::size_t bytes) noexcept;
  /// The most that there was at a time.
  std::int64_t mostBytes() const noexcept;

private:
  /// At the start of a free part.
  struct Free {
    std::size_t bytes;
    Free *next; ///< of a higher address
  };
  mutable std::mutex mutex;
  Free *first = nullptr;
  std::size_t taken = 0, most = 0;
};

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_WORKINGMEMORY_H
