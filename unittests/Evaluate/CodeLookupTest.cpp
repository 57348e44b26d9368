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
#include <future>
#include <thread>
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

TEST(CodeLookup, theGraphIsFreeWhileValuesBecomeText) {
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(0, 1 << 22)}, 1.0);
  std::atomic<bool> isDone = false;
  std::thread printer([&] {
    for (int n = 0; n < 10; ++n)
      (void)toText(u), (void)toText(Field(u));
    isDone = true;
  });
  int tries = 0, taken = 0;
  for (; !isDone; ++tries) {
    std::unique_lock lock(runtime.get().graphMutex, std::try_to_lock);
    taken += lock.owns_lock();
    lock = {};
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  printer.join();
  EXPECT_GT(2 * taken, tries);
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
