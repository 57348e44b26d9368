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

// A storage and a tensor's other owner work in streams of their own; a runtime's does not wait for
// CUDA's default stream by itself, nor that for the runtime's. `stream` is the other side's, in
// the numbers of the array API standard: 1, the default, CUDA's legacy default stream; 2 that of
// the calling thread; a number above it the handle of a stream, which lives as long as the call;
// -1: both sides are ordered by other means. Other numbers throw ValueError. For memory of the
// host there is none: work on a tensor that is taken must be over, and is on one that is given.

/// A storage around a tensor, which it owns from then on: the tensor's deleter is called when
/// nobody needs the memory any more. Memory of the host, pinned or not, makes a CPU storage,
/// that of CUDA a GPU storage, managed memory of CUDA a CudaManagedGPU storage, unless the
/// options say otherwise; a tensor that is read-only a read-only one. What its producer has asked
/// for in `stream` is done before what uses the storage; the host waits for nothing. Throws
/// ValueError for a null pointer, another major version, a device that is not the runtime's;
/// DTypeError for an element type that there is none of, vectors included; LayoutError and
/// DeviceError as as_storage(), DeviceError for a handle that is no stream's. The tensor is the
/// caller's after an error.
[[nodiscard]] Storage fromDLPack(DLManagedTensorVersioned *tensor,
                                 const StorageOptions &options = {}, std::intptr_t stream = 1,
                                 SourceLine line = SourceLine::here());
/// That of versions before 1.0, which cannot say that it is read-only.
[[nodiscard]] Storage fromDLPack(DLManagedTensor *tensor, const StorageOptions &options = {},
                                 std::intptr_t stream = 1, SourceLine line = SourceLine::here());

/// The storage's memory, halo included, of version 1.0: that of the device if it has some there,
/// else that of the host. It holds the newest values for what its consumer asks for in `stream`
/// from then on; the host waits for managed memory alone. It stays as long as the tensor, whose
/// owner calls its deleter when its work is over. Who writes it tells: touch(),
/// set_device_modified(). Throws ValueError for an empty handle, DeviceError for a handle that is
/// no stream's.
[[nodiscard]] DLManagedTensorVersioned *toDLPack(const Storage &storage, std::intptr_t stream = 1,
                                                 SourceLine line = SourceLine::here());
/// That of versions before 1.0. Throws ValueError for a storage that is read-only.
[[nodiscard]] DLManagedTensor *toDLPackUnversioned(const Storage &storage, std::intptr_t stream = 1,
                                                   SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_DLPACK_H
