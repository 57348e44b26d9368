//===- CacheSize.cpp - How much the machine's caches hold -----------------===//

#include "gtjit/Launch/CacheSize.h"

#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace gtjit::detail {

/// What is known of no machine to be more than a processor's share of the last-level cache. A
/// virtual machine with two of a socket's processors may be told of all of its cache, most of
/// which others use.
static constexpr std::int64_t kMostBytesOfProcessor = std::int64_t(32) << 20;

namespace {
/// What the kernel says of a cache of the first processor. What cpuid says is that of all
/// processors of the host, for some.
struct Cache {
  explicit Cache(int index) {
    std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index);
    std::ifstream(folder + "/level") >> level;
    char unit = 0;
    std::ifstream(folder + "/size") >> bytes >> unit; // 32768K
    bytes = unit == 'K' ? bytes << 10 : unit == 'M' ? bytes << 20 : bytes;
  }
  int level = 0;
  std::int64_t bytes = 0;
};
} // namespace

/// The largest cache of a level, or of all for level 0; `unknown` where there is none.
static std::int64_t largestCache(int level, std::int64_t unknown) {
  std::int64_t largest = 0;
  for (int index = 0; index < 8; ++index)
    if (Cache cache(index); level == 0 || cache.level == level)
      largest = std::max(largest, cache.bytes);
  return largest > 0 ? largest : unknown;
}

std::int64_t coreCacheBytes() {
  static const std::int64_t bytes = largestCache(/*level=*/2, std::int64_t(1) << 20);
  return bytes;
}

// On a Xeon of the sixth generation kernels whose data fit the last level take 0.65 to 0.85 of
// their time so; where the cores' own caches hold all of it twice the time, and horizontal
// diffusion that would fill these 0.95.
std::int64_t nontemporalBytes(int threads, std::int64_t lastLevel) {
  return isIntels() ? std::min(saturatingProduct(coreCacheBytes() / 4 * 3, threads), lastLevel)
                    : lastLevel;
}

std::int64_t lastLevelCacheBytes(std::int64_t cacheBytes, std::int64_t processors) {
  return std::min(cacheBytes, saturatingProduct(kMostBytesOfProcessor, processors));
}

std::int64_t lastLevelCacheBytes() {
  static const std::int64_t bytes =
      lastLevelCacheBytes(largestCache(/*level=*/0, kMostBytesOfProcessor),
                          std::max(1u, std::thread::hardware_concurrency()));
  return bytes;
}

} // namespace gtjit::detail
