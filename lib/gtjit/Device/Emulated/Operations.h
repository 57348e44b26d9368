//===- Operations.h - What the instructions of PTX do -----------*- C++ -*-===//
//
// One function for each instruction and its types, found by the instruction's name as the
// text spells it. What is not here is not run.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_OPERATIONS_H
#define GTJIT_DEVICE_EMULATED_OPERATIONS_H

#include "gtjit/Device/Emulated/Ptx.h"

#include <string_view>

namespace gtjit::detail::ptx {

/// What computes a result, slot 0, of the slots behind it; null for what is not known.
/// Floating-point arithmetic that does not say how it is rounded is not: an assembler may
/// contract it.
Handler findOperation(std::string_view name);

/// Slots 0 to 3 from memory at the address in slot 4, and to it; `type`: "b64", "s8", ... Null
/// for a type without memory.
Handler findLoad(std::string_view type);
Handler findStore(std::string_view type);
/// Bytes of a type; 0 for a predicate and what is no type.
std::size_t bytesOfType(std::string_view type);

// Slot 0 from the words in the slots behind it, one for each of `bits` bits, and the reverse:
// slots 0 to 3 from the word in slot 4.
Handler findPack(std::size_t count, std::size_t bits);
Handler findUnpack(std::size_t count, std::size_t bits);

extern const Handler kBranch, kReturn, kTrap, kBarrier, kNothing;
/// Addresses of a window as generic ones, and back: slot 1 and the number in slot 2.
extern const Handler kAddWindow, kSubtractWindow;

} // namespace gtjit::detail::ptx

#endif // GTJIT_DEVICE_EMULATED_OPERATIONS_H
