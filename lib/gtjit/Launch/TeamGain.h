//===- TeamGain.h - Whether threads gain by sharing work --------*- C++ -*-===//
//
// Where a host has more to do than processors, a thread may wait for one for
// milliseconds, and all others for it: then one thread alone is faster.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_TEAMGAIN_H
#define GTJIT_LAUNCH_TEAMGAIN_H

#include <algorithm>
#include <atomic>
#include <chrono>

namespace gtjit::detail {

/// What a team of threads has gained over one thread. It may lose that again, but no more: then
/// the caller works alone until the loss is a small share of its time. Thread-safe; threads that
/// tell at the same time may be counted once.
class TeamGain {
public:
  using Time = std::chrono::nanoseconds;

  bool isLost() const { return gained.load(std::memory_order_relaxed) < 0; }
  /// `threads` have shared work in `whole`; the caller's part, one of them, took `own` of a
  /// processor.
  void shared(int threads, Time own, Time whole) {
    add(std::clamp<Time>(own * threads - whole, -kMostLoss, kMostOfOne).count());
  }
  /// The caller has worked alone for as long.
  void alone(Time spent) { add(spent.count() / kShareOfLoss); }

private:
  /// Enough for the start of the threads and some hiccups of a host that has room.
  static constexpr Time kMost = std::chrono::milliseconds(20);
  /// Of one kernel, so that it takes many to make up for a wait.
  static constexpr Time kMostOfOne = std::chrono::microseconds(200);
  /// Of one kernel: what takes longer was the process's stop, or another's hour, and tells little
  /// of the next one.
  static constexpr Time kMostLoss = std::chrono::milliseconds(8);
  static constexpr Time::rep kShareOfLoss = 32;

  void add(Time::rep time) {
    gained.store(std::min(gained.load(std::memory_order_relaxed) + time, kMost.count()),
                 std::memory_order_relaxed);
  }
  std::atomic<Time::rep> gained{kMost.count()};
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_TEAMGAIN_H
