//===- SharedPass.h - Kernels that go through the same memory ---*- C++ -*-===//
//
// What is reduced is often read again with the result: an anomaly, a variance, the place
// of the least value. One kernel after the other would fetch all of it from memory each
// time; on a tile of the results' points one after the other, it is in a cache from the
// second one on.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_SHAREDPASS_H
#define GTJIT_LAUNCH_SHAREDPASS_H

#include "gtjit/Kernel/ImageView.h"

namespace gtjit::detail {

/// Consecutive kernels that all have some loops, and touch on other tiles of these nothing that
/// one of them writes on a tile.
struct SharedPass {
  std::size_t count = 0;                ///< kernels; 0: there is no such pass
  std::size_t again = 0;                ///< those that read something again
  std::span<const std::uint32_t> loops; ///< the numbers of their bounds, slow to fast
};

/// Those among [first, end), from a reduction up to the last one that reads again what has more
/// dimensions than these loops. Storages whose memory overlaps are not known here.
SharedPass findSharedPass(const ImageView &image, std::size_t first, std::size_t end);

/// The number of the pass's loop that a kernel's loop is; kNoLoop: the kernel goes through all of
/// it.
inline constexpr std::uint32_t kNoLoop = ~0u;
std::uint32_t loopOfPass(const ImageView &image, const SharedPass &pass,
                         const gtabi::KernelInfo &kernel, std::uint32_t loop);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_SHAREDPASS_H
