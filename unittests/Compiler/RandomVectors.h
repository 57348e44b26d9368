//===- RandomVectors.h - Random LLVM IR of vectors and masks ----*- C++ -*-===//
//
// Programs of what instruction selection has a way of its own for: vectors of bytes and of words,
// masks, conversions between them, memory under masks, a branch, a loop. Knows nothing of how
// they are compiled.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_UNITTESTS_RANDOMVECTORS_H
#define GTCOMPILER_UNITTESTS_RANDOMVECTORS_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace gtcompiler {

/// What a program may read, from its first argument on. The first eight bytes are a number below
/// kInputNumbers that addresses are made of.
constexpr std::size_t kInputBytes = 4096;
constexpr std::size_t kInputNumbers = 512;
/// What it may write, from its second argument on.
constexpr std::size_t kOutputBytes = 65536;

/// What a program is made of.
struct VectorKinds {
  unsigned bits;     ///< of a register: no vector is longer
  bool masksAreBits; ///< as AVX-512 has them, and beside words of 32 and 64 bits there are bytes
};

/// LLVM IR of a function f(input, output), the same for a seed on every machine. Its last values
/// of every type are written to the output. What it means is defined but for the signs of values
/// that are no numbers.
std::string randomVectors(std::uint64_t seed, VectorKinds kinds);

} // namespace gtcompiler

#endif // GTCOMPILER_UNITTESTS_RANDOMVECTORS_H
