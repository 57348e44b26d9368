//===- EmulatedRuntime.h - A runtime on the emulated device -----*- C++ -*-===//
//
// Storages of all kinds, and what is in their memories behind the library's back. On the
// emulated device, or the one that GTJIT_DEVICE names.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_DEVICE_EMULATEDRUNTIME_H
#define GTJIT_UNITTESTS_DEVICE_EMULATEDRUNTIME_H

#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace gtjit::test {

inline RuntimeOptions onEmulatedDevice() {
  RuntimeOptions options;
  const char *asked = std::getenv("GTJIT_DEVICE");
  options.device = asked ? asked : "emulated";
  return options;
}

class EmulatedRuntime : public ::testing::Test {
protected:
  Runtime runtime{onEmulatedDevice()};
  Runtime::Scope scope{runtime};
};

inline const StorageOptions softwareManaged{.device = "gpu"};
inline const StorageOptions cudaManaged{.device = "gpu", .managed = "cuda"};
inline const StorageOptions unmanaged{.device = "gpu", .managed = nullptr};

/// Says which side of a software-managed storage is newer, whatever is in its memories.
inline void setState(Storage &storage, SyncState::State state) {
  storage.set_synchronized();
  if (state == SYNC_HOST_DIRTY)
    storage.set_host_modified();
  else if (state == SYNC_DEVICE_DIRTY)
    storage.set_device_modified();
}

/// All elements of a storage with one dimension.
inline std::vector<double> valuesOf(const Storage &storage) {
  Storage onHost = gtjit::storage(storage, {.device = nullptr});
  auto view = onHost.read<double>();
  std::vector<double> values;
  for (std::int64_t i = 0; i < view.shape()[0]; ++i)
    values.push_back(view(i));
  return values;
}

/// The two memories of a software-managed storage with one dimension and f64, looked at and
/// written without that its state changes.
class BothSides {
public:
  explicit BothSides(const Storage &storage)
      : size(static_cast<std::size_t>(storage.shape()[0])),
        host(static_cast<double *>(storage.data())),
        device(as_storage(ArrayData::onDevice(static_cast<double *>(storage.device_data()),
                                              Extents(storage.shape()[0])),
                          unmanaged)) {}

  std::vector<double> onHost() const { return std::vector<double>(host, host + size); }
  std::vector<double> onDevice() const { return valuesOf(device); }
  void set(double hostValue, double deviceValue) {
    std::fill(host, host + size, hostValue);
    device[whole] = deviceValue;
  }

private:
  std::size_t size;
  double *host;
  Storage device;
};

/// A view for writing that is held sees what kernels write to its storage of ones, and they see
/// what it writes.
inline void expectHeldViewsInStep(Storage u) {
  auto view = u.write<double>();
  u[whole] = Field(u) + 1.0;
  EXPECT_EQ(view(3), 2.0);
  view(3) = 10.0;
  u[whole] = Field(u) + 1.0;
  EXPECT_EQ(view(3), 11.0);
}

/// Copies between host and device since it was made.
class CountedCopies {
public:
  explicit CountedCopies(const Runtime &runtime) : runtime(runtime), start(runtime.counters()) {}
  std::int64_t toDevice() const { return runtime.counters().copiesToDevice - start.copiesToDevice; }
  std::int64_t toHost() const {
    return runtime.counters().copiesFromDevice - start.copiesFromDevice;
  }

private:
  const Runtime &runtime;
  RuntimeCounters start;
};

} // namespace gtjit::test

#endif // GTJIT_UNITTESTS_DEVICE_EMULATEDRUNTIME_H
