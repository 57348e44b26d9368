//===- CacheSize.h - How much the machine's caches hold ---------*- C++ -*-===//
//
// What decides whether results go past the caches, and how much of a temporary is kept at a time.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_CACHESIZE_H
#define GTJIT_LAUNCH_CACHESIZE_H

#include <cstdint>

namespace gtjit::detail {

/// Bytes of the machine's last-level cache; 32 MiB where that is not known.
std::int64_t lastLevelCacheBytes();
/// Bytes of a core's second-level cache; 1 MiB where that is not known.
std::int64_t secondLevelCacheBytes();

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_CACHESIZE_H
