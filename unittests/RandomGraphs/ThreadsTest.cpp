//===- ThreadsTest.cpp - Scenarios side by side on one runtime ------------===//
//
// Threads that play scenarios at the same time share the kernel cache, the pool
// of memory and the graph's lock; each has to see what it sees alone.
//
//===----------------------------------------------------------------------===//
#include "Backends.h"
#include "Options.h"
#include "Sequence.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

RuntimeOptions optionsOf(bool reference) {
  RuntimeOptions options;
  options.reference = reference;
  options.smallDomain = 0;
  return options;
}

TEST(RandomGraphThreads, ScenariosSideBySideShowWhatTheyShowAlone) {
  constexpr int threads = 4;
  Runtime reference(optionsOf(true)), compiling(optionsOf(false));
  registerOwnPreset(reference);
  registerOwnPreset(compiling);
  Sequence sequence(options().seed + 77);
  std::vector<Scenario> scenarios;
  std::vector<Outcome> expected;
  for (std::int64_t n = 0; n < std::max<std::int64_t>(options().graphs / 25, 8); ++n) {
    scenarios.push_back(sequence.next());
    expected.push_back(play(scenarios.back(), reference, Timing::Lazy));
  }
  // Every scenario on every thread, each thread in an order of its own.
  std::atomic<int> started = 0;
  std::vector<std::string> found(threads);
  auto playAll = [&](int thread) {
    ++started;
    while (started < threads)
      std::this_thread::yield();
    for (std::size_t step = 0; step < scenarios.size() && found[thread].empty(); ++step) {
      std::size_t n = (step * (thread % 2 ? 1 : scenarios.size() - 1) + thread) % scenarios.size();
      std::string different = difference(expected[n], play(scenarios[n], compiling, Timing::Lazy));
      if (!different.empty())
        found[thread] =
            "scenario " + std::to_string(n) + ": " + different + "\n" + print(scenarios[n]);
    }
  };
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back(playAll, thread);
  for (std::thread &thread : running)
    thread.join();
  for (const std::string &text : found)
    EXPECT_EQ(text, "") << "seed " << options().seed + 77;
}

} // namespace
