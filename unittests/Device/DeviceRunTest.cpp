//===- DeviceRunTest.cpp - Evaluations on a device ------------------------===//
//
// What a device must not change, and what it adds: copies, parts of grids, errors.
//
//===----------------------------------------------------------------------===//
#include "EmulatedRuntime.h"
#include "gtjit/Device/Emulated/EmulatedDriver.h"
#include "gtjit/Memory/RuntimeState.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace gtjit;

namespace {
using DeviceRun = test::EmulatedRuntime;

Storage counted(const Domain &domain) {
  Storage storage = empty<double>(domain);
  auto view = storage.write<double>();
  std::vector<std::int64_t> index(view.ndim(), 0);
  for (double value = 0;; ++value) {
    view.at(index) = value;
    std::size_t d = view.ndim();
    while (d-- > 0 && ++index[d] == view.shape()[d])
      index[d] = 0;
    if (d == std::size_t(-1))
      return storage;
  }
}
} // namespace

// M-007
TEST_F(DeviceRun, StencilsRunAsPtx) {
  Storage u = counted({I(0, 6), J(0, 5)}), v = zeros<double>({I(0, 6), J(0, 5)});
  Field f = u;
  v[{I(1, 5), J(1, 4)}] = f(I + 1) + f(I - 1) + f(J + 1) + f(J - 1) - 4.0 * f + sin(f);
  EXPECT_EQ(runtime.counters().kernels, 1);
  EXPECT_DOUBLE_EQ(v.read<double>()(1, 1), std::sin(6.0));
  EXPECT_EQ(v.read<double>()(0, 0), 0.0); // beside the region nothing is written
}

TEST_F(DeviceRun, WhatSharesMemoryOnTheHostSharesItThere) {
  Storage u = counted({I(0, 8)});
  u[{I(1, 8)}] = Field(u)(I - 1);
  EXPECT_EQ(u.read<double>()(7), 6.0);
  Storage w = counted({I(0, 8)});
  w[whole] = 2.0 * Field(w);
  EXPECT_EQ(w.read<double>()(7), 14.0);
}

TEST_F(DeviceRun, PartsOfStoragesKeepWhatIsBetweenThem) {
  Storage u = counted({I(0, 9)});
  u[{I(1, 8)}] = 100.0 + Field(u);
  EXPECT_EQ(u.read<double>()(0), 0.0);
  EXPECT_EQ(u.read<double>()(7), 107.0);
  EXPECT_EQ(u.read<double>()(8), 8.0);
  std::vector<double> memory(12, 1.0);
  Storage every = runtime.wrap(memory.data(), {I(0, 6)}, {.strides = {16}});
  every[whole] = 5.0 * Field(every);
  EXPECT_THAT(memory, testing::ElementsAre(5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 1));
}

TEST_F(DeviceRun, GridsThatAreTooLargeAreStartedInParts) {
  Storage u = counted({I(0, 2), J(0, 3), K(0, 70000)});
  Storage v = empty<double>({I(0, 2), J(0, 3), K(0, 70000)});
  v[whole] = Field(u) + 1.0;
  EXPECT_EQ(v.read<double>()(1, 2, 69999), 2.0 * 3 * 70000);
  EXPECT_EQ(v.read<double>()(0, 0, 0), 1.0);
  EXPECT_EQ(runtime.counters().kernels, 1);
}

TEST_F(DeviceRun, KernelsTakeMoreArgumentsThanFitABlock) {
  const Domain domain{I(0, 3), J(0, 2), K(0, 2), Dimension("A")(0, 2), Dimension("B")(0, 2)};
  Field sum = full<double>(domain, 0.0);
  for (int n = 1; n <= 100; ++n) // an address and five strides each: more than 4096 bytes
    sum = sum + Field(full<double>(domain, double(n)));
  Storage v = empty<double>(domain);
  v[whole] = sum;
  EXPECT_EQ(runtime.counters().kernels, 1);
  EXPECT_EQ(v.item<double>({2, 1, 0, 1, 1}), 100.0 * 101 / 2);
}

TEST_F(DeviceRun, ReductionsAndScansHaveTheHostsBits) {
  Storage u = counted({I(0, 700), J(0, 3)});
  Field noise = sin(Field(u) * 12.9898) * 43758.5453;
  double here = sum(noise).item<double>(), most = max(noise).item<double>();
  Runtime host;
  Runtime::Scope on(host);
  Storage same = counted({I(0, 700), J(0, 3)});
  Field again = sin(Field(same) * 12.9898) * 43758.5453;
  EXPECT_EQ(here, sum(again).item<double>());
  EXPECT_EQ(most, max(again).item<double>());
}

TEST_F(DeviceRun, ProgramsAreCalledAndSavedForProcessorsToo) {
  Program program = runtime.compile([](Field f) { return 2.0 * f; }, arg(F64, {I}));
  Storage u = counted({I(0, 4)}), v = empty<double>({I(0, 4)});
  program(out(v), u);
  program(out(v), u);
  EXPECT_EQ(v.read<double>()(3), 6.0);
  std::string path = testing::TempDir() + "on_device.gtprog";
  program.save(path);
  Runtime host;
  Runtime::Scope on(host);
  Storage a = counted({I(0, 4)}), b = empty<double>({I(0, 4)});
  Program::load(path, host)(out(b), a);
  EXPECT_EQ(b.read<double>()(3), 6.0);
  EXPECT_EQ(host.counters().compiles, 0);
  std::filesystem::remove(path);
}

TEST_F(DeviceRun, CallsOfOneShapeTakeMemoryOfAnyKind) {
  Program program =
      runtime.compile([](Field f, Field s) { return s * f + 1.0; }, arg(F64, {I}), arg(F64));
  const StorageOptions kinds[] = {{},
                                  {.device = "gpu"},
                                  {.device = "gpu", .managed = "cuda"},
                                  {.device = "gpu", .managed = nullptr}};
  double number = 1.0;
  std::size_t before = detail::emulatedAllocations();
  for (const StorageOptions &from : kinds)
    for (const StorageOptions &to : kinds) {
      Storage u = full<double>({I(0, 4)}, 3.0, from), v = empty<double>({I(0, 4)}, to);
      number += 1.0;
      program(out(v), u, number);
      EXPECT_EQ(storage(v, {.device = nullptr}).item<double>({2}), 3.0 * number + 1.0);
      Field old = Field(v) * 1.0; // keeps the values that the next call replaces
      program(out(v), u, 0.0);
      EXPECT_EQ(storage(v, {.device = nullptr}).item<double>({2}), 1.0);
      EXPECT_EQ(eval(old).item<double>({2}), 3.0 * number + 1.0);
    }
  std::vector<double> memory(4, 2.0);
  Storage wrapped = runtime.wrap(memory.data(), {I(0, 4)});
  program(out(wrapped), empty<double>({I(0, 4)}), 0.0);
  EXPECT_EQ(memory[3], 1.0);
  runtime.wait();
  EXPECT_EQ(detail::emulatedAllocations(), before);
  EXPECT_EQ(runtime.counters().compiles, 2); // the other is for readers
}

TEST_F(DeviceRun, KernelsReportWhatIsNotFinite) {
  RuntimeOptions checked = test::onEmulatedDevice();
  checked.check = Check::NaN;
  Runtime strict(checked);
  Runtime::Scope on(strict);
  Storage u = counted({I(0, 4)}), v = zeros<double>({I(0, 4)});
  EXPECT_THROW(v[whole] = 1.0 / Field(u), FloatingPointError);
  EXPECT_EQ(v.read<double>()(1), 0.0);
}

TEST_F(DeviceRun, NothingOfTheDeviceIsKept) {
  std::size_t before = detail::emulatedAllocations();
  Storage u = counted({I(0, 50), J(0, 4)}), v = empty<double>({I(0, 50), J(0, 4)});
  for (int n = 0; n < 10; ++n)
    v[whole] = Field(u) + double(n);
  Storage w = empty<double>({I(0, 50), J(0, 4)});
  w[whole] = Field(u) + Field(v);
  runtime.wait(); // what was freed in the stream's order
  EXPECT_LE(detail::emulatedAllocations(), before + 4);
}

TEST_F(DeviceRun, ThreadsShareADevice) {
  std::vector<double> results(4, 0.0);
  std::vector<std::thread> threads;
  for (std::size_t n = 0; n < results.size(); ++n)
    threads.emplace_back([&, n] {
      Runtime::Scope on(runtime);
      Storage u = full<double>({I(0, 64)}, double(n)), v = empty<double>({I(0, 64)});
      for (int step = 0; step < 5; ++step) {
        v[whole] = Field(u) + 1.0;
        u[whole] = Field(v) * 2.0;
      }
      results[n] = u.read<double>()(63);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (std::size_t n = 0; n < results.size(); ++n)
    EXPECT_EQ(results[n], 32.0 * double(n) + 62.0);
}

TEST(DeviceOption, NamesADevice) {
  RuntimeOptions options;
  options.device = "gpu0";
  try {
    Runtime runtime(options);
    FAIL();
  } catch (const ValueError &error) {
    EXPECT_EQ(error.message(),
              "RuntimeOptions::device: expected cuda, auto or emulated, got 'gpu0'");
  }
}

TEST(DeviceOption, ADeviceThatIsNotThereIsToldWithTheReason) {
  RuntimeOptions options;
  options.device = "cuda";
  try {
    Runtime runtime(options); // there may be one
  } catch (const DeviceError &error) {
    EXPECT_THAT(std::string(error.message()), testing::StartsWith("there is no device 'cuda': "));
  }
}

TEST(DeviceOption, AGpuIsTakenIfThereIsOne) {
  RuntimeOptions options;
  options.device = "auto";
  ::setenv("GTJIT_LOG", "1", /*overwrite=*/1);
  testing::internal::CaptureStderr();
  Runtime runtime(options);
  std::string told = testing::internal::GetCapturedStderr();
  ::unsetenv("GTJIT_LOG");
  if (!runtime.get().device) {
    EXPECT_THAT(
        told, testing::StartsWith("gtjit: kernels run on processors: there is no device 'cuda': "));
    EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1);
  }
  Runtime::Scope scope(runtime);
  Storage v = empty<double>({I(0, 3)});
  v[whole] = 2.0;
  EXPECT_EQ(v[{I(1)}].item<double>(), 2.0);
}

TEST(DeviceOption, TheReferenceEvaluatorNeedsNone) {
  RuntimeOptions options;
  options.device = "cuda";
  options.reference = true;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage u = counted({I(0, 4)});
  EXPECT_EQ(sum(u).item<double>(), 6.0);
}

//===----------------------------------------------------------------------===//
// Values that stay on the device
//===----------------------------------------------------------------------===//

namespace {
/// The first value of a storage as a host view reads it.
double firstOf(const Storage &storage) { return storage.read<double>()(0); }
} // namespace

TEST_F(DeviceRun, ValuesStayThereUntilTheHostWantsThem) {
  Storage u = full<double>({I(0, 64)}, 1.0), v = empty<double>({I(0, 64)});
  for (int step = 0; step < 10; ++step) {
    v[whole] = Field(u) + 1.0;
    u[whole] = Field(v) * 2.0;
  }
  RuntimeCounters before = runtime.counters();
  EXPECT_EQ(before.bytesToDevice, 64 * 8);
  EXPECT_EQ(before.bytesFromDevice, 0);
  EXPECT_EQ(firstOf(u), 1024.0 + 2046.0);
  EXPECT_EQ(firstOf(u), 1024.0 + 2046.0);
  EXPECT_EQ(runtime.counters().bytesFromDevice, 64 * 8);
}

TEST_F(DeviceRun, WhatTheHostWritesIsSeenThere) {
  Storage u = full<double>({I(0, 64)}, 1.0), v = empty<double>({I(0, 64)});
  v[whole] = Field(u) + 1.0;
  u.write<double>()(0) = 5.0;
  v[whole] = Field(u) + 1.0;
  EXPECT_EQ(firstOf(v), 6.0);
  u[{I(0, 1)}] = 7.0;
  v[whole] = Field(u) + 1.0;
  EXPECT_EQ(firstOf(v), 8.0);
}

TEST_F(DeviceRun, PartsOfBothSidesComeTogether) {
  Storage u = full<double>({I(0, 6)}, 1.0);
  u[{I(1, 3)}] = Field(u) + 1.0; // on the device
  u.write<double>()(4) = 9.0;    // on the host
  u[{I(5, 6)}] = Field(u) + 4.0;
  auto view = u.read<double>();
  EXPECT_THAT(std::vector<double>({view(0), view(1), view(2), view(3), view(4), view(5)}),
              testing::ElementsAre(1, 2, 2, 1, 9, 5));
}

TEST_F(DeviceRun, AViewThatIsHeldSeesWhatKernelsWrite) {
  test::expectHeldViewsInStep(full<double>({I(0, 6)}, 1.0));
}

TEST_F(DeviceRun, SeveralPartsAreKeptApart) {
  Storage u = full<double>({I(0, 100)}, 0.0);
  for (std::int64_t n = 0; n < 50; ++n)
    u[{I(2 * n, 2 * n + 1)}] = Field(u) + double(n);
  auto view = u.read<double>();
  for (std::size_t n = 0; n < 50; ++n) {
    EXPECT_EQ(view(2 * n), double(n));
    EXPECT_EQ(view(2 * n + 1), 0.0);
  }
}
