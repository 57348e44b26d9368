//===- CacheSize.cpp - How much the machine's caches hold -----------------===//

#include "gtjit/Launch/CacheSize.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace gtjit::detail {

/// What the kernel says of cache number `index` of the first processor: "32768K".
/// What cpuid says is that of all processors of the host, for some.
static std::int64_t cacheBytes(int index) {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
  std::int64_t size = 0;
  char unit = 0;
  file >> size >> unit;
  return unit == 'K' ? size << 10 : unit == 'M' ? size << 20 : size;
}

std::int64_t lastLevelCacheBytes() {
  static const std::int64_t bytes = [] {
    std::int64_t largest = 0;
    for (int index = 0; index < 8; ++index)
      largest = std::max(largest, cacheBytes(index));
    return largest > 0 ? largest : std::int64_t(32) << 20;
  }();
  return bytes;
}

} // namespace gtjit::detail
