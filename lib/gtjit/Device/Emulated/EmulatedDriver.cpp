//===- EmulatedDriver.cpp - A device where there is none ------------------===//
//
// The functions of the table. One mutex guards all that the driver has; work of a stream
// runs in the thread that waits for it, with the mutex held.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDriver.h"

#include "gtjit/Device/Emulated/DriverErrors.h"
#include "gtjit/Device/Emulated/Grid.h"
#include "gtjit/Device/Emulated/Parser.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>

namespace gtjit::detail {

// What the handles of the table point to.
struct CUctx_st {};
struct CUfunc_st {
  const ptx::Function *function;
};
struct CUmod_st {
  ptx::Module module;
  std::vector<std::uint64_t> variables; ///< in the device's memory
  std::set<CUfunc_st *> functions;
};
struct CUstream_st {
  std::deque<std::function<int()>> work;
};
struct CUevent_st {
  CUstream_st *stream = nullptr;                               ///< null: not recorded
  std::shared_ptr<bool> isDone = std::make_shared<bool>(true); ///< of the last record
};

// Of device attributes, and of launches.
static constexpr int kCapabilityMajor = 75, kCapabilityMinor = 76, kMostThreads = 1024;
static constexpr unsigned kMostGrid = 65535;
static constexpr std::size_t kMostBlockBytes = 4096;

namespace {

struct Device {
  std::mutex mutex;
  DeviceHeap heap;
  CUctx_st context;
  std::set<CUstream_st *> streams;
  std::set<CUmod_st *> modules;
  std::set<CUevent_st *> events;
  std::map<std::uintptr_t, std::unique_ptr<std::byte[]>> pinned; ///< of the host
  std::map<std::uintptr_t, std::size_t> pinnedSizes;
  std::map<int, std::string> texts; ///< of the last error of each number
  int users = 0;                    ///< of the context
  CUresult fault = kSuccess;        ///< of a kernel: then the context does nothing any more
};

/// Never destroyed: memory may be given back in the end of a process.
Device &device() {
  static Device *one = new Device;
  return *one;
}

thread_local std::vector<CUctx_st *> contexts; ///< of this thread

CUresult fail(CUresult error, std::string text) {
  device().texts[error] = std::move(text);
  return error;
}

/// Calls `body` with the device; errors that it throws become results.
template <class Body> CUresult guarded(Body body) {
  try {
    std::lock_guard lock(device().mutex);
    return body(device());
  } catch (const ptx::Fault &fault) {
    return fail(fault.error, fault.message);
  } catch (const ptx::TextError &error) {
    return fail(kInvalidPtx, error.message);
  } catch (const std::bad_alloc &) {
    return kOutOfMemory;
  } catch (const std::exception &error) {
    return fail(kInvalidPtx, error.what());
  }
}

template <class Body> CUresult inContext(Body body) {
  if (contexts.empty())
    return kInvalidContext;
  return guarded([&](Device &on) { return on.fault != kSuccess ? on.fault : body(on); });
}

/// Runs what a stream has to do; what follows an error is dropped.
CUresult drain(CUstream_st &stream) {
  while (!stream.work.empty()) {
    std::function<int()> next = std::move(stream.work.front());
    stream.work.pop_front();
    CUresult result = kSuccess;
    try {
      result = next();
    } catch (const ptx::Fault &fault) {
      result = fail(fault.error, fault.message);
      if (fault.error >= kIllegalAddress)
        device().fault = fault.error;
    }
    if (result != kSuccess) {
      stream.work.clear();
      return result;
    }
  }
  return kSuccess;
}

/// Adds work to a stream.
template <class Work> CUresult enqueue(CUstream handle, Work work) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.streams.contains(handle))
      return fail(kInvalidHandle, "no such stream");
    handle->work.push_back(std::move(work));
    return kSuccess;
  });
}

/// `bytes` of the device's memory; a Fault if they are not all in one allocation.
std::byte *memoryAt(CUdeviceptr address, std::size_t bytes) {
  DeviceHeap::Piece piece = device().heap.find(address);
  if (piece.size == 0 || !piece.holds(address, bytes))
    throw ptx::Fault{kInvalidValue, std::to_string(bytes) + " bytes at " + std::to_string(address) +
                                        " are no memory of the device"};
  return piece.at(address);
}

bool isPinned(const void *memory) {
  auto address = reinterpret_cast<std::uintptr_t>(memory);
  auto behind = device().pinnedSizes.upper_bound(address);
  return behind != device().pinnedSizes.begin() &&
         address - std::prev(behind)->first < std::prev(behind)->second;
}

//===----------------------------------------------------------------------===//
// Driver, device, context
//===----------------------------------------------------------------------===//

CUresult init(unsigned) {
  return guarded([](Device &) { return kSuccess; });
}

CUresult getVersion(int *version) {
  *version = 12000;
  return kSuccess;
}

CUresult getErrorName(CUresult error, const char **text) {
  struct Name {
    int number;
    const char *text;
  };
  static constexpr Name names[] = {{kSuccess, "CUDA_SUCCESS"},
                                   {kInvalidValue, "CUDA_ERROR_INVALID_VALUE"},
                                   {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
                                   {kInvalidDevice, "CUDA_ERROR_INVALID_DEVICE"},
                                   {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
                                   {kInvalidPtx, "CUDA_ERROR_INVALID_PTX"},
                                   {kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
                                   {kNotFound, "CUDA_ERROR_NOT_FOUND"},
                                   {kNotReady, "CUDA_ERROR_NOT_READY"},
                                   {kIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS"},
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
CUresult getErrorString(CUresult error, const char **text) {
  thread_local std::string kept;
  return guarded([&](Device &on) {
    kept = on.texts[error];
    *text = kept.c_str();
    return kSuccess;
  });
}

CUresult getCount(int *count) {
  *count = 1;
  return kSuccess;
}
CUresult getDevice(CUdevice *which, int ordinal) {
  *which = 0;
  return ordinal == 0 ? kSuccess : kInvalidDevice;
}
CUresult getName(char *name, int length, CUdevice) {
  if (length < 1)
    return kInvalidValue;
  std::strncpy(name, "emulated", static_cast<std::size_t>(length));
  name[length - 1] = 0;
  return kSuccess;
}
CUresult getAttribute(int *value, int attribute, CUdevice) {
  *value = attribute == kCapabilityMajor ? 9 : 0;
  return attribute == kCapabilityMajor || attribute == kCapabilityMinor ? kSuccess : kInvalidValue;
}
CUresult retainContext(CUcontext *context, CUdevice which) {
  return guarded([&](Device &on) {
    *context = &on.context;
    ++on.users;
    return which == 0 ? kSuccess : kInvalidDevice;
  });
}
/// A context that a kernel has broken ends with its last user, and with it its memory.
CUresult releaseContext(CUdevice) {
  return guarded([](Device &on) {
    if (--on.users == 0 && on.fault != kSuccess) {
      on.fault = kSuccess;
      on.heap.clear();
      for (CUstream_st *stream : on.streams)
        stream->work.clear();
    }
    return kSuccess;
  });
}
CUresult pushContext(CUcontext context) {
  if (context != &device().context)
    return kInvalidContext;
  contexts.push_back(context);
  return kSuccess;
}
CUresult popContext(CUcontext *context) {
  if (contexts.empty())
    return kInvalidContext;
  *context = contexts.back();
  contexts.pop_back();
  return kSuccess;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

CUresult createStream(CUstream *stream, unsigned) {
  return inContext([&](Device &on) {
    *stream = *on.streams.insert(new CUstream_st).first;
    return kSuccess;
  });
}
CUresult synchronize(CUstream stream) {
  return inContext([&](Device &on) {
    return on.streams.contains(stream) ? drain(*stream) : fail(kInvalidHandle, "no such stream");
  });
}
CUresult destroyStream(CUstream stream) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.streams.contains(stream))
      return fail(kInvalidHandle, "no such stream");
    CUresult result = drain(*stream);
    on.streams.erase(stream);
    delete stream;
    return result;
  });
}

CUresult createEvent(CUevent *event, unsigned) {
  return inContext([&](Device &on) {
    *event = *on.events.insert(new CUevent_st).first;
    return kSuccess;
  });
}
CUresult destroyEvent(CUevent event) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event))
      return fail(kInvalidHandle, "no such event");
    on.events.erase(event);
    delete event;
    return kSuccess;
  });
}
CUresult recordEvent(CUevent event, CUstream stream) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event) || !on.streams.contains(stream))
      return fail(kInvalidHandle, "no such event or stream");
    event->stream = stream;
    event->isDone = std::make_shared<bool>(false);
    stream->work.push_back([isDone = event->isDone] {
      *isDone = true;
      return kSuccess;
    });
    return kSuccess;
  });
}
CUresult queryEvent(CUevent event) {
  return inContext([&](Device &on) -> CUresult {
    return !on.events.contains(event) ? fail(kInvalidHandle, "no such event")
           : *event->isDone           ? kSuccess
                                      : kNotReady;
  });
}
CUresult waitForEvent(CUevent event) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event))
      return fail(kInvalidHandle, "no such event");
    return *event->isDone || !on.streams.contains(event->stream) ? kSuccess : drain(*event->stream);
  });
}
/// What follows in the stream runs behind what the event's stream had to do.
CUresult streamWaits(CUstream stream, CUevent event, unsigned) {
  CUstream_st *before = nullptr;
  std::shared_ptr<bool> isDone;
  CUresult known = inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event))
      return fail(kInvalidHandle, "no such event");
    before = event->stream;
    isDone = event->isDone;
    return kSuccess;
  });
  if (known != kSuccess)
    return known;
  return enqueue(stream, [before, isDone] {
    return *isDone || !device().streams.contains(before) ? kSuccess : drain(*before);
  });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CUresult allocate(CUdeviceptr *memory, std::size_t bytes, bool isManaged) {
  return inContext([&](Device &on) -> CUresult {
    if (bytes == 0)
      return fail(kInvalidValue, "memory of no bytes");
    *memory = on.heap.allocate(bytes, isManaged);
    return *memory ? kSuccess : kOutOfMemory;
  });
}
/// There is one pool, which keeps nothing.
CUresult getPool(CUmemoryPool *pool, CUdevice) {
  *pool = nullptr;
  return kSuccess;
}
CUresult setPoolAttribute(CUmemoryPool, int, void *) { return kSuccess; }
CUresult allocateAsync(CUdeviceptr *memory, std::size_t bytes, CUstream) {
  return allocate(memory, bytes, /*isManaged=*/false);
}
CUresult allocateManaged(CUdeviceptr *memory, std::size_t bytes, unsigned) {
  return allocate(memory, bytes, /*isManaged=*/true);
}
CUresult freeNow(CUdeviceptr memory) {
  return device().heap.free(memory) ? kSuccess
                                    : fail(kInvalidValue, "memory that is not allocated is freed");
}
CUresult freeAsync(CUdeviceptr memory, CUstream stream) {
  return enqueue(stream, [memory] { return freeNow(memory); });
}
/// As CUDA does, behind all that was asked for.
CUresult freeMemory(CUdeviceptr memory) {
  return inContext([&](Device &on) -> CUresult {
    for (CUstream_st *stream : on.streams)
      if (CUresult result = drain(*stream); result != kSuccess)
        return result;
    return freeNow(memory);
  });
}

CUresult allocateHost(void **memory, std::size_t bytes, unsigned) {
  return inContext([&](Device &on) {
    auto own = std::make_unique<std::byte[]>(bytes);
    *memory = own.get();
    auto address = reinterpret_cast<std::uintptr_t>(own.get());
    on.pinnedSizes[address] = bytes;
    on.pinned[address] = std::move(own);
    return kSuccess;
  });
}
CUresult freeHost(void *memory) {
  return inContext([&](Device &on) -> CUresult {
    auto address = reinterpret_cast<std::uintptr_t>(memory);
    on.pinnedSizes.erase(address);
    return on.pinned.erase(address) ? kSuccess
                                    : fail(kInvalidValue, "memory that is not pinned is freed");
  });
}

/// Memory that is not pinned is read at once, as CUDA may.
CUresult copyToDevice(CUdeviceptr to, const void *from, std::size_t bytes, CUstream stream) {
  auto first = static_cast<const std::byte *>(from);
  bool isLate = false;
  (void)guarded([&](Device &) {
    isLate = isPinned(from);
    return kSuccess;
  });
  std::shared_ptr<std::vector<std::byte>> copy;
  if (!isLate)
    copy = std::make_shared<std::vector<std::byte>>(first, first + bytes);
  return enqueue(stream, [=] {
    std::memcpy(memoryAt(to, bytes), copy ? copy->data() : first, bytes);
    return kSuccess;
  });
}
CUresult copyToHost(void *to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return enqueue(stream, [=] {
    std::memcpy(to, memoryAt(from, bytes), bytes);
    return kSuccess;
  });
}
CUresult copyOnDevice(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return enqueue(stream, [=] {
    std::memmove(memoryAt(to, bytes), memoryAt(from, bytes), bytes);
    return kSuccess;
  });
}
CUresult setBytes(CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream stream) {
  return enqueue(stream, [=] {
    std::memset(memoryAt(to, bytes), value, bytes);
    return kSuccess;
  });
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

CUresult loadModule(CUmodule *module, const void *image, unsigned, int *, void **) {
  return inContext([&](Device &on) -> CUresult {
    auto made = std::make_unique<CUmod_st>();
    auto place = [&](const std::vector<std::byte> &bytes) {
      std::uint64_t address = on.heap.allocate(bytes.size());
      made->variables.push_back(address);
      std::memcpy(memoryAt(address, bytes.size()), bytes.data(), bytes.size());
      return address;
    };
    try {
      made->module = ptx::parse(static_cast<const char *>(image), place);
    } catch (...) {
      for (std::uint64_t variable : made->variables)
        (void)on.heap.free(variable);
      throw;
    }
    *module = *on.modules.insert(made.release()).first;
    return kSuccess;
  });
}
CUresult unloadModule(CUmodule module) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.modules.contains(module))
      return fail(kInvalidHandle, "no such module");
    CUresult result = kSuccess; // of what its kernels still had to do
    for (CUstream_st *stream : on.streams)
      if (CUresult next = drain(*stream); result == kSuccess)
        result = next;
    for (std::uint64_t variable : module->variables)
      (void)on.heap.free(variable);
    for (CUfunc_st *function : module->functions)
      delete function;
    on.modules.erase(module);
    delete module;
    return result;
  });
}
CUresult getFunction(CUfunction *function, CUmodule module, const char *name) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.modules.contains(module))
      return fail(kInvalidHandle, "no such module");
    auto found = module->module.functions.find(name);
    if (found == module->module.functions.end())
      return fail(kNotFound, "no kernel is called '" + std::string(name) + "'");
    *function = *module->functions.insert(new CUfunc_st{&found->second}).first;
    return kSuccess;
  });
}

/// The one block of arguments that `extra` names; a Fault if there is none.
std::vector<std::byte> blockOf(void **extra) {
  const std::byte *block = nullptr;
  std::size_t bytes = 0;
  for (; extra && *extra; extra += 2) {
    if (extra[0] == reinterpret_cast<void *>(1))
      block = static_cast<const std::byte *>(extra[1]);
    else if (extra[0] == reinterpret_cast<void *>(2))
      bytes = *static_cast<const std::size_t *>(extra[1]);
  }
  if (!block || bytes > kMostBlockBytes)
    throw ptx::Fault{kInvalidValue, "a launch has no block of arguments, or one that is too large"};
  return {block, block + bytes};
}

CUresult launch(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                CUstream stream, void **, void **extra) {
  bool isKnown = false;
  (void)guarded([&](Device &on) {
    isKnown = std::any_of(on.modules.begin(), on.modules.end(), [&](const CUmod_st *module) {
      return module->functions.contains(function);
    });
    return kSuccess;
  });
  if (!isKnown)
    return kInvalidHandle;
  ptx::Launch started{
      function->function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes, {}};
  CUresult result = inContext([&](Device &) -> CUresult {
    std::uint64_t threads = std::uint64_t(blockX) * blockY * blockZ;
    if (threads == 0 || threads > kMostThreads || gridX == 0 || gridY == 0 || gridZ == 0 ||
        gridY > kMostGrid || gridZ > kMostGrid)
      return fail(kInvalidValue, "a launch has no threads, or too many of them");
    started.params = blockOf(extra);
    if (started.params.size() != function->function->paramBytes)
      return fail(kInvalidValue, "'" + function->function->name + "' takes " +
                                     std::to_string(function->function->paramBytes) +
                                     " bytes of arguments, got " +
                                     std::to_string(started.params.size()));
    return kSuccess;
  });
  if (result != kSuccess)
    return result;
  return enqueue(stream, [started = std::move(started)] {
    ptx::run(started, device().heap);
    return kSuccess;
  });
}

} // namespace

const Driver &emulatedDriver() {
  static constexpr Driver driver = {
      .cuInit = init,
      .cuDriverGetVersion = getVersion,
      .cuGetErrorName = getErrorName,
      .cuGetErrorString = getErrorString,
      .cuDeviceGetCount = getCount,
      .cuDeviceGet = getDevice,
      .cuDeviceGetName = getName,
      .cuDeviceGetAttribute = getAttribute,
      .cuDevicePrimaryCtxRetain = retainContext,
      .cuDevicePrimaryCtxRelease_v2 = releaseContext,
      .cuCtxPushCurrent_v2 = pushContext,
      .cuCtxPopCurrent_v2 = popContext,
      .cuStreamCreate = createStream,
      .cuStreamDestroy_v2 = destroyStream,
      .cuStreamSynchronize = synchronize,
      .cuStreamWaitEvent = streamWaits,
      .cuEventCreate = createEvent,
      .cuEventDestroy_v2 = destroyEvent,
      .cuEventRecord = recordEvent,
      .cuEventQuery = queryEvent,
      .cuEventSynchronize = waitForEvent,
      .cuDeviceGetDefaultMemPool = getPool,
      .cuMemPoolSetAttribute = setPoolAttribute,
      .cuMemAllocAsync = allocateAsync,
      .cuMemFreeAsync = freeAsync,
      .cuMemAllocManaged = allocateManaged,
      .cuMemFree_v2 = freeMemory,
      .cuMemHostAlloc = allocateHost,
      .cuMemFreeHost = freeHost,
      .cuMemcpyHtoDAsync_v2 = copyToDevice,
      .cuMemcpyDtoHAsync_v2 = copyToHost,
      .cuMemcpyDtoDAsync_v2 = copyOnDevice,
      .cuMemsetD8Async = setBytes,
      .cuModuleLoadDataEx = loadModule,
      .cuModuleUnload = unloadModule,
      .cuModuleGetFunction = getFunction,
      .cuLaunchKernel = launch,
  };
  return driver;
}

std::size_t emulatedAllocations() {
  std::lock_guard lock(device().mutex);
  return device().heap.count();
}

} // namespace gtjit::detail
