//===- StreamingCopy.cpp - Copies past the caches -------------------------===//

#include "gtjit/Launch/StreamingCopy.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <immintrin.h>
#include <string>

namespace gtjit::detail {

static constexpr std::int64_t kLine = 64;

[[gnu::target("avx")]] void streamingCopy(void *to, const void *from, std::int64_t bytes) {
  auto *target = static_cast<char *>(to);
  auto *source = static_cast<const char *>(from);
  auto misaligned = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(target) % kLine);
  std::int64_t head = misaligned ? std::min(bytes, kLine - misaligned) : 0;
  std::memcpy(target, source, static_cast<std::size_t>(head));
  std::int64_t whole = head + (bytes - head) / kLine * kLine;
  for (std::int64_t at = head; at < whole; at += kLine) {
    __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(source + at));
    __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(source + at + 32));
    _mm256_stream_si256(reinterpret_cast<__m256i *>(target + at), low);
    _mm256_stream_si256(reinterpret_cast<__m256i *>(target + at + 32), high);
  }
  std::memcpy(target + whole, source + whole, static_cast<std::size_t>(bytes - whole));
}

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
