//===- ThreadArgs.h - What a kernel of threads is called with ---*- C++ -*-===//
//
// The one argument of a kernel whose threads run points of the parallel loops, on a
// GPU: a block of words of eight bytes, by value, or where it is large its
// address in the device's memory. The engine fills it, the code generator emits loads
// from it; a change here is a change of `kAbiVersion`. Standard library only.
//
//   status                    address of a word that kernels may set, see KernelArgs
//   lo, hi of each range      loops, slow to fast, then reduced, then pins (KernelInfo)
//   lo, hi of each loop       of the launch: a part of the range, none empty
//   in, values, out, shares, groups  of a kernel whose threads reduce together
//   origin, strides...        of each storage, see StorageAddress
//   scalars                   see KernelArgs
//
// The thread whose index in the whole grid is (x, y, z) runs the points whose distance from
// the launch's lo is x in the last loop, y in the one before, and z in the others, of which
// the fastest counts first. A thread that runs several points (KernelInfo::pointsX and pointsY)
// has those from x times pointsX on in the last loop, and from y times pointsY on in the one
// before, as far as there are so many. Threads beyond the end do nothing.
//
// Where threads reduce together (KernelInfo::partials) those of a block with the same x have
// one result, which is cut into shares: block b of the grid has share number b % shares of
// neighbours number b / shares, as many results along the last loop as a block has threads
// along x, in `groups` of them, then those of the loop before. A launch of 0 `values` reduces
// points: of each block of KernelInfo::blockPoints as many threads as KernelInfo::blockLanes,
// a power of two, make one value. Another reduces so many values of each result, which lie at
// `in`, one a thread. As many threads as there are in a block along y, a power of two, combine
// what they have. If there is one share that is the result; else each share leaves its value
// at `out`, of which a later launch makes the result. Values lie in slots of kPartialBytes:
// all results of value 0, of value 1 and so on, first of all of the first partial result.
//
//===----------------------------------------------------------------------===//
#ifndef GTABI_THREADARGS_H
#define GTABI_THREADARGS_H

#include <cstddef>
#include <cstdint>

namespace gtabi {

/// The target of entries whose code is PTX: text that a zero ends, and behind it the names of the
/// functions, each ended by a zero. EntryInfo::offset is that of a name.
inline constexpr char kPtxTarget[] = "nvptx";

/// Bytes of the largest block that is handed over by value.
inline constexpr std::size_t kMostParameterBytes = 4096;

/// The symbol of memory that threads of a block share: the only variable beside kernels.
inline constexpr char kSharedMemory[] = "gt_shared";

/// Most threads of a block that reduce together, and bytes of a value that they leave.
inline constexpr std::size_t kMostTogether = 256, kPartialBytes = 16;

/// The words of a kernel whose threads reduce together.
enum ReductionWord : std::size_t { kIn, kValues, kOut, kShares, kGroups, kReductionWords };

/// Where the parts of a block begin, in words.
struct ThreadArgsLayout {
  std::size_t ranges = 1;
  std::size_t launch;
  std::size_t reduction; ///< if threads reduce together
  std::size_t storages;

  ThreadArgsLayout(std::size_t rangeCount, std::size_t loopCount, bool reducesTogether)
      : launch(ranges + 2 * rangeCount), reduction(launch + 2 * loopCount),
        storages(reduction + (reducesTogether ? std::size_t(kReductionWords) : 0)) {}
};

} // namespace gtabi

#endif // GTABI_THREADARGS_H
