//===- MovesUnderWayTest.cpp - Moves between sides beside other work ------===//
//
// What copies a whole block between host and device, while others work on it.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "EmulatedRuntime.h"

#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <thread>
#include <utility>

using namespace gtjit;
using namespace gtjit::test;

namespace {

/// Runs tiles on the caller; calls a function before a run.
class MeddlingExecutor : public Executor {
public:
  void run(std::int64_t count, Body body, void *context) override {
    if (first)
      std::exchange(first, {})();
    body(context, 0, count);
  }
  int threads() const override { return 2; }
  std::function<void()> first;
};

/// Calls a function whenever it is asked for memory.
class WatchedAllocator : public Allocator {
public:
  void *allocate(std::size_t bytes) override {
    if (look)
      look();
    return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  }
  void deallocate(void *pointer, std::size_t) override { std::free(pointer); }
  std::function<void()> look;
};

class MovesUnderWay : public testing::Test {
protected:
  static RuntimeOptions options(MeddlingExecutor &executor, WatchedAllocator &allocator) {
    RuntimeOptions all = onEmulatedDevice();
    all.executor = &executor;
    all.allocator = &allocator;
    all.smallDomain = 100;
    all.tile = {64};
    return all;
  }
  MeddlingExecutor executor;
  WatchedAllocator allocator;
  Runtime runtime{options(executor, allocator)};
  Runtime::Scope scope{runtime};
  detail::LeaseTable &table = *runtime.get().leases;
};

const std::function<void(Storage &)> moves[] = {
    [](Storage &s) { s.host_to_device(); }, [](Storage &s) { s.device_to_host({.force = true}); },
    [](Storage &s) { s.synchronize(); }};

/// What gives addresses, where values may have to be moved to.
const std::function<void(Storage &)> addresses[] = {[](Storage &s) { s.data(); },
                                                    [](Storage &s) { s.device_data(); }};

} // namespace

TEST_F(MovesUnderWay, WaitForWorkOnTheMemory) {
  Storage s = ones<double>({I(0, 8)}, softwareManaged);
  auto expectToWait = [&](const std::function<void(Storage &)> &move) {
    detail::LeaseGroup work(runtime.get());
    detail::ArrayView view = s.get()->view();
    work.add(view, detail::Access::Write);
    work.take();
    std::atomic<bool> isDone{false};
    std::thread mover([&] {
      Runtime::Scope on(runtime);
      move(s);
      isDone = true;
    });
    while (table.usage().waiters == 0 && !isDone)
      std::this_thread::yield();
    EXPECT_FALSE(isDone);
    work.giveBack();
    mover.join();
    EXPECT_TRUE(isDone);
    EXPECT_EQ(table.usage().groups, 0);
  };
  std::ranges::for_each(moves, expectToWait);
  std::ranges::for_each(addresses, expectToWait);
}

// Another thread may go on reading, and this one be in the middle of a kernel that calls it.
TEST_F(MovesUnderWay, AddressesNeedNoneOfOthersWorkButWrites) {
  Storage s = ones<double>({I(0, 8)}, softwareManaged);
  s.host_to_device();
  for (detail::Access access : {detail::Access::Read, detail::Access::Write})
    for (const auto &address : addresses) {
      bool isOwn = access == detail::Access::Write;
      detail::ArrayView view = s.get()->view();
      detail::LeaseGroup own(runtime.get()), others(runtime.get());
      (isOwn ? own : others).add(view, access);
      if (isOwn)
        own.take();
      else
        std::thread([&] { others.take(); }).join();
      address(s);
      EXPECT_EQ(table.usage().groups, 1);
    }
}

TEST_F(MovesUnderWay, LoseNothingThatKernelsOfTheHostWrite) {
  Storage u = full<double>({I(0, 400)}, 3.0, {.device = nullptr}),
          s = zeros<double>({I(0, 400)}, softwareManaged),
          v = zeros<double>({I(0, 400)}, softwareManaged);
  Program twice = runtime.compile([](Field f) { return 2.0 * f; }, arg(F64, {I}));
  twice.setDevice(nullptr);
  s.synchronize();
  std::thread mover;
  std::atomic<bool> isDone{false};
  executor.first = [&] {
    mover = std::thread([&] {
      Runtime::Scope on(runtime);
      s.synchronize();
      isDone = true;
    });
    while (table.usage().waiters == 0 && !isDone)
      std::this_thread::yield();
  };
  twice(out(s), u);
  mover.join();
  v[whole] = Field(s) + 1.0; // on the device
  EXPECT_EQ(valuesOf(v), std::vector<double>(400, 7.0));
}

TEST_F(MovesUnderWay, OfTheSameThreadAreAnError) {
  Storage s = ones<double>({I(0, 8)}, softwareManaged).named("s");
  detail::Lease work(s.get()->view(), detail::Access::Read);
  EXPECT_ERROR(RuntimeError, s.synchronize(),
               "cannot move the values of 's': this thread is in the middle of work on its memory");
}

// Others see that it is read, and do not write it meanwhile.
TEST_F(MovesUnderWay, CopiesOnTheDeviceHoldALease) {
  Storage s = ones<double>({I(0, 1000)}, softwareManaged);
  s.host_to_device(); // else it is worked on where it is
  s[whole] = Field(s) + 1.0;
  int seen = 0;
  auto watch = [&] {
    detail::ArrayView before = s.get()->view();
    allocator.look = [&, before] {
      seen += table.find({before, *before.block, before.offset, Domain()}).readers.own;
    };
  };
  watch();
  Program captures = runtime.compile([&](Field f) { return f + Field(s); }, arg(F64, {I}));
  allocator.look = {};
  EXPECT_EQ(seen, 1); // a snapshot
  Field reader = Field(s) * 2.0;
  watch();
  s[{I(0, 1)}] = 5.0; // goes to other memory
  allocator.look = {};
  EXPECT_EQ(seen, 2);
  EXPECT_EQ(valuesOf(eval(reader))[0], 4.0);
}
