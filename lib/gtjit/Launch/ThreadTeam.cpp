//===- ThreadTeam.cpp - Threads that share a range ------------------------===//

#include "gtjit/Launch/ThreadTeam.h"

#include <algorithm>
#include <system_error>

namespace gtjit::detail {

ThreadTeam::ThreadTeam(int threads) {
  workers.reserve(static_cast<std::size_t>(std::max(threads, 1)));
  try {
    for (int n = 1; n < threads; ++n)
      workers.emplace_back([this, n] { work(n); });
  } catch (const std::system_error &) {
    // The system gives no more; the work is shared by those that are there.
  }
}

ThreadTeam::~ThreadTeam() {
  {
    std::lock_guard lock(mutex);
    isClosing = true;
  }
  started.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

void ThreadTeam::Job::runPart(std::int64_t part) const {
  std::int64_t first = count * part / parts, last = count * (part + 1) / parts;
  if (first < last)
    body(context, first, last);
}

void ThreadTeam::work(std::int64_t number) {
  unsigned seen = 0;
  std::unique_lock lock(mutex);
  while (true) {
    started.wait(lock, [&] { return isClosing || round != seen; });
    if (isClosing)
      return;
    seen = round;
    Job mine = job;
    if (number >= mine.parts)
      continue;
    lock.unlock();
    mine.runPart(number);
    lock.lock();
    if (--pending == 0)
      finished.notify_one();
  }
}

void ThreadTeam::run(std::int64_t count, Body body, void *context) {
  std::int64_t parts = std::min<std::int64_t>(count, threads());
  if (parts <= 1 || isBusy.test_and_set(std::memory_order_acquire))
    return body(context, 0, count);
  Job mine{count, parts, body, context};
  {
    std::lock_guard lock(mutex);
    job = mine;
    pending = parts - 1;
    ++round;
  }
  started.notify_all();
  mine.runPart(0);
  {
    std::unique_lock lock(mutex);
    finished.wait(lock, [&] { return pending == 0; });
  }
  isBusy.clear(std::memory_order_release);
}

} // namespace gtjit::detail
