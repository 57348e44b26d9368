//===- DLPack.cpp - Arrays of other libraries -----------------------------===//
//
// Tensors become arrays that as_storage() takes; storages become tensors that hold them. The
// stream of the other side and the runtime's are ordered by events; the host waits for neither.
//
//===----------------------------------------------------------------------===//
#include "gtjit/DLPack.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/DLPackTensor.h"
#include "gtjit/Storage/DeviceAccess.h"

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

/// The numbers of the standard that are no handles.
constexpr std::intptr_t kNoOrder = -1, kLegacyStream = 1;

void requireStream(std::intptr_t stream, SourceLine line) {
  if (stream != kNoOrder && stream < kLegacyStream)
    throw ValueError(line, "expected a stream as DLPack's consumers name it, -1, 1, 2 or a "
                           "handle, got " +
                               std::to_string(stream));
}

/// Orders the runtime's stream and the other side's; CUDA has the standard's numbers as handles.
void orderStreams(const Storage &storage, std::intptr_t stream,
                  void (DeviceContext::*order)(CUstream, SourceLine), SourceLine line) {
  if (stream == kNoOrder || storage.kind(line) == StorageKind::CPU)
    return;
  DeviceContext &context = *stateOf(storage, line).runtime->device;
  DeviceContext::Use use(context, line);
  (context.*order)(reinterpret_cast<CUstream>(stream), line);
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

/// The storage's device is the tensor's, and what its producer has asked for comes first. Memory
/// of the host has no device and no stream.
void meetProducer(const Storage &storage, const DLDevice &device, std::intptr_t stream,
                  SourceLine line) {
  if (device.device_type != kDLCUDA && device.device_type != kDLCUDAManaged)
    return;
  if (device.device_type == kDLCUDA && device.device_id != DeviceContext::ordinal())
    throw ValueError(line, "expected a tensor on the runtime's device " +
                               std::to_string(DeviceContext::ordinal()) + ", got one on device " +
                               std::to_string(device.device_id));
  orderStreams(storage, stream, &DeviceContext::follow, line);
}

template <class Tensor>
Storage storageAround(Tensor *managed, bool isReadOnly, StorageOptions options,
                      std::intptr_t stream, SourceLine line) {
  requireStream(stream, line);
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
  meetProducer(result, tensor.device, stream, line);
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

/// Managed memory has no number, as that of the host.
DLDevice deviceOf(const Storage &storage, SourceLine line) {
  switch (storage.kind(line)) {
  case StorageKind::CPU:
    return {kDLCPU, 0};
  case StorageKind::CudaManagedGPU:
    return {kDLCUDAManaged, 0};
  case StorageKind::SoftwareManagedGPU:
  case StorageKind::GPU:
    break;
  }
  return {kDLCUDA, DeviceContext::ordinal()};
}

/// The host may reach managed memory, too: work on it is over.
void *addressOf(const Storage &storage, SourceLine line) {
  switch (storage.kind(line)) {
  case StorageKind::CPU:
    return storage.data(line);
  case StorageKind::CudaManagedGPU:
    return storage.device_data(line);
  case StorageKind::SoftwareManagedGPU:
  case StorageKind::GPU:
    break;
  }
  return deviceAddress(storage, line);
}

template <class Tensor>
Tensor *exported(const Storage &storage, std::intptr_t stream, SourceLine line) {
  requireStream(stream, line);
  auto result = std::make_unique<Export<Tensor>>();
  result->storage = storage;
  auto item = static_cast<std::int64_t>(itemsize(storage.dtype(line)));
  for (std::int64_t extent : storage.shape(line))
    result->shape.push_back(extent);
  for (std::int64_t stride : storage.strides(line))
    result->strides.push_back(stride / item);
  result->tensor.dl_tensor = {.data = addressOf(storage, line),
                              .device = deviceOf(storage, line),
                              .ndim = static_cast<std::int32_t>(result->shape.size()),
                              .dtype = typeOf(storage.dtype(line)),
                              .shape = result->shape.data(),
                              .strides = result->strides.data(),
                              .byte_offset = 0};
  result->tensor.manager_ctx = result.get();
  result->tensor.deleter = Export<Tensor>::end;
  orderStreams(storage, stream, &DeviceContext::precede, line);
  return &result.release()->tensor;
}

void requireTensor(const void *tensor, SourceLine line) {
  if (!tensor)
    throw ValueError(line, "expected a tensor, got null");
}

} // namespace

Storage fromDLPack(DLManagedTensorVersioned *tensor, const StorageOptions &options,
                   std::intptr_t stream, SourceLine line) {
  requireTensor(tensor, line);
  if (tensor->version.major != 1)
    throw ValueError(line, "expected a tensor of DLPack's major version 1, got " +
                               std::to_string(tensor->version.major));
  return storageAround(tensor, (tensor->flags & kDLPackFlagReadOnly) != 0, options, stream, line);
}

Storage fromDLPack(DLManagedTensor *tensor, const StorageOptions &options, std::intptr_t stream,
                   SourceLine line) {
  requireTensor(tensor, line);
  return storageAround(tensor, false, options, stream, line);
}

DLManagedTensorVersioned *toDLPack(const Storage &storage, std::intptr_t stream, SourceLine line) {
  auto *tensor = exported<DLManagedTensorVersioned>(storage, stream, line);
  tensor->version = {1, 0};
  if (stateOf(storage, line).access == WriteAccess::ReadOnly)
    tensor->flags = kDLPackFlagReadOnly;
  return tensor;
}

DLManagedTensor *toDLPackUnversioned(const Storage &storage, std::intptr_t stream,
                                     SourceLine line) {
  if (stateOf(storage, line).access == WriteAccess::ReadOnly)
    throw ValueError(line, stateOf(storage, line).describe() +
                               " is read-only, which tensors of DLPack before 1.0 cannot say");
  return exported<DLManagedTensor>(storage, stream, line);
}

} // namespace gtjit
