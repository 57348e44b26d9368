//===- DLPackTest.cpp - Arrays of other libraries -------------------------===//
//
// Tensors of every device and type as storages, and back.
//
//===----------------------------------------------------------------------===//
#include "gtjit/DLPack.h"
#include "../ExpectError.h"
#include "../ForeignTensor.h"
#include "EmulatedRuntime.h"
#include "gtjit/Storage/DLPackTensor.h"

#include <gmock/gmock.h>

#include <memory>
#include <tuple>

using namespace gtjit;
using namespace gtjit::test;
using testing::ElementsAre;

namespace {
using DLPack = EmulatedRuntime;

struct Delete {
  template <class Tensor> void operator()(Tensor *tensor) const { tensor->deleter(tensor); }
};
template <class Tensor> using Owned = std::unique_ptr<Tensor, Delete>;
} // namespace

TEST_F(DLPack, TensorsAreWrappedWhereTheyAre) {
  Foreign foreign;
  {
    Storage s = fromDLPack(&foreign.tensor);
    EXPECT_EQ(s.data(), foreign.values);
    EXPECT_EQ(s.item<double>({1, 0}), 4.0);
    s.set({1, 0}, 9.0);
    EXPECT_EQ(foreign.values[3], 9.0);
    Field later = 2.0 * Field(s);
    s = Storage();
    EXPECT_EQ(foreign.deleted, 0);
    EXPECT_EQ(later.at({I(1), J(0)}).item<double>(), 18.0);
  }
  EXPECT_EQ(foreign.deleted, 1);
}

TEST_F(DLPack, StridesOffsetsAndFlagsCount) {
  Foreign foreign;
  std::int64_t strides[] = {1, 2};
  foreign.tensor.dl_tensor.strides = strides;
  foreign.tensor.dl_tensor.byte_offset = 8;
  foreign.shape[1] = 2;
  foreign.tensor.flags = kDLPackFlagReadOnly;
  Storage s = fromDLPack(&foreign.tensor);
  EXPECT_EQ(s.item<double>({0, 1}), 4.0);
  EXPECT_EQ(s.item<double>({1, 1}), 5.0);
  EXPECT_THROW(s.set({0, 0}, 1.0), ValueError);
  Owned<DLManagedTensorVersioned> again(toDLPack(s));
  EXPECT_EQ(again->flags, kDLPackFlagReadOnly);
  EXPECT_EQ(again->dl_tensor.data, &foreign.values[1]);
  EXPECT_EQ(again->dl_tensor.strides[1], 2);
  EXPECT_ERROR(ValueError, toDLPackUnversioned(s.named("s")),
               "'s' is read-only, which tensors of DLPack before 1.0 cannot say");
}

// S4-029 (open: __array__ and __cuda_array_interface__ in Python)
TEST_F(DLPack, RoundTripsKeepAddressShapeAndStrides) {
  std::int64_t backwards[] = {3, -1}, repeated[] = {0, 1}, plain[] = {3, 1};
  for (auto [strides, offset, first] :
       {std::tuple(backwards, 16u, 3.0), {repeated, 0u, 1.0}, {plain, 0u, 1.0}}) {
    Foreign foreign;
    foreign.tensor.dl_tensor.strides = strides;
    foreign.tensor.dl_tensor.byte_offset = offset;
    {
      Storage s = fromDLPack(&foreign.tensor);
      Owned<DLManagedTensorVersioned> tensor(toDLPack(s));
      EXPECT_EQ(static_cast<char *>(tensor->dl_tensor.data) + tensor->dl_tensor.byte_offset,
                reinterpret_cast<char *>(foreign.values) + offset);
      EXPECT_EQ(tensor->dl_tensor.device.device_type, kDLCPU);
      EXPECT_EQ(tensor->dl_tensor.device.device_id, 0);
      ASSERT_EQ(tensor->dl_tensor.ndim, 2);
      for (int d = 0; d < 2; ++d) {
        EXPECT_EQ(tensor->dl_tensor.shape[d], foreign.shape[d]);
        EXPECT_EQ(tensor->dl_tensor.strides[d], strides[d]);
      }
      s = Storage();
      EXPECT_EQ(*static_cast<double *>(tensor->dl_tensor.data), first);
      EXPECT_EQ(foreign.deleted, 0) << "the tensor that was made of it keeps it";
    }
    EXPECT_EQ(foreign.deleted, 1);
  }
}

TEST_F(DLPack, WhatCannotBeTakenStaysTheCallers) {
  Foreign foreign;
  foreign.tensor.version.major = 2;
  EXPECT_ERROR(ValueError, fromDLPack(&foreign.tensor),
               "expected a tensor of DLPack's major version 1, got 2");
  foreign.tensor.version.major = 1;
  foreign.tensor.dl_tensor.dtype.lanes = 4;
  EXPECT_ERROR(DTypeError, fromDLPack(&foreign.tensor),
               "there is no element type of DLPack's code 2, 64 bits, 4 lanes");
  foreign.tensor.dl_tensor.dtype.lanes = 1;
  foreign.tensor.dl_tensor.device.device_type = static_cast<DLDeviceType>(10);
  EXPECT_ERROR(ValueError, fromDLPack(&foreign.tensor),
               "expected a tensor of the host or of CUDA, got one of DLPack's device 10");
  foreign.tensor.dl_tensor.device.device_type = kDLCPU;
  EXPECT_THROW((void)fromDLPack(&foreign.tensor, {.shape = {7}}), ValueError);
  std::int64_t strides[] = {INT64_MAX / 2, 1};
  foreign.tensor.dl_tensor.strides = strides;
  EXPECT_ERROR(LayoutError, fromDLPack(&foreign.tensor),
               "strides of the tensor exceed the address space");
  EXPECT_ERROR(ValueError, fromDLPack(static_cast<DLManagedTensor *>(nullptr)),
               "expected a tensor, got null");
  EXPECT_EQ(foreign.deleted, 0);
}

TEST_F(DLPack, EveryTypeComesBack) {
  for (DType type : {Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, C64, C128}) {
    Storage s = zeros({2, 3}, type);
    DLManagedTensor *tensor = toDLPackUnversioned(s);
    EXPECT_EQ(tensor->dl_tensor.data, s.data());
    Storage t = fromDLPack(tensor);
    EXPECT_EQ(t.dtype(), type);
    EXPECT_EQ(t.data(), s.data());
    EXPECT_EQ(t.strides()[0], s.strides()[0]);
  }
}

TEST_F(DLPack, KindsComeBack) {
  struct Row {
    StorageOptions options;
    DLDeviceType device;
    StorageKind back;
  };
  for (const auto &[options, device, back] :
       {Row{{.device = nullptr}, kDLCPU, StorageKind::CPU},
        {softwareManaged, kDLCUDA, StorageKind::GPU},
        {cudaManaged, kDLCUDAManaged, StorageKind::CudaManagedGPU},
        {unmanaged, kDLCUDA, StorageKind::GPU}}) {
    Storage s = full<double>({4}, 3.0, options);
    Owned<DLManagedTensorVersioned> tensor(toDLPack(s));
    EXPECT_EQ(tensor->dl_tensor.device.device_type, device);
    EXPECT_EQ(tensor->version.major, 1u);
    Storage t = fromDLPack(tensor.release());
    EXPECT_EQ(t.kind(), back);
    EXPECT_THAT(valuesOf(t), ElementsAre(3, 3, 3, 3)); // the newest
    t[whole] = 2.0 * Field(t);
    s.set_device_modified();
    EXPECT_THAT(valuesOf(s), ElementsAre(6, 6, 6, 6));
  }
}

TEST_F(DLPack, TensorsKeepTheMemory) {
  Owned<DLManagedTensorVersioned> tensor(toDLPack(full<double>({4}, 3.0)));
  EXPECT_EQ(static_cast<double *>(tensor->dl_tensor.data)[3], 3.0);
}
