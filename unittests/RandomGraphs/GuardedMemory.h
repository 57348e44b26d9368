//===- GuardedMemory.h - Memory whose neighbours fault ----------*- C++ -*-===//
//
// No sanitizer sees what a compiled kernel touches; the processor does.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_GUARDEDMEMORY_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_GUARDEDMEMORY_H

#include "gtjit/Runtime.h"

#include <atomic>
#include <cstdint>

namespace gtjit::randomgraphs {

/// Memory between pages that cannot be touched, next to the one behind it and
/// next to the one before it in turn, full of the same byte at first. What lies
/// in its pages beside it must still be that byte when it is freed. Freed memory
/// cannot be touched either, until the address is given again.
class GuardedMemory : public Allocator {
public:
  void *allocate(std::size_t bytes) override;
  void deallocate(void *pointer, std::size_t bytes) override;

private:
  std::atomic<std::uint64_t> allocations = 0;
};

/// From then on a fault, or a write beside guarded memory, ends the program and
/// names this scenario.
void nameScenarioOfFaults(std::int64_t number);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_GUARDEDMEMORY_H
