//===- DLPack.cpp - Arrays of other libraries -----------------------------===//
//
// Tensors become arrays that as_storage() takes; storages become tensors that hold them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/DLPack.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Storage/DLPackTensor.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gtjit {

using namespace detail;

namespace {

/// Every element type as the standard says it.
struct TypeRow {
  DType type;
  DLDataTypeCode code;
  std::uint8_t bits;
};
constexpr TypeRow types[] = {
    {Bool, kDLBool, 8},  {I8, kDLInt, 8},       {I16, kDLInt, 16},       {I32, kDLInt, 32},
    {I64, kDLInt, 64},   {U8, kDLUInt, 8},      {U16, kDLUInt, 16},      {U32, kDLUInt, 32},
    {U64, kDLUInt, 64},  {F16, kDLFloat, 16},   {BF16, kDLBfloat, 16},   {F32, kDLFloat, 32},
    {F64, kDLFloat, 64}, {C64, kDLComplex, 64}, {C128, kDLComplex, 128},
};

DType dtypeOf(const DLDataType &type, SourceLine line) {
  for (const TypeRow &row : types)
    if (row.code == type.code && row.bits == type.bits && type.lanes == 1)
      return row.type;
  throw DTypeError(line, "there is no element type of DLPack's code " + std::to_string(type.code) +
                             ", " + std::to_string(type.bits) + " bits, " +
                             std::to_string(type.lanes) + " lanes");
}

DLDataType typeOf(DType type) {
  for (const TypeRow &row : types)
    if (row.type == type)
      return {row.code, row.bits, 1};
  return {};
}

/// Owns a tensor once it is told to.
template <class Tensor> struct TensorOwner {
  Tensor *tensor = nullptr;
  ~TensorOwner() {
    if (tensor && tensor->deleter)
      tensor->deleter(tensor);
  }
};

/// Memory on the device that `managed` keeps in step, unless the options say otherwise.
void askFor(StorageOptions &options, NameOrNone managed) {
  if (!options.device.given())
    options.device = "gpu";
  if (!options.managed.given())
    options.managed = managed;
}

/// What the standard's devices are here. `options` gets the kind unless it has one.
bool isOnDevice(const DLTensor &tensor, StorageOptions &options, SourceLine line) {
  switch (tensor.device.device_type) {
  case kDLCPU:
  case kDLCUDAHost:
    return false;
  case kDLCUDA:
    askFor(options, nullptr);
    return true;
  case kDLCUDAManaged:
    askFor(options, "cuda");
    return false;
  }
  throw ValueError(line, "expected a tensor of the host or of CUDA, got one of DLPack's device " +
                             std::to_string(tensor.device.device_type));
}

template <class Tensor>
Storage storageAround(Tensor *managed, bool isReadOnly, StorageOptions options, SourceLine line) {
  const DLTensor &tensor = managed->dl_tensor;
  DType type = dtypeOf(tensor.dtype, line);
  bool onDevice = isOnDevice(tensor, options, line);
  auto ndim = static_cast<std::size_t>(tensor.ndim);
  std::vector<std::int64_t> strides;
  for (std::size_t d = 0; tensor.strides && d < ndim; ++d)
    if (__builtin_mul_overflow(tensor.strides[d], static_cast<std::int64_t>(itemsize(type)),
                               &strides.emplace_back()))
      throw LayoutError(line, "strides of the tensor exceed the address space");
  void *first = tensor.data ? static_cast<std::byte *>(tensor.data) + tensor.byte_offset : nullptr;
  ArrayData array(first, type, Items<std::int64_t>(tensor.shape, ndim),
                  Items<std::int64_t>(strides.data(), strides.size()), isReadOnly);
  auto owner = std::make_shared<TensorOwner<Tensor>>();
  array = array.keptBy(KeepAlive(owner));
  Storage result = as_storage(onDevice ? array.onDevice() : array, options, line);
  owner->tensor = managed;
  return result;
}

/// A tensor of a storage and what it points to.
template <class Tensor> struct Export {
  Tensor tensor = {};
  Storage storage;
  std::vector<std::int64_t> shape, strides;

  static void end(Tensor *self) { delete static_cast<Export *>(self->manager_ctx); }
};

DLDeviceType deviceOf(const Storage &storage, SourceLine line) {
  switch (storage.kind(line)) {
  case StorageKind::CPU:
    return kDLCPU;
  case StorageKind::CudaManagedGPU:
    return kDLCUDAManaged;
  case StorageKind::SoftwareManagedGPU:
  case StorageKind::GPU:
    break;
  }
  return kDLCUDA;
}

template <class Tensor> Tensor *exported(const Storage &storage, SourceLine line) {
  ArrayData array = storage.to_ndarray(line);
  auto result = std::make_unique<Export<Tensor>>();
  result->storage = storage;
  auto item = static_cast<std::int64_t>(itemsize(array.dtype()));
  for (std::int64_t extent : array.shape())
    result->shape.push_back(extent);
  for (std::int64_t stride : array.strides())
    result->strides.push_back(stride / item);
  result->tensor.dl_tensor = {.data = array.data(),
                              .device = {deviceOf(storage, line), 0},
                              .ndim = static_cast<std::int32_t>(result->shape.size()),
                              .dtype = typeOf(array.dtype()),
                              .shape = result->shape.data(),
                              .strides = result->strides.data(),
                              .byte_offset = 0};
  result->tensor.manager_ctx = result.get();
  result->tensor.deleter = Export<Tensor>::end;
  return &result.release()->tensor;
}

void requireTensor(const void *tensor, SourceLine line) {
  if (!tensor)
    throw ValueError(line, "expected a tensor, got null");
}

} // namespace

Storage fromDLPack(DLManagedTensorVersioned *tensor, const StorageOptions &options,
                   SourceLine line) {
  requireTensor(tensor, line);
  if (tensor->version.major != 1)
    throw ValueError(line, "expected a tensor of DLPack's major version 1, got " +
                               std::to_string(tensor->version.major));
  return storageAround(tensor, (tensor->flags & kDLPackFlagReadOnly) != 0, options, line);
}

Storage fromDLPack(DLManagedTensor *tensor, const StorageOptions &options, SourceLine line) {
  requireTensor(tensor, line);
  return storageAround(tensor, false, options, line);
}

DLManagedTensorVersioned *toDLPack(const Storage &storage, SourceLine line) {
  auto *tensor = exported<DLManagedTensorVersioned>(storage, line);
  tensor->version = {1, 0};
  if (stateOf(storage, line).access == WriteAccess::ReadOnly)
    tensor->flags = kDLPackFlagReadOnly;
  return tensor;
}

DLManagedTensor *toDLPackUnversioned(const Storage &storage, SourceLine line) {
  if (stateOf(storage, line).access == WriteAccess::ReadOnly)
    throw ValueError(line, stateOf(storage, line).describe() +
                               " is read-only, which tensors of DLPack before 1.0 cannot say");
  return exported<DLManagedTensor>(storage, line);
}

} // namespace gtjit
