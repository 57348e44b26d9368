//===- OpenMPExecutor.cpp - Tiles on OpenMP's threads ---------------------===//
//
// Static scheduling by hand: OpenMP's own would call the body once per tile.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/OpenMPExecutor.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <omp.h>
#include <pthread.h>

namespace gtjit::detail {

using Clock = std::chrono::steady_clock;

/// Of a kernel of that length it is one per cent to ask the system how long a thread has had a
/// processor.
static constexpr TeamGain::Time kLongKernel = std::chrono::microseconds(100);

/// The time, or only what the calling thread has had of a processor.
static TeamGain::Time timeOf(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// How many forks lie between the process that made the first executor and this
/// one.
static std::atomic<unsigned> generationOfProcess{0};

static void watchForks() {
  static const int watched = pthread_atfork(
      nullptr, nullptr, [] { generationOfProcess.fetch_add(1, std::memory_order_relaxed); });
  static_cast<void>(watched);
}

OpenMPExecutor::OpenMPExecutor(int threads)
    : size(threads > 0 ? threads : std::max(1, omp_get_max_threads())) {
  watchForks();
}

OpenMPExecutor::~OpenMPExecutor() {
  // Threads of the parent cannot be joined here.
  Team *last = team.load();
  if (last && last->generation == generationOfProcess.load())
    delete last;
}

ThreadTeam &OpenMPExecutor::ownThreads(unsigned generation) {
  Team *seen = team.load(std::memory_order_acquire);
  if (seen && seen->generation == generation)
    return seen->threads;
  auto fresh = std::make_unique<Team>(generation, size);
  if (team.compare_exchange_strong(seen, fresh.get(), std::memory_order_acq_rel))
    return fresh.release()->threads;
  return seen->threads; // another thread was faster
}

void OpenMPExecutor::run(std::int64_t count, Body body, void *context) {
  int wanted = static_cast<int>(std::min<std::int64_t>(count, size));
  if (wanted <= 1) {
    body(context, 0, count);
    return;
  }
  if (unsigned generation = generationOfProcess.load(std::memory_order_relaxed))
    return ownThreads(generation).run(count, body, context);
  if (!gain.isLost())
    return runTogether(wanted, count, body, context);
  auto start = Clock::now();
  body(context, 0, count);
  gain.alone(Clock::now() - start);
}

void OpenMPExecutor::runTogether(int wanted, std::int64_t count, Body body, void *context) {
  Clock::time_point start = Clock::now();
  clockid_t clock = lastTook.load(std::memory_order_relaxed) < kLongKernel.count()
                        ? CLOCK_MONOTONIC
                        : CLOCK_THREAD_CPUTIME_ID;
  TeamGain::Time own = timeOf(clock);
  std::int64_t team = 1;
#pragma omp parallel num_threads(wanted)
  {
    std::int64_t size = omp_get_num_threads(), thread = omp_get_thread_num();
    std::int64_t first = count * thread / size, last = count * (thread + 1) / size;
    if (first < last)
      body(context, first, last);
    if (thread == 0) {
      team = size;
      own = timeOf(clock) - own;
    }
  }
  TeamGain::Time whole = Clock::now() - start;
  lastTook.store(whole.count(), std::memory_order_relaxed);
  gain.shared(static_cast<int>(team), own, whole);
}

} // namespace gtjit::detail
