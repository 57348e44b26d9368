//===- Thread.cpp - A thread of an emulated device ------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/Thread.h"

#include "gtjit/Device/Emulated/DriverErrors.h"

#include <algorithm>
#include <cstdio>

namespace gtjit::detail::ptx {

void Thread::restart(std::uint32_t number) {
  inBlock = number;
  slots = function.slots;
  std::fill(local.begin(), local.end(), kFreshByte);
  carry = false;
  left = kMostInstructions;
  next = 0;
  state = State::Running;
}

void Thread::run() {
  state = State::Running;
  while (state == State::Running) {
    if (left-- == 0)
      throw Fault{kLaunchTimeout, "the thread does not end"};
    const Instruction &instruction = function.code[next++];
    if (instruction.guard == kNone ||
        (slots[instruction.guard] & 1) != std::uint64_t(instruction.isGuardNegated))
      instruction.run(*this, instruction);
  }
}

[[noreturn]] static void throwOutside(const char *memory, std::uint64_t address,
                                      std::size_t bytes) {
  char text[96];
  std::snprintf(text, sizeof(text), "%zu bytes at 0x%llx are not in %s", bytes,
                static_cast<unsigned long long>(address), memory);
  throw Fault{kIllegalAddress, text};
}

static void checkInside(std::size_t size, const char *name, std::uint64_t address,
                        std::size_t bytes) {
  if (address > size || bytes > size - address)
    throwOutside(name, address, bytes);
}

std::byte *Thread::at(const Instruction &instruction, std::size_t operand, std::size_t bytes,
                      bool isStore) {
  std::uint64_t address =
      slots[instruction.slots[operand]] + static_cast<std::uint64_t>(instruction.offset);
  if (address % bytes != 0)
    throw Fault{kMisalignedAddress, std::to_string(bytes) + " bytes are at " +
                                        std::to_string(address) + ", no multiple of that"};
  Space space = instruction.space;
  if (space == Space::Generic && address >= kSharedWindow) {
    space = Space::Shared;
    address -= kSharedWindow;
  } else if (space == Space::Generic && address >= kLocalWindow) {
    space = Space::Local;
    address -= kLocalWindow;
  }
  switch (space) {
  case Space::Shared:
    checkInside(shared.size(), "the block's shared memory", address, bytes);
    return shared.reach(address, bytes, inBlock, isStore);
  case Space::Local:
    checkInside(local.size(), "the thread's local memory", address, bytes);
    return local.data() + address;
  case Space::Param:
    checkInside(params.size(), "the parameters", address, bytes);
    return const_cast<std::byte *>(params.data()) + address; // which nothing stores to
  default:
    if (!piece.holds(address, bytes) || piece.size == 0) {
      piece = heap.find(address);
      if (piece.size == 0 || !piece.holds(address, bytes))
        throwOutside("memory of the device", address, bytes);
    }
    return piece.at(address);
  }
}

} // namespace gtjit::detail::ptx
