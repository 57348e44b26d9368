//===- CodeLookupTest.cpp - Where a program's code comes from -------------===//
//
// A bounded cache, what is compiled how often, and that nobody waits for the
// compiler who only builds expressions.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <future>
#include <semaphore>
#include <sys/mman.h>
#include <thread>
#include <utility>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

static Storage counting(std::int64_t points) {
  Storage u = zeros<double>({I(0, points)});
  for (std::int64_t i = 0; i < points; ++i)
    u[{I(i)}] = double(i);
  return u;
}

TEST(CodeLookup, manyKernelsInASmallCacheAreAllRight) {
  Runtime runtime({.codeBytes = 60000});
  Runtime::Scope scope(runtime);
  Storage u = counting(64);
  for (int round = 0; round < 2; ++round)
    for (int n = 1; n < 20; ++n) {
      Storage v = eval(u(I + n) - u);
      EXPECT_EQ(v.read<double>()(3), double(n));
      EXPECT_LE(runtime.counters().codeBytes, 60000);
    }
  RuntimeCounters counters = runtime.counters();
  EXPECT_GT(counters.evictions, 0);
  EXPECT_GT(counters.compiles, 25) << "what went is compiled again";
  EXPECT_GT(counters.codeMaps, 0);
}

TEST(CodeLookup, whatIsReducedTellsWhetherTheCachesHoldIt) {
  Runtime runtime({.cacheBytes = 100000, .diskCache = false});
  Runtime::Scope scope(runtime);
  std::int64_t compiled = 0;
  for (std::int64_t points : {100, 1000, 20000, 40000}) { // of 8 bytes
    Storage u = full({I(0, points)}, 2.0);
    EXPECT_EQ(sum(sqrt(u * u)).item<double>(), 2.0 * static_cast<double>(points));
    EXPECT_EQ(runtime.counters().compiles - std::exchange(compiled, runtime.counters().compiles),
              points == 100 || points == 20000)
        << points;
  }
}

TEST(CodeLookup, whatIsReducedAgainAndAgainCountsOnce) {
  Runtime runtime({.cacheBytes = 100000, .diskCache = false});
  Runtime::Scope scope(runtime);
  for (std::int64_t size : {20, 40}) { // 64,000 products of 1,600 values
    Storage a = full({I(0, size), K(0, size)}, 2.0), b = full({K(0, size), J(0, size)}, 0.5);
    EXPECT_EQ(sum(a * b, {K}).at({I(1), J(2)}).item<double>(), static_cast<double>(size));
  }
  EXPECT_EQ(runtime.counters().compiles, 1);
}

/// Expression `number` of u, an operation for each of its digits, and its value where u is 1.5.
static std::pair<Field, double> different(const Storage &u, int number) {
  Field f = u;
  double value = 1.5;
  for (int rest = number + 1; rest; rest /= 3) {
    f = rest % 3 == 0 ? f + u : rest % 3 == 1 ? f * u : f - u(I + 1);
    value = rest % 3 == 0 ? value + 1.5 : rest % 3 == 1 ? value * 1.5 : value - 1.5;
  }
  return {f, value};
}

// The bound is RuntimeOptions::codeBytes, as by default, only less; benchmarks/DistinctKernels.cpp
// runs 100,000.
TEST(CodeLookup, kernelsThatComeOnceKeepToTheBoundOfBytesAndMaps) {
  constexpr std::int64_t kBytes = 200000;
  constexpr int kKernels = 240;
  Runtime runtime({.threads = 1, .codeBytes = kBytes, .diskCache = false});
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(0, 33)}, 1.5);
  std::int64_t maps = 0;
  for (int n = 0; n < kKernels; ++n) {
    auto [field, value] = different(u, n);
    ASSERT_EQ(eval(field).read<double>()(3), value) << n;
    RuntimeCounters counters = runtime.counters();
    ASSERT_LE(counters.codeBytes, kBytes) << n;
    if (n == kKernels / 3)
      maps = counters.codeMaps;
  }
  RuntimeCounters counters = runtime.counters();
  EXPECT_EQ(counters.compiles, kKernels);
  EXPECT_GT(counters.evictions, kKernels / 2);
  EXPECT_LE(counters.codeMaps, maps) << "memory of code that went is used again";
}

TEST(CodeLookup, threadsThatShareASmallCacheGetTheirValues) {
  Runtime runtime({.threads = 1, .codeBytes = 40000});
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread)
    threads.emplace_back([&, thread] {
      Runtime::Scope scope(runtime);
      Storage u = counting(32);
      for (int n = 0; n < 12; ++n) {
        int shift = 1 + (n * (thread + 1)) % 7;
        wrong += eval(u(I + shift) - u).read<double>()(2) != double(shift);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(runtime.counters().evictions, 0);
}

namespace {
/// Code that was loaded for other evaluations; asks in another thread for the
/// graph mutex when the compiler is wanted.
class Loaded final : public CodeSource {
public:
  Loaded(Runtime &runtime, bool compiler) : runtime(runtime), compiler(compiler) {}
  std::shared_ptr<const CompiledProgram> find(const std::string &) const override { return {}; }
  bool canCompile() const override {
    isGraphFree = std::async(std::launch::async, [this] {
                    std::unique_lock lock(runtime.get().graphMutex, std::try_to_lock);
                    return lock.owns_lock();
                  }).get();
    return compiler;
  }
  mutable bool isGraphFree = false;

private:
  Runtime &runtime;
  bool compiler;
};
} // namespace

TEST(CodeLookup, theGraphIsFreeWhileTheCompilerIsOpened) {
  for (bool compiler : {false, true}) {
    Runtime runtime;
    Runtime::Scope scope(runtime);
    Storage u = counting(8), v = like(u);
    Loaded loaded(runtime, compiler);
    std::int64_t before = runtime.counters().compiles;
    std::vector<Assignment> assignments;
    assignments.push_back({v, v.domain(), (u + u).ref(), SourceLine::here()});
    assign(std::move(assignments), &loaded);
    EXPECT_TRUE(loaded.isGraphFree);
    EXPECT_EQ(v.read<double>()(3), 6.0);
    EXPECT_EQ(runtime.counters().compiles - before, compiler ? 1 : 0);
  }
}

namespace {
/// A page of memory: who reads it first waits there.
class PageThatWaits {
public:
  PageThatWaits()
      : page(::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    self = this;
    struct sigaction action = {};
    action.sa_handler = [](int) {
      self->isReached.release();
      self->mayGoOn.acquire();
      ::mprotect(self->page, kBytes, PROT_READ | PROT_WRITE);
    };
    ::sigaction(SIGSEGV, &action, &before);
  }
  ~PageThatWaits() {
    ::sigaction(SIGSEGV, &before, nullptr);
    ::munmap(page, kBytes);
  }

  double *values() const { return static_cast<double *>(page); }
  /// Calls `meanwhile` where a thread that runs `read` has come to the page.
  void whileReading(std::function<void()> read, const std::function<void()> &meanwhile) {
    ::mprotect(page, kBytes, PROT_NONE);
    std::thread reader(std::move(read));
    isReached.acquire();
    meanwhile();
    mayGoOn.release();
    reader.join();
  }

  static constexpr std::int64_t kBytes = 4096;

private:
  static inline PageThatWaits *self;
  void *page;
  struct sigaction before;
  std::binary_semaphore isReached{0}, mayGoOn{0};
};
} // namespace

TEST(CodeLookup, theGraphIsFreeWhileValuesBecomeText) {
  PageThatWaits page;
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Storage u = wrap(page.values(), {I(0, PageThatWaits::kBytes / 8)});
  auto graphIsFree = [&] {
    std::unique_lock lock(runtime.get().graphMutex, std::try_to_lock);
    EXPECT_TRUE(lock.owns_lock());
  };
  page.whileReading([&] { (void)toText(u); }, graphIsFree);
  page.whileReading([f = Field(u)] { (void)toText(f); }, graphIsFree);
}

TEST(CodeLookup, aProgramThatHoldsItsNodesIsPrintedAsItWas) {
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Storage u = counting(8), v = like(u);
  Field inner = u + 1.0, outer = inner * inner;
  ArrayView target = v.get()->view();
  FlatGraph program;
  {
    std::lock_guard lock(runtime.get().graphMutex);
    program = flatten({{outer.ref(), target, target.domain, {}}});
    program.hold();
  }
  std::string before = printProgram(program);
  eval(inner); // lets its inputs go
  inner = outer = Field();
  EXPECT_EQ(printProgram(program), before);
}
