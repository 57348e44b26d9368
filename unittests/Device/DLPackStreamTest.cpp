//===- DLPackStreamTest.cpp - Tensors between streams ---------------------===//
//
// Streams run late: what is not ordered behind the other side's work sees what was there before.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "EmulatedRuntime.h"
#include "HostStream.h"
#include "gtjit/DLPack.h"
#include "gtjit/Storage/DLPackTensor.h"

#include <gmock/gmock.h>

#include <memory>

using namespace gtjit;
using namespace gtjit::test;

namespace {

struct Delete {
  template <class Tensor> void operator()(Tensor *tensor) const { tensor->deleter(tensor); }
};
using Tensor = std::unique_ptr<DLManagedTensorVersioned, Delete>;

class DLPackStreams : public EmulatedRuntime {
protected:
  static constexpr std::intptr_t kNoOrder = -1;

  std::intptr_t number() const { return reinterpret_cast<std::intptr_t>(host.stream); }
  static detail::CUstream streamOf(std::intptr_t number) {
    return reinterpret_cast<detail::CUstream>(number);
  }
  std::int64_t waits() const { return runtime.counters().deviceWaits; }

  /// The first value of a tensor, as a consumer reads it in its stream.
  double firstOf(const Tensor &tensor, std::intptr_t stream) {
    double value = 0;
    auto from = reinterpret_cast<detail::CUdeviceptr>(tensor->dl_tensor.data);
    host.inContext([&] {
      return host.driver.cuMemcpyDtoHAsync_v2(&value, from, sizeof(value), streamOf(stream));
    });
    host.inContext([&] { return host.driver.cuStreamSynchronize(streamOf(stream)); });
    return value;
  }
  /// Makes all bytes of a storage zero, as a producer does in its stream.
  void clear(const Storage &storage, std::intptr_t stream) {
    auto address = reinterpret_cast<detail::CUdeviceptr>(storage.device_data());
    host.inContext([&] { return host.driver.cuMemsetD8Async(address, 0, 64, streamOf(stream)); });
  }

  HostStream host;
};

Storage onesOn(const StorageOptions &options) { return ones<double>({I(0, 8)}, options); }

} // namespace

TEST_F(DLPackStreams, ConsumersComeBehindTheRuntimesWorkAndNobodyWaits) {
  for (std::intptr_t stream : {std::intptr_t(1), std::intptr_t(2), number()})
    for (const StorageOptions &kind : {unmanaged, softwareManaged}) {
      Storage u = onesOn(kind), v = onesOn(kind);
      u.host_to_device();
      runtime.wait();
      v[whole] = Field(u) + 1.0;
      std::int64_t before = waits();
      Tensor tensor(toDLPack(v, stream));
      EXPECT_EQ(waits(), before);
      EXPECT_EQ(firstOf(tensor, stream), 2.0);
    }
}

TEST_F(DLPackStreams, TheDefaultIsTheLegacyStream) {
  Storage u = onesOn(unmanaged), v = onesOn(unmanaged);
  v[whole] = Field(u) + 1.0;
  EXPECT_EQ(firstOf(Tensor(toDLPack(v)), 1), 2.0);
  clear(v, 1);
  Storage again = fromDLPack(toDLPack(v, kNoOrder));
  EXPECT_EQ(valuesOf(again)[0], 0.0);
}

TEST_F(DLPackStreams, WhoOrdersByOtherMeansIsNotWaitedFor) {
  Storage u = onesOn(unmanaged), v = onesOn(unmanaged);
  runtime.wait();
  v[whole] = Field(u) + 1.0;
  EXPECT_EQ(firstOf(Tensor(toDLPack(v, kNoOrder)), number()), 1.0);
  runtime.wait();
  clear(v, number());
  Storage again = fromDLPack(toDLPack(v, kNoOrder), {}, kNoOrder);
  EXPECT_EQ(valuesOf(again)[0], 2.0);
}

TEST_F(DLPackStreams, WhatIsTakenComesBehindItsProducersWork) {
  for (std::intptr_t stream : {std::intptr_t(1), std::intptr_t(2), number()})
    for (const StorageOptions &kind : {unmanaged, cudaManaged}) {
      Storage u = onesOn(kind), v = onesOn(unmanaged);
      DLManagedTensorVersioned *tensor = toDLPack(u, kNoOrder);
      clear(u, stream);
      std::int64_t before = waits();
      Storage taken = fromDLPack(tensor, {}, stream);
      EXPECT_EQ(waits(), before);
      v[whole] = Field(taken) + 5.0;
      EXPECT_EQ(valuesOf(v)[0], 5.0);
    }
}

TEST_F(DLPackStreams, OfManagedMemoryTheHostSeesWhatTheProducerHasAskedFor) {
  Storage u = onesOn(cudaManaged);
  DLManagedTensorVersioned *tensor = toDLPack(u, kNoOrder);
  clear(u, number());
  EXPECT_EQ(fromDLPack(tensor, {}, number()).item<double>({7}), 0.0);
}

TEST_F(DLPackStreams, AConsumerComesBehindTheHostApplicationsStream) {
  HostStream consumers;
  RuntimeOptions options = onEmulatedDevice();
  options.stream = host.stream;
  Runtime inStream(options);
  Runtime::Scope on(inStream);
  Storage u = onesOn(unmanaged), v = onesOn(unmanaged);
  v[whole] = Field(u) + 1.0;
  auto stream = reinterpret_cast<std::intptr_t>(consumers.stream);
  std::int64_t before = inStream.counters().deviceWaits;
  Tensor tensor(toDLPack(v, stream));
  EXPECT_EQ(firstOf(tensor, stream), 2.0);
  auto address = reinterpret_cast<detail::CUdeviceptr>(tensor->dl_tensor.data);
  host.inContext([&] { return host.driver.cuMemsetD8Async(address, 0, 64, consumers.stream); });
  Storage taken = fromDLPack(tensor.release(), {}, stream);
  u[whole] = Field(taken) + 7.0;
  EXPECT_EQ(inStream.counters().deviceWaits, before);
  EXPECT_EQ(valuesOf(u)[0], 7.0);
}

TEST_F(DLPackStreams, OtherNumbersAreNoStreams) {
  Storage u = onesOn(unmanaged);
  EXPECT_ERROR(ValueError, toDLPack(u, 0),
               "expected a stream as DLPack's consumers name it, -1, 1, 2 or a handle, got 0");
  EXPECT_ERROR(ValueError, toDLPackUnversioned(u, -2),
               "expected a stream as DLPack's consumers name it, -1, 1, 2 or a handle, got -2");
  Tensor tensor(toDLPack(u));
  EXPECT_ERROR(ValueError, fromDLPack(tensor.get(), {}, 0),
               "expected a stream as DLPack's consumers name it, -1, 1, 2 or a handle, got 0");
  EXPECT_ERROR(DeviceError, fromDLPack(tensor.get(), {}, 4711),
               "ordering two streams: CUDA_ERROR_INVALID_HANDLE, no such event or stream");
  EXPECT_EQ(valuesOf(u)[0], 1.0);
}

TEST_F(DLPackStreams, DevicesAreTheRuntimes) {
  Storage u = onesOn(unmanaged);
  Tensor tensor(toDLPack(u));
  EXPECT_EQ(tensor->dl_tensor.device.device_id, 0);
  tensor->dl_tensor.device.device_id = 1;
  EXPECT_ERROR(ValueError, fromDLPack(tensor.get()),
               "expected a tensor on the runtime's device 0, got one on device 1");
  tensor->dl_tensor.device.device_id = 0;
  EXPECT_EQ(valuesOf(fromDLPack(tensor.release()))[0], 1.0);
}
