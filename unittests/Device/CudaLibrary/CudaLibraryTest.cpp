//===- CudaLibraryTest.cpp - The library of CUDA's driver -----------------===//
//
// How it is found, what is told where it cannot be used, and of a driver that refuses. The
// library is the emulated driver under CUDA's name. A process looks for it once: tests of that
// are processes of their own.
//
//===----------------------------------------------------------------------===//
#include "../../ExpectError.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Device/Emulated/DriverErrors.h"
#include "gtjit/Device/Emulated/EmulatedDriver.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/gtjit.h"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

// What the driver is told to answer.
CUresult ofInit = kSuccess, ofMemory = kSuccess;
int devices = 1;

const char *refused = ""; // the function that answers with `ofRefused`
CUresult ofRefused = kInvalidContext;
int capability = 90;

/// The emulated driver's function, but where the test has it refused.
template <auto Member> struct Refusing;
template <class... A, CUresult (*Driver::*Member)(A...)> struct Refusing<Member> {
  static inline const char *name = "";
  static CUresult call(A... arguments) {
    return std::string_view(refused) == name ? ofRefused : (emulatedDriver().*Member)(arguments...);
  }
};

Driver makeDriver() {
  Driver driver;
#define REFUSING(NAME, ARGUMENTS)                                                                  \
  Refusing<&Driver::NAME>::name = #NAME;                                                           \
  driver.NAME = Refusing<&Driver::NAME>::call;
  GTJIT_DRIVER_FUNCTIONS(REFUSING)
#undef REFUSING
  driver.cuDeviceGetAttribute = [](int *value, int attribute, CUdevice device) {
    CUresult result = Refusing<&Driver::cuDeviceGetAttribute>::call(value, attribute, device);
    if (attribute == 75 || attribute == 76)
      *value = attribute == 75 ? capability / 10 : capability % 10;
    return result;
  };
  driver.cuInit = [](unsigned) { return ofInit; };
  driver.cuDeviceGetCount = [](int *count) {
    *count = devices;
    return kSuccess;
  };
  driver.cuMemAllocAsync = [](CUdeviceptr *memory, std::size_t bytes, CUstream stream) {
    return ofMemory ? ofMemory : emulatedDriver().cuMemAllocAsync(memory, bytes, stream);
  };
  return driver;
}

RuntimeOptions optionsFor(const char *device) {
  RuntimeOptions options;
  options.device = device;
  return options;
}

std::string pathOf(std::string place) { return place.insert(0, CUDA_LIBRARIES "/"); }
void lookIn(const char *folder) { ::setenv("LD_LIBRARY_PATH", pathOf(folder).c_str(), 1); }

/// Ends the process, having told where a kernel ran and what it gave, or why none did.
[[noreturn]] void computeOn(const char *device) {
  try {
    Runtime runtime(optionsFor(device));
    Runtime::Scope scope(runtime);
    Storage v = empty<double>({I(0, 4)});
    v[whole] = Field(ones<double>({I(0, 4)})) + 2.0;
    double value = v.item<double>({3});
    std::fprintf(stderr, "%s: %g, copied %d times\n", runtime.get().device ? "there" : "here",
                 value, static_cast<int>(runtime.counters().copiesFromDevice));
    std::exit(0);
  } catch (const Error &error) {
    std::fprintf(stderr, "%s\n", std::string(error.message()).c_str());
    std::exit(1);
  }
}
[[noreturn]] void computeWithLoaded(int flags) {
  if (!::dlopen(pathOf("whole/libcuda.so.1").c_str(), RTLD_NOW | flags))
    std::fprintf(stderr, "%s\n", ::dlerror());
  computeOn("cuda");
}

/// Tests of which each is a process that starts with the environment that was set.
class CudaLibrary : public testing::Test {
protected:
  CudaLibrary() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  ~CudaLibrary() override { ::unsetenv("LD_LIBRARY_PATH"); }
  const testing::ExitedWithCode succeeds{0}, fails{1};
};

/// Tests in a process that has loaded the library.
class CudaDriver : public testing::Test {
protected:
  CudaDriver() {
    EXPECT_NE(::dlopen(pathOf("whole/libcuda.so.1").c_str(), RTLD_NOW | RTLD_GLOBAL), nullptr);
  }
  ~CudaDriver() override {
    ofInit = ofMemory = kSuccess;
    devices = 1;
    refused = "";
    ofRefused = kInvalidContext;
    capability = 90;
  }
  static std::string reasonForNone() {
    return messageOf<DeviceError>([] { Runtime runtime(optionsFor("cuda")); });
  }
  static bool autoHasDevice() { return Runtime(optionsFor("auto")).get().device != nullptr; }
};

} // namespace

extern "C" [[gnu::visibility("default")]] const Driver &driverOfTheTest() {
  static const Driver driver = makeDriver();
  return driver;
}

//===----------------------------------------------------------------------===//
// Which library
//===----------------------------------------------------------------------===//

TEST_F(CudaLibrary, IsFoundWhereTheLoaderLooks) {
  lookIn("whole");
  EXPECT_EXIT(computeOn("cuda"), succeeds, "there: 3, copied 1 times");
  EXPECT_EXIT(computeOn("auto"), succeeds, "there: 3, copied 1 times");
}

TEST_F(CudaLibrary, IsTheOneThatTheProcessHasLoaded) {
  lookIn("broken");
  EXPECT_EXIT(computeWithLoaded(RTLD_GLOBAL), succeeds, "there: 3, copied 1 times");
  EXPECT_EXIT(computeWithLoaded(RTLD_LOCAL), succeeds, "there: 3, copied 1 times");
}

TEST_F(CudaLibrary, ThatLacksAFunctionIsNoDevice) {
  lookIn("incomplete");
  EXPECT_EXIT(computeOn("cuda"), fails,
              "there is no device 'cuda': the driver has no function 'cuMemHostAlloc'");
  EXPECT_EXIT(computeOn("auto"), succeeds, "here: 3, copied 0 times");
}

TEST_F(CudaLibrary, ThatCannotBeLoadedIsNoDevice) {
  lookIn("broken");
  EXPECT_EXIT(computeOn("cuda"), fails, "there is no device 'cuda': .*broken/libcuda.so.1: ");
  EXPECT_EXIT(computeOn("auto"), succeeds, "here: 3, copied 0 times");
}

//===----------------------------------------------------------------------===//
// What it refuses
//===----------------------------------------------------------------------===//

TEST_F(CudaDriver, WithoutAGpuIsNoDevice) {
  EXPECT_TRUE(autoHasDevice());
  ofInit = kNoDevice;
  EXPECT_EQ(reasonForNone(),
            "there is no device 'cuda': starting the driver: CUDA_ERROR_NO_DEVICE");
  EXPECT_FALSE(autoHasDevice());
  ofInit = kSuccess;
  devices = 0;
  EXPECT_EQ(reasonForNone(), "there is no device 'cuda': the driver has none");
  EXPECT_FALSE(autoHasDevice());
}

TEST_F(CudaDriver, WithoutMemoryIsAMemoryErrorBeforeAnyEffect) {
  Runtime runtime(optionsFor("cuda"));
  Runtime::Scope scope(runtime);
  Storage u = ones<double>({I(0, 16)}), v = ones<double>({I(0, 16)});
  ofMemory = kOutOfMemory;
  EXPECT_THAT(
      messageOf<MemoryError>([&] { v[whole] = Field(u) + 2.0; }),
      testing::StartsWith("taking memory on the device, 128 bytes: CUDA_ERROR_OUT_OF_MEMORY"));
  EXPECT_THAT(
      messageOf<MemoryError>(
          [] { (void)empty<double>({I(0, 24)}, {.device = "gpu", .managed = nullptr}); }),
      testing::StartsWith("taking memory on the device, 192 bytes: CUDA_ERROR_OUT_OF_MEMORY"));
  ofMemory = kSuccess;
  EXPECT_EQ(v.item<double>({0}), 1.0);
  v[whole] = Field(u) + 2.0;
  EXPECT_EQ(v.item<double>({0}), 3.0);
}

TEST_F(CudaDriver, TooOldADeviceIsNone) {
  capability = 61;
  EXPECT_EQ(reasonForNone(), "the device has compute capability 6.1, kernels need 7.0");
}

TEST_F(CudaDriver, TellsWhatWasAskedForWhenItRefuses) {
  const std::pair<const char *, const char *> atStart[] = {
      {"cuDeviceGet", "finding the first device"},
      {"cuDeviceGetAttribute", "asking the device"},
      {"cuDriverGetVersion", "asking the driver"},
      {"cuDevicePrimaryCtxRetain", "making a context"},
      {"cuCtxPushCurrent_v2", "entering the context"},
      {"cuStreamCreate", "making a stream"},
      {"cuDeviceGetDefaultMemPool", "finding the memory pool"},
      {"cuMemPoolSetAttribute", "keeping free memory"},
  };
  for (auto [function, text] : atStart) {
    refused = function;
    EXPECT_EQ(reasonForNone(), std::string(text) + ": CUDA_ERROR_INVALID_CONTEXT") << function;
  }
  refused = "cuDeviceGet";
  ofRefused = 4321;
  EXPECT_EQ(reasonForNone(), "finding the first device: an error without a name");
}

TEST_F(CudaDriver, TellsWhatWorkWasRefused) {
  auto context = DeviceContext::open("cuda", {});
  DeviceContext::Use use(*context, {});
  std::uint64_t word = 0;
  DeviceMemory memory(context, 8, {});
  DeviceModule module(context,
                      ".version 7.8\n.target sm_90\n.address_size 64\n"
                      ".visible .entry k(.param .b64 k_param_0)\n{\nret;\n}\n",
                      {});
  CUfunction function = module.function("k", {});
  auto expect = [&](const char *called, const char *text, auto run) {
    refused = called;
    std::string message = messageOf<DeviceError>(run);
    EXPECT_THAT(message, testing::StartsWith(text));
    EXPECT_THAT(message, testing::EndsWith(": CUDA_ERROR_INVALID_CONTEXT"));
    refused = "";
  };
  expect("cuMemcpyHtoDAsync_v2", "copying to the device",
         [&] { context->upload(memory.address(), &word, 8, {}); });
  expect("cuMemcpyDtoHAsync_v2", "copying from the device",
         [&] { context->download(&word, memory.address(), 8, {}); });
  expect("cuMemcpyDtoDAsync_v2", "copying on the device",
         [&] { context->copy(memory.address(), memory.address(), 8, {}); });
  expect("cuMemsetD8Async", "clearing memory of the device",
         [&] { context->clear(memory.address(), 8, {}); });
  expect("cuModuleGetFunction", "finding a kernel", [&] { (void)module.function("k", {}); });
  expect("cuLaunchKernel", "starting a kernel",
         [&] { context->launch(function, {}, {&word, 1}, {}); });
  expect("cuEventCreate", "making an event", [&] { context->follow(nullptr, {}); });
  expect("cuStreamWaitEvent", "ordering two streams", [&] { context->follow(nullptr, {}); });
  expect("cuModuleLoadDataEx", "loading kernels", [&] { DeviceModule(context, "", {}); });
}
