//===- EmulatedModules.cpp - Modules and kernels --------------------------===//
//
// Texts of PTX, and launches of their entries.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDevice.h"
#include "gtjit/Device/Emulated/Grid.h"
#include "gtjit/Device/Emulated/Parser.h"

#include <algorithm>
#include <cstring>

namespace gtjit::detail {

using namespace emulated;

// What a launch may ask for.
static constexpr int kMostThreads = 1024;
static constexpr unsigned kMostGrid = 65535;
static constexpr std::size_t kMostBlockBytes = 4096;

CUresult emulated::cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned, int *,
                                      void **) {
  return inContext([&](Device &on) -> CUresult {
    auto made = std::make_unique<CUmod_st>();
    auto place = [&](const std::vector<std::byte> &bytes) {
      std::uint64_t address = on.heap.allocate(bytes.size());
      made->variables.push_back(address);
      std::memcpy(memoryAt(address, bytes.size()), bytes.data(), bytes.size());
      return address;
    };
    try {
      made->module = ptx::parse(textOf(on, image), place);
    } catch (...) {
      for (std::uint64_t variable : made->variables)
        (void)on.heap.free(variable);
      throw;
    }
    *module = *on.modules.insert(made.release()).first;
    return kSuccess;
  });
}
CUresult emulated::cuModuleUnload(CUmodule module) {
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
CUresult emulated::cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
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

bool emulated::isKernel(const Device &on, CUfunction function) {
  return std::any_of(on.modules.begin(), on.modules.end(),
                     [&](const CUmod_st *module) { return module->functions.contains(function); });
}

/// The one block of arguments that `extra` names; a Fault if there is none.
static std::vector<std::byte> blockOf(void **extra) {
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

CUresult emulated::cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                                  unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                                  unsigned sharedBytes, CUstream stream, void **, void **extra) {
  bool isKnown = false;
  (void)guarded([&](Device &on) {
    isKnown = isKernel(on, function);
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
    if (function->function->sharedBytes + sharedBytes > ptx::kMostSharedBytes)
      return fail(kInvalidValue, "a launch has too much shared memory");
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

} // namespace gtjit::detail
