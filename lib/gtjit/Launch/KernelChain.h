//===- KernelChain.h - Kernels that run slab by slab ------------*- C++ -*-===//
//
// One after the other over all of memory, each kernel fetches again what the one before has
// written. A chain of them runs on some rows, one kernel behind the other, and goes on to the next
// rows: of the temporaries between them a window is there, in a cache, and nothing of them goes
// through memory.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_KERNELCHAIN_H
#define GTJIT_LAUNCH_KERNELCHAIN_H

#include "gtjit/Launch/KernelCall.h"

#include <algorithm>

namespace gtjit::detail {

/// How many points more than those of a tile, in front of it and behind it.
struct Growth {
  std::int64_t lower;
  std::int64_t upper;

  bool isNone() const { return lower == 0 && upper == 0; }
  void add(Growth other) {
    lower = std::max(lower, other.lower);
    upper = std::max(upper, other.upper);
  }
};

/// A temporary of which there is a window: its elements for the points of a tile, in the slab loop
/// those of a slab and what later kernels still need of the slabs before. Rows begin at a line of
/// the cache for the same coordinates in all windows of a chain. Plain data.
struct ChainWindow {
  std::uint32_t temporary;     ///< its dimensions are the loops
  const gtabi::Bounds *bounds; ///< of all of the temporary, by loop
  const Growth *growth;        ///< by loop
  std::int64_t behind;         ///< the window begins so many coordinates in front of the slab
  std::int64_t lag;            ///< it ends so many in front of the slab's end
  std::int64_t *strides;       ///< by loop, in bytes: the largest that of the slab loop
  std::size_t offset;          ///< in the scratch memory
};

/// A kernel of a chain. Plain data.
struct ChainMember {
  KernelCall *call;       ///< bound before the chain runs
  std::int64_t lag;       ///< so many coordinates behind the slab
  const Growth *growth;   ///< by loop
  std::int64_t *extents;  ///< the largest spans of a call, by loop
  std::uint32_t *windows; ///< of each storage that it touches, its window; kNoWindow
  std::uint32_t storages; ///< that it touches
  /// Points of a line of the windows that it writes; 0: it writes none.
  std::int64_t linePoints;
};

inline constexpr std::uint32_t kNoWindow = ~0u;

/// Consecutive kernels of parallel loops, some of which read what others write. Plain data.
struct KernelChain {
  std::size_t first, end; ///< kernels of the image
  ChainMember *members;   ///< those with points, in order
  std::size_t count;
  ChainWindow *windows;
  std::size_t windowCount;
  std::size_t slabLoop;
  std::int64_t slab; ///< its points
  Tiling tiling;     ///< of the hull of what is written outside of windows
  std::int64_t tiles;
  std::size_t windowBytes;  ///< of the scratch memory: addresses and windows
  std::size_t scratchBytes; ///< with that of the kernels
  SharedScratch *scratch;   ///< where threads that share the tiles get it
  bool alone;               ///< one thread runs all tiles
  bool isBroken; ///< in this call, as storages overlap: its kernels run one after the other
};

/// Of the scratch memory, what the kernels' arguments need.
std::size_t chainTableBytes(const KernelChain &chain);

/// Runs tiles [first, last) of a chain.
void runTiles(const KernelChain &chain, void *scratch, std::int64_t first, std::int64_t last);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_KERNELCHAIN_H
