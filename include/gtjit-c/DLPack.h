/*===- DLPack.h - Arrays of other libraries ---------------------*- C -*-===//
//
// Storages around tensors of DLPack and back, for bindings of other languages: what a
// capsule "dltensor_versioned" or "dltensor" of Python holds. <dlpack/dlpack.h> defines
// the structures.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_C_DLPACK_H
#define GTJIT_C_DLPACK_H

#include "gtjit-c/Storage.h"

#ifdef __cplusplus
extern "C" {
#endif

struct DLManagedTensor;
struct DLManagedTensorVersioned;

/* `stream` is the other side's on the device, as the array API standard numbers streams: 1 CUDA's
 * legacy default stream, 2 that of the calling thread, above it a CUstream; -1: both sides are
 * ordered by other means. A ValueError for others. Without meaning for memory of the host. */

/** A storage around a tensor, which owns it from then on and calls its deleter when
 *  nobody needs the memory any more. The dimensions are the first of I, J, K, then D0, D1,
 *  ... What its producer has asked for in `stream` is done before what uses the storage.
 *  A ValueError for a tensor on another device than the runtime's. After a failure the tensor
 *  is still the caller's. */
GTJIT_C_API gtjitCode gtjitFromDLPack(gtjitRuntime runtime, struct DLManagedTensorVersioned *tensor,
                                      intptr_t stream, gtjitLine line, gtjitStorage *storage);
/** The same of versions before 1.0. */
GTJIT_C_API gtjitCode gtjitFromDLPackUnversioned(gtjitRuntime runtime,
                                                 struct DLManagedTensor *tensor, intptr_t stream,
                                                 gtjitLine line, gtjitStorage *storage);
/** A tensor around the storage's memory, on the device if it has some there. It has the newest
 *  values for what its consumer asks for in `stream` from then on. Its owner calls its
 *  deleter. */
GTJIT_C_API gtjitCode gtjitToDLPack(gtjitStorage storage, intptr_t stream, gtjitLine line,
                                    struct DLManagedTensorVersioned **tensor);
/** The same of versions before 1.0; a ValueError for a storage that is read-only. */
GTJIT_C_API gtjitCode gtjitToDLPackUnversioned(gtjitStorage storage, intptr_t stream,
                                               gtjitLine line, struct DLManagedTensor **tensor);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_DLPACK_H */
