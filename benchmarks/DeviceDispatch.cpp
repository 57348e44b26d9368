//===- DeviceDispatch.cpp - The host's part of work on a device -----------===//
//
// What a call costs before the driver has it: the driver here is this file, whose functions do
// nothing, and which is found in the process instead of CUDA's. No values are computed.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <benchmark/benchmark.h>

#include <cstdint>

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

// Arguments are left where the caller puts them: those that are not named are not looked at.
#define NOTHING(NAME)                                                                              \
  extern "C" [[gnu::visibility("default")]] int NAME() { return 0; }
NOTHING(cuInit)
NOTHING(cuGetErrorName)
NOTHING(cuGetErrorString)
NOTHING(cuDeviceGet)
NOTHING(cuDeviceGetName)
NOTHING(cuDevicePrimaryCtxRetain)
NOTHING(cuDevicePrimaryCtxRelease_v2)
NOTHING(cuCtxPushCurrent_v2)
NOTHING(cuCtxPopCurrent_v2)
NOTHING(cuStreamDestroy_v2)
NOTHING(cuStreamSynchronize)
NOTHING(cuStreamWaitEvent)
NOTHING(cuEventDestroy_v2)
NOTHING(cuEventRecord)
NOTHING(cuEventQuery)
NOTHING(cuEventSynchronize)
NOTHING(cuEventElapsedTime)
NOTHING(cuDeviceGetDefaultMemPool)
NOTHING(cuMemPoolSetAttribute)
NOTHING(cuMemFreeAsync)
NOTHING(cuMemFree_v2)
NOTHING(cuMemFreeHost)
NOTHING(cuMemcpyHtoDAsync_v2)
NOTHING(cuMemcpyDtoHAsync_v2)
NOTHING(cuMemcpyDtoDAsync_v2)
NOTHING(cuMemsetD8Async)
NOTHING(cuLinkDestroy)
NOTHING(cuModuleUnload)
NOTHING(cuFuncGetAttribute)
NOTHING(cuOccupancyMaxActiveBlocksPerMultiprocessor)
NOTHING(cuLaunchKernel)
#undef NOTHING
/// It makes no machine code, and takes PTX as it is.
#define REFUSED(NAME)                                                                              \
  extern "C" [[gnu::visibility("default")]] int NAME() { return 801; }
REFUSED(cuLinkCreate_v2)
REFUSED(cuLinkAddData_v2)
REFUSED(cuLinkComplete)
#undef REFUSED

/// What handles and addresses are made of.
static std::uintptr_t nextHandle() {
  static std::uintptr_t next = std::uintptr_t(1) << 32;
  return next += 1 << 20;
}

extern "C" {
#define HANDLE(NAME)                                                                               \
  [[gnu::visibility("default")]] int NAME(std::uintptr_t *handle) {                                \
    *handle = nextHandle();                                                                        \
    return 0;                                                                                      \
  }
HANDLE(cuStreamCreate)
HANDLE(cuEventCreate)
HANDLE(cuMemAllocAsync)
HANDLE(cuMemAllocManaged)
HANDLE(cuMemHostAlloc)
HANDLE(cuModuleLoadDataEx)
HANDLE(cuModuleGetFunction)
#undef HANDLE

[[gnu::visibility("default")]] int cuDriverGetVersion(int *version) {
  *version = 12000;
  return 0;
}
[[gnu::visibility("default")]] int cuDeviceGetCount(int *count) {
  *count = 1;
  return 0;
}
/// Compute capability 9.0, and nothing of other things.
[[gnu::visibility("default")]] int cuDeviceGetAttribute(int *value, int attribute) {
  *value = attribute == 75 ? 9 : 0;
  return 0;
}
}

//===----------------------------------------------------------------------===//
// The calls
//===----------------------------------------------------------------------===//

using namespace gtjit;

namespace {

/// A runtime on the device, and storages there.
struct OnDevice {
  static RuntimeOptions options() {
    RuntimeOptions options;
    options.device = "cuda";
    return options;
  }
  static Storage field() {
    return empty<double>({I(0, 8), J(0, 8), K(0, 8)}, {.device = "gpu", .managed = nullptr});
  }
  Runtime runtime{options()};
  Runtime::Scope scope{runtime};
};

void callProgramOnDevice(benchmark::State &state) {
  OnDevice device;
  Storage u = OnDevice::field(), v = OnDevice::field();
  Program program =
      device.runtime.compile([](Field u, Field s) { return u * s; }, arg(F64, {I, J, K}), arg(F64));
  program(out(v), u, 2.0);
  for (auto _ : state)
    program(out(v), u, 2.0);
}
BENCHMARK(callProgramOnDevice);

void storeOnDevice(benchmark::State &state) {
  OnDevice device;
  Storage u = OnDevice::field(), v = OnDevice::field();
  for (auto _ : state)
    v[interior] = u * 2.0;
}
BENCHMARK(storeOnDevice);

Field limited(Field flux, Field slope) { return where(flux * slope > 0.0, 0.0, flux); }

void storeDiffusionOnDevice(benchmark::State &state) {
  OnDevice device;
  const Domain interior{I(2, 6), J(2, 6), K(0, 8)};
  Storage from = OnDevice::field(), c = OnDevice::field(), v = OnDevice::field();
  for (auto _ : state) {
    Field u = from;
    Field lap = 4.0 * u - (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1));
    Field fx = limited(lap(I + 1) - lap, u(I + 1) - u);
    Field fy = limited(lap(J + 1) - lap, u(J + 1) - u);
    v[interior] = u - c * (fx - fx(I - 1) + fy - fy(J - 1));
  }
}
BENCHMARK(storeDiffusionOnDevice);

/// As Dispatch.cpp has it on processors.
void callTenOperationsOnDevice(benchmark::State &state) {
  OnDevice device;
  Storage a = OnDevice::field(), b = OnDevice::field(), c = OnDevice::field(),
          v = OnDevice::field();
  Program program = device.runtime.compile(
      [](Field a, Field b, Field c) { return (a * b + c) * (a - b) + (c * c - a) * 0.5 + b * c; },
      arg(F64, {I, J, K}), arg(F64, {I, J, K}), arg(F64, {I, J, K}));
  program(out(v), a, b, c);
  for (auto _ : state)
    program(out(v), a, b, c);
}
BENCHMARK(callTenOperationsOnDevice);

} // namespace

BENCHMARK_MAIN();
