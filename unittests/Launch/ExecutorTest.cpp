//===- ExecutorTest.cpp - OpenMP runs every tile once ---------------------===//
//
// The default executor alone.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/OpenMPExecutor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using gtjit::detail::OpenMPExecutor;

namespace {
struct Record {
  std::vector<std::atomic<int>> runs;
  std::atomic<int> parts{0};
  explicit Record(std::size_t count) : runs(count) {}
  static void body(void *context, std::int64_t first, std::int64_t last) {
    auto &record = *static_cast<Record *>(context);
    ++record.parts;
    for (std::int64_t n = first; n < last; ++n)
      ++record.runs[static_cast<std::size_t>(n)];
  }
};
} // namespace

TEST(OpenMPExecutorTest, everyTileRunsOnceInAtMostOnePartAThread) {
  for (int threads : {1, 2, 3})
    for (std::int64_t count : {1, 2, 5, 100}) {
      OpenMPExecutor executor(threads);
      Record record(static_cast<std::size_t>(count));
      executor.run(count, Record::body, &record);
      EXPECT_LE(record.parts, threads);
      for (auto &runs : record.runs)
        EXPECT_EQ(runs, 1);
    }
}

TEST(OpenMPExecutorTest, mayBeUsedFromSeveralThreadsAtOnce) {
  OpenMPExecutor executor(2);
  Record record(1000);
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n)
    threads.emplace_back([&] { executor.run(1000, Record::body, &record); });
  for (std::thread &thread : threads)
    thread.join();
  for (auto &runs : record.runs)
    EXPECT_EQ(runs, 4);
}
