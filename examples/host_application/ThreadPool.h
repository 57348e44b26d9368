//===- ThreadPool.h - The host application's own threads --------*- C++ -*-===//
//
// Stands for the threads that a large application already has. gtjit runs its
// kernels on them through the Executor interface and starts none of its own.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_HOST_APPLICATION_THREADPOOL_H
#define EXAMPLES_HOST_APPLICATION_THREADPOOL_H

#include <gtjit/Runtime.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace host {

/// A fixed number of worker threads. run() hands every worker and the caller
/// one contiguous part and returns when all parts are done; concurrent calls
/// take turns.
class ThreadPool final : public gtjit::Executor {
public:
  explicit ThreadPool(int threads);
  ~ThreadPool() override;

  void run(std::int64_t count, Body body, void *context) override;
  int threads() const override { return static_cast<int>(workers.size()) + 1; }
  /// Parts that were handed to the workers since the pool was made.
  std::int64_t partsRun() const { return parts; }

private:
  struct Job {
    std::int64_t count = 0;
    Body body = nullptr;
    void *context = nullptr;
  };
  void work(int number);
  void runPart(const Job &job, int number) const;

  std::mutex turn; ///< held by the caller of run()
  std::mutex mutex;
  std::condition_variable posted, finished;
  Job job;
  std::int64_t generation = 0;
  std::int64_t parts = 0;
  int pending = 0;
  bool stopping = false;
  std::vector<std::thread> workers;
};

} // namespace host

#endif // EXAMPLES_HOST_APPLICATION_THREADPOOL_H
