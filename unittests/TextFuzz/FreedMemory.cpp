//===- FreedMemory.cpp - Memory that is not used when it is freed ---------===//
//
// The functions of the C library for this process: what is freed is filled with
// a pattern and kept for a while. Who reads a pointer there faults; who writes
// there is found when the memory goes back. The sanitizers do this by
// themselves, but not for MLIR's own code, which is built without them.
//
//===----------------------------------------------------------------------===//
#include "Options.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <malloc.h>

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

extern "C" void __libc_free(void *);

namespace {

constexpr unsigned char kFreed = 0xa5; // as an address it is nobody's
constexpr std::size_t kKept = 1 << 15, kLongest = 1 << 12;

/// The last blocks that were freed, oldest first.
struct FreedBlocks {
  void *blocks[kKept];
  std::size_t next = 0;
  std::atomic_flag isBusy = ATOMIC_FLAG_INIT;
};
FreedBlocks freedBlocks;

void checkUntouched(const void *block) {
  const auto *bytes = static_cast<const unsigned char *>(block);
  for (std::size_t n = 0, size = malloc_usable_size(const_cast<void *>(block)); n < size; ++n)
    if (bytes[n] != kFreed)
      textfuzz::tellAndEnd("memory was written after it was freed");
}

} // namespace

extern "C" void free(void *block) noexcept {
  std::size_t size = block ? malloc_usable_size(block) : 0;
  if (size == 0 || size > kLongest)
    return __libc_free(block);
  std::memset(block, kFreed, size);
  while (freedBlocks.isBusy.test_and_set(std::memory_order_acquire)) {
  }
  void *&place = freedBlocks.blocks[freedBlocks.next++ % kKept];
  void *oldest = place;
  place = block;
  freedBlocks.isBusy.clear(std::memory_order_release);
  if (!oldest)
    return;
  checkUntouched(oldest);
  __libc_free(oldest);
}

#endif
