//===- Background.h - Work for which nobody waits ---------------*- C++ -*-===//
//
// One thread of the process, of the lowest priority, does jobs one after the other. It
// lives as long as there are some: a process that has none has no thread. The process's
// end and a fork wait for the job that runs, not for others; a child of fork has the jobs
// that wait, and starts a thread of its own when one comes or wake() is called.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_BACKGROUND_H
#define GTJIT_CODE_BACKGROUND_H

#include <functional>

namespace gtjit::detail {

/// Thread-safe. A job throws nothing and calls nothing of this class; what it captures goes
/// before it counts as done.
class Background {
public:
  /// Who a job belongs to: it is done or forgotten before its owner goes.
  using Owner = const void *;

  /// Statics that were made before the call outlive all jobs.
  static void outliveStatics() noexcept;
  /// Adds a job. Nothing comes of it when the process ends.
  static void post(Owner owner, std::function<void()> job);
  /// Starts the thread if jobs wait and there is none.
  static void wake() noexcept;
  /// Returns when all jobs of the owner are done.
  static void wait(Owner owner) noexcept;
  /// Drops the owner's jobs that wait, and waits for one that runs.
  static void forget(Owner owner) noexcept;
};

} // namespace gtjit::detail

#endif // GTJIT_CODE_BACKGROUND_H
