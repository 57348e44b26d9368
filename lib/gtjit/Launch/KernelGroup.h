//===- KernelGroup.h - Kernels that run tile by tile ------------*- C++ -*-===//
//
// A field that is put together from parts is written by several kernels. One after
// the other over all of memory they would fetch the lines at the ends of rows once
// each; tile by tile these stay in a cache.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_KERNELGROUP_H
#define GTJIT_LAUNCH_KERNELGROUP_H

#include "gtjit/Kernel/ImageView.h"
#include "gtjit/Launch/KernelCall.h"

namespace gtjit::detail {

struct KernelChain;

/// Consecutive kernels that run one after the other on each tile, or are a chain. Plain data.
struct KernelGroup {
  KernelCall *calls;
  std::size_t count;
  Tiling tiling;            ///< of the hull of their loops
  std::int64_t tiles;       ///< 0: they run one after the other, the rest counts for nothing
  std::size_t scratchBytes; ///< of a range of tiles
  SharedScratch *scratch;   ///< where threads that share the tiles get it
  bool alone;               ///< too small to share
  KernelChain *chain;       ///< null: they are none
  /// Of each kernel, by its loops: the tiling's loop that it is, or kNoLoop (SharedPass.h). Null:
  /// each is that of its number.
  const std::uint32_t *const *loops;
  bool isBroken;  ///< in this run, as storages overlap: its kernels run one after the other
  bool mayStream; ///< parts of rows, whose whole lines may go past the caches
};

/// How many kernels from `first` on write the same storage in the same loops and
/// read nothing that one of them writes.
std::size_t countParts(const ImageView &image, std::size_t first);

/// Runs tiles [first, last) of a kernel.
void runTiles(const KernelCall &call, void *scratch, std::int64_t first, std::int64_t last);
/// Runs tiles [first, last) of a group, of each tile what the kernels have of it.
void runTiles(const KernelGroup &group, void *scratch, std::int64_t first, std::int64_t last);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_KERNELGROUP_H
