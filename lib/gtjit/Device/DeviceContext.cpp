//===- DeviceContext.cpp - A device as one runtime uses it ----------------===//
//
// The primary context, which other libraries of the process share, and one stream. Waits and
// what they tell are in StreamWaits.cpp.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/DeviceContext.h"

#include "gtjit/Device/Chips.h"
#include "gtjit/Device/CudaDriver.h"
#include "gtjit/Device/Emulated/EmulatedDriver.h"
#include "gtjit/Error.h"
#include "gtjit/Types/StageTimes.h"

#include <algorithm>
#include <cstring>

namespace gtjit::detail {

// Numbers of the driver's interface.
static constexpr CUresult kSuccess = 0;
// Of device attributes.
static constexpr int kMemoryClock = 36, kMemoryWidth = 37, kMultiprocessorThreads = 39;
static constexpr int kCapabilityMajor = 75, kCapabilityMinor = 76;
static constexpr int kConcurrentManagedAccess = 89;
static constexpr int kRegisters = 4;         // of kernels
static constexpr int kInputPtx = 1;          // of links
static constexpr unsigned kNonBlocking = 1;  // of streams
static constexpr int kReleaseThreshold = 4;  // of memory pools
static constexpr unsigned kPortable = 1;     // of pinned memory: for all contexts
static constexpr unsigned kAttachGlobal = 1; // of managed memory
static void *const kParameterPointer = reinterpret_cast<void *>(1);
static void *const kParameterSize = reinterpret_cast<void *>(2);

//===----------------------------------------------------------------------===//
// Memory and code
//===----------------------------------------------------------------------===//

DeviceMemory::DeviceMemory(std::shared_ptr<DeviceContext> of, std::size_t bytes, SourceLine line,
                           Kind kind)
    : context(std::move(of)), kind(kind) {
  const Driver &driver = context->driver;
  bool isManaged = kind == Kind::Managed;
  std::size_t taken = std::max<std::size_t>(bytes, 1);
  CUresult result = isManaged ? driver.cuMemAllocManaged(&pointer, taken, kAttachGlobal)
                              : driver.cuMemAllocAsync(&pointer, taken, context->stream);
  if (result != kSuccess)
    context->check(
        result,
        filled("taking %s, %zu bytes", isManaged ? "managed memory" : "memory on the device", bytes)
            .c_str(),
        line);
  context->isBusy = true; // others have it after a wait
  context->mustIdle |= isManaged && !context->isConcurrent;
}

DeviceMemory::~DeviceMemory() {
  if (pointer)
    context->isBusy = true; // it is free after a wait
  if (pointer && kind == Kind::Managed)
    (void)context->driver.cuMemFree_v2(pointer);
  else if (pointer)
    (void)context->driver.cuMemFreeAsync(pointer, context->stream);
}

DeviceModule::DeviceModule(std::shared_ptr<DeviceContext> of, const void *code, SourceLine line)
    : context(std::move(of)) {
  context->check(context->driver.cuModuleLoadDataEx(&module, code, 0, nullptr, nullptr),
                 "loading kernels", line);
}

DeviceModule::DeviceModule(std::shared_ptr<DeviceContext> of, const void *code, SourceLine line,
                           std::span<const char *const> kernels)
    : DeviceModule(std::move(of), code, line) {
  for (const char *name : kernels)
    functions.push_back(function(name, line));
}

DeviceModule::~DeviceModule() {
  if (!module)
    return;
  try {
    DeviceContext::Use use(*context, {});
    context->settle(); // its kernels may be at work
    (void)context->driver.cuModuleUnload(module);
  } catch (const Error &) {
    // A context that is no more has no modules.
  }
}

CUfunction DeviceModule::function(const char *name, SourceLine line) const {
  CUfunction function = nullptr;
  context->check(context->driver.cuModuleGetFunction(&function, module, name), "finding a kernel",
                 line);
  return function;
}

//===----------------------------------------------------------------------===//
// The context
//===----------------------------------------------------------------------===//

std::shared_ptr<DeviceContext> DeviceContext::open(std::string_view name, SourceLine line,
                                                   void *stream) {
  std::string why;
  const Driver *driver = name == "emulated" ? &emulatedDriver() : cudaDriver(why);
  if (!driver)
    throw DeviceError(line, "there is no device '" + std::string(name) + "': " + why);
  std::shared_ptr<DeviceContext> context(new DeviceContext(*driver, static_cast<CUstream>(stream)));
  context->start(name, line);
  return context;
}

void DeviceContext::requireDevice(std::string_view wanted, SourceLine line) {
  int count = 0;
  CUresult result = driver.cuInit(0);
  if (result == kSuccess)
    result = driver.cuDeviceGetCount(&count);
  if (result == kSuccess && count > ordinal())
    return;
  throw DeviceError(line, "there is no device '" + std::string(wanted) + "': " +
                              (result == kSuccess ? "the driver has none"
                                                  : textOf(result, "starting the driver")));
}

void DeviceContext::start(std::string_view wanted, SourceLine line) {
  requireDevice(wanted, line);
  check(driver.cuDeviceGet(&device, ordinal()), "finding the first device", line);
  int major = 0, minor = 0;
  check(driver.cuDeviceGetAttribute(&major, kCapabilityMajor, device), "asking the device", line);
  check(driver.cuDeviceGetAttribute(&minor, kCapabilityMinor, device), "asking the device", line);
  chipName = chipFor(10 * major + minor);
  if (chipName.empty())
    throw DeviceError(line, "the device has compute capability " + std::to_string(major) + "." +
                                std::to_string(minor) + ", kernels need 7.0");
  int version = 0;
  check(driver.cuDriverGetVersion(&version), "asking the driver", line);
  codeTargetName = "capability " + std::to_string(major) + "." + std::to_string(minor) +
                   ", driver " + std::to_string(version);
  check(driver.cuDevicePrimaryCtxRetain(&context, device), "making a context", line);
  char text[256] = "";
  if (driver.cuDeviceGetName(text, sizeof(text), device) == kSuccess)
    deviceName = text;
  isConcurrent = attributeOf(driver, device, kConcurrentManagedAccess) != 0;
  Use use(*this, line);
  if (ownsStream)
    makeStream(line);
  // Memory that is free stays for the next call, instead of going back at every wait.
  CUmemoryPool pool = nullptr;
  std::uint64_t all = ~std::uint64_t(0);
  check(driver.cuDeviceGetDefaultMemPool(&pool, device), "finding the memory pool", line);
  check(driver.cuMemPoolSetAttribute(pool, kReleaseThreshold, &all), "keeping free memory", line);
}

void DeviceContext::makeStream(SourceLine line) {
  check(driver.cuStreamCreate(&stream, kNonBlocking), "making a stream", line);
}

std::vector<std::uint8_t> DeviceContext::assemble(const char *ptx) const {
  CUlinkState link = nullptr;
  std::vector<std::uint8_t> result;
  if (driver.cuLinkCreate_v2(0, nullptr, nullptr, &link) != kSuccess)
    return result;
  void *code = nullptr;
  std::size_t bytes = 0;
  if (driver.cuLinkAddData_v2(link, kInputPtx, const_cast<char *>(ptx), std::strlen(ptx) + 1,
                              "gtjit", 0, nullptr, nullptr) == kSuccess &&
      driver.cuLinkComplete(link, &code, &bytes) == kSuccess)
    result.assign(static_cast<std::uint8_t *>(code), static_cast<std::uint8_t *>(code) + bytes);
  (void)driver.cuLinkDestroy(link); // and the code with it
  return result;
}

int attributeOf(const Driver &driver, CUdevice device, int number) {
  int value = 0;
  return driver.cuDeviceGetAttribute(&value, number, device) == kSuccess ? value : 0;
}

double memorySpeedOf(const Driver &driver, CUdevice device) {
  double kilohertz = attributeOf(driver, device, kMemoryClock);
  double bytes = attributeOf(driver, device, kMemoryWidth) / 8.0;
  return 2 * 1e3 * kilohertz * bytes; // two words a clock
}

KernelUse DeviceContext::useOf(CUfunction function, const LaunchShape &shape) const {
  KernelUse use;
  if (driver.cuFuncGetAttribute(&use.registers, kRegisters, function) != kSuccess)
    use.registers = 0;
  int threads = static_cast<int>(shape.block[0] * shape.block[1] * shape.block[2]), blocks = 0;
  int most = attributeOf(driver, device, kMultiprocessorThreads);
  if (most > 0 &&
      driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, 0) == kSuccess)
    use.occupancy = static_cast<double>(blocks) * threads / most;
  return use;
}

std::string KernelUse::text() const {
  return registers > 0
             ? filled("%d registers a thread, occupancy %.0f %%", registers, 100 * occupancy)
             : "use unknown";
}

DeviceContext::~DeviceContext() {
  if (stream && driver.cuCtxPushCurrent_v2(context) == kSuccess) {
    times.close();
    if (ownsStream)
      (void)driver.cuStreamDestroy_v2(stream);
    CUcontext popped = nullptr;
    (void)driver.cuCtxPopCurrent_v2(&popped);
  }
  if (context)
    (void)driver.cuDevicePrimaryCtxRelease_v2(device);
}

DeviceContext::Use::Use(DeviceContext &used, SourceLine line) : context(used), lock(used.mutex) {
  context.check(context.driver.cuCtxPushCurrent_v2(context.context), "entering the context", line);
}

DeviceContext::Use::~Use() {
  CUcontext popped = nullptr;
  (void)context.driver.cuCtxPopCurrent_v2(&popped);
}

void *DeviceContext::allocatePinned(std::size_t bytes) noexcept {
  void *memory = nullptr;
  return driver.cuMemHostAlloc(&memory, bytes, kPortable) == kSuccess ? memory : nullptr;
}

void DeviceContext::upload(CUdeviceptr to, const void *from, std::size_t bytes, SourceLine line) {
  isBusy |= bytes > 0;
  if (bytes)
    check(driver.cuMemcpyHtoDAsync_v2(to, from, bytes, stream), "copying to the device", line);
}

void DeviceContext::download(void *to, CUdeviceptr from, std::size_t bytes, SourceLine line) {
  isBusy |= bytes > 0;
  if (bytes)
    check(driver.cuMemcpyDtoHAsync_v2(to, from, bytes, stream), "copying from the device", line);
}

void DeviceContext::copy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, SourceLine line) {
  isBusy |= bytes > 0;
  if (bytes)
    check(driver.cuMemcpyDtoDAsync_v2(to, from, bytes, stream), "copying on the device", line);
}

void DeviceContext::clear(CUdeviceptr memory, std::size_t bytes, SourceLine line) {
  isBusy |= bytes > 0;
  if (bytes)
    check(driver.cuMemsetD8Async(memory, 0, bytes, stream), "clearing memory of the device", line);
}

void DeviceContext::launch(CUfunction function, const LaunchShape &shape,
                           std::span<std::uint64_t> words, SourceLine line) {
  isBusy = true;
  std::size_t bytes = words.size_bytes();
  void *block[] = {kParameterPointer, words.data(), kParameterSize, &bytes, nullptr};
  check(driver.cuLaunchKernel(function, shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0],
                              shape.block[1], shape.block[2], 0, stream, nullptr, block),
        "starting a kernel", line);
  noteStarted(line); // behind it: what fails at once was there before
}

DeviceContext::Timing::Timing(DeviceContext &of, StreamTimes::Told told)
    : context(told ? &of : nullptr) {
  if (context)
    context->times.begin(context->stream, std::move(told));
}

DeviceContext::Timing::~Timing() {
  if (context)
    context->times.end(context->stream);
}

} // namespace gtjit::detail
