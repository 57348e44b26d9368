//===- WorkUnderWayTest.cpp - Writes beside running evaluations -----------===//
//
// A storage is written while kernels of another thread, or of this one, read
// or write it.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"

#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"

#include <atomic>
#include <functional>
#include <latch>
#include <thread>

using namespace gtjit;

namespace {

/// Runs tiles on the caller; calls a function before the first run.
class MeddlingExecutor : public Executor {
public:
  void run(std::int64_t count, Body body, void *context) override {
    if (!done.exchange(true))
      first();
    body(context, 0, count);
  }
  int threads() const override { return 2; }
  std::function<void()> first;
  std::atomic<bool> done{false};
};

class WorkUnderWayTest : public testing::Test {
protected:
  MeddlingExecutor executor;
  Runtime runtime{{.executor = &executor, .smallDomain = 100, .tile = {8}}};
  Runtime::Scope scope{runtime};
  std::vector<double> memory = std::vector<double>(400, 5.0);
  Domain square{I(0, 20), J(0, 20)};

  Storage wrapped() { return runtime.wrap(memory.data(), square); }
  void waitForAWaiter() {
    while (runtime.get().leases->usage().waiters == 0)
      std::this_thread::yield();
  }
  /// Calls `run` in another thread, and `meddle` while that is in the executor's first run.
  void whileRunning(const std::function<void()> &run, const std::function<void()> &meddle) {
    std::latch running(1), meddled(1);
    executor.first = [&] {
      running.count_down();
      meddled.wait();
    };
    executor.done = false;
    std::thread runner([&] {
      Runtime::Scope own(runtime);
      run();
    });
    running.wait();
    meddle();
    meddled.count_down();
    runner.join();
  }
  /// Evaluates g = 2 * (u + 1) in another thread and calls `meddle` while that
  /// is in the executor's first run; returns g's values.
  Values whileReading(const Storage &u, const std::function<void(Field)> &meddle) {
    Field f = u + 1.0, g = f * 2.0;
    whileRunning([&] { eval(g); }, [&] { meddle(std::move(f)); });
    return valuesOf(eval(g));
  }
};

} // namespace

TEST_F(WorkUnderWayTest, keepsWhatItReadsWhenTheLastExpressionThatReadsItIsGone) {
  Storage u = full<double>(square, 5.0);
  Values got = whileReading(u, [&](Field f) {
    eval(f); // an operand of what is being evaluated lets its inputs go
    u[whole] = -1.0;
  });
  EXPECT_EQ(got, Values(400, 12.0));
  EXPECT_EQ(valuesOf(u), Values(400, -1.0));
}

TEST_F(WorkUnderWayTest, isWaitedForWhereTheMemoryCannotMove) {
  Storage u = wrapped(), other = zeros<double>({I(0, 5)});
  std::atomic<bool> isWritten{false};
  std::thread writer;
  Values got = whileReading(u, [&](Field f) {
    eval(f);
    writer = std::thread([&] {
      Runtime::Scope own(runtime);
      u[whole] = -1.0;
      isWritten = true;
    });
    waitForAWaiter();
    EXPECT_FALSE(isWritten);
    EXPECT_EQ(valuesOf(eval(other + 1.0)), Values(5, 1.0)); // nobody else waits
    f = Field();
  });
  writer.join();
  EXPECT_EQ(got, Values(400, 12.0));
  EXPECT_EQ(memory, Values(400, -1.0));
}

TEST_F(WorkUnderWayTest, isNotInTheWayOfWritesToOtherPoints) {
  Storage u = wrapped();
  Storage left = u.view({I(0, 10)}), right = u.view({I(10, 20)});
  whileReading(left, [&](Field f) {
    eval(f);
    right[whole] = 7.0; // would wait for ever
  });
  EXPECT_EQ(memory[399], 7.0);
  EXPECT_EQ(memory[0], 5.0);
}

TEST_F(WorkUnderWayTest, isNotInTheWayOfWritesBesideWhatItReads) {
  Storage u = wrapped();
  whileRunning([&] { u[{I(0, 10)}] = u + 1.0; },
               [&] {
                 u[{I(11, 20)}] = u(I - 1) + 2.0; // would wait for ever
               });
  EXPECT_EQ(u.item<double>({9, 0}), 6.0);
  EXPECT_EQ(u.item<double>({10, 0}), 5.0);
  EXPECT_EQ(u.item<double>({19, 19}), 7.0);
}

TEST_F(WorkUnderWayTest, ofARepeatedStoreIsNotInTheWayOfWritesBesideWhatItReads) {
  Storage u = wrapped(), v = zeros<double>({I(0, 9), J(0, 20)});
  auto store = [&] { v[whole] = u(I + 1); };
  executor.done = true;
  for (int n = 0; n < 3; ++n)
    store();
  whileRunning([&] { store(); },
               [&] {
                 u[{I(10, 20)}] = -1.0; // would wait for ever
               });
  EXPECT_EQ(valuesOf(v), Values(180, 5.0));
}

TEST_F(WorkUnderWayTest, ofARepeatedStoreKeepsWhatItReadsWhenTheStorageIsGone) {
  Storage u = full<double>(square, 5.0), v = zeros<double>(square);
  auto store = [&](const Field &operand) { v[whole] = operand * 2.0; };
  executor.done = true;
  for (int n = 0; n < 3; ++n)
    store(u + 1.0);
  Field f = u + 1.0;
  std::vector<Storage> others; // one of them in its memory, if that is free
  whileRunning([&] { store(f); },
               [&] {
                 eval(f); // lets the leaf go
                 u = Storage();
                 for (int n = 0; n < 4; ++n)
                   others.push_back(full<double>(square, -1.0));
               });
  EXPECT_EQ(valuesOf(v), Values(400, 12.0));
}

TEST_F(WorkUnderWayTest, ofAProgramIsNotInTheWayOfWritesBesideWhatItReads) {
  Program below = runtime.compile([](Field f) { return f(I + 1); }, arg(F64, {I, J}));
  Storage u = full<double>(square, 5.0), v = zeros<double>({I(0, 9), J(0, 20)});
  executor.done = true;
  below(out(v), u);
  whileRunning([&] { below(out(v), u); },
               [&] {
                 std::int64_t copies = runtime.counters().copies;
                 u[{I(10, 20)}] = 7.0;
                 u[{I(0, 1)}] = 7.0;
                 EXPECT_EQ(runtime.counters().copies, copies);
                 u[{I(9, 10)}] = 7.0; // is read
                 EXPECT_EQ(runtime.counters().copies, copies + 1);
               });
  EXPECT_EQ(valuesOf(v), Values(180, 5.0));
}

// One argument of a kernel may have several views of an array.
TEST_F(WorkUnderWayTest, isSeenWhereverItReadsAnArray) {
  Storage u = wrapped(), left = u.view({I(0, 10)});
  std::atomic<bool> isWritten{false};
  std::thread writer;
  Field f = left + u(I + 10), g = f * 2.0;
  whileRunning([&] { eval(g); },
               [&] {
                 eval(f);
                 f = Field();
                 writer = std::thread([&] {
                   Runtime::Scope own(runtime);
                   u[{I(15, 16)}] = -1.0;
                   isWritten = true;
                 });
                 while (runtime.get().leases->usage().waiters == 0 && !isWritten)
                   std::this_thread::yield();
                 EXPECT_FALSE(isWritten);
               });
  writer.join();
  EXPECT_EQ(valuesOf(eval(g)), Values(200, 20.0));
}

TEST_F(WorkUnderWayTest, ofTheSameThreadIsAnError) {
  Storage u = wrapped().named("u");
  Field f = u + 1.0, g = f * 2.0;
  executor.first = [&] {
    eval(f);
    f = Field();
    EXPECT_ERROR(RuntimeError, u[whole] = 0.0,
                 "cannot write 'u': this thread is in the middle of work on its memory");
  };
  EXPECT_EQ(valuesOf(eval(g)), Values(400, 12.0));
}

TEST_F(WorkUnderWayTest, ofAProgramsCallIsSeenToAlike) {
  Program twice = runtime.compile([](Field f) { return 2.0 * f; }, arg(F64, {I, J}));
  Storage u = full<double>(square, 5.0), v = zeros<double>(square), w = zeros<double>(square);
  executor.done = true;
  twice(out(w), v);
  twice(out(w), v);
  whileRunning([&] { twice(out(v), u); },
               [&] {
                 u[whole] = -1.0;  // moves
                 twice(out(u), w); // writes the fresh memory
               });
  EXPECT_EQ(valuesOf(v), Values(400, 10.0));
  EXPECT_EQ(valuesOf(u), Values(400, 0.0));
}

// As with a std::vector: other elements are other memory.
TEST_F(WorkUnderWayTest, losesNoWriteOfAnotherThreadToOtherPoints) {
  executor.done = true;
  Storage u = zeros<double>(square);
  for (int round = 1; round <= 100; ++round) {
    Field old = u + 0.0; // the first write moves the storage
    std::latch start(2);
    auto write = [&](const Region &part, double value) {
      Runtime::Scope own(runtime);
      start.arrive_and_wait();
      u[part] = value;
    };
    std::thread one(write, Region(I(0, 10)), round), two(write, Region(I(10, 20)), -round);
    one.join();
    two.join();
    EXPECT_EQ(valuesOf(u.view({I(0, 10)})), Values(200, round));
    EXPECT_EQ(valuesOf(u.view({I(10, 20)})), Values(200, -round));
  }
}
