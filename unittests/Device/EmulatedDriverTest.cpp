//===- EmulatedDriverTest.cpp - The driver of the emulated device ---------===//
//
// What holds of memory and streams, and what the emulated device is strict about.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDriver.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Device/Emulated/DriverErrors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

using namespace gtjit::detail;

namespace {
class EmulatedDriver : public ::testing::Test {
protected:
  EmulatedDriver() {
    EXPECT_EQ(driver.cuInit(0), 0);
    EXPECT_EQ(driver.cuDevicePrimaryCtxRetain(&context, 0), 0);
    EXPECT_EQ(driver.cuCtxPushCurrent_v2(context), 0);
    EXPECT_EQ(driver.cuStreamCreate(&stream, 1), 0);
  }
  ~EmulatedDriver() override {
    EXPECT_EQ(driver.cuStreamDestroy_v2(stream), 0);
    EXPECT_EQ(driver.cuCtxPopCurrent_v2(&context), 0);
    EXPECT_EQ(driver.cuDevicePrimaryCtxRelease_v2(0), 0);
  }
  CUdeviceptr allocate(std::size_t bytes) {
    CUdeviceptr memory = 0;
    EXPECT_EQ(driver.cuMemAllocAsync(&memory, bytes, stream), 0);
    return memory;
  }
  std::string errorText(CUresult error) {
    const char *name = nullptr, *text = nullptr;
    EXPECT_EQ(driver.cuGetErrorName(error, &name), 0);
    EXPECT_EQ(driver.cuGetErrorString(error, &text), 0);
    return std::string(name) + ", " + text;
  }

  const Driver &driver = emulatedDriver();
  CUcontext context = nullptr;
  CUstream stream = nullptr;
};
} // namespace

using EmulatedDriverDeath = EmulatedDriver;

TEST_F(EmulatedDriverDeath, TheHostHasNoAccessToTheDevicesMemory) {
  CUdeviceptr memory = allocate(64);
  EXPECT_DEATH(*reinterpret_cast<volatile int *>(memory) = 1, "");
  EXPECT_EQ(driver.cuMemFreeAsync(memory, stream), 0);
}

TEST_F(EmulatedDriver, ManagedMemoryIsBoths) {
  CUdeviceptr memory = 0;
  ASSERT_EQ(driver.cuMemAllocManaged(&memory, 16, 1), 0);
  ASSERT_EQ(driver.cuMemsetD8Async(memory, 7, 16, stream), 0);
  ASSERT_EQ(driver.cuStreamSynchronize(stream), 0);
  EXPECT_EQ(reinterpret_cast<const unsigned char *>(memory)[15], 7);
  EXPECT_EQ(driver.cuMemFree_v2(memory), 0);
}

TEST_F(EmulatedDriver, StreamsRunWhenSomebodyWaits) {
  CUdeviceptr memory = allocate(8);
  std::uint64_t sent = 42, got = 0;
  ASSERT_EQ(driver.cuMemcpyHtoDAsync_v2(memory, &sent, 8, stream), 0);
  sent = 0; // memory that is not pinned may be used again
  ASSERT_EQ(driver.cuMemcpyDtoHAsync_v2(&got, memory, 8, stream), 0);
  EXPECT_EQ(got, 0u);
  ASSERT_EQ(driver.cuStreamSynchronize(stream), 0);
  EXPECT_EQ(got, 42u);
  EXPECT_EQ(driver.cuMemFreeAsync(memory, stream), 0);
}

TEST_F(EmulatedDriver, PinnedMemoryIsReadLate) {
  void *pinned = nullptr;
  ASSERT_EQ(driver.cuMemHostAlloc(&pinned, 8, 0), 0);
  std::uint64_t early = 1, late = 2, got = 0;
  CUdeviceptr memory = allocate(8);
  std::memcpy(pinned, &early, 8);
  ASSERT_EQ(driver.cuMemcpyHtoDAsync_v2(memory, pinned, 8, stream), 0);
  std::memcpy(pinned, &late, 8);
  ASSERT_EQ(driver.cuMemcpyDtoHAsync_v2(&got, memory, 8, stream), 0);
  ASSERT_EQ(driver.cuStreamSynchronize(stream), 0);
  EXPECT_EQ(got, late);
  EXPECT_EQ(driver.cuMemFreeAsync(memory, stream), 0);
  EXPECT_EQ(driver.cuMemFreeHost(pinned), 0);
}

TEST_F(EmulatedDriver, EventsOrderStreams) {
  CUstream other = nullptr;
  CUevent event = nullptr;
  ASSERT_EQ(driver.cuStreamCreate(&other, 1), 0);
  ASSERT_EQ(driver.cuEventCreate(&event, 0), 0);
  CUdeviceptr memory = allocate(1);
  unsigned char got = 0;
  ASSERT_EQ(driver.cuMemsetD8Async(memory, 9, 1, stream), 0);
  ASSERT_EQ(driver.cuEventRecord(event, stream), 0);
  EXPECT_EQ(driver.cuEventQuery(event), 600);
  ASSERT_EQ(driver.cuStreamWaitEvent(other, event, 0), 0);
  ASSERT_EQ(driver.cuMemcpyDtoHAsync_v2(&got, memory, 1, other), 0);
  ASSERT_EQ(driver.cuStreamSynchronize(other), 0);
  EXPECT_EQ(got, 9);
  EXPECT_EQ(driver.cuEventQuery(event), 0);
  EXPECT_EQ(driver.cuMemFreeAsync(memory, stream), 0);
  EXPECT_EQ(driver.cuEventDestroy_v2(event), 0);
  EXPECT_EQ(driver.cuStreamDestroy_v2(other), 0);
}

TEST_F(EmulatedDriver, EventsTellTheTimeBetweenThem) {
  CUevent events[2] = {}, untimed = nullptr;
  float milliseconds = -1;
  for (CUevent &event : events)
    ASSERT_EQ(driver.cuEventCreate(&event, 0), 0);
  EXPECT_EQ(driver.cuEventElapsedTime(&milliseconds, events[0], events[1]), 400); // not recorded
  for (CUevent event : events)
    ASSERT_EQ(driver.cuEventRecord(event, stream), 0);
  EXPECT_EQ(driver.cuEventElapsedTime(&milliseconds, events[0], events[1]), 600);
  ASSERT_EQ(driver.cuStreamSynchronize(stream), 0);
  ASSERT_EQ(driver.cuEventElapsedTime(&milliseconds, events[0], events[1]), 0);
  EXPECT_GE(milliseconds, 0);
  ASSERT_EQ(driver.cuEventCreate(&untimed, 2), 0);
  ASSERT_EQ(driver.cuEventRecord(untimed, stream), 0);
  ASSERT_EQ(driver.cuStreamSynchronize(stream), 0);
  EXPECT_EQ(driver.cuEventElapsedTime(&milliseconds, events[0], untimed), 400);
  EXPECT_EQ(errorText(400), "CUDA_ERROR_INVALID_HANDLE, no such event, or one that tells no time");
  for (CUevent event : {events[0], events[1], untimed})
    EXPECT_EQ(driver.cuEventDestroy_v2(event), 0);
}

TEST_F(EmulatedDriver, TellsWhatIsFreedTwiceAndWhatIsNoMemory) {
  CUdeviceptr memory = allocate(8);
  EXPECT_EQ(driver.cuMemFreeAsync(memory, stream), 0);
  EXPECT_EQ(driver.cuMemFreeAsync(memory, stream), 0);
  EXPECT_EQ(driver.cuStreamSynchronize(stream), 1);
  EXPECT_EQ(errorText(1), "CUDA_ERROR_INVALID_VALUE, memory that is not allocated is freed");
  CUdeviceptr small = allocate(8);
  ASSERT_EQ(driver.cuMemsetD8Async(small, 0, 9, stream), 0);
  EXPECT_EQ(driver.cuStreamSynchronize(stream), 1);
  EXPECT_EQ(errorText(1), "CUDA_ERROR_INVALID_VALUE, 9 bytes at " + std::to_string(small) +
                              " are no memory of the device");
  EXPECT_EQ(driver.cuMemFreeAsync(small, stream), 0);
}

TEST_F(EmulatedDriver, FreshMemoryIsNotZero) {
  CUdeviceptr memory = allocate(4);
  std::vector<unsigned char> got(4);
  ASSERT_EQ(driver.cuMemcpyDtoHAsync_v2(got.data(), memory, 4, stream), 0);
  ASSERT_EQ(driver.cuMemFreeAsync(memory, stream), 0);
  ASSERT_EQ(driver.cuStreamSynchronize(stream), 0);
  EXPECT_EQ(got, std::vector<unsigned char>(4, 0xA5));
}

TEST_F(EmulatedDriver, RefusesLaunchesThatNoGridHasRoomFor) {
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  ASSERT_EQ(driver.cuModuleLoadDataEx(&module,
                                      ".version 7.8\n.target sm_90\n.address_size 64\n"
                                      ".visible .entry k(.param .b64 k_param_0)\n{\nret;\n}\n",
                                      0, nullptr, nullptr),
            0);
  EXPECT_EQ(driver.cuModuleGetFunction(&function, module, "other"), 500);
  EXPECT_EQ(errorText(500), "CUDA_ERROR_NOT_FOUND, no kernel is called 'other'");
  ASSERT_EQ(driver.cuModuleGetFunction(&function, module, "k"), 0);
  std::uint64_t block[2] = {};
  std::size_t bytes = 8;
  void *extra[] = {reinterpret_cast<void *>(1), block, reinterpret_cast<void *>(2), &bytes,
                   nullptr};
  auto launch = [&](unsigned gridY, unsigned threads) {
    return driver.cuLaunchKernel(function, 1, gridY, 1, threads, 1, 1, 0, stream, nullptr, extra);
  };
  EXPECT_EQ(launch(65535, 1), 0);
  EXPECT_EQ(launch(65536, 1), 1);
  EXPECT_EQ(launch(1, 1025), 1);
  EXPECT_EQ(errorText(1), "CUDA_ERROR_INVALID_VALUE, a launch has no threads, or too many of them");
  EXPECT_EQ(driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 50000, stream, nullptr, extra), 1);
  EXPECT_EQ(errorText(1), "CUDA_ERROR_INVALID_VALUE, a launch has too much shared memory");
  EXPECT_EQ(driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr), 1);
  EXPECT_EQ(errorText(1), "CUDA_ERROR_INVALID_VALUE, a launch has no block of arguments, or one "
                          "that is too large");
  bytes = 16;
  EXPECT_EQ(launch(1, 1), 1);
  EXPECT_EQ(errorText(1), "CUDA_ERROR_INVALID_VALUE, 'k' takes 8 bytes of arguments, got 16");
  EXPECT_EQ(driver.cuModuleUnload(module), 0);
}

TEST_F(EmulatedDriver, TellsWhatKernelsTake) {
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  // Three registers live at the same time: the fourth one begins where the first one ends.
  ASSERT_EQ(driver.cuModuleLoadDataEx(&module,
                                      ".version 7.8\n.target sm_90\n.address_size 64\n"
                                      ".visible .entry k(.param .b64 k_param_0)\n{\n"
                                      ".reg .b64 %rd<9>;\n"
                                      "mov.b64 %rd1, 1;\nmov.b64 %rd2, 2;\n"
                                      "add.s64 %rd3, %rd1, %rd2;\n"
                                      "add.s64 %rd4, %rd3, %rd3;\nret;\n}\n",
                                      0, nullptr, nullptr),
            0);
  ASSERT_EQ(driver.cuModuleGetFunction(&function, module, "k"), 0);
  int value = 0;
  EXPECT_EQ(driver.cuFuncGetAttribute(&value, 4, function), 0);
  EXPECT_EQ(value, 6); // of 32 bits
  EXPECT_EQ(driver.cuFuncGetAttribute(&value, 0, function), 0);
  EXPECT_EQ(value, 1024);
  EXPECT_EQ(driver.cuFuncGetAttribute(&value, 99, function), 1);
  EXPECT_EQ(errorText(1), "CUDA_ERROR_INVALID_VALUE, no such attribute");
  auto blocks = [&](int threads, std::size_t shared = 0) {
    EXPECT_EQ(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, threads, shared),
              0);
    return value;
  };
  EXPECT_EQ(blocks(256), 8);         // all threads
  EXPECT_EQ(blocks(1), 32);          // all blocks
  EXPECT_EQ(blocks(33), 32);         // whole warps
  EXPECT_EQ(blocks(256, 100000), 2); // all memory of blocks
  EXPECT_EQ(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 1025, 0), 1);
  EXPECT_EQ(errorText(1), "CUDA_ERROR_INVALID_VALUE, a block has no threads, or too many of them");
  EXPECT_EQ(driver.cuModuleUnload(module), 0);
  EXPECT_EQ(driver.cuFuncGetAttribute(&value, 4, function), 400);
  EXPECT_EQ(errorText(400), "CUDA_ERROR_INVALID_HANDLE, no such kernel");
}

TEST_F(EmulatedDriver, EveryErrorHasAName) {
  for (CUresult error : {kInvalidValue, kOutOfMemory, kNoDevice, kInvalidDevice, kInvalidContext,
                         kNoBinary, kInvalidPtx, kInvalidHandle, kNotFound, kNotReady,
                         kIllegalAddress, kLaunchTimeout, kMisalignedAddress, kLaunchFailed}) {
    const char *name = nullptr;
    EXPECT_EQ(driver.cuGetErrorName(error, &name), 0) << error;
    EXPECT_EQ(std::string(name ? name : "").substr(0, 11), "CUDA_ERROR_") << error;
  }
}

TEST_F(EmulatedDriver, TellsOfHandlesThatAreNone) {
  int own = 0;
  void *nothing = &own, *pinned = nullptr;
  CUdeviceptr memory = 0;
  std::size_t bytes = 0;
  CUlinkState link = nullptr;
  CUfunction function = nullptr;
  const char *text = ".version 7.8";
  auto expect = [&](CUresult result, const std::string &error) {
    EXPECT_NE(result, 0);
    EXPECT_EQ(errorText(result), error);
  };
  const std::string handle = "CUDA_ERROR_INVALID_HANDLE, ", value = "CUDA_ERROR_INVALID_VALUE, ";
  auto add = [&](CUlinkState to, const char *what, std::size_t size) {
    return driver.cuLinkAddData_v2(to, 1, const_cast<char *>(what), size, "", 0, nullptr, nullptr);
  };
  expect(driver.cuStreamSynchronize(static_cast<CUstream>(nothing)), handle + "no such stream");
  expect(driver.cuModuleUnload(static_cast<CUmodule>(nothing)), handle + "no such module");
  expect(driver.cuModuleGetFunction(&function, static_cast<CUmodule>(nothing), "k"),
         handle + "no such module");
  expect(add(static_cast<CUlinkState>(nothing), text, 13), handle + "no such link");
  expect(driver.cuLinkDestroy(static_cast<CUlinkState>(nothing)), handle + "no such link");
  ASSERT_EQ(driver.cuLinkCreate_v2(0, nullptr, nullptr, &link), 0);
  expect(driver.cuLinkComplete(link, &nothing, &bytes), handle + "no such link, or one of nothing");
  expect(add(link, text, 5), value + "a link takes one text of PTX, which a zero ends");
  EXPECT_EQ(driver.cuLinkDestroy(link), 0);
  expect(driver.cuMemAllocAsync(&memory, 0, stream), value + "memory of no bytes");
  expect(driver.cuMemHostAlloc(&pinned, 0, 0), value + "memory of no bytes");
  expect(driver.cuMemFreeHost(&own), value + "memory that is not pinned is freed");
  CUmodule module = nullptr;
  expect(driver.cuModuleLoadDataEx(&module, "emulated code, driver 1\n.version 7.8", 0, nullptr,
                                   nullptr),
         "CUDA_ERROR_NO_BINARY_FOR_GPU, the code is of the driver 1");
}

TEST(DeviceContext, KnowsTheSpeedOfMemoryByClockAndWidth) {
  EXPECT_EQ(memorySpeedOf(emulatedDriver(), 0), 0);
  Driver driver = emulatedDriver();
  driver.cuDeviceGetAttribute = [](int *value, int attribute, CUdevice) {
    *value = attribute == 36 ? 3201000 : attribute == 37 ? 6144 : 0; // kHz, bits
    return 0;
  };
  EXPECT_DOUBLE_EQ(memorySpeedOf(driver, 0), 4.916736e12);
}

TEST_F(EmulatedDriver, NothingIsDoneWithoutAContext) {
  CUcontext popped = nullptr;
  ASSERT_EQ(driver.cuCtxPopCurrent_v2(&popped), 0);
  CUdeviceptr memory = 0;
  EXPECT_EQ(driver.cuMemAllocAsync(&memory, 8, stream), 201);
  ASSERT_EQ(driver.cuCtxPushCurrent_v2(context), 0);
}
