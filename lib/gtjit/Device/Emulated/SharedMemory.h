//===- SharedMemory.h - What the threads of a block share -------*- C++ -*-===//
//
// Memory of one block on an emulated device that knows who has reached each byte since the
// last barrier. What one thread stores and another reaches without a barrier between them is
// a fault, in whichever order they run.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_SHAREDMEMORY_H
#define GTJIT_DEVICE_EMULATED_SHAREDMEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gtjit::detail::ptx {

class SharedMemory {
public:
  explicit SharedMemory(std::size_t size) : bytes(size), marks(size) {}

  std::size_t size() const { return bytes.size(); }
  /// Begins as that of another block.
  void restart();
  /// All threads have come to a barrier.
  void passBarrier() { ++phase; }
  /// The bytes that `thread` loads or stores, which are there. Throws Fault.
  std::byte *reach(std::size_t first, std::size_t count, std::uint32_t thread, bool isStore);

private:
  static constexpr std::uint32_t kNobody = ~0u, kSeveral = ~0u - 1;
  /// Of a byte: who has loaded and who has stored it in a phase.
  struct Mark {
    std::uint64_t phase = 0;
    std::uint32_t reader = kNobody, writer = kNobody;
  };

  std::vector<std::byte> bytes;
  std::vector<Mark> marks;
  std::uint64_t phase = 1;
};

} // namespace gtjit::detail::ptx

#endif // GTJIT_DEVICE_EMULATED_SHAREDMEMORY_H
