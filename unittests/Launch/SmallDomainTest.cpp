//===- SmallDomainTest.cpp - Which kernels stay on their thread -----------===//
#include "CountedRuns.h"

using namespace gtjit;

namespace {

/// How often threads are asked to compute every `step`-th point, in both directions, of a field of
/// 64 x 64 points that a kernel of its own computes.
int runsOf(std::int64_t step, std::int64_t smallDomain) {
  CountingExecutor executor(2);
  Runtime runtime({.executor = &executor, .smallDomain = smallDomain});
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(0, 64), J(0, 64)}, 0.25);
  Storage v = zeros<double>({I(0, 64 / step), J(0, 64 / step)});
  Field wide = (u + 1.0).compute_root();
  v[whole] = wide.at({I(step * index(I)), J(step * index(J))}) +
             wide.at({I(step * index(I) + step - 1), J(step * index(J) + step - 1)});
  EXPECT_EQ(valuesOf(v), std::vector<double>(static_cast<std::size_t>(v.domain().size()), 2.5));
  return executor.runs;
}

} // namespace

TEST(SmallDomain, KernelsStayOnTheirThread) { EXPECT_EQ(runsOf(2, 5000), 0); }

TEST(SmallDomain, ManyOperationsTakeFewerPoints) {
  auto isShared = [](std::int64_t points, int operations) {
    CountingExecutor executor(2);
    Runtime runtime({.executor = &executor, .smallDomain = 20000});
    Runtime::Scope scope(runtime);
    Storage u = full<double>({I(0, 80), J(0, points / 80)}, 0.0), v = like(u);
    Field f = u;
    for (int n = 0; n < operations; ++n)
      f = f + 1.0;
    v[whole] = f;
    EXPECT_EQ(v.take({0, 0}).item<double>(), operations);
    return executor.runs > 0;
  };
  EXPECT_FALSE(isShared(19200, 2));
  EXPECT_TRUE(isShared(20800, 2));
  EXPECT_FALSE(isShared(3200, 50));
  EXPECT_TRUE(isShared(4800, 50));
}

// Where each thread has what it wrote in a cache of its own.
TEST(SmallDomain, ReadersOfWhatThreadsHaveWrittenShareThat) {
  EXPECT_EQ(runsOf(2, 2000), 2) << "1024 points";
  EXPECT_EQ(runsOf(16, 2000), 1) << "16 points";
}

// So that what one thread alone has written is not fetched from its cache.
TEST(SmallDomain, KernelsBesideALargeOneAreShared) {
  auto runs = [](std::int64_t points, std::int64_t smallDomain) {
    CountingExecutor executor(2);
    Runtime runtime({.executor = &executor, .smallDomain = smallDomain});
    Runtime::Scope scope(runtime);
    Storage u = full<double>({I(0, 64), J(0, 64)}, 1.0), v = zeros<double>({I(0, 64), J(0, 64)});
    Storage x = full<double>({I(0, points)}, 2.0), y = zeros<double>({I(0, points)});
    update({{v, u + 1.0}, {y, x + 1.0}});
    EXPECT_EQ(v.item<double>({3, 5}) + y.item<double>({7}), 5.0);
    return executor.runs;
  };
  EXPECT_EQ(runs(1100, 4000), 2);
  EXPECT_EQ(runs(900, 4000), 1);
  EXPECT_EQ(runs(1100, 4200), 0);
}
