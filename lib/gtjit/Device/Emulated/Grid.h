//===- Grid.h - Launches on an emulated device ------------------*- C++ -*-===//
#ifndef GTJIT_DEVICE_EMULATED_GRID_H
#define GTJIT_DEVICE_EMULATED_GRID_H

#include "gtjit/Device/Emulated/Thread.h"

namespace gtjit::detail::ptx {

/// A kernel that is to run.
struct Launch {
  const Function *function;
  unsigned grid[3], block[3];
  std::size_t sharedBytes; ///< besides what the function has
  std::vector<std::byte> params;
};

/// Runs all blocks, one after the other, and of a block one thread after the other, each up
/// to the next barrier. Throws Fault, whose message names kernel, thread and line.
void run(const Launch &launch, const DeviceHeap &heap);

} // namespace gtjit::detail::ptx

#endif // GTJIT_DEVICE_EMULATED_GRID_H
