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

namespace gtjit::detail {

/// What one run of a kernel touches. Halos are not counted, and every element
/// once: what must come from memory if nothing is in a cache.
struct Traffic {
  Domain loops; ///< that the kernel runs over, a reduced dimension included
  std::int64_t bytesRead = 0;
  std::int64_t bytesWritten = 0;
};

/// The traffic of kernel number `index`.
Traffic trafficOf(const Arguments &arguments, const ImageView &image, std::size_t index);

/// Bytes of a temporary of the image.
std::int64_t bytesOf(const Arguments &arguments, const ImageView &image,
                     const gtabi::TemporaryInfo &temporary);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_KERNELTRAFFIC_H
