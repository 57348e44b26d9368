//===- GuardedRun.h - A program run by gt-run's engine ----------*- C++ -*-===//
//
// Storages between pages that nobody may touch, ranges that fit them or not: a
// program runs within them or is refused, and compiled it computes what the
// reference evaluator does.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_TEXTFUZZ_GUARDEDRUN_H
#define GTJIT_UNITTESTS_TEXTFUZZ_GUARDEDRUN_H

#include "../RandomGraphs/GuardedMemory.h"
#include "Mutation.h"

#include "gtjit/Runtime.h"

namespace textfuzz {

/// Memory up to a size, so that sizes that no machine has are refused.
class BoundedMemory : public gtjit::randomgraphs::GuardedMemory {
public:
  void *allocate(std::size_t bytes) override {
    return bytes > (std::size_t(1) << 26) ? nullptr : GuardedMemory::allocate(bytes);
  }
};

class GuardedRun {
public:
  GuardedRun();
  ~GuardedRun();
  /// Runs the program in `text` with arguments that `random` chooses; what is wrong
  /// about how that went, or nothing.
  std::string run(const std::string &text, Random random);

  std::int64_t ran = 0; ///< programs that were not refused

private:
  std::string folder, file;
  BoundedMemory memory;
  gtjit::Runtime compiling, reference;
};

} // namespace textfuzz

#endif // GTJIT_UNITTESTS_TEXTFUZZ_GUARDEDRUN_H
