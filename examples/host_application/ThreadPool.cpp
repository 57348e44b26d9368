//===- ThreadPool.cpp - The host application's own threads ----------------===//
//
// One generation number a job wakes the workers; a count of pending parts
// tells the caller when all are done.
//
//===----------------------------------------------------------------------===//
#include "ThreadPool.h"

namespace host {

ThreadPool::ThreadPool(int threads) {
  for (int number = 1; number < threads; ++number)
    workers.emplace_back([this, number] { work(number); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex);
    stopping = true;
  }
  posted.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

void ThreadPool::runPart(const Job &part, int number) const {
  std::int64_t all = threads();
  std::int64_t first = part.count * number / all, last = part.count * (number + 1) / all;
  if (first < last)
    part.body(part.context, first, last);
}

void ThreadPool::run(std::int64_t count, Body body, void *context) {
  std::lock_guard mine(turn);
  Job posting{count, body, context};
  {
    std::lock_guard lock(mutex);
    job = posting;
    ++generation;
    pending = static_cast<int>(workers.size());
    parts += threads();
  }
  posted.notify_all();
  runPart(posting, 0);
  std::unique_lock lock(mutex);
  finished.wait(lock, [this] { return pending == 0; });
}

void ThreadPool::work(int number) {
  std::int64_t seen = 0;
  std::unique_lock lock(mutex);
  while (true) {
    posted.wait(lock, [&] { return stopping || generation != seen; });
    if (stopping)
      return;
    seen = generation;
    Job mine = job;
    lock.unlock();
    runPart(mine, number);
    lock.lock();
    if (--pending == 0)
      finished.notify_one();
  }
}

} // namespace host
