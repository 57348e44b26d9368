//===- Thread.h - A thread of an emulated device ----------------*- C++ -*-===//
//
// What instructions see while they run: slots, memory, and where the thread is. Every
// access is checked: it lies in one piece of memory and is aligned.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_THREAD_H
#define GTJIT_DEVICE_EMULATED_THREAD_H

#include "gtjit/Device/Emulated/DeviceHeap.h"
#include "gtjit/Device/Emulated/Ptx.h"
#include "gtjit/Device/Emulated/SharedMemory.h"

#include <cstring>
#include <span>

namespace gtjit::detail::ptx {

/// An access that no memory allows, or an instruction that must not be reached.
struct Fault {
  int error; ///< CUresult
  std::string message;
};

/// Where generic addresses of a thread's own memory and of its block's begin.
inline constexpr std::uint64_t kLocalWindow = std::uint64_t(1) << 62;
inline constexpr std::uint64_t kSharedWindow = std::uint64_t(3) << 61;

class Thread {
public:
  enum class State : std::uint8_t { Running, AtBarrier, Done };

  Thread(const Function &function, std::span<const std::byte> params, const DeviceHeap &heap,
         SharedMemory &shared)
      : function(function), params(params), heap(heap), shared(shared), slots(function.slots),
        local(function.localBytes, kFreshByte) {}

  /// Starts again as another thread: this one of its block.
  void restart(std::uint32_t number);
  /// Runs up to a barrier or the end. Throws Fault.
  void run();

  std::uint64_t &slot(std::uint32_t number) { return slots[number]; }
  void setSpecial(Special name, std::uint32_t value) {
    slots[static_cast<std::uint32_t>(name)] = value;
  }
  template <class T> T get(std::uint32_t number) const {
    T value;
    std::memcpy(&value, &slots[number], sizeof(T));
    return value;
  }
  template <class T> void set(std::uint32_t number, T value) {
    slots[number] = 0;
    std::memcpy(&slots[number], &value, sizeof(T));
  }
  /// The memory of an access of `bytes` at the address of the instruction's operand `operand`.
  std::byte *at(const Instruction &instruction, std::size_t operand, std::size_t bytes,
                bool isStore);

  /// What the last addition or subtraction with `.cc` has carried or borrowed.
  bool carry = false;

  void jump(std::uint32_t to) { next = to; }
  void stop(State why) { state = why; }
  State where() const { return state; }
  /// The instruction that has run last.
  const Instruction &last() const { return function.code[next - 1]; }

private:
  const Function &function;
  std::span<const std::byte> params;
  const DeviceHeap &heap;
  SharedMemory &shared;
  std::uint32_t inBlock = 0; ///< number of the thread
  std::vector<std::uint64_t> slots;
  std::vector<std::byte> local;
  DeviceHeap::Piece piece; ///< of the last access to the device's memory
  static constexpr std::uint64_t kMostInstructions = std::uint64_t(1) << 32;
  std::uint64_t left = kMostInstructions;
  std::uint32_t next = 0;
  State state = State::Running;
};

} // namespace gtjit::detail::ptx

#endif // GTJIT_DEVICE_EMULATED_THREAD_H
