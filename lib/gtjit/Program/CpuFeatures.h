//===- CpuFeatures.h - What a machine can run -------------------*- C++ -*-===//
//
// Kernels use what the CPU has for which they were compiled; a saved program
// must not meet one that has less.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_CPUFEATURES_H
#define GTJIT_PROGRAM_CPUFEATURES_H

#include <string>
#include <vector>

namespace gtjit::detail {

/// The extensions of this CPU that compiled kernels may use.
std::vector<std::string> cpuFeatures();

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_CPUFEATURES_H
