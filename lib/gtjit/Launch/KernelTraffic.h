//===- KernelTraffic.h - What a kernel moves --------------------*- C++ -*-===//
//
// The points and bytes of each kernel of a compiled program for one set of
// ranges.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_KERNELTRAFFIC_H
#define GTJIT_LAUNCH_KERNELTRAFFIC_H

#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Graph/Arguments.h"
#include "gtjit/Types/Timeline.h"

#include <vector>

namespace gtjit::detail {

/// A run of kernel number `index` for the timeline, with `bounds` of the image.
TimelineEvent eventOf(const ImageView &image, std::size_t index, const gtabi::Bounds *bounds,
                      SourceLine line);

/// What one run of a kernel touches. Halos are not counted, and every element
/// once: what must come from memory if nothing is in a cache.
struct Traffic {
  Domain loops; ///< that the kernel runs over, a reduced dimension included
  std::int64_t bytesRead = 0;
  std::int64_t bytesWritten = 0;
};

/// The traffic of an image's kernels for one call. The arguments and the image must
/// outlive it.
class KernelTraffic {
public:
  KernelTraffic(const Arguments &arguments, const ImageView &image);
  /// Of kernel number `index`.
  Traffic of(std::size_t index) const;
  /// All of the image's, in the order of their table.
  const gtabi::Bounds *bounds() const { return values.data(); }
  /// Bytes of a temporary.
  std::int64_t bytesOf(const gtabi::TemporaryInfo &temporary) const;

private:
  std::int64_t bytesOf(const gtabi::StorageUse &use, const Domain &loops) const;

  const Arguments &arguments;
  const ImageView &image;
  std::vector<gtabi::Bounds> values; ///< of the image's bounds
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_KERNELTRAFFIC_H
