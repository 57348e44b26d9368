//===- StreamingCopy.h - Copies past the caches -----------------*- C++ -*-===//
//
// What kernels write their results with where no cache could hold them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_STREAMINGCOPY_H
#define GTJIT_LAUNCH_STREAMINGCOPY_H

#include <cstdint>

namespace gtjit::detail {

/// A gtabi::StreamingCopy: whole cache lines by non-temporal stores, the rest
/// by ordinary ones. Needs AVX, as every compiled kernel does. A fence has to
/// follow before another thread reads.
void streamingCopy(void *to, const void *from, std::int64_t bytes);

/// Bytes of the machine's last-level cache; 32 MiB where that is not known.
std::int64_t lastLevelCacheBytes();

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_STREAMINGCOPY_H
