//===- OpenMPExecutor.h - Tiles on OpenMP's threads -------------*- C++ -*-===//
//
// The executor of a runtime that was given none.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_OPENMPEXECUTOR_H
#define GTJIT_RUNTIME_OPENMPEXECUTOR_H

#include "gtjit/Runtime.h"

namespace gtjit::detail {

/// One contiguous part of the tiles per thread, all of about the same size and
/// the same for every call, so that a thread meets the memory it met before.
class OpenMPExecutor final : public Executor {
public:
  /// `threads` 0: as many as OpenMP would take.
  explicit OpenMPExecutor(int threads);
  void run(std::int64_t count, Body body, void *context) override;
  int threads() const override { return size; }

private:
  int size;
};

} // namespace gtjit::detail

#endif // GTJIT_RUNTIME_OPENMPEXECUTOR_H
