//===- HostStream.h - A stream of the host application ----------*- C++ -*-===//
//
// What an application beside the library does on the emulated device.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_DEVICE_HOSTSTREAM_H
#define GTJIT_UNITTESTS_DEVICE_HOSTSTREAM_H

#include "gtjit/Device/Emulated/EmulatedDriver.h"

#include <gtest/gtest.h>

namespace gtjit::test {

/// A stream, as the host application of a GPU has one.
class HostStream {
public:
  HostStream() {
    EXPECT_EQ(driver.cuDevicePrimaryCtxRetain(&context, 0), 0);
    inContext([&] { return driver.cuStreamCreate(&stream, 1); });
  }
  ~HostStream() {
    EXPECT_EQ(driver.cuCtxPushCurrent_v2(context), 0);
    (void)driver.cuStreamDestroy_v2(stream); // a kernel may have failed there
    EXPECT_EQ(driver.cuCtxPopCurrent_v2(&context), 0);
    EXPECT_EQ(driver.cuDevicePrimaryCtxRelease_v2(0), 0);
  }
  HostStream(const HostStream &) = delete;

  template <class Body> void inContext(Body body) {
    EXPECT_EQ(driver.cuCtxPushCurrent_v2(context), 0);
    EXPECT_EQ(body(), 0);
    EXPECT_EQ(driver.cuCtxPopCurrent_v2(&context), 0);
  }

  const detail::Driver &driver = detail::emulatedDriver();
  detail::CUcontext context = nullptr;
  detail::CUstream stream = nullptr;
};

} // namespace gtjit::test

#endif // GTJIT_UNITTESTS_DEVICE_HOSTSTREAM_H
