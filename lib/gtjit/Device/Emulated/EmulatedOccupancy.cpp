//===- EmulatedOccupancy.cpp - What kernels take of a device --------------===//
//
// Answers as a device with the capability of the emulated one would give them about code
// whose registers nobody has allocated: from the first to the last line that names it, a
// register of the text takes one of 64 bits.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDevice.h"

#include <algorithm>
#include <vector>

namespace gtjit::detail {

using namespace emulated;

// Numbers of the driver's interface.
static constexpr int kMostThreadsOfBlock = 0, kSharedBytes = 1, kLocalBytes = 3, kRegisters = 4;

// What a multiprocessor has, and a block and a thread may take.
static constexpr int kThreads = 2048, kBlocks = 32, kAllRegisters = 65536;
static constexpr int kBlockThreads = 1024, kThreadRegisters = 255, kWarp = 32;
static constexpr std::size_t kAllSharedBytes = 228 * 1024;

/// Registers of 32 bits that are in use at the same time.
static int registersOf(const ptx::Function &function) {
  struct Life {
    std::size_t first = 0, end = 0;
  };
  std::vector<Life> lives(function.slots.size());
  auto use = [&](std::uint32_t slot, std::size_t at) {
    if (slot == ptx::kNone || function.slots[slot] != ptx::kFreshWord)
      return; // a number of the text, or a special register
    if (lives[slot].end == 0)
      lives[slot].first = at;
    lives[slot].end = at + 1;
  };
  for (std::size_t at = 0; at < function.code.size(); ++at) {
    for (std::uint32_t slot : function.code[at].slots)
      use(slot, at);
    use(function.code[at].guard, at);
  }
  std::vector<int> changes(function.code.size() + 1);
  for (const Life &life : lives) {
    ++changes[life.first];
    --changes[life.end];
  }
  int alive = 0, most = 1;
  for (int change : changes)
    most = std::max(most, alive += change);
  return std::min(2 * most, kThreadRegisters);
}

CUresult emulated::cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  return inContext([&](Device &on) -> CUresult {
    if (!isKernel(on, function))
      return fail(kInvalidHandle, "no such kernel");
    switch (attribute) {
    case kMostThreadsOfBlock:
      *value = kBlockThreads;
      return kSuccess;
    case kSharedBytes:
      *value = static_cast<int>(function->function->sharedBytes);
      return kSuccess;
    case kLocalBytes:
      *value = static_cast<int>(function->function->localBytes);
      return kSuccess;
    case kRegisters:
      *value = registersOf(*function->function);
      return kSuccess;
    }
    return fail(kInvalidValue, "no such attribute");
  });
}

CUresult emulated::cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                               int threads,
                                                               std::size_t sharedBytes) {
  return inContext([&](Device &on) -> CUresult {
    if (!isKernel(on, function))
      return fail(kInvalidHandle, "no such kernel");
    if (threads < 1 || threads > kBlockThreads)
      return fail(kInvalidValue, "a block has no threads, or too many of them");
    int whole = (threads + kWarp - 1) / kWarp * kWarp;
    std::size_t shared = sharedBytes + function->function->sharedBytes;
    *blocks = std::min(
        {kBlocks, kThreads / whole, kAllRegisters / (whole * registersOf(*function->function))});
    if (shared > 0)
      *blocks = std::min(*blocks, static_cast<int>(kAllSharedBytes / shared));
    return kSuccess;
  });
}

} // namespace gtjit::detail
