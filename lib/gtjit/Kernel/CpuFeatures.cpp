//===- CpuFeatures.cpp - What a machine can run ---------------------------===//
//
// All extensions that code generation for x86 chooses instructions from.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Kernel/CpuFeatures.h"

#include <algorithm>
#include <array>
#include <cpuid.h>

namespace gtjit::detail {

std::vector<std::string> cpuFeatures() {
  std::vector<std::string> present;
  __builtin_cpu_init();
#define FEATURE(NAME)                                                                              \
  if (__builtin_cpu_supports(NAME))                                                                \
  present.emplace_back(NAME)
  FEATURE("sse3");
  FEATURE("ssse3");
  FEATURE("sse4.1");
  FEATURE("sse4.2");
  FEATURE("sse4a");
  FEATURE("popcnt");
  FEATURE("avx");
  FEATURE("avx2");
  FEATURE("fma");
  FEATURE("fma4");
  FEATURE("xop");
  FEATURE("tbm");
  FEATURE("f16c");
  FEATURE("bmi");
  FEATURE("bmi2");
  FEATURE("lzcnt");
  FEATURE("movbe");
  FEATURE("adx");
  FEATURE("pclmul");
  FEATURE("vpclmulqdq");
  FEATURE("gfni");
  FEATURE("avx512f");
  FEATURE("avx512cd");
  FEATURE("avx512bw");
  FEATURE("avx512dq");
  FEATURE("avx512vl");
  FEATURE("avx512ifma");
  FEATURE("avx512vbmi");
  FEATURE("avx512vbmi2");
  FEATURE("avx512vnni");
  FEATURE("avx512bitalg");
  FEATURE("avx512vpopcntdq");
  FEATURE("avx512bf16");
  FEATURE("avx512fp16");
  FEATURE("avxvnni");
#undef FEATURE
  return present;
}

/// Asked of the processor, which takes microseconds under a hypervisor.
static std::string askedHostCpu() {
  unsigned maker[3] = {}, version = 0, rest[3], most;
  __get_cpuid(0, &most, &maker[0], &maker[2], &maker[1]);
  __get_cpuid(1, &version, &rest[0], &rest[1], &rest[2]);
  std::string text(reinterpret_cast<const char *>(maker), sizeof(maker));
  text += " " + std::to_string(version);
  for (const std::string &feature : cpuFeatures())
    text += " " + feature;
  return text;
}

const std::string &hostCpu() {
  static const auto &known = *new std::string(askedHostCpu()); // destructors of statics may compile
  return known;
}

bool isIntels() {
  static const bool known = hostCpu().starts_with("GenuineIntel");
  return known;
}

std::optional<std::vector<std::string>> featuresOfLevel(std::string_view name) {
  using Names = std::vector<std::string>;
  static const std::array<std::pair<std::string_view, Names>, 4> levels = {{
      {"x86-64", {}},
      {"x86-64-v2", {"sse3", "ssse3", "sse4.1", "sse4.2", "popcnt"}},
      {"x86-64-v3", {"avx", "avx2", "fma", "f16c", "bmi", "bmi2", "lzcnt", "movbe"}},
      {"x86-64-v4", {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}},
  }};
  Names features;
  for (const auto &[level, added] : levels) { // each has what those before it have
    features.insert(features.end(), added.begin(), added.end());
    if (level == name)
      return features;
  }
  return std::nullopt;
}

std::string missingFeatures(const std::vector<std::string> &needed) {
  std::vector<std::string> present = cpuFeatures();
  std::string list;
  for (const std::string &feature : needed)
    if (std::find(present.begin(), present.end(), feature) == present.end())
      list += (list.empty() ? "" : " ") + feature;
  return list;
}

} // namespace gtjit::detail
