//===- Chips.h - The GPUs that code is made for -----------------*- C++ -*-===//
#ifndef GTJIT_DEVICE_CHIPS_H
#define GTJIT_DEVICE_CHIPS_H

#include <optional>
#include <string>
#include <string_view>

namespace gtjit::detail {

/// The latest chip that code can be made for and that one of this compute capability, 90 for
/// 9.0, is no older than, as LLVM calls it: "sm_90"; empty if there is none.
std::string chipFor(int capability);
/// The compute capability of such a chip; nothing for another name.
std::optional<int> capabilityOf(std::string_view chip);

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_CHIPS_H
