//===- OpenMPExecutor.h - Tiles on OpenMP's threads -------------*- C++ -*-===//
//
// The executor of a runtime that was given none.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_OPENMPEXECUTOR_H
#define GTJIT_LAUNCH_OPENMPEXECUTOR_H

#include "gtjit/Launch/TeamGain.h"
#include "gtjit/Launch/ThreadTeam.h"

#include <atomic>

namespace gtjit::detail {

/// One contiguous part of the tiles per thread, all of about the same size and
/// the same for every call, so that a thread meets the memory it met before; all of them
/// on the caller while threads lose time on a host that has other work. In
/// a process that was forked, where OpenMP would wait for threads that are only
/// in the parent, it runs threads of its own.
class OpenMPExecutor final : public Executor {
public:
  /// `threads` 0: as many as OpenMP would take.
  explicit OpenMPExecutor(int threads);
  ~OpenMPExecutor() override;
  void run(std::int64_t count, Body body, void *context) override;
  int threads() const override { return size; }

private:
  /// Threads of one process.
  struct Team {
    Team(unsigned generation, int threads) : generation(generation), threads(threads) {}
    unsigned generation; ///< of the process
    ThreadTeam threads;
  };
  ThreadTeam &ownThreads(unsigned generation);

  void runTogether(int wanted, std::int64_t count, Body body, void *context);

  int size;
  TeamGain gain;
  std::atomic<TeamGain::Time::rep> lastTook{0}; ///< by several threads
  std::atomic<Team *> team{nullptr};
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_OPENMPEXECUTOR_H
