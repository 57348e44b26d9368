//===- PlacementTest.cpp - Where expressions and assignments run ----------===//
//
// The rules that say whether the host or the device computes, and what is an error.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "EmulatedRuntime.h"
#include "gtjit/Device/Emulated/EmulatedDriver.h"
#include "gtjit/array.h"

#include <gmock/gmock.h>
#include <limits>

using namespace gtjit;
using namespace gtjit::test;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class Placement : public EmulatedRuntime {
protected:
  static SyncState::State stateOf(const Storage &storage) {
    return SoftwareManagedGPUStorage(storage).sync_state().state();
  }
  /// A software-managed storage of ones in a state.
  static Storage managed(SyncState::State state) {
    Storage s = ones<double>({4}, softwareManaged);
    s.synchronize();
    setState(s, state);
    return s;
  }
  static Storage onHost() { return ones<double>({4}, {.device = nullptr}); }
  static Storage onGpu() { return ones<double>({4}, unmanaged); }
  static Storage byCuda() { return ones<double>({4}, cudaManaged); }

  /// Whether the device has something to do after `assign`: somebody has to wait for it.
  template <class Assign> bool asksTheDevice(Assign assign) {
    runtime.wait();
    std::int64_t before = runtime.counters().deviceWaits;
    assign();
    runtime.wait();
    return runtime.counters().deviceWaits > before;
  }

  /// Whether `sum` is computed on the device: its result is there.
  static bool runsOnDevice(const Field &sum) {
    Storage result = empty<double>({4}, softwareManaged);
    result[whole] = sum;
    EXPECT_NE(stateOf(result), SYNC_CLEAN);
    bool onDevice = stateOf(result) == SYNC_DEVICE_DIRTY;
    EXPECT_THAT(valuesOf(result), Each(2.0));
    return onDevice;
  }
};

} // namespace

// What is kept of a store for the next one on its line says nothing of where memory is.
TEST_F(Placement, StoresOnOneLineFollowTheirMemory) {
  Storage u = managed(SYNC_CLEAN), v = managed(SYNC_CLEAN), host = onHost(), gpu = onGpu();
  Storage ofGpu = onGpu();
  auto store = [](const Storage &to, const Storage &from) { to[whole] = from * 2.0; };
  auto isStoredThere = [&](const Storage &to, const Storage &from) {
    bool onDevice = asksTheDevice([&] { store(to, from); });
    EXPECT_THAT(valuesOf(to), Each(2.0));
    return onDevice;
  };
  for (int round = 0; round < 4; ++round) {
    for (int n = 0; n < 3; ++n) {
      EXPECT_TRUE(isStoredThere(v, u));
      EXPECT_TRUE(isStoredThere(ofGpu, gpu));
    }
    setState(u, SYNC_HOST_DIRTY);
    EXPECT_FALSE(isStoredThere(v, u));
    EXPECT_EQ(stateOf(v), SYNC_HOST_DIRTY);
    EXPECT_THROW(store(host, gpu), TypeError);
    EXPECT_THROW(store(gpu, host), TypeError);
    u.synchronize();
  }
}

// S0-131
TEST_F(Placement, CudaManagedStoragesWithOthers) {
  EXPECT_TRUE(runsOnDevice(byCuda() + byCuda()));
  EXPECT_TRUE(runsOnDevice(byCuda() + onGpu()));
  EXPECT_FALSE(runsOnDevice(byCuda() + onHost()));
  std::vector<double> array(4, 1.0);
  EXPECT_FALSE(runsOnDevice(byCuda() + as_storage(array)));
}

// S0-132
TEST_F(Placement, SoftwareManagedStoragesWithOthers) {
  Storage host = managed(SYNC_HOST_DIRTY), clean = managed(SYNC_CLEAN);
  Storage device = managed(SYNC_DEVICE_DIRTY), array = onHost();
  EXPECT_TRUE(runsOnDevice(clean + host));
  host.set_host_modified();
  EXPECT_FALSE(runsOnDevice(host + host));
  EXPECT_TRUE(runsOnDevice(device + array));
  EXPECT_FALSE(runsOnDevice(host + array));
  EXPECT_TRUE(runsOnDevice(host + onGpu()));
}

// S0-133
TEST_F(Placement, BothManagedKindsTogether) {
  EXPECT_TRUE(runsOnDevice(byCuda() + managed(SYNC_HOST_DIRTY)));
  EXPECT_TRUE(runsOnDevice(managed(SYNC_HOST_DIRTY) + byCuda()));
}

// S0-126
TEST_F(Placement, ArraysAreWhereTheirOperandsAre) {
  auto kindOf = [](const Storage &a, const Storage &b) {
    Storage sum = (array::Array(a) + b).storage();
    EXPECT_THAT(valuesOf(sum), Each(2.0));
    return sum.kind();
  };
  EXPECT_EQ(kindOf(onGpu(), onGpu()), StorageKind::GPU);
  EXPECT_EQ(kindOf(byCuda(), byCuda()), StorageKind::CudaManagedGPU);
  EXPECT_EQ(kindOf(managed(SYNC_CLEAN), onHost()), StorageKind::SoftwareManagedGPU);
  EXPECT_EQ(kindOf(onHost(), onHost()), StorageKind::CPU);
}

// S0-134, S1-103, S0-157
TEST_F(Placement, OneSidedStoragesDoNotMeet) {
  Storage host = onHost().named("u"), gpu = onGpu().named("v"), result = empty<double>({4});
  RuntimeCounters before = runtime.counters();
  std::size_t allocations = detail::emulatedAllocations();
  std::string apart = "'u' has memory on the host alone and 'v' on the device alone; copy one of "
                      "them, or use managed storages";
  EXPECT_ERROR(TypeError, eval(host + gpu), apart);
  EXPECT_ERROR(TypeError, eval(gpu + host), apart);
  EXPECT_ERROR(TypeError, host[whole] = 2.0 * Field(gpu), apart);
  EXPECT_ERROR(TypeError, host[whole] = gpu, apart);
  EXPECT_ERROR(TypeError, (array::Array(host) + gpu).storage(), apart);
  EXPECT_EQ(runtime.counters().allocations, before.allocations);
  EXPECT_EQ(runtime.counters().reuses, before.reuses);
  EXPECT_EQ(detail::emulatedAllocations(), allocations);
  EXPECT_THAT(valuesOf(host), Each(1.0));
  gpu[whole] = 3.0 * Field(gpu);
  EXPECT_THAT(valuesOf(gpu), Each(3.0));
  EXPECT_THAT(valuesOf(eval(gpu + gpu)), Each(6.0));
}

// S0-134
TEST_F(Placement, AGpuTargetTakesNoExpressionOfTheHost) {
  Storage u = onHost().named("u"), both = managed(SYNC_HOST_DIRTY), gpu = onGpu();
  CountedCopies copies(runtime);
  EXPECT_ERROR(TypeError, gpu[whole] = Field(u) + 1.0,
               "'u' has memory on the host alone and the target on the device alone; copy one of "
               "them, or use managed storages");
  EXPECT_EQ(copies.toDevice() + copies.toHost(), 0);
  gpu[whole] = Field(both) + 1.0; // the device computes
  EXPECT_EQ(copies.toDevice(), 1);
  EXPECT_EQ(copies.toHost(), 0);
  EXPECT_THAT(valuesOf(gpu), Each(2.0));
}

// S0-135, S0-126
TEST_F(Placement, TheKindOfAResult) {
  EXPECT_EQ(onHost().handler_priority(), 10);
  EXPECT_EQ(onGpu().handler_priority(), 10);
  EXPECT_EQ(byCuda().handler_priority(), 11);
  EXPECT_EQ(managed(SYNC_CLEAN).handler_priority(), 11);
  auto kindOf = [](const Field &sum) { return storage(eval(sum)).kind(); };
  EXPECT_EQ(kindOf(onHost() + managed(SYNC_CLEAN)), StorageKind::SoftwareManagedGPU);
  EXPECT_EQ(kindOf(managed(SYNC_HOST_DIRTY) + onHost()), StorageKind::SoftwareManagedGPU);
  EXPECT_EQ(kindOf(byCuda() + managed(SYNC_CLEAN)), StorageKind::CudaManagedGPU);
  EXPECT_EQ(kindOf(managed(SYNC_CLEAN) + byCuda()), StorageKind::SoftwareManagedGPU);
  EXPECT_EQ(kindOf(onGpu() + onGpu()), StorageKind::GPU);
  EXPECT_EQ(kindOf(onHost() + onHost()), StorageKind::CPU);
}

//===----------------------------------------------------------------------===//
// Assignments of values that are there
//===----------------------------------------------------------------------===//

// S1-100 (open: the data interface)
TEST_F(Placement, AssignmentsToCudaManagedStorages) {
  struct Case {
    Storage value;
    int toDevice; ///< copies: on the host each of the others would need one back
  };
  Storage host = managed(SYNC_HOST_DIRTY), device = managed(SYNC_DEVICE_DIRTY);
  for (const auto &[value, toDevice] :
       {Case{onGpu(), 0}, Case{byCuda(), 0}, Case{device, 0}, Case{host, 1}, Case{onHost(), 0}}) {
    Storage target = zeros<double>({4}, cudaManaged);
    CountedCopies copies(runtime);
    target[whole] = value;
    EXPECT_EQ(copies.toDevice(), toDevice);
    EXPECT_EQ(copies.toHost(), 0);
    EXPECT_THAT(valuesOf(target), Each(1.0));
  }
  EXPECT_EQ(stateOf(host), SYNC_CLEAN); // it was brought there before it was read
  Storage target = zeros<double>({4}, cudaManaged);
  EXPECT_FALSE(asksTheDevice([&] { target[whole] = 3.0; }));
  EXPECT_THAT(valuesOf(target), Each(3.0));
}

// S1-100 (open: the data interface), S1-103
TEST_F(Placement, AssignmentsOfCudaManagedStoragesToGpuStorages) {
  Storage value = byCuda(), target = zeros<double>({4}, unmanaged);
  CountedCopies copies(runtime);
  EXPECT_TRUE(asksTheDevice([&] { target[whole] = value; }));
  EXPECT_EQ(copies.toDevice() + copies.toHost(), 0);
  EXPECT_THAT(valuesOf(target), Each(1.0));
}

// S1-101, S1-102, S1-102a to c, S1-102d (open: the data interface), S1-102e to g
TEST_F(Placement, AssignmentsOfAPartToSoftwareManagedStorages) {
  struct Row {
    SyncState::State target;
    Storage value;
    int toDevice, toHost;
    SyncState::State after;
  };
  constexpr auto C = SYNC_CLEAN, H = SYNC_HOST_DIRTY, D = SYNC_DEVICE_DIRTY;
  auto value = [](Storage storage) {
    SyncState::State state = storage.kind() == StorageKind::SoftwareManagedGPU
                                 ? SoftwareManagedGPUStorage(storage).sync_state().state()
                                 : SYNC_CLEAN;
    BothSides(storage).set(9.0, 9.0);
    setState(storage, state);
    return storage;
  };
  auto nines = [](const StorageOptions &options) { return full<double>({4}, 9.0, options); };
  Storage clean = value(managed(C)), host = value(managed(H)), device = value(managed(D));
  Storage number; // the number 9
  const Row rows[] = {
      {C, clean, 0, 0, D},                      // a
      {C, host, 0, 0, H},                       // b
      {C, nines({.device = nullptr}), 0, 0, H}, // c
      {C, number, 0, 0, H},                     //
      {H, clean, 1, 0, D},                      // d
      {H, device, 1, 0, D},                     //
      {H, nines(unmanaged), 1, 0, D},           //
      {H, nines(cudaManaged), 1, 0, D},         //
      {H, host, 0, 0, H},                       // e
      {H, nines({.device = nullptr}), 0, 0, H}, //
      {H, number, 0, 0, H},                     //
      {D, clean, 0, 0, D},                      // f
      {D, device, 0, 0, D},                     //
      {D, nines(unmanaged), 0, 0, D},           //
      {D, host, 0, 1, H},                       // g
      {D, nines({.device = nullptr}), 0, 1, H}, //
      {D, number, 0, 1, H},                     //
  };
  for (std::size_t n = 0; n < std::size(rows); ++n) {
    const Row &row = rows[n];
    SCOPED_TRACE("row " + std::to_string(n));
    Storage s = zeros<double>({4}, softwareManaged);
    BothSides sides(s);
    sides.set(1.0, 2.0);
    setState(s, row.target);
    CountedCopies copies(runtime);
    if (row.value.get())
      s[{I(1, 2)}] = row.value;
    else
      s[{I(1, 2)}] = 9.0;
    EXPECT_EQ(copies.toDevice(), row.toDevice);
    EXPECT_EQ(copies.toHost(), row.toHost);
    EXPECT_EQ(stateOf(s), row.after);
    double newest = row.target == D || (row.target == C && row.after == D) ? 2.0 : 1.0;
    EXPECT_THAT(row.after == D ? sides.onDevice() : sides.onHost(),
                ElementsAre(newest, 9.0, newest, newest));
  }
}

// S1-103
TEST_F(Placement, AssignmentsToOneSidedStorages) {
  Storage host = onHost(), gpu = onGpu(), value = managed(SYNC_DEVICE_DIRTY);
  CountedCopies copies(runtime);
  host[whole] = value;
  EXPECT_EQ(copies.toHost(), 1);
  EXPECT_EQ(stateOf(value), SYNC_CLEAN);
  gpu[whole] = full<double>({4}, 5.0, {.device = nullptr}); // an array of the host
  EXPECT_THAT(valuesOf(gpu), Each(5.0));
  gpu[{I(1, 2)}] = 7.0;
  EXPECT_THAT(valuesOf(gpu), ElementsAre(5, 7, 5, 5));
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

// S0-148
TEST_F(Placement, ProgramsRunOnOneDevice) {
  RuntimeOptions options = onEmulatedDevice();
  options.strictDevice = true;
  Runtime strict(options);
  Runtime::Scope on(strict);
  Program twice = strict.compile([](Field f) { return 2.0 * f; }, arg(F64, {I}));
  Storage host = onHost().named("u"), gpu = onGpu().named("v");
  Storage both = managed(SYNC_CLEAN), result = zeros<double>({4}, softwareManaged);
  std::int64_t kernels = strict.counters().kernels;
  EXPECT_ERROR(NoSuchBufferError, twice(out(result), host),
               "'u' has no memory on the device, where the program runs");
  EXPECT_ERROR(NoSuchBufferError, twice(out(host), both),
               "'u' has no memory on the device, where the program runs");
  twice(out(result), gpu);
  twice(out(result), both);
  EXPECT_EQ(stateOf(result), SYNC_DEVICE_DIRTY);
  twice.setDevice(nullptr);
  EXPECT_ERROR(NoSuchBufferError, twice(out(result), gpu),
               "'v' has no memory on the host, where the program runs");
  EXPECT_EQ(strict.counters().kernels, kernels + 2);
  twice(out(result), both);
  EXPECT_EQ(stateOf(result), SYNC_HOST_DIRTY);
  twice(out(host), host);
  EXPECT_THAT(valuesOf(host), Each(2.0));
  EXPECT_ERROR(ValueError, twice.setDevice("tpu"), "expected the device 'gpu' or none, got 'tpu'");
}

TEST_F(Placement, ProgramsCopyWhatIsOnTheOtherSideAlone) {
  Program twice = runtime.compile([](Field f) { return 2.0 * f; }, arg(F64, {I}));
  Storage host = onHost(), gpu = onGpu();
  twice(out(gpu), host);
  EXPECT_THAT(valuesOf(gpu), Each(2.0));
  twice.setDevice(nullptr);
  twice(out(gpu[{I(1, 3)}]), gpu);
  EXPECT_THAT(valuesOf(gpu), ElementsAre(2, 4, 4, 2));
  twice(out(host), gpu);
  EXPECT_THAT(valuesOf(host), ElementsAre(4, 8, 8, 4));
}

TEST(PlacementWithoutDevice, ProgramsTellThatThereIsNone) {
  Runtime runtime;
  if (std::string_view(getenv("GTJIT_DEVICE") ? getenv("GTJIT_DEVICE") : "").empty()) {
    Program twice = runtime.compile([](Field f) { return 2.0 * f; }, arg(F64, {I}));
    EXPECT_THROW(twice.setDevice("gpu"), DeviceError);
    twice.setDevice(nullptr);
  }
}

TEST_F(Placement, ACopyOfValuesThatAreThereIsNotLookedAt) {
  CheckScope checked(Check::NaN);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const StorageOptions &options :
       {StorageOptions{}, softwareManaged, cudaManaged, unmanaged}) {
    Storage s = full<double>({I(0, 3)}, nan, options);
    EXPECT_NO_THROW(eval(s));
    EXPECT_THROW(eval(Field(s) + 1.0), FloatingPointError);
  }
}
