//===- AsynchronyTest.cpp - Work that is not done when a call returns -----===//
//
// What waits for the device and what does not, on one whose streams run late: what reads too
// early sees old values.
//
//===----------------------------------------------------------------------===//
#include "EmulatedRuntime.h"

#include "gtjit/DLPack.h"
#include "gtjit/Device/Emulated/EmulatedDriver.h"

#include <gmock/gmock.h>

#include <thread>

using namespace gtjit;
using namespace gtjit::test;

namespace {

class Asynchrony : public EmulatedRuntime {
protected:
  std::int64_t waits() const { return runtime.counters().deviceWaits; }
};

Storage ones(const StorageOptions &options, std::int64_t points = 8) {
  return gtjit::ones<double>({I(0, points)}, options);
}

const StorageOptions kinds[] = {StorageOptions{}, softwareManaged, cudaManaged, unmanaged};

} // namespace

TEST_F(Asynchrony, ATimeLoopWaitsForNothing) {
  for (const StorageOptions &kind : kinds) {
    Storage u = ones(kind), v = ones(kind);
    u.host_to_device(); // else a software-managed one is worked on where it is
    runtime.wait();
    std::int64_t before = waits();
    for (int step = 0; step < 10; ++step) {
      v[whole] = Field(u) + 1.0;
      u[whole] = Field(v) * 2.0;
    }
    EXPECT_EQ(waits() - before, 0);
    EXPECT_EQ(valuesOf(u)[7], 1024.0 + 2046.0);
    EXPECT_GT(waits(), before);
  }
}

TEST_F(Asynchrony, ProgramsAndEvaluationsReturnBeforeTheirWorkIsDone) {
  Storage u = ones(unmanaged), v = ones(unmanaged);
  Program twice = runtime.compile([](Field f) { return 2.0 * f; }, arg(F64, {I}));
  runtime.wait();
  std::int64_t before = waits();
  twice(out(v), u);
  Field sum = Field(u) + Field(v);
  Storage w = eval(sum);
  EXPECT_EQ(waits() - before, 0);
  EXPECT_EQ(valuesOf(w)[0], 3.0);
}

TEST_F(Asynchrony, WaitEndsWhatWasStarted) {
  Storage u = ones(unmanaged), v = ones(unmanaged);
  runtime.wait();
  std::int64_t before = waits();
  runtime.wait(); // there is nothing to wait for
  EXPECT_EQ(waits(), before);
  v[whole] = Field(u) + 1.0;
  runtime.wait();
  EXPECT_EQ(waits(), before + 1);
  RuntimeOptions host;
  host.reference = true;
  Runtime(host).wait();
}

TEST_F(Asynchrony, TheHostSeesWhatWasStartedBefore) {
  for (const StorageOptions &kind : kinds) {
    Storage u = ones(kind), v = ones(kind), w = ones(kind);
    v[whole] = Field(u) + 1.0;
    EXPECT_EQ(v.item<double>({3}), 2.0);
    w[whole] = Field(v) + 1.0;
    w.set({5}, 9.0);
    EXPECT_THAT(valuesOf(w), testing::ElementsAre(3, 3, 3, 3, 3, 9, 3, 3));
    v[whole] = Field(w) * 2.0;
    EXPECT_EQ(valuesOf(v.copy())[5], 18.0);
    v[whole] = Field(v) * 2.0;
    EXPECT_EQ(sum(v).item<double>(), 12.0 * 7 + 36.0);
  }
}

TEST_F(Asynchrony, WhatTheHostWritesBehindAnUploadIsNotSeenByIt) {
  for (const StorageOptions &kind : {kinds[0], kinds[1], kinds[2]}) {
    Storage u = ones(kind), v = ones(kind);
    u.host_to_device();
    v[whole] = Field(u) + 1.0; // what is copied of u may not have been read
    {
      auto view = u.write<double>();
      for (std::int64_t i = 0; i < 8; ++i)
        view(i) = 100.0;
    }
    EXPECT_EQ(valuesOf(v)[0], 2.0);
    v[whole] = Field(u) + 1.0;
    EXPECT_EQ(valuesOf(v)[0], 101.0);
  }
}

TEST_F(Asynchrony, AddressesOfTheHostAreGivenOutWhenTheDeviceHasReadWhatIsThere) {
  Storage u = ones(softwareManaged), v = ones(softwareManaged);
  u.host_to_device();
  v[whole] = Field(u) + 1.0;
  static_cast<double *>(u.data())[0] = 100.0;
  EXPECT_EQ(valuesOf(v)[0], 2.0);
}

TEST_F(Asynchrony, HostMemoryOfBothSidesIsPinnedAndUsedAgain) {
  std::size_t before = detail::emulatedPinned();
  Storage u = ones(softwareManaged);
  EXPECT_EQ(detail::emulatedPinned(), before + 1);
  std::int64_t fresh = runtime.counters().allocations;
  for (int n = 0; n < 5; ++n) {
    Storage v = ones(softwareManaged);
    v[whole] = Field(u) + 1.0;
  }
  EXPECT_EQ(runtime.counters().allocations - fresh, 1);
  EXPECT_EQ(detail::emulatedPinned(), before + 2);
}

TEST_F(Asynchrony, MemoryGoesWhenTheDeviceHasReadIt) {
  for (const StorageOptions &kind : kinds) {
    Storage v = ones(kind);
    {
      Storage u = gtjit::full<double>({I(0, 8)}, 5.0, kind);
      u.host_to_device();
      Field f = Field(u) * 2.0;
      v[whole] = f + 1.0;
    }
    Storage other = gtjit::full<double>({I(0, 8)}, -1.0, kind); // takes the memory, if it is free
    EXPECT_EQ(valuesOf(v)[3], 11.0);
  }
}

TEST_F(Asynchrony, WhatIsLookedForIsWaitedForAndSoAreLargeBlocksOfArguments) {
  Storage u = ones(unmanaged), v = ones(unmanaged);
  auto flat = [] {
    return gtjit::ones<double>(
        {I(0, 2), J(0, 2), K(0, 2), Dimension("A")(0, 2), Dimension("B")(0, 2)}, unmanaged);
  };
  Field many = flat();
  for (int n = 0; n < 100; ++n) // an address and five strides each
    many = many + Field(flat());
  auto waitsFor = [&](Runtime &of, const Storage &target, const Field &value) {
    of.wait();
    std::int64_t before = of.counters().deviceWaits;
    target[whole] = value;
    return of.counters().deviceWaits > before;
  };
  EXPECT_FALSE(waitsFor(runtime, v, Field(u) + 1.0));
  EXPECT_TRUE(waitsFor(runtime, flat(), many));
  {
    CheckScope checked(Check::NaN);
    EXPECT_TRUE(waitsFor(runtime, v, Field(u) + 1.0));
  }
  RuntimeOptions options = onEmulatedDevice();
  options.profile = true;
  Runtime profiled(options);
  Runtime::Scope on(profiled);
  EXPECT_TRUE(waitsFor(profiled, ones(unmanaged), Field(ones(unmanaged)) + 1.0));
}

//===----------------------------------------------------------------------===//
// Memory of others
//===----------------------------------------------------------------------===//

TEST_F(Asynchrony, MemoryThatOthersHaveIsDoneWhenACallReturns) {
  std::vector<double> memory(8, 1.0);
  Storage wrapped = runtime.wrap(memory.data(), {I(0, 8)});
  wrapped[whole] = Field(wrapped) + 1.0;
  EXPECT_EQ(memory[3], 2.0);

  Storage u = ones(cudaManaged);
  auto *there = static_cast<double *>(u.data());
  u[whole] = Field(u) + 1.0;
  EXPECT_EQ(there[3], 2.0);

  Storage given = ones(unmanaged), own = ones(unmanaged);
  (void)given.device_data();
  std::int64_t before = waits();
  given[whole] = Field(given) + 1.0;
  EXPECT_EQ(waits(), before + 1); // who has the address may read it in another stream
  own[whole] = Field(own) + 1.0;
  EXPECT_EQ(waits(), before + 1);
  (void)own.device_view();
  EXPECT_EQ(waits(), before + 2);
}

TEST_F(Asynchrony, TensorsAreOthersFromThenOn) {
  Storage u = ones(unmanaged), v = ones(unmanaged);
  v[whole] = Field(u) + 1.0;
  Storage again = fromDLPack(toDLPack(v));
  std::int64_t before = waits();
  u[whole] = Field(again) + 1.0; // reads what its owner may write at any time
  EXPECT_EQ(waits(), before + 1);
  EXPECT_EQ(valuesOf(u)[0], 3.0);
}

TEST_F(Asynchrony, ViewsThatAreHeldSeeManagedMemoryInTime) {
  expectHeldViewsInStep(ones(cudaManaged));
}

//===----------------------------------------------------------------------===//
// What ends with work under way
//===----------------------------------------------------------------------===//

TEST(WorkUnderWay, EndsWithItsRuntime) {
  std::size_t before = detail::emulatedAllocations(), pinned = detail::emulatedPinned();
  {
    Runtime runtime(onEmulatedDevice());
    Runtime::Scope scope(runtime);
    Storage u = ones(unmanaged), w = ones(softwareManaged);
    Field f = Field(u) + Field(w);
    for (int step = 0; step < 5; ++step)
      u[whole] = Field(u) + f;
  }
  EXPECT_EQ(detail::emulatedAllocations(), before);
  EXPECT_EQ(detail::emulatedPinned(), pinned);
}

TEST(WorkUnderWay, OfTwoRuntimesIsInOrderWhereTheyMeet) {
  Runtime first(onEmulatedDevice()), second(onEmulatedDevice());
  Storage u =
      full<double>({I(0, 8)}, 1.0, {.device = "gpu", .managed = nullptr, .runtime = &first});
  u[whole] = Field(u) + 1.0;
  Storage v = storage(u.device_view(), {.device = "gpu", .managed = nullptr, .runtime = &second});
  u[whole] = Field(u) + 1.0;
  v[whole] = Field(v) * 10.0;
  EXPECT_EQ(valuesOf(v)[0], 20.0);
  EXPECT_EQ(valuesOf(u)[0], 3.0);
}

TEST(WorkUnderWay, OfThreadsIsWaitedForByWhoAsks) {
  Runtime runtime(onEmulatedDevice());
  std::vector<double> results(4);
  std::vector<std::thread> threads;
  for (std::size_t n = 0; n < results.size(); ++n)
    threads.emplace_back([&, n] {
      Runtime::Scope on(runtime);
      Storage u = full<double>({I(0, 32)}, double(n), softwareManaged);
      for (int step = 0; step < 20; ++step) {
        u[whole] = Field(u) + 1.0;
        if (step % 5 == 0)
          u.set({3}, 0.0);
      }
      results[n] = u.item<double>({3});
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(results, testing::Each(4.0));
}
