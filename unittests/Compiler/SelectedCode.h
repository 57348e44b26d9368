//===- SelectedCode.h - Instruction selection for kernels -------*- C++ -*-===//
//
// What the pass in front of LLVM's own selection does by itself, checked by LLVM's verifier of
// machine code, and what it leaves. That the instructions mean the same is what the tests of all
// operations show, which run what it selects.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_UNITTESTS_SELECTEDCODE_H
#define GTCOMPILER_UNITTESTS_SELECTEDCODE_H

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace gtcompiler {

/// CPUs, and how many doubles their vectors have.
struct Level {
  const char *cpu, *doubles, *bits;
};
constexpr Level kAvx512{"x86-64-v4", "<8 x double>", "512"};
constexpr Level kAvx2{"x86-64-v3", "<4 x double>", "256"};

/// What becomes of the body of a function: its code, or "" where the pass leaves it. Arguments
/// are %p and %q, pointers, and %n, i64; %v, %w: doubles at %p and %q, %m: a mask of them.
std::string select(const std::string &body, Level level = kAvx512);

struct Case {
  std::string body, instruction; ///< that the code has
};

void expectAll(std::initializer_list<Case> cases, Level level = kAvx512);

} // namespace gtcompiler

#endif // GTCOMPILER_UNITTESTS_SELECTEDCODE_H
