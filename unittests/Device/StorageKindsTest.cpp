//===- StorageKindsTest.cpp - Memory of the host, the device, of both -----===//
//
// What each kind has, how it is made, and that all that storages do works on it.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "EmulatedRuntime.h"
#include "gtjit/Device/Emulated/EmulatedDriver.h"

#include <gmock/gmock.h>

#include <numeric>

using namespace gtjit;
using namespace gtjit::test;
using testing::Each;
using testing::ElementsAre;
using enum StorageKind;

namespace {
using Kinds = EmulatedRuntime;

const StorageOptions ofHost{.device = nullptr};

/// 0, 1, 2, ... in a storage of one dimension.
Storage counting(std::int64_t size, const StorageOptions &options) {
  std::vector<double> values(static_cast<std::size_t>(size));
  std::iota(values.begin(), values.end(), 0.0);
  return storage(values, options);
}

ArrayData onDevice(const Storage &gpu) {
  return ArrayData::onDevice(static_cast<double *>(gpu.device_data()), Extents(gpu.shape()[0]));
}

template <class S>
concept HasSyncState = requires(const S &s) { s.sync_state(); };
template <class S>
concept CopiesWithoutName = requires(S &s) { s.host_to_device(true); };
} // namespace

// S0-150, S1-120, S0-042, S1-073, S1-078
TEST_F(Kinds, DeviceAndManagedSayWhich) {
  EXPECT_EQ(zeros<double>({3}).kind(), CPU);
  EXPECT_EQ(zeros<double>({3}).device(), "");
  EXPECT_EQ(zeros<double>({3}, {.device = nullptr, .managed = "cuda"}).kind(), CPU);
  EXPECT_EQ(zeros<double>({3}, {.device = "gpu"}).kind(), SoftwareManagedGPU);
  EXPECT_EQ(zeros<double>({3}, {.device = "gpu"}).device(), "gpu");
  EXPECT_EQ(zeros<double>({3}, {.device = "gpu", .managed = "gt4py"}).kind(), SoftwareManagedGPU);
  EXPECT_EQ(zeros<double>({3}, {.device = "gpu", .managed = "cuda"}).kind(), CudaManagedGPU);
  EXPECT_EQ(zeros<double>({3}, {.device = "gpu", .managed = nullptr}).kind(), GPU);
  EXPECT_EQ(zeros<double>({3}, {.device = "gpu", .managed = nullptr}).data(), nullptr);
  EXPECT_ERROR(ValueError, zeros<double>({3}, {.device = "tpu"}),
               "expected the device 'gpu' or none, got 'tpu'");
  EXPECT_ERROR(ValueError, zeros<double>({3}, {.device = "gpu", .managed = "foo"}),
               "expected managed to be 'gt4py', 'cuda' or none, got 'foo'");
  static_assert(std::is_same_v<GT4PySyncedGPUStorage, SoftwareManagedGPUStorage>);
  static_assert(std::is_same_v<CUDASyncedGPUStorage, CudaManagedGPUStorage>);
  static_assert(std::is_same_v<CUDAManagedGPUStorage, CudaManagedGPUStorage>);
  EXPECT_ERROR(TypeError, GPUStorage(zeros<double>({3}).named("u")),
               "expected a GPUStorage, got the CPUStorage 'u'");
}

// S1-099 (open: the interfaces of Python), S0-064, S0-065, S0-068, S0-082, S0-083
// S1-087, S1-090, S1-097
TEST_F(Kinds, HaveWhatTheTableSays) {
  static_assert(HasSyncState<SoftwareManagedGPUStorage> && !HasSyncState<CPUStorage> &&
                !HasSyncState<CudaManagedGPUStorage> && !HasSyncState<GPUStorage>);
  struct Row {
    StorageOptions options;
    bool onHost, onGpu;
  };
  for (const auto &[options, onHost, onGpu] : {Row{ofHost, true, false},
                                               {softwareManaged, true, true},
                                               {cudaManaged, true, true},
                                               {unmanaged, false, true}}) {
    Storage s = counting(4, options).named("s");
    EXPECT_EQ(s.data() != nullptr, onHost);
    EXPECT_EQ(s.device_data() != nullptr, onGpu);
    EXPECT_EQ(s.device(), onGpu ? "gpu" : "");
    EXPECT_EQ(s.gpu(), onGpu);
    EXPECT_EQ(s.kind() == CudaManagedGPU, s.data() == s.device_data());
    EXPECT_EQ(s.to_ndarray().isOnDevice(), onGpu);
    EXPECT_EQ(s.to_ndarray().data(), onGpu ? s.device_data() : s.data());
    StorageFlags flags = s.flags();
    for (bool flag : {bool(flags), flags.c_contiguous, flags.f_contiguous, flags.owndata,
                      flags.writeable, flags.aligned})
      EXPECT_EQ(flag, onHost);
    if (onHost) {
      EXPECT_EQ(s.host_view().data(), s.data());
      EXPECT_EQ(s.read<double>()(2), 2.0);
    } else {
      EXPECT_ERROR(NoSuchBufferError, s.host_view(), "'s' has no memory on the host");
      EXPECT_ERROR(NoSuchBufferError, s.read<double>(),
                   "'s' has no memory on the host; copy it to a storage there");
      EXPECT_ERROR(NoSuchBufferError, s.write<double>(),
                   "'s' has no memory on the host; copy it to a storage there");
    }
    if (onGpu) {
      EXPECT_EQ(s.device_view().data(), s.device_data());
      EXPECT_TRUE(s.device_view().isOnDevice());
    } else {
      EXPECT_ERROR(NoSuchBufferError, s.device_view(), "'s' has no memory on the device");
    }
  }
}

TEST_F(Kinds, EmptyOnesHaveTheirMemory) {
  double *nowhere = nullptr;
  EXPECT_EQ(as_storage(nowhere, Extents(0)).host_view().shape()[0], 0);
  EXPECT_TRUE(empty<double>({0}, unmanaged).device_view().isOnDevice());
}

// S1-098, S0-090, S0-091, S0-092
TEST_F(Kinds, SynchronisationIsWithoutEffectOnAllButOne) {
  static_assert(!CopiesWithoutName<SoftwareManagedGPUStorage>);
  for (const StorageOptions &options : {ofHost, cudaManaged, unmanaged}) {
    Storage s = counting(3, options);
    CountedCopies copies(runtime);
    s.host_to_device();
    s.host_to_device({.force = true});
    s.device_to_host();
    s.device_to_host({.force = true});
    s.set_device_modified();
    s.set_host_modified();
    s.set_synchronized();
    s.synchronize();
    EXPECT_EQ(copies.toDevice() + copies.toHost(), 0);
    EXPECT_THAT(valuesOf(s), ElementsAre(0, 1, 2));
  }
}

// S0-155, S1-121
TEST_F(Kinds, HoldTheirMemoryAndNoOther) {
  struct Row {
    StorageOptions options;
    std::int64_t onHost;
    std::size_t onDevice;
  };
  std::int64_t size = 100000;
  for (const auto &[options, onHost, onDevice] :
       {Row{ofHost, 1, 0}, {softwareManaged, 1, 1}, {cudaManaged, 0, 1}, {unmanaged, 0, 1}}) {
    std::int64_t hostBefore = runtime.counters().allocations;
    std::size_t deviceBefore = detail::emulatedAllocations();
    Storage s = empty<double>({size *= 3}, options); // of which none has been given back
    EXPECT_EQ(runtime.counters().allocations - hostBefore, onHost);
    EXPECT_EQ(detail::emulatedAllocations() - deviceBefore, onDevice);
  }
  Storage s = counting(4, cudaManaged);
  CountedCopies copies(runtime);
  s[whole] = 2.0 * Field(s); // on the device
  EXPECT_EQ(static_cast<double *>(s.data())[3], 6.0);
  EXPECT_EQ(copies.toDevice() + copies.toHost(), 0);
}

TEST_F(Kinds, WithoutMemoryForThemTellWhatTheDriverSays) {
  const Domain huge{I(0, std::int64_t(1) << 37)};
  EXPECT_ERROR(MemoryError, empty<double>(huge, unmanaged),
               "taking memory on the device, 1099511627776 bytes: CUDA_ERROR_OUT_OF_MEMORY, there "
               "are not so many bytes");
  EXPECT_ERROR(MemoryError, empty<double>(huge, cudaManaged),
               "taking managed memory, 1099511627776 bytes: CUDA_ERROR_OUT_OF_MEMORY, there are "
               "not so many bytes");
}

//===----------------------------------------------------------------------===//
// How they are made
//===----------------------------------------------------------------------===//

// S0-014
TEST_F(Kinds, AreMadeAroundMemoryOfBothSides) {
  std::vector<double> host = {1, 2, 3};
  Storage memory = zeros<double>({3}, unmanaged);
  Storage s = as_storage(host, onDevice(memory), softwareManaged);
  EXPECT_EQ(s.kind(), SoftwareManagedGPU);
  EXPECT_EQ(s.data(), host.data());
  EXPECT_EQ(s.device_data(), memory.device_data());
  s.set({0}, 7.0);
  EXPECT_THAT(host, ElementsAre(7, 2, 3));
  s.host_to_device();
  s[whole] = 2.0 * Field(s);
  EXPECT_THAT(valuesOf(memory), ElementsAre(14, 4, 6));
  EXPECT_THAT(valuesOf(s), ElementsAre(14, 4, 6));
  EXPECT_THAT(host, ElementsAre(14, 4, 6));
  EXPECT_ERROR(ValueError, as_storage(host, onDevice(zeros<double>({4}, unmanaged)), {}),
               "expected arrays of one type, shape and strides on host and device");
  EXPECT_ERROR(ValueError, as_storage(onDevice(memory), onDevice(memory), {}),
               "expected an array of the host and one of the device");
  EXPECT_ERROR(ValueError, as_storage(host, onDevice(memory), cudaManaged),
               "expected one address for memory that CUDA keeps in step, got two");
}

// S0-015, S1-069
TEST_F(Kinds, AreInTheStateOfWhatIsThere) {
  std::vector<double> host = {1, 1, 1};
  Storage memory = full<double>({3}, 2.0, unmanaged);
  auto stateOf = [](const Storage &s) { return SoftwareManagedGPUStorage(s).sync_state().state(); };
  EXPECT_EQ(stateOf(as_storage(host, onDevice(memory), softwareManaged)), SYNC_CLEAN);

  Storage fromHost = as_storage(host, softwareManaged);
  EXPECT_EQ(stateOf(fromHost), SYNC_HOST_DIRTY);
  EXPECT_THAT(BothSides(fromHost).onDevice(), Each(1.0));

  Storage fromDevice = as_storage(onDevice(memory), softwareManaged);
  EXPECT_EQ(stateOf(fromDevice), SYNC_DEVICE_DIRTY);
  EXPECT_THAT(BothSides(fromDevice).onHost(), Each(2.0));

  StorageOptions told = softwareManaged;
  told.sync_state = SyncState(SYNC_HOST_DIRTY);
  Storage s = as_storage(host, onDevice(memory), told);
  EXPECT_TRUE(SoftwareManagedGPUStorage(s).sync_state() == told.sync_state);
  CountedCopies copies(runtime);
  (void)s.device_data();
  EXPECT_EQ(copies.toDevice(), 1);
  EXPECT_THAT(valuesOf(memory), Each(1.0));

  StorageOptions ignored = cudaManaged;
  ignored.sync_state = SyncState(SYNC_HOST_DIRTY);
  EXPECT_EQ(zeros<double>({3}, ignored).kind(), CudaManagedGPU);
}

// S1-067
TEST_F(Kinds, KeepTheStateOfTheMemoryTheyAreMadeAround) {
  SoftwareManagedGPUStorage s(counting(3, softwareManaged));
  ArrayData host = s.host_view(), device = s.device_view();
  SoftwareManagedGPUStorage t(
      as_storage(host, device, {.device = "gpu", .sync_state = s.sync_state()}));
  EXPECT_TRUE(t.sync_state() == s.sync_state());
  EXPECT_EQ(t.data(), s.data());
  EXPECT_EQ(t.device_data(), s.device_data());
  t.set({1}, 9.0);
  EXPECT_EQ(s.sync_state().state(), SYNC_HOST_DIRTY);
  t.host_to_device();
  s[whole] = 2.0 * Field(s);
  EXPECT_EQ(t.sync_state().state(), SYNC_DEVICE_DIRTY);
  EXPECT_EQ(t.item<double>({1}), 18.0);
}

// S0-016, S0-017, S1-068
TEST_F(Kinds, AreMadeOfArraysOfEitherSide) {
  std::vector<double> host = {1, 2, 3};
  Storage memory = counting(3, unmanaged);
  for (const StorageOptions &options : {ofHost, softwareManaged, cudaManaged, unmanaged}) {
    EXPECT_THAT(valuesOf(storage(host, options)), ElementsAre(1, 2, 3));
    EXPECT_THAT(valuesOf(storage(onDevice(memory), options)), ElementsAre(0, 1, 2));
    Storage both = storage(host, onDevice(memory), options);
    EXPECT_EQ(both.kind(), storage(host, options).kind());
    Storage floats = storage(onDevice(memory),
                             {.dtype = F32, .device = options.device, .managed = options.managed});
    EXPECT_EQ(floats.dtype(), F32);
    EXPECT_EQ(storage(floats, ofHost).item<float>({2}), 2.0f);
  }
  Storage own = storage(onDevice(memory), unmanaged);
  own[whole] = 5.0;
  EXPECT_THAT(valuesOf(memory), ElementsAre(0, 1, 2));
  EXPECT_ERROR(ValueError, as_storage(onDevice(memory), ofHost),
               "expected memory of the host for a storage without a device, got memory of a "
               "device; copy it");
  EXPECT_ERROR(ValueError, as_storage(host, unmanaged),
               "expected memory of the device for a storage that has no other, got memory of the "
               "host; copy it");
}

// S1-086 (open: keys of other objects)
TEST_F(Kinds, AreTakenFromWhereTheyAre) {
  for (const StorageOptions &options : {ofHost, softwareManaged, cudaManaged, unmanaged}) {
    Storage s = counting(4, options);
    s.host_to_device();
    s[whole] = 2.0 * Field(s);
    CountedCopies copies(runtime);
    Storage some = s.take({Indices{3, 1, 3}});
    EXPECT_EQ(some.kind(), s.kind());
    if (options.device.given() && s.gpu()) {
      EXPECT_EQ(copies.toDevice() + copies.toHost(), 0);
    }
    EXPECT_THAT(valuesOf(some), ElementsAre(6, 2, 6));
    Storage mask = zeros({4}, Bool, options);
    mask.set({Indices{0, 2}}, true);
    EXPECT_EQ(s.take(mask).kind(), s.kind());
    EXPECT_THAT(valuesOf(s.take(mask)), ElementsAre(0, 4));
  }
}

// S1-061, S1-063, S1-093, S0-077
TEST_F(Kinds, AreTakenFromTheOtherStorage) {
  for (const StorageOptions &options : {softwareManaged, cudaManaged, unmanaged}) {
    Storage s = counting(4, options);
    EXPECT_EQ(zeros_like(s).kind(), s.kind());
    EXPECT_EQ(full_like(s, 7).kind(), s.kind());
    EXPECT_THAT(valuesOf(full_like(s, 7)), Each(7.0));
    EXPECT_EQ(empty_like(s, {.device = nullptr}).kind(), CPU);
    EXPECT_EQ(empty_like(s, {.managed = "cuda"}).kind(), CudaManagedGPU);
    Storage copy = s.copy();
    EXPECT_EQ(copy.kind(), s.kind());
    s[whole] = 0.0;
    EXPECT_THAT(valuesOf(copy), ElementsAre(0, 1, 2, 3));
  }
}

// S0-038, S0-039, S1-005
TEST_F(Kinds, ComeWithThePreset) {
  auto run = [](const char *preset) {
    Storage u = full<double>({I(0, 4), J(0, 3), K(0, 2)}, 1.5, {.preset = preset});
    Storage v = zeros<double>({I(0, 4), J(0, 3), K(0, 2)}, {.preset = preset});
    v[{I(1, 4)}] = Field(u) + Field(u)(I - 1);
    EXPECT_EQ(sum(v).item<double>(), 3.0 * 3 * 3 * 2);
    return v;
  };
  for (const char *preset : {"C", "F", "gtx86", "gtmc", "numpy", "debug"})
    EXPECT_EQ(run(preset).kind(), CPU);
  Storage v = run("gtcuda");
  EXPECT_EQ(v.kind(), SoftwareManagedGPU);
  EXPECT_EQ(v.alignment(), 32);
  EXPECT_EQ(v.strides()[0], 8);
  EXPECT_EQ(zeros<double>({4}, {.preset = "gtcuda", .device = nullptr}).kind(), CPU);
}

//===----------------------------------------------------------------------===//
// What storages do
//===----------------------------------------------------------------------===//

TEST_F(Kinds, OldValuesStayWithTheirReaders) {
  for (const StorageOptions &options : {softwareManaged, cudaManaged, unmanaged}) {
    Storage s = counting(4, options);
    Field old = 2.0 * Field(s), plain = s;
    s[{I(0, 2)}] = 9.0;
    Storage target = empty<double>({4}, options);
    target[whole] = old;
    EXPECT_THAT(valuesOf(target), ElementsAre(0, 2, 4, 6));
    EXPECT_THAT(valuesOf(s), ElementsAre(9, 9, 2, 3));
    s[{I(1, 4)}] = Field(s)(I - 1);
    EXPECT_THAT(valuesOf(s), ElementsAre(9, 9, 9, 2));
    EXPECT_EQ(plain.at({I(0)}).item<double>(), 0.0);
  }
}

TEST_F(Kinds, AreReadAndWrittenByElement) {
  for (const StorageOptions &options : {softwareManaged, cudaManaged, unmanaged}) {
    Storage s = counting(6, options);
    s.set({2}, 20.0);
    EXPECT_EQ(s.item<double>({2}), 20.0);
    s.set({Slice(4, Slice::none)}, storage(std::vector<double>{40, 50}, ofHost));
    Storage even = s.slice({Slice(0, Slice::none, 2)});
    EXPECT_THAT(valuesOf(even), ElementsAre(0, 20, 40));
    even[whole] = -1.0;
    EXPECT_THAT(valuesOf(s), ElementsAre(-1, 1, -1, 3, -1, 50));
    EXPECT_EQ(sum(s).item<double>(), 51.0);
  }
}

TEST_F(Kinds, HalosAreFilled) {
  for (const StorageOptions &options : {softwareManaged, cudaManaged, unmanaged}) {
    StorageOptions withHalo = options;
    withHalo.halo = {{1, 1}};
    Storage s = storage(std::vector<double>{0, 1, 2, 3, 0}, withHalo);
    fillHalo(s, periodic(I));
    EXPECT_THAT(valuesOf(s), ElementsAre(3, 1, 2, 3, 1));
  }
}

TEST_F(Kinds, ScansReductionsAndManyDimensionsRunOnThem) {
  for (const StorageOptions &options : {softwareManaged, cudaManaged, unmanaged}) {
    Storage u = full<double>({I(0, 5), J(0, 4), K(0, 3)}, 2.0, options);
    Storage total = zeros<double>({I(0, 5), J(0, 4)}, options);
    total[whole] = sum(Field(u), K);
    Storage sums = zeros<double>({I(0, 5), J(0, 4), K(0, 3)}, options);
    sums[whole] = cumsum(Field(u), K);
    EXPECT_EQ(storage(total, ofHost).item<double>({4, 3}), 6.0);
    EXPECT_EQ(storage(sums, ofHost).item<double>({4, 3, 1}), 4.0);
  }
}

TEST_F(Kinds, TransfersAreTold) {
  Storage s = counting(4, softwareManaged);
  Storage v = empty<double>({4}, softwareManaged);
  CountedCopies copies(runtime);
  v[whole] = 2.0 * Field(s).at({I(0, 4)}) + Field(v);
  int line = __LINE__ - 1;
  EXPECT_EQ(copies.toDevice(), 1);
  std::string told(std::string_view(explain(2.0 * Field(s))));
  EXPECT_THAT(told, testing::HasSubstr("copied 32 bytes to the device at " __FILE__ ":" +
                                       std::to_string(line)));
}
