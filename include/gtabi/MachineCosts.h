//===- MachineCosts.h - What operations take on a CPU -----------*- C++ -*-===//
//
// The costs that are measured on a machine. Plain data, standard library only.
//
//===----------------------------------------------------------------------===//
#ifndef GTABI_MACHINECOSTS_H
#define GTABI_MACHINECOSTS_H

#include <cstdint>

/// COST(name) for each of them: members of gtabi::MachineCosts and of gtjit::MachineCosts,
/// which says what they mean.
#define GTABI_MACHINE_COSTS(COST) COST(divider) COST(gather) COST(cached) COST(memory)

namespace gtabi {

/// In the units of the members of #gt.machine that they stand for, MachineAttr::withCosts; 0: as
/// it is known of the CPU.
struct MachineCosts {
#define GTABI_MEMBER(name) std::uint32_t name;
  GTABI_MACHINE_COSTS(GTABI_MEMBER)
#undef GTABI_MEMBER

  bool operator==(const MachineCosts &) const = default;
};

} // namespace gtabi

#endif // GTABI_MACHINECOSTS_H
