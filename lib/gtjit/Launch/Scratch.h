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
/// Thread-safe but for what takes the block and lets go of it.
class SharedScratch {
public:
  /// There will be `parts` parts of `bytes` each.
  void plan(std::size_t bytes, int parts);
  /// Makes the parts, if they are not there. Throws MemoryError.
  void takeMemory(Runtime::State &runtime, SourceLine line);
  /// Lets go of the parts, which nobody has.
  void dropMemory() noexcept;
  /// A part that nobody else has; waits for one if an executor runs more
  /// ranges at a time than it said.
  std::byte *take();
  void giveBack(std::byte *part);
  /// Of all parts that are there.
  std::size_t bytes() const { return memory.address() ? step * count : 0; }

private:
  Allocation memory;
  std::size_t step = 0, count = 0; ///< bytes of a part, and parts
  std::mutex mutex;
  std::condition_variable returned;
  std::vector<std::byte *> free; ///< the last one returned is the first one taken
};

/// Scratch memory of the calling thread, which grows to what the largest kernel
/// needs; null if there is no memory.
void *threadScratch(std::size_t bytes);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_SCRATCH_H
