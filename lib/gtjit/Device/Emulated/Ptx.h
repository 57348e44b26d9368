//===- Ptx.h - PTX as an executor runs it -----------------------*- C++ -*-===//
//
// A module of PTX, decoded: each instruction has the function that runs it and the numbers
// of the slots that it reads and writes. Registers, special registers and the numbers that
// stand in the text are slots of a thread alike, eight bytes each.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_PTX_H
#define GTJIT_DEVICE_EMULATED_PTX_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gtjit::detail::ptx {

class Thread;
struct Instruction;
using Handler = void (*)(Thread &thread, const Instruction &instruction);

/// Where memory is. A generic address is of one of them, by its value.
enum class Space : std::uint8_t { Generic, Global, Shared, Local, Param };

/// Slot of an operand that an instruction lacks; a guard that is always true.
inline constexpr std::uint32_t kNone = ~0u;

struct Instruction {
  Handler run = nullptr;
  std::array<std::uint32_t, 6> slots{kNone, kNone, kNone, kNone, kNone, kNone};
  std::uint32_t guard = kNone; ///< a predicate
  bool isGuardNegated = false;
  Space space = Space::Generic; ///< of memory
  std::uint8_t count = 1;       ///< elements that are moved
  std::int64_t offset = 0;      ///< bytes, of an address
  std::uint32_t target = 0;     ///< of a branch: an instruction's number
  std::uint32_t line = 0;       ///< in the text, from 1
};

/// Special registers, which are a thread's first slots in this order.
enum class Special : std::uint32_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  Count
};

/// What nobody has written: registers, a thread's own memory, that of a block and of the device.
inline constexpr std::uint64_t kFreshWord = 0xA5A5A5A5A5A5A5A5;
inline constexpr std::byte kFreshByte{0xA5};

/// Shared memory that a block can have.
inline constexpr std::size_t kMostSharedBytes = 48 << 10;

/// An entry.
struct Function {
  std::string name;
  std::vector<Instruction> code;
  std::vector<std::uint64_t> slots; ///< those of a thread at its start: the text's numbers
  std::size_t paramBytes = 0;
  std::size_t localBytes = 0;
  std::size_t sharedBytes = 0;
  bool hasBarrier = false;
};

/// A variable in the device's memory, with the bytes that it starts with.
struct Variable {
  std::vector<std::byte> bytes;
  std::uint64_t address = 0; ///< given before functions are decoded
};

struct Module {
  std::map<std::string, Function> functions;
};

/// What is wrong with a text: "line 12: no such instruction 'ex2.approx.f32'".
struct TextError {
  std::string message;
};

} // namespace gtjit::detail::ptx

#endif // GTJIT_DEVICE_EMULATED_PTX_H
