//===- Scratch.h - Scratch memory of kernels --------------------*- C++ -*-===//
//
// A kernel needs some memory for each range of tiles that runs at a time. All
// of it is taken before the first kernel of an evaluation runs, so that none
// fails half way.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_SCRATCH_H
#define GTJIT_LAUNCH_SCRATCH_H

#include "gtjit/Memory/Allocation.h"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace gtjit::detail {

/// Parts of one block, one for each range of tiles that runs at a time.
/// Thread-safe but for `prepare`.
class SharedScratch {
public:
  /// Makes `parts` parts of `bytes` each. Throws MemoryError.
  void prepare(Runtime::State &runtime, std::size_t bytes, int parts, SourceLine line);
  /// A part that nobody else has; waits for one if an executor runs more
  /// ranges at a time than it said.
  std::byte *take();
  void giveBack(std::byte *part);
  /// Of all parts.
  std::size_t bytes() const { return size; }

private:
  Allocation memory;
  std::size_t size = 0;
  std::mutex mutex;
  std::condition_variable returned;
  std::vector<std::byte *> free; ///< the last one returned is the first one taken
};

/// Scratch memory of the calling thread, which grows to what the largest kernel
/// needs; null if there is no memory.
void *threadScratch(std::size_t bytes);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_SCRATCH_H
