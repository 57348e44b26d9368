//===- CacheSize.h - How much the machine's caches hold ---------*- C++ -*-===//
//
// What decides whether results go past the caches, and how much kernels that follow each other
// on the same points, or read each other's results, do at once.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_CACHESIZE_H
#define GTJIT_LAUNCH_CACHESIZE_H

#include <cstdint>

namespace gtjit::detail {

/// Bytes of the cache that a core has for itself, the second level; 1 MiB where that is not known.
std::int64_t coreCacheBytes();

/// Bytes above which what nobody reads soon had better go past the caches of `threads` cores:
/// most of their own ones on Intel's processors, whose last level takes longer to write than
/// memory, else `lastLevel`.
std::int64_t nontemporalBytes(int threads, std::int64_t lastLevel);

/// Bytes of the last-level cache that this process can count on: at most 32 MiB for each processor
/// that it may use; 32 MiB where the cache's size is not known.
std::int64_t lastLevelCacheBytes();

/// The same of a cache of so many bytes.
std::int64_t lastLevelCacheBytes(std::int64_t cacheBytes, std::int64_t processors);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_CACHESIZE_H
