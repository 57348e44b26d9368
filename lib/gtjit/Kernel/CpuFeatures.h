//===- CpuFeatures.h - What a machine can run -------------------*- C++ -*-===//
//
// Kernels use what the CPU has for which they were compiled; a kernel must not
// meet one that has less. Besides the machine itself there are the levels of
// x86-64, which code can be made for on any machine.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_CPUFEATURES_H
#define GTJIT_KERNEL_CPUFEATURES_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gtjit::detail {

/// The extensions of this CPU that compiled kernels may use.
std::vector<std::string> cpuFeatures();
/// This CPU as code generation tells it from others: maker, model and extensions.
const std::string &hostCpu();

/// Whether Intel makes it. What was measured on AMD's is for all others.
bool isIntels();

/// The extensions of "x86-64", "x86-64-v2", "x86-64-v3" or "x86-64-v4" (System
/// V ABI, "Micro-Architecture Levels"); nothing for another name.
std::optional<std::vector<std::string>> featuresOfLevel(std::string_view name);
/// The levels' names as text, for messages.
inline constexpr std::string_view kCpuLevels = "x86-64, x86-64-v2, x86-64-v3 or x86-64-v4";

/// Those of `needed` that this CPU lacks, with spaces between.
std::string missingFeatures(const std::vector<std::string> &needed);

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_CPUFEATURES_H
