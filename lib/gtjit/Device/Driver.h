//===- Driver.h - The functions of a device's driver ------------*- C++ -*-===//
//
// CUDA's driver interface as a table, so that whoever uses a device does not know which
// driver is behind it, and no header of CUDA's is needed. Names, types and meanings are
// CUDA's.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_DRIVER_H
#define GTJIT_DEVICE_DRIVER_H

#include <cstddef>
#include <cstdint>

namespace gtjit::detail {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = std::uint64_t;
using CUcontext = struct CUctx_st *;
using CUlinkState = struct CUlinkState_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUmemoryPool = struct CUmemPoolHandle_st *;

/// Functions in the order of their use: GTJIT_DRIVER_FUNCTION(name, arguments).
#define GTJIT_DRIVER_FUNCTIONS(F)                                                                  \
  F(cuInit, (unsigned flags))                                                                      \
  F(cuDriverGetVersion, (int *version))                                                            \
  F(cuGetErrorName, (CUresult error, const char **text))                                           \
  F(cuGetErrorString, (CUresult error, const char **text))                                         \
  F(cuDeviceGetCount, (int *count))                                                                \
  F(cuDeviceGet, (CUdevice * device, int ordinal))                                                 \
  F(cuDeviceGetName, (char *name, int length, CUdevice device))                                    \
  F(cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))                            \
  F(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                              \
  F(cuDevicePrimaryCtxRelease_v2, (CUdevice device))                                               \
  F(cuCtxPushCurrent_v2, (CUcontext context))                                                      \
  F(cuCtxPopCurrent_v2, (CUcontext * context))                                                     \
  F(cuStreamCreate, (CUstream * stream, unsigned flags))                                           \
  F(cuStreamDestroy_v2, (CUstream stream))                                                         \
  F(cuStreamSynchronize, (CUstream stream))                                                        \
  F(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))                           \
  F(cuEventCreate, (CUevent * event, unsigned flags))                                              \
  F(cuEventDestroy_v2, (CUevent event))                                                            \
  F(cuEventRecord, (CUevent event, CUstream stream))                                               \
  F(cuEventQuery, (CUevent event))                                                                 \
  F(cuEventSynchronize, (CUevent event))                                                           \
  F(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end))                         \
  F(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool, CUdevice device))                             \
  F(cuMemPoolSetAttribute, (CUmemoryPool pool, int attribute, void *value))                        \
  F(cuMemAllocAsync, (CUdeviceptr * memory, std::size_t bytes, CUstream stream))                   \
  F(cuMemFreeAsync, (CUdeviceptr memory, CUstream stream))                                         \
  F(cuMemAllocManaged, (CUdeviceptr * memory, std::size_t bytes, unsigned flags))                  \
  F(cuMemFree_v2, (CUdeviceptr memory))                                                            \
  F(cuMemHostAlloc, (void **memory, std::size_t bytes, unsigned flags))                            \
  F(cuMemFreeHost, (void *memory))                                                                 \
  F(cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, std::size_t bytes, CUstream stream))  \
  F(cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, std::size_t bytes, CUstream stream))        \
  F(cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream))  \
  F(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream stream))    \
  F(cuLinkCreate_v2, (unsigned count, int *options, void **values, CUlinkState *link))             \
  F(cuLinkAddData_v2, (CUlinkState link, int type, void *data, std::size_t bytes,                  \
                       const char *name, unsigned count, int *options, void **values))             \
  F(cuLinkComplete, (CUlinkState link, void **code, std::size_t *bytes))                           \
  F(cuLinkDestroy, (CUlinkState link))                                                             \
  F(cuModuleLoadDataEx,                                                                            \
    (CUmodule * module, const void *image, unsigned count, int *options, void **values))           \
  F(cuModuleUnload, (CUmodule module))                                                             \
  F(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name))               \
  F(cuFuncGetAttribute, (int *value, int attribute, CUfunction function))                          \
  F(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                   \
    (int *blocks, CUfunction function, int threads, std::size_t sharedBytes))                      \
  F(cuLaunchKernel, (CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,          \
                     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,      \
                     CUstream stream, void **arguments, void **extra))

/// One driver. All functions are there.
struct Driver {
#define GTJIT_DRIVER_MEMBER(NAME, ARGUMENTS) CUresult(*NAME) ARGUMENTS;
  GTJIT_DRIVER_FUNCTIONS(GTJIT_DRIVER_MEMBER)
#undef GTJIT_DRIVER_MEMBER
};

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_DRIVER_H
