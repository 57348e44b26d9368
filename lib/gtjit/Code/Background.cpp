//===- Background.cpp - Work for which nobody waits -----------------------===//
//
// The queue is never destroyed. The handlers of fork and of the process's end take its
// mutex when no job runs, so that no lock that a job holds is held for ever, and no static
// that a job uses is gone.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/Background.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace gtjit::detail {

/// Of the thread: what else is to be done comes first.
static constexpr int kLowestPriority = 19;

namespace {

struct Job {
  Background::Owner owner;
  std::function<void()> run;
};

struct Queue {
  std::mutex mutex; ///< of what follows
  std::condition_variable changed;
  std::deque<Job> jobs;
  std::optional<Background::Owner> running; ///< whose job
  bool hasThread = false;                   ///< which has not come to its end
  bool isOver = false;                      ///< the process ends
  int forks = 0;                            ///< threads that wait to fork
  std::thread thread;
};

using QueueLock = std::unique_lock<std::mutex>;

Queue &queue() {
  static Queue &shared = *new Queue;
  return shared;
}

void stopAtExit() {
  Queue &all = queue();
  QueueLock lock(all.mutex);
  all.isOver = true;
  all.jobs.clear();
  all.changed.wait(lock, [&] { return !all.running; });
}

void work() {
  // The call's second argument is a thread on Linux.
  (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kLowestPriority);
  Queue &all = queue();
  QueueLock lock(all.mutex);
  while (!all.jobs.empty()) {
    Job job = std::move(all.jobs.front());
    all.jobs.pop_front();
    all.running = job.owner;
    lock.unlock();
    job.run();
    job.run = nullptr;
    lock.lock();
    all.running.reset();
    all.changed.notify_all();
    all.changed.wait(lock, [&] { return all.forks == 0; });
  }
  all.hasThread = false;
}

/// Signals are for the application's own threads.
class NoSignals {
public:
  NoSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
  }
  ~NoSignals() { ::pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  NoSignals(const NoSignals &) = delete;

private:
  sigset_t before;
};

/// Under the queue's mutex.
void startThread(Queue &all) noexcept {
  if (all.hasThread || all.jobs.empty() || all.isOver)
    return;
  try {
    if (all.thread.joinable())
      all.thread.join(); // it has come to its end
    NoSignals blocked;
    all.thread = std::thread(work);
    all.hasThread = true;
  } catch (const std::exception &) {
    // No thread, or no memory for one. The next one who comes tries again.
  }
}

void beforeFork() {
  Queue &all = queue();
  QueueLock lock(all.mutex);
  ++all.forks;
  all.changed.wait(lock, [&] { return !all.running; });
  --all.forks;
  lock.release(); // up to the end of fork
}

void afterForkInParent() {
  queue().changed.notify_all();
  queue().mutex.unlock();
}

/// The parent's thread, and whoever waited there, are not here.
void afterForkInChild() {
  Queue &all = queue();
  new (&all.thread) std::thread;
  new (&all.changed) std::condition_variable;
  all.hasThread = false;
  all.forks = 0;
  all.mutex.unlock();
}

} // namespace

void Background::outliveStatics() noexcept { (void)std::atexit(stopAtExit); }

void Background::post(Owner owner, std::function<void()> job) {
  static const bool once = [] {
    outliveStatics();
    return ::pthread_atfork(beforeFork, afterForkInParent, afterForkInChild) == 0;
  }();
  (void)once;
  Queue &all = queue();
  QueueLock lock(all.mutex);
  if (all.isOver)
    return;
  all.jobs.push_back({owner, std::move(job)});
  startThread(all);
}

void Background::wake() noexcept {
  QueueLock lock(queue().mutex);
  startThread(queue());
}

void Background::wait(Owner owner) noexcept {
  Queue &all = queue();
  QueueLock lock(all.mutex);
  auto isDone = [&] {
    bool waits = std::any_of(all.jobs.begin(), all.jobs.end(),
                             [&](const Job &job) { return job.owner == owner; });
    return all.running != owner && (!waits || !all.hasThread);
  };
  startThread(all);
  all.changed.wait(lock, isDone);
}

void Background::forget(Owner owner) noexcept {
  Queue &all = queue();
  QueueLock lock(all.mutex);
  std::erase_if(all.jobs, [&](const Job &job) { return job.owner == owner; });
  if (std::this_thread::get_id() != all.thread.get_id())
    all.changed.wait(lock, [&] { return all.running != owner; });
}

} // namespace gtjit::detail
