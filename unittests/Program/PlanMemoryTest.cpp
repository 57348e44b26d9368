//===- PlanMemoryTest.cpp - What plans keep -------------------------------===//
//
// Memory of temporaries and compiled code that lives on between calls.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "gtjit/Launch/Plan.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace gtjit;

namespace {
/// Counts the bytes that are in use; has none left if it is told so.
class CountingAllocator : public Allocator {
public:
  void *allocate(std::size_t bytes) override {
    if (isOut)
      return nullptr;
    live += static_cast<std::int64_t>(bytes);
    return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  }
  void deallocate(void *pointer, std::size_t bytes) override {
    live -= static_cast<std::int64_t>(bytes);
    std::free(pointer);
  }
  std::atomic<std::int64_t> live{0};
  bool isOut = false;
};

/// Keeps the exponential in memory, so that it is not computed twice.
Field difference(Field u) {
  Field e = exp(u).compute_root();
  return e(I + 1) - e;
}

/// Of temporaries that are more than a resting plan may keep, and that the cache of any core holds
/// with two more such fields: otherwise kernels may run slab by slab and have no such temporary.
constexpr std::int64_t largePoints = 10000, largeBytes = 8 * largePoints;
static_assert(largeBytes > std::int64_t{detail::Plan::kRestingBytes} && 3 * largeBytes < 256 << 10);

Storage line(std::int64_t points) { return full<double>({I(0, points)}, 0.0); }
} // namespace

TEST(PlanMemory, onlyThePlanUsedLastKeepsLargeTemporaries) {
  CountingAllocator allocator;
  Runtime runtime({.allocator = &allocator});
  Runtime::Scope scope(runtime);
  Program program = runtime.compile(difference, arg(F64, I));
  for (std::int64_t extra = 0; extra < 10; ++extra) {
    Storage u = line(largePoints + extra + 1), v = line(largePoints + extra);
    program(out(v), u);
    program(out(v), u);
  }
  EXPECT_GT(allocator.live, largeBytes / 2) << "the last plan has its temporary";
  EXPECT_LT(allocator.live, 2 * largeBytes);
}

TEST(PlanMemory, repeatedStoresWithTemporariesEndWithTheirRuntime) {
  CountingAllocator allocator;
  {
    Runtime runtime({.allocator = &allocator});
    Runtime::Scope scope(runtime);
    Storage u = line(301), v = line(300);
    for (int n = 0; n < 4; ++n) {
      v[whole] = difference(u);
      EXPECT_EQ(var(u).item<double>(), 0.0);
    }
    EXPECT_GT(allocator.live, 2 * 8 * 300);
  }
  EXPECT_EQ(allocator.live, 0);
}

TEST(PlanMemory, noRepeatedStoreKeepsLargeTemporaries) {
  CountingAllocator allocator;
  Runtime runtime({.allocator = &allocator});
  Runtime::Scope scope(runtime);
  Storage u = line(largePoints + 1), v = line(largePoints);
  const std::int64_t before = allocator.live;
  for (int n = 0; n < 6; ++n)
    v[whole] = difference(u);
  EXPECT_LT(allocator.live, before + largeBytes / 4);
  EXPECT_EQ(runtime.get().counters.plannedRuns, 4) << "all but those that made the plan";
  allocator.isOut = true;
  EXPECT_ERROR(MemoryError, v[whole] = difference(u), "cannot allocate 80064 bytes");
  allocator.isOut = false;
  v[whole] = difference(u);
  EXPECT_EQ(var(v).item<double>(), 0.0);
}

TEST(PlanMemory, callsOfSeveralShapesSideBySideGiveTheSame) {
  Runtime runtime({.threads = 1});
  Runtime::Scope scope(runtime);
  Program program = runtime.compile(difference, arg(F64, I));
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      Runtime::Scope own(runtime);
      std::int64_t points = 20000 + thread % 2;
      Storage u = line(points + 1), v = line(points);
      for (int n = 0; n < 30; ++n) {
        program(out(v), u);
        wrong += v.read<double>()(points - 1) != 0.0;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(PlanMemory, clearCacheForgetsTheKernelsOfPlans) {
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Program program = runtime.compile(difference, arg(F64, I));
  Storage u = line(9), v = line(8);
  program(out(v), u);
  program(out(v), u);
  EXPECT_EQ(runtime.counters().compiles, 1);
  runtime.clearCache();
  EXPECT_EQ(runtime.counters().codeBytes, 0);
  program(out(v), u);
  EXPECT_EQ(runtime.counters().compiles, 2);
}

TEST(PlanMemory, aPlanKeepsKernelsThatTheCacheLetGo) {
  Runtime runtime({.codeBytes = 1});
  Runtime::Scope scope(runtime);
  Program program = runtime.compile(difference, arg(F64, I));
  Storage u = line(9), v = line(8);
  program(out(v), u);
  for (int n = 1; n < 5; ++n)
    eval(u(I + n) * 2.0);
  EXPECT_GT(runtime.counters().evictions, 0);
  std::int64_t compiles = runtime.counters().compiles;
  program(out(v), u);
  EXPECT_EQ(runtime.counters().compiles, compiles);
  EXPECT_EQ(v.read<double>()(3), 0.0);
}

TEST(PlanMemory, errorsOfPlannedCallsNameTheirOwnLine) {
  CountingAllocator allocator;
  Runtime runtime({.allocator = &allocator});
  Runtime::Scope scope(runtime);
  Program program =
      runtime.compile([](Field u, Field a) { return difference(u) * a; }, arg(F64, I), arg(F32));
  Storage u = line(20001), v = line(20000), other = line(30001), result = line(30000);
  for (int n = 0; n < 2; ++n) {
    program(out(v), u, 1.0);
    program(out(result), other, 1.0); // so that the first plan keeps no temporary
  }
  allocator.isOut = true;
  unsigned here = __LINE__ + 1;
  auto call = [&] { program(out(v), u, 1.0); };
  EXPECT_EQ(messageAt<MemoryError>(here, call), "cannot allocate 160064 bytes");
  allocator.isOut = false;
  EXPECT_NO_THROW(call());
  here = __LINE__ + 1;
  auto large = [&] { program(out(v), u, 1e300); };
  EXPECT_EQ(messageAt<DTypeError>(here, large),
            "argument 1 of the program: the number 1e+300 overflows f32");
}
