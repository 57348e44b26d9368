//===- CpuFeatures.cpp - What a machine can run ---------------------------===//
//
// All extensions that code generation for x86 chooses instructions from.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/CpuFeatures.h"

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

} // namespace gtjit::detail
