//===- Arena.h - The host application's own memory --------------*- C++ -*-===//
//
// Stands for an application's memory manager: it counts what it lends.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_HOST_APPLICATION_ARENA_H
#define EXAMPLES_HOST_APPLICATION_ARENA_H

#include <gtjit/Runtime.h>

#include <atomic>
#include <cstdlib>

namespace host {

/// Lends aligned memory and knows how many bytes are out.
class Arena final : public gtjit::Allocator {
public:
  void *allocate(std::size_t bytes) override {
    void *memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (memory) {
      lent += static_cast<std::int64_t>(bytes);
      ++calls;
    }
    return memory;
  }
  void deallocate(void *pointer, std::size_t bytes) override {
    std::free(pointer);
    lent -= static_cast<std::int64_t>(bytes);
  }
  std::int64_t bytesLent() const { return lent; }
  std::int64_t allocations() const { return calls; }

private:
  std::atomic<std::int64_t> lent{0}, calls{0};
};

} // namespace host

#endif // EXAMPLES_HOST_APPLICATION_ARENA_H
