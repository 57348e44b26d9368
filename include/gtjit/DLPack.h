//===- DLPack.h - Arrays of other libraries ---------------------*- C++ -*-===//
//
// Storages from the tensors of DLPack, and tensors from storages, without a copy. What a
// capsule of NumPy, CuPy, PyTorch or JAX holds is one of the two structures, which
// <dlpack/dlpack.h> defines; it is not needed here.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DLPACK_H
#define GTJIT_DLPACK_H

#include "gtjit/Creation.h"

struct DLManagedTensor;
struct DLManagedTensorVersioned;

namespace [[gnu::visibility("default")]] gtjit {

/// A storage around a tensor, which it owns from then on: the tensor's deleter is called when
/// nobody needs the memory any more. Memory of the host, pinned or not, makes a CPU storage,
/// that of CUDA a GPU storage, managed memory of CUDA a CudaManagedGPU storage, unless the
/// options say otherwise; a tensor that is read-only a read-only one. Work on the tensor must
/// be over, or be ordered before the null stream. Throws ValueError for a null pointer, another
/// major version, another device; DTypeError for an element type that there is none of,
/// vectors included; LayoutError and DeviceError as as_storage(). The tensor is the caller's
/// after an error.
[[nodiscard]] Storage fromDLPack(DLManagedTensorVersioned *tensor,
                                 const StorageOptions &options = {},
                                 SourceLine line = SourceLine::here());
/// That of versions before 1.0, which cannot say that it is read-only.
[[nodiscard]] Storage fromDLPack(DLManagedTensor *tensor, const StorageOptions &options = {},
                                 SourceLine line = SourceLine::here());

/// The storage's memory, halo included, of version 1.0: that of the device if it has some there,
/// else that of the host. It holds the newest values; work on it is over (docs/Devices.md), so
/// that no stream has to wait. It stays as long as the tensor, whose owner calls its deleter.
/// Who writes it tells: touch(), set_device_modified(). Throws ValueError for an empty handle.
[[nodiscard]] DLManagedTensorVersioned *toDLPack(const Storage &storage,
                                                 SourceLine line = SourceLine::here());
/// That of versions before 1.0. Throws ValueError for a storage that is read-only.
[[nodiscard]] DLManagedTensor *toDLPackUnversioned(const Storage &storage,
                                                   SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_DLPACK_H
