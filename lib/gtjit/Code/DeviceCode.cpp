//===- DeviceCode.cpp - PTX as a device runs it ---------------------------===//
//
// See the header. What the disk has is only ever a shortcut: whatever is wrong with it, the
// driver gets the text.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/DeviceCode.h"

#include "gtjit/Code/DiskCache.h"
#include "gtjit/Code/DiskEntry.h"
#include "gtjit/Error.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/StageTimes.h"

#include <xxhash.h>

namespace gtjit::detail {

static std::string keyOf(const DeviceContext &device, std::string_view ptx) {
  XXH128_hash_t hash = XXH3_128bits(ptx.data(), ptx.size());
  return std::string(kDeviceCodeKey) + device.codeTarget() + "\n" +
         filled("%016llx%016llx of %zu bytes", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64), ptx.size());
}

/// The module of kept code; null if there is none that the driver takes.
static std::shared_ptr<const DeviceModule> loadKept(const Runtime::State &runtime,
                                                    const std::string &key,
                                                    std::span<const char *const> kernels,
                                                    SourceLine line) {
  std::vector<std::uint8_t> kept = runtime.disk->findBytes(key);
  if (kept.empty())
    return nullptr;
  try {
    return std::make_shared<DeviceModule>(runtime.device, kept.data(), line, kernels);
  } catch (const DeviceError &) {
    return nullptr; // what is wrong with the device is told of the text, too
  }
}

std::shared_ptr<const DeviceModule> loadDeviceCode(const Runtime::State &runtime, const char *ptx,
                                                   std::span<const char *const> kernels,
                                                   SourceLine line) {
  if (!runtime.disk)
    return std::make_shared<DeviceModule>(runtime.device, ptx, line, kernels);
  std::string key = keyOf(*runtime.device, ptx);
  if (auto module = loadKept(runtime, key, kernels, line))
    return module;
  std::vector<std::uint8_t> code = runtime.device->assemble(ptx);
  if (code.empty())
    return std::make_shared<DeviceModule>(runtime.device, ptx, line, kernels);
  auto module = std::make_shared<DeviceModule>(runtime.device, code.data(), line, kernels);
  runtime.disk->keepBytes(key, code);
  return module;
}

} // namespace gtjit::detail
