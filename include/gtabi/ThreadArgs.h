//===- ThreadArgs.h - What a kernel of threads is called with ---*- C++ -*-===//
//
// The one argument of a kernel whose threads run one point of the parallel loops
// each, on a GPU: a block of words of eight bytes, by value, or where it is large its
// address in the device's memory. The engine fills it, the code generator emits loads
// from it; a change here is a change of `kAbiVersion`. Standard library only.
//
//   status                    address of a word that kernels may set, see KernelArgs
//   lo, hi of each range      loops, slow to fast, then reduced, then pins (KernelInfo)
//   lo, hi of each loop       of the launch: a part of the range, none empty
//   origin, strides...        of each storage, see StorageAddress
//   scalars                   see KernelArgs
//
// The thread whose index in the whole grid is (x, y, z) runs the points whose distance from
// the launch's lo is x in the last loop, y in the one before, and z in the others, of which
// the fastest counts first. Threads beyond the end do nothing.
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

/// Where the parts of a block begin, in words.
struct ThreadArgsLayout {
  std::size_t ranges = 1;
  std::size_t launch;
  std::size_t storages;

  ThreadArgsLayout(std::size_t rangeCount, std::size_t loopCount)
      : launch(ranges + 2 * rangeCount), storages(launch + 2 * loopCount) {}
};

} // namespace gtabi

#endif // GTABI_THREADARGS_H
