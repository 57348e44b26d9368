//===- Allocation.h - Memory that one object owns ---------------*- C++ -*-===//
//
// Memory of a runtime's pool, from its taking to its giving back. Its owner is
// the only one who can reach it: temporaries and scratch memory of kernels, and
// what blocks, which are shared, are made of.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_ALLOCATION_H
#define GTJIT_MEMORY_ALLOCATION_H

#include "gtjit/Runtime.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gtjit::detail {

/// What memory of the host is for.
enum class Purpose : std::uint8_t {
  Values,
  Transfers, ///< a device copies it by itself, if there is one
  Work,      ///< what kernels keep for themselves, in the application's workspace if it has room
};

/// Movable; keeps the runtime alive, but for work: plans that rest in the runtime have such memory,
/// and whoever else has it keeps the runtime.
class Allocation {
public:
  Allocation() = default;
  /// At least `bytes` at a multiple of `alignment`, any number, and of 64;
  /// large ones in huge pages (BlockPool.h). Throws MemoryError.
  Allocation(Runtime::State &runtime, std::size_t bytes, SourceLine line,
             std::size_t alignment = 64, Purpose purpose = Purpose::Values);
  Allocation(Allocation &&other) noexcept { swap(other); }
  Allocation &operator=(Allocation &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Allocation();

  std::byte *address() const { return aligned; }
  /// Fresh memory, which reads as zero.
  bool isZeroed() const { return zeroed; }

private:
  void swap(Allocation &other) noexcept {
    std::swap(runtime, other.runtime);
    std::swap(memory, other.memory);
    std::swap(bytes, other.bytes);
    std::swap(aligned, other.aligned);
    std::swap(zeroed, other.zeroed);
    std::swap(source, other.source);
    std::swap(purpose, other.purpose);
  }
  Runtime::State *runtime = nullptr; ///< retained
  std::byte *memory = nullptr;       ///< what the source gave
  std::size_t bytes = 0;             ///< of it
  std::byte *aligned = nullptr;
  bool zeroed = false;
  enum class Source : std::uint8_t { Pool, PinnedPool, Workspace } source = Source::Pool;
  Purpose purpose = Purpose::Values;
};

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_ALLOCATION_H
