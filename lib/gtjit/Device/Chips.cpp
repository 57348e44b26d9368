//===- Chips.cpp - The GPUs that code is made for -------------------------===//
//
// See the header. PTX for a chip runs on all that are no older.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Chips.h"

namespace gtjit::detail {

static constexpr int kCapabilities[] = {121, 120, 103, 100, 90, 89, 87, 86, 80, 75, 72, 70};

std::string chipFor(int capability) {
  for (int known : kCapabilities)
    if (known <= capability)
      return "sm_" + std::to_string(known);
  return {};
}

std::optional<int> capabilityOf(std::string_view chip) {
  for (int known : kCapabilities)
    if (chip == "sm_" + std::to_string(known))
      return known;
  return std::nullopt;
}

} // namespace gtjit::detail
