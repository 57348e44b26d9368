/*===- Device.h - Storages on a device --------------------------*- C -*-===//
//
// Kinds of storages, addresses on the device, and which side is current.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_C_DEVICE_H
#define GTJIT_C_DEVICE_H

#include "gtjit-c/Storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which memory a storage has, and who keeps it in step. */
typedef enum gtjitKind GTJIT_C_INT {
  GTJIT_CPU = 0,                  /**< on the host */
  GTJIT_SOFTWARE_MANAGED_GPU = 1, /**< on both, in step by the library */
  GTJIT_CUDA_MANAGED_GPU = 2,     /**< one that both reach, in step by CUDA */
  GTJIT_GPU = 3                   /**< on the device */
} gtjitKind;

/** Which of two memories has values that the other lacks. */
typedef enum gtjitSyncState GTJIT_C_INT {
  GTJIT_SYNC_CLEAN = 0,
  GTJIT_SYNC_HOST_DIRTY = 1,
  GTJIT_SYNC_DEVICE_DIRTY = 2
} gtjitSyncState;

/** As gtjitZeros, of any kind. A DeviceError if the runtime has no device. */
GTJIT_C_API gtjitCode gtjitZerosOfKind(gtjitRuntime runtime, gtjitKind kind, gtjitDType type,
                                       const gtjitAxis *axes, size_t axisCount, gtjitLine line,
                                       gtjitStorage *storage);
/** As gtjitZeros, with layout, alignment and kind of a preset: "gtcuda", "gtx86", ... A
 *  ValueError for a name that there is none of, a DeviceError if it needs a device and the
 *  runtime has none. */
GTJIT_C_API gtjitCode gtjitZerosOfPreset(gtjitRuntime runtime, const char *preset, gtjitDType type,
                                         const gtjitAxis *axes, size_t axisCount, gtjitLine line,
                                         gtjitStorage *storage);
/** As gtjitWrap, of any kind. `data` is an address of the host, `deviceData` one of the device,
 *  with the same layout: of a software-managed storage one of them may be null, which is made
 *  then; of GTJIT_GPU `data` is null, of the others `deviceData`. */
GTJIT_C_API gtjitCode gtjitWrapOfKind(gtjitRuntime runtime, gtjitKind kind, void *data,
                                      void *deviceData, gtjitDType type, const gtjitAxis *axes,
                                      size_t axisCount, gtjitReleaseFunction release, void *owner,
                                      gtjitLine line, gtjitStorage *storage);

/** As gtjitWrapOfKind of a software-managed storage, around memory that `other` is around, too:
 *  the two tell which side is current by one state, whichever of them is used. A TypeError
 *  unless `other` is software-managed. */
GTJIT_C_API gtjitCode gtjitWrapSharing(gtjitStorage other, gtjitRuntime runtime, void *data,
                                       void *deviceData, gtjitDType type, const gtjitAxis *axes,
                                       size_t axisCount, gtjitReleaseFunction release, void *owner,
                                       gtjitLine line, gtjitStorage *storage);

/** GTJIT_CPU for null. */
GTJIT_C_API gtjitKind gtjitStorageKind(gtjitStorage storage);
/** Address of the first element on the device, which has the newest values then; null without
 *  memory there. As gtjitStorageData, which gives null without memory on the host. */
GTJIT_C_API gtjitCode gtjitStorageDeviceData(gtjitStorage storage, gtjitLine line, void **data);

/** What `__array_interface__` of NumPy and `__cuda_array_interface__`, version 3, say of a memory,
 *  beside shape and byte strides, which gtjitStorageAxis gives. */
typedef struct gtjitArrayInterface {
  void *data;      /**< the first element */
  int readOnly;    /**< not 0: must not be written through `data` */
  char typestr[8]; /**< "<f8", "|b1", "<V2" of bf16 */
} gtjitArrayInterface;

/** Of the memory on the host, or on the device if `onDevice` is not 0. It has the newest values;
 *  work on it is over, so that `stream` is none, or in order in the host application's stream.
 *  A NoSuchBufferError (GTJIT_NO_SUCH_BUFFER) without memory there. */
GTJIT_C_API gtjitCode gtjitStorageArrayInterface(gtjitStorage storage, int onDevice, gtjitLine line,
                                                 gtjitArrayInterface *array);

/** A TypeError for a storage that is not software-managed. */
GTJIT_C_API gtjitCode gtjitStorageSyncState(gtjitStorage storage, gtjitLine line,
                                            gtjitSyncState *state);

/* Needed only where addresses are kept and written through. Without effect on storages that are
 * not software-managed. */

/** Tells that the host's memory was written: it is copied before the device is used. */
GTJIT_C_API gtjitCode gtjitStorageSetHostModified(gtjitStorage storage, gtjitLine line);
/** Tells that the device's memory was written. */
GTJIT_C_API gtjitCode gtjitStorageSetDeviceModified(gtjitStorage storage, gtjitLine line);
/** Tells that both have the same values. */
GTJIT_C_API gtjitCode gtjitStorageSetSynchronized(gtjitStorage storage, gtjitLine line);
/** Copies if the host has values that the device lacks, or if `force` is not 0. */
GTJIT_C_API gtjitCode gtjitStorageHostToDevice(gtjitStorage storage, int force, gtjitLine line);
/** The other way round. */
GTJIT_C_API gtjitCode gtjitStorageDeviceToHost(gtjitStorage storage, int force, gtjitLine line);
/** Copies in the direction in which something is new. */
GTJIT_C_API gtjitCode gtjitStorageSynchronize(gtjitStorage storage, gtjitLine line);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_DEVICE_H */
