//===- DLPackTensor.h - The structures of DLPack ----------------*- C++ -*-===//
//
// The binary interface of DLPack 1.0, dmlc.github.io/dlpack: a standard that does not change
// within a major version. Debian's header is older than it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_DLPACKTENSOR_H
#define GTJIT_STORAGE_DLPACKTENSOR_H

#include <cstdint>

extern "C" {

enum DLDeviceType : std::int32_t {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLCUDAManaged = 13,
};
struct DLDevice {
  DLDeviceType device_type;
  std::int32_t device_id;
};

enum DLDataTypeCode : std::uint8_t {
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2,
  kDLBfloat = 4,
  kDLComplex = 5,
  kDLBool = 6,
};
struct DLDataType {
  std::uint8_t code; ///< a DLDataTypeCode, or one that is not known here
  std::uint8_t bits;
  std::uint16_t lanes;
};

struct DLTensor {
  void *data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t *shape;
  std::int64_t *strides; ///< in elements; null: C order
  std::uint64_t byte_offset;
};

struct DLPackVersion {
  std::uint32_t major, minor;
};
inline constexpr std::uint64_t kDLPackFlagReadOnly = 1;

struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(DLManagedTensor *self);
};
struct DLManagedTensorVersioned {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(DLManagedTensorVersioned *self);
  std::uint64_t flags;
  DLTensor dl_tensor;
};

} // extern "C"

#endif // GTJIT_STORAGE_DLPACKTENSOR_H
