//===- ThreadTeam.h - Threads that share a range ----------------*- C++ -*-===//
//
// A few threads of our own, for processes in which OpenMP's do not start.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_THREADTEAM_H
#define GTJIT_LAUNCH_THREADTEAM_H

#include "gtjit/Runtime.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace gtjit::detail {

/// One contiguous part per thread, the caller's first. A second caller at the
/// same time runs all of its range itself.
class ThreadTeam final : public Executor {
public:
  /// Starts `threads` - 1 threads, or as many as the system gives.
  explicit ThreadTeam(int threads);
  ~ThreadTeam() override;
  void run(std::int64_t count, Body body, void *context) override;
  int threads() const override { return static_cast<int>(workers.size()) + 1; }

private:
  struct Job {
    std::int64_t count = 0;
    std::int64_t parts = 0;
    Body body = nullptr;
    void *context = nullptr;
    void runPart(std::int64_t part) const;
  };
  void work(std::int64_t number);

  std::atomic_flag isBusy; ///< somebody's job is running
  std::mutex mutex;        ///< guards what follows
  std::condition_variable started, finished;
  Job job;
  unsigned round = 0;       ///< counts jobs
  std::int64_t pending = 0; ///< parts of the workers that have not ended
  bool isClosing = false;
  std::vector<std::thread> workers;
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_THREADTEAM_H
