//===- ChainTile.h - How a chain is cut -------------------------*- C++ -*-===//
//
// A chain while it is planned, and into which tiles and slabs it goes for the caches and threads
// that there are.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_CHAINTILE_H
#define GTJIT_LAUNCH_CHAINTILE_H

#include "gtjit/Launch/KernelChain.h"

#include <array>
#include <span>
#include <vector>

namespace gtjit::detail {

/// Loops of a chain.
template <class T> using ByLoop = std::array<T, gtabi::kNestedLoops>;

/// What the machine and the caller say.
struct ChainLimits {
  std::int64_t nearBytes;                   ///< of a core's own cache
  std::int64_t farBytes;                    ///< of a thread's share of the last cache
  int threads;                              ///< that will share the tiles
  std::span<const std::int64_t> prescribed; ///< extents of tiles, fastest first; empty: chosen here
};

/// A member's use of a storage that another member touches as well.
struct Touch {
  std::size_t member;
  const gtabi::StorageUse *use;
  const gtabi::ReachInfo *reach;
};

/// A chain while it is planned.
struct ChainDraft {
  struct Member {
    std::size_t kernel;
    ByLoop<gtabi::Bounds> loops;
    ByLoop<Growth> growth{};
    std::int64_t lag = 0;
    bool writesOutside = false;
  };
  struct Window {
    std::uint32_t temporary;
    std::int64_t elementBytes;
    ByLoop<gtabi::Bounds> bounds;
    ByLoop<Growth> growth{};
    std::int64_t behind = INT64_MIN, lag = INT64_MAX;
  };
  ChainDraft(std::size_t first, std::size_t end, std::size_t depth)
      : first(first), end(end), depth(depth) {}
  std::size_t first, end, depth;
  std::vector<Member> members;
  std::vector<Window> windows;
  std::vector<std::vector<Touch>> shared; ///< by storage that a member writes and another touches
  ByLoop<gtabi::Bounds> hull{};
  ByLoop<bool> mayCut{};
  ByLoop<std::int64_t> tile{};
  std::size_t slabLoop = 0;
  std::int64_t slab = 1;
};

/// Bytes of a line of the caches, at which rows of windows begin.
inline constexpr std::int64_t kLineBytes = 64;

/// Sets the extents of tiles and slabs of a draft of which all else is known. False if the caches
/// do not hold its windows, or the threads would have nothing to share.
bool chooseTile(ChainDraft &draft, const ChainLimits &limits);

/// Bytes of a window, and its strides by loop.
std::int64_t bytesOfWindow(const ChainDraft &draft, std::size_t window,
                           ByLoop<std::int64_t> &strides);

/// How many points of a loop a member computes at most for a tile.
std::int64_t largestSpan(const ChainDraft &draft, const ChainDraft::Member &member,
                         std::size_t loop);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_CHAINTILE_H
