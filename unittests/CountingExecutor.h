//===- CountingExecutor.h - What an executor is asked -----------*- C++ -*-===//
//
// An executor that runs everything on its caller, and tells how it was asked to.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_COUNTINGEXECUTOR_H
#define GTJIT_UNITTESTS_COUNTINGEXECUTOR_H

#include "gtjit/Runtime.h"

#include <algorithm>

namespace gtjit {

/// Runs everything at once, in so many parts, the last one first, and counts how often it is asked
/// to, and how many tiles the last run had.
class CountingExecutor final : public Executor {
public:
  /// `threads`: how many it says that it has.
  explicit CountingExecutor(std::int64_t parts, int threads = 2) : most(parts), said(threads) {}
  void run(std::int64_t count, Body body, void *context) override {
    ++runs;
    tiles = count;
    const std::int64_t parts = std::min(most, count);
    for (std::int64_t part = parts; part-- > 0;)
      body(context, count * part / parts, count * (part + 1) / parts);
  }
  int threads() const override { return said; }

  int runs = 0;
  std::int64_t tiles = 0;

private:
  std::int64_t most;
  int said;
};

} // namespace gtjit

#endif // GTJIT_UNITTESTS_COUNTINGEXECUTOR_H
