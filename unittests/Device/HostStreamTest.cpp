//===- HostStreamTest.cpp - Work in the host application's stream ---------===//
//
// The order of its work and the library's; and what is told of kernels that fail, which nobody
// waits for here even if they use memory of others.
//
//===----------------------------------------------------------------------===//
#include "HostStream.h"
#include "EmulatedRuntime.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <memory>

using namespace gtjit;
using namespace gtjit::test;

namespace {

class InHostStream : public ::testing::Test {
protected:
  static RuntimeOptions inStream(void *stream) {
    RuntimeOptions options = onEmulatedDevice();
    options.stream = stream;
    return options;
  }
  std::int64_t waits() const { return runtime->counters().deviceWaits; }

  HostStream host;
  std::unique_ptr<Runtime> runtime = std::make_unique<Runtime>(inStream(host.stream));
  Runtime::Scope scope{*runtime};
};

Storage onesOn(const StorageOptions &options) { return ones<double>({I(0, 8)}, options); }

/// The line of an error, its text and its notes.
struct Told {
  unsigned line = 0;
  std::string message;
  std::vector<std::string> notes = {};
};
template <class Body> Told errorOf(Body body) {
  Told told;
  try {
    body();
  } catch (const DeviceError &error) {
    told = {error.line().line, std::string(error.message())};
    for (std::size_t n = 0; n < error.noteCount(); ++n)
      told.notes.emplace_back(error.note(n));
  }
  return told;
}

/// A storage around an address of the device where there is no memory.
Storage nowhere(std::int64_t points = 8) {
  return as_storage(ArrayData::onDevice(reinterpret_cast<double *>(4096), Extents(points)),
                    unmanaged);
}

} // namespace

TEST_F(InHostStream, TheApplicationsWorkAndTheLibrarysAreInOneOrder) {
  Storage u = onesOn(unmanaged), v = onesOn(unmanaged);
  auto address = reinterpret_cast<detail::CUdeviceptr>(u.device_data());
  std::int64_t before = waits();
  host.inContext([&] { return host.driver.cuMemsetD8Async(address, 0, 64, host.stream); });
  v[whole] = Field(u) + 1.0;
  host.inContext([&] { return host.driver.cuMemsetD8Async(address, 255, 64, host.stream); });
  u[whole] = Field(v) + 4.0;
  EXPECT_EQ(waits(), before);
  EXPECT_EQ(valuesOf(v)[0], 1.0);
  EXPECT_EQ(valuesOf(u)[0], 5.0);
}

TEST_F(InHostStream, ManagedMemoryThatTheHostReachesIsDoneWhenACallReturns) {
  Storage u = onesOn(cudaManaged);
  auto *there = static_cast<double *>(u.data());
  u[whole] = Field(u) + 1.0;
  EXPECT_EQ(there[3], 2.0);
}

TEST_F(InHostStream, MemoryIsGivenBackWhenTheStreamIsThroughWithIt) {
  Storage u = onesOn(unmanaged), v = onesOn(unmanaged);
  auto *address = static_cast<double *>(v.device_data());
  std::int64_t before = waits(), atEnd = 0;
  auto owner = std::shared_ptr<void>(address, [&](void *) { atEnd = waits(); });
  {
    Storage wrapped = wrap(address, {I(0, 8)},
                           {.device = "gpu", .managed = nullptr, .keepAlive = std::move(owner)});
    wrapped[whole] = Field(u) + 6.0;
    EXPECT_EQ(waits(), before);
  }
  EXPECT_EQ(atEnd, before + 1);
  EXPECT_EQ(valuesOf(v)[3], 7.0);
}

TEST_F(InHostStream, TheStreamNeedNotLiveLongerThanTheRuntime) {
  Storage u = onesOn(unmanaged), v = onesOn(unmanaged);
  v[whole] = Field(u) + 1.0;
  runtime.reset();
  host.inContext([&] { return host.driver.cuStreamDestroy_v2(host.stream); });
  host.inContext([&] { return host.driver.cuStreamCreate(&host.stream, 1); });
  v[whole] = Field(v) + 1.0;
  EXPECT_EQ(valuesOf(v)[0], 3.0);
}

TEST(DeviceStreams, NeedADevice) {
  RuntimeOptions options;
  options.stream = &options;
  if (!std::getenv("GTJIT_DEVICE")) {
    EXPECT_THROW(Runtime runtime(options), ValueError);
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(InHostStream, AnErrorTellsTheLineThatStartedTheWork) {
  Storage u = nowhere(), v = onesOn(unmanaged);
  runtime->wait();
  unsigned line = __LINE__ + 1;
  v[whole] = Field(u) + 1.0;
  Told told = errorOf([&] { runtime->wait(); });
  EXPECT_EQ(told.line, line);
  EXPECT_THAT(told.message, testing::StartsWith("running kernels: CUDA_ERROR_ILLEGAL_ADDRESS, "));
  EXPECT_THAT(told.notes, testing::ElementsAre(testing::HasSubstr("found here")));
  EXPECT_NE(errorOf([&] { runtime->wait(); }).line, line); // the context is no more
}

TEST_F(InHostStream, AnErrorTellsAllLinesThatItMayComeFrom) {
  Storage u = nowhere(), v = onesOn(unmanaged), w = onesOn(unmanaged);
  runtime->wait();
  unsigned line = __LINE__ + 1;
  w[whole] = Field(w) + 1.0;
  v[whole] = Field(u) + 1.0;
  Told told = errorOf([&] { (void)valuesOf(w); });
  EXPECT_EQ(told.line, line);
  EXPECT_THAT(told.message, testing::HasSubstr("ILLEGAL_ADDRESS"));
  EXPECT_THAT(told.message, testing::EndsWith("; it may come from 2 lines"));
  ASSERT_EQ(told.notes.size(), 2u);
  EXPECT_THAT(told.notes[0], testing::HasSubstr("this was started, too"));
}

TEST_F(InHostStream, AfterAnErrorTheHostHasWhatItHad) {
  Storage u = nowhere(), v = full<double>({I(0, 8)}, 3.0, softwareManaged);
  (void)v.item<double>({0});
  v[whole] = Field(u) + 1.0;
  EXPECT_NE(errorOf([&] { (void)v.item<double>({0}); }).line, 0u);
  EXPECT_EQ(v.item<double>({0}), 3.0);
}

TEST_F(InHostStream, WhatIsDestroyedTellsNoError) {
  Storage u = nowhere();
  {
    Storage v = onesOn(softwareManaged);
    v[whole] = Field(u) + 1.0;
    (void)runtime->compile([](Field f) { return f; }, arg(F64, {I}));
    runtime->clearCache();
  }
  EXPECT_NE(errorOf([&] { runtime->wait(); }).line, 0u);
}
