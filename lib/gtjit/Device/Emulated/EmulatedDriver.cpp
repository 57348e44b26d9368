//===- EmulatedDriver.cpp - A device where there is none ------------------===//
//
// The table, the device and its context.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDriver.h"

#include "gtjit/Device/Emulated/EmulatedDevice.h"

#include <cstring>

namespace gtjit::detail {

using namespace emulated;

// Of device attributes: threads of a multiprocessor, capability, managed memory for host and
// kernels at a time.
static constexpr int kMultiprocessorThreads = 39, kCapabilityMajor = 75, kCapabilityMinor = 76;
static constexpr int kConcurrentManagedAccess = 89;

/// How often the thread has made the one context current. Memory is given back when the
/// thread's objects with destructors are gone.
static thread_local int contexts = 0;

/// Never destroyed: memory may be given back in the end of a process.
Device &emulated::device() {
  static Device *one = new Device;
  return *one;
}

bool emulated::hasContext() { return contexts > 0; }

CUresult emulated::fail(CUresult error, std::string text) {
  device().texts[error] = std::move(text);
  return error;
}

CUresult emulated::cuInit(unsigned) {
  return guarded([](Device &) { return kSuccess; });
}

CUresult emulated::cuDriverGetVersion(int *version) {
  return guarded([&](Device &on) {
    *version = on.version;
    return kSuccess;
  });
}

CUresult emulated::cuGetErrorName(CUresult error, const char **text) {
  struct Name {
    int number;
    const char *text;
  };
  static constexpr Name names[] = {{kSuccess, "CUDA_SUCCESS"},
                                   {kInvalidValue, "CUDA_ERROR_INVALID_VALUE"},
                                   {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
                                   {kNoDevice, "CUDA_ERROR_NO_DEVICE"},
                                   {kInvalidDevice, "CUDA_ERROR_INVALID_DEVICE"},
                                   {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
                                   {kNoBinary, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
                                   {kInvalidPtx, "CUDA_ERROR_INVALID_PTX"},
                                   {kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
                                   {kNotFound, "CUDA_ERROR_NOT_FOUND"},
                                   {kNotReady, "CUDA_ERROR_NOT_READY"},
                                   {kIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                   {kLaunchTimeout, "CUDA_ERROR_LAUNCH_TIMEOUT"},
                                   {kMisalignedAddress, "CUDA_ERROR_MISALIGNED_ADDRESS"},
                                   {kLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED"}};
  for (const Name &name : names)
    if (name.number == error) {
      *text = name.text;
      return kSuccess;
    }
  *text = nullptr;
  return kInvalidValue;
}

/// Valid until the thread asks again.
CUresult emulated::cuGetErrorString(CUresult error, const char **text) {
  thread_local std::string kept;
  return guarded([&](Device &on) {
    kept = on.texts[error];
    *text = kept.c_str();
    return kSuccess;
  });
}

CUresult emulated::cuDeviceGetCount(int *count) {
  *count = 1;
  return kSuccess;
}
CUresult emulated::cuDeviceGet(CUdevice *which, int ordinal) {
  *which = 0;
  return ordinal == 0 ? kSuccess : kInvalidDevice;
}
CUresult emulated::cuDeviceGetName(char *name, int length, CUdevice) {
  if (length < 1)
    return kInvalidValue;
  std::strncpy(name, "emulated", static_cast<std::size_t>(length));
  name[length - 1] = 0;
  return kSuccess;
}
CUresult emulated::cuDeviceGetAttribute(int *value, int attribute, CUdevice) {
  switch (attribute) {
  case kMultiprocessorThreads:
    *value = 2048;
    return kSuccess;
  case kCapabilityMajor:
    *value = 9;
    return kSuccess;
  case kCapabilityMinor:
    *value = 0;
    return kSuccess;
  case kConcurrentManagedAccess:
    *value = 1;
    return kSuccess;
  }
  return kInvalidValue; // it has no clock, and what its memory can do says nothing
}
CUresult emulated::cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice which) {
  return guarded([&](Device &on) {
    *context = &on.context;
    ++on.users;
    return which == 0 ? kSuccess : kInvalidDevice;
  });
}
/// A context that a kernel has broken ends with its last user, and with it its memory.
CUresult emulated::cuDevicePrimaryCtxRelease_v2(CUdevice) {
  return guarded([](Device &on) {
    if (--on.users == 0 && on.fault != kSuccess) {
      on.fault = kSuccess;
      on.heap.clear();
      for (CUstream_st *stream : on.streams)
        stream->work.clear();
      on.legacy.work.clear();
      on.perThread.work.clear();
    }
    return kSuccess;
  });
}
CUresult emulated::cuCtxPushCurrent_v2(CUcontext context) {
  if (context != &device().context)
    return kInvalidContext;
  ++contexts;
  return kSuccess;
}
CUresult emulated::cuCtxPopCurrent_v2(CUcontext *context) {
  if (contexts == 0)
    return kInvalidContext;
  *context = &device().context;
  --contexts;
  return kSuccess;
}

const Driver &emulatedDriver() {
#define GTJIT_EMULATED_MEMBER(NAME, ARGUMENTS) .NAME = emulated::NAME,
  static constexpr Driver driver = {GTJIT_DRIVER_FUNCTIONS(GTJIT_EMULATED_MEMBER)};
#undef GTJIT_EMULATED_MEMBER
  return driver;
}

std::size_t emulatedPinned() {
  std::lock_guard lock(device().mutex);
  return device().pinned.size();
}

void setEmulatedVersion(int version) {
  std::lock_guard lock(device().mutex);
  device().version = version;
}

std::size_t emulatedAllocations() {
  std::lock_guard lock(device().mutex);
  return device().heap.count();
}

} // namespace gtjit::detail
