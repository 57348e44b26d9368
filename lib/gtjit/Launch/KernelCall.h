//===- KernelCall.h - A kernel with its arguments ---------------*- C++ -*-===//
//
// What it takes to run a kernel of a binding; plain data that the binding's arena
// holds.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_KERNELCALL_H
#define GTJIT_LAUNCH_KERNELCALL_H

#include "gtjit/Launch/Scratch.h"
#include "gtjit/Launch/TileWalk.h"

namespace gtjit::detail {

struct KernelCall {
  gtabi::Kernel kernel;
  gtabi::KernelArgs args;
  Tiling tiling;
  std::int64_t tiles;        ///< that can run at the same time; 0: nothing to do
  std::int64_t tilesInOrder; ///< of each of them
  std::size_t scratchBytes;  ///< of a range of tiles
  SharedScratch *scratch;    ///< where threads that share the kernel get it
  bool alone;                ///< too small to share
  std::uint64_t *scalars;    ///< those of the kernel, written before it runs
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_KERNELCALL_H
