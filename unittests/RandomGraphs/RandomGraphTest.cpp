//===- RandomGraphTest.cpp - The compiled way against the reference -------===//
//
// Usage: RandomGraphTests [options] [gtest options]
//   --graphs N  scenarios in all (default 2000), spread over the tests
//   --seed S    of the first scenario
//   --only N    plays scenario N alone, which a failure has named
//   --compiler 0        compares lazy with eager evaluation of the reference alone
//   --max-failures N    a test gives up after as many (default 3)
//   --transcript FILE   writes what compiled scenarios show, for Oracle/compare.py
//   --fault NAME        tests that scenarios show a fault, see docs/Testing.md
//
//===----------------------------------------------------------------------===//
#include "Backends.h"
#include "Options.h"
#include "Sequence.h"

#include <gtest/gtest.h>

#include <iostream>

using namespace gtjit::randomgraphs;

namespace {

/// Plays scenario `number` and reports a disagreement with the least scenario
/// that shows it.
bool agrees(Backends &backends, const Scenario &scenario, std::int64_t number) {
  auto seed = static_cast<std::uint64_t>(number);
  nameScenarioOfFaults(number);
  std::string found = backends.disagreement(scenario, seed);
  if (found.empty())
    return true;
  Scenario least =
      shrink(scenario, [&](const Scenario &s) { return !backends.disagreement(s, seed).empty(); });
  ADD_FAILURE() << "scenario " << number << ": " << found << "\nto repeat: RandomGraphTests --seed "
                << options().seed << " --only " << number
                << "\nleast scenario: " << backends.disagreement(least, seed) << "\n"
                << print(least);
  return false;
}

constexpr std::int64_t shards = 4;

class RandomGraphs : public testing::TestWithParam<std::int64_t> {};

// S4-115, M-006
TEST_P(RandomGraphs, CompiledGraphsAgreeWithTheReferenceBitForBit) {
  Backends backends(/*isGuarded=*/true);
  backends.compiles = options().compiles;
  Sequence sequence(options().seed);
  int failures = 0;
  std::int64_t count = options().only < 0 ? options().graphs : options().only + 1;
  for (std::int64_t n = 0; n < count && failures < options().maxFailures; ++n) {
    Scenario scenario = sequence.next();
    bool isMine =
        options().only < 0 ? n % shards == GetParam() : n == options().only && GetParam() == 0;
    if (isMine && options().only >= 0)
      std::cout << print(scenario);
    if (isMine && !agrees(backends, scenario, n))
      ++failures;
  }
  auto counters = backends.compiling().counters();
  RecordProperty("compiles", std::to_string(counters.compiles));
  std::cout << "compiles " << counters.compiles << ", cache hits " << counters.cacheHits
            << ", kernels " << counters.kernels << ", chained " << counters.chained << ", copies "
            << counters.copies << ", streamed where data was not in the caches "
            << backends.compilingForMemory().counters().streamed << "\n";
}

INSTANTIATE_TEST_SUITE_P(Shard, RandomGraphs, testing::Range<std::int64_t>(0, shards));

TEST(RandomGraphCoverage, EveryPossibleCellAndFormIsHit) {
  Sequence sequence(options().seed);
  for (std::int64_t n = 0; n < options().graphs; ++n)
    sequence.next();
  std::cout << sequence.coverage.table() << options().graphs << " scenarios, "
            << sequence.coverage.cells() << " cells, fewest hits " << sequence.coverage.least()
            << "\n";
  auto [form, count] = sequence.coverage.rarestForm();
  if (options().graphs >= 2000) {
    EXPECT_GE(sequence.coverage.least(), options().graphs / 2000);
    EXPECT_GE(count, options().graphs / 200) << form;
  }
}

} // namespace
