//===- EmulatedMemory.cpp - Memory of the emulated device -----------------===//
//
// Allocations and copies.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDevice.h"

#include <algorithm>
#include <cstring>

namespace gtjit::detail {

using namespace emulated;

/// What pinned memory begins at a multiple of, and what it holds.
static constexpr std::size_t kPage = 4096;
static constexpr int kFresh = 0xA5;

std::byte *emulated::memoryAt(CUdeviceptr address, std::size_t bytes) {
  DeviceHeap::Piece piece = device().heap.find(address);
  if (piece.size == 0 || !piece.holds(address, bytes))
    throw ptx::Fault{kInvalidValue, std::to_string(bytes) + " bytes at " + std::to_string(address) +
                                        " are no memory of the device"};
  return piece.at(address);
}

static bool isPinned(const void *memory) {
  auto address = reinterpret_cast<std::uintptr_t>(memory);
  auto behind = device().pinned.upper_bound(address);
  return behind != device().pinned.begin() &&
         address - std::prev(behind)->first < std::prev(behind)->second.size;
}

static CUresult allocate(CUdeviceptr *memory, std::size_t bytes, bool isManaged) {
  return inContext([&](Device &on) -> CUresult {
    if (bytes == 0)
      return fail(kInvalidValue, "memory of no bytes");
    *memory = on.heap.allocate(bytes, isManaged);
    return *memory ? kSuccess : fail(kOutOfMemory, "there are not so many bytes");
  });
}
/// There is one pool, which keeps nothing.
CUresult emulated::cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice) {
  *pool = nullptr;
  return kSuccess;
}
CUresult emulated::cuMemPoolSetAttribute(CUmemoryPool, int, void *) { return kSuccess; }
CUresult emulated::cuMemAllocAsync(CUdeviceptr *memory, std::size_t bytes, CUstream) {
  return allocate(memory, bytes, /*isManaged=*/false);
}
CUresult emulated::cuMemAllocManaged(CUdeviceptr *memory, std::size_t bytes, unsigned) {
  return allocate(memory, bytes, /*isManaged=*/true);
}
static CUresult freeNow(CUdeviceptr memory) {
  return device().heap.free(memory) ? kSuccess
                                    : fail(kInvalidValue, "memory that is not allocated is freed");
}
CUresult emulated::cuMemFreeAsync(CUdeviceptr memory, CUstream stream) {
  return enqueue(stream, [memory] { return freeNow(memory); });
}
/// As CUDA does, behind all that was asked for.
CUresult emulated::cuMemFree_v2(CUdeviceptr memory) {
  return inContext([&](Device &on) -> CUresult {
    for (CUstream_st *stream : on.streams)
      if (CUresult result = drain(*stream); result != kSuccess)
        return result;
    return freeNow(memory);
  });
}

CUresult emulated::cuMemHostAlloc(void **memory, std::size_t bytes, unsigned) {
  return inContext([&](Device &on) -> CUresult {
    if (bytes == 0)
      return fail(kInvalidValue, "memory of no bytes");
    std::unique_ptr<std::byte[]> own(new std::byte[bytes + kPage]);
    auto start = (reinterpret_cast<std::uintptr_t>(own.get()) + kPage - 1) / kPage * kPage;
    *memory = reinterpret_cast<void *>(start);
    std::memset(*memory, kFresh, bytes);
    on.pinned[start] = {std::move(own), bytes};
    return kSuccess;
  });
}
CUresult emulated::cuMemFreeHost(void *memory) {
  return inContext([&](Device &on) -> CUresult {
    bool isKnown = on.pinned.erase(reinterpret_cast<std::uintptr_t>(memory)) == 1;
    return isKnown ? kSuccess : fail(kInvalidValue, "memory that is not pinned is freed");
  });
}

/// Memory that is not pinned is read at once, as CUDA may.
CUresult emulated::cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, std::size_t bytes,
                                        CUstream stream) {
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
CUresult emulated::cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, std::size_t bytes,
                                        CUstream stream) {
  return enqueue(stream, [=] {
    std::memcpy(to, memoryAt(from, bytes), bytes);
    return kSuccess;
  });
}
CUresult emulated::cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes,
                                        CUstream stream) {
  return enqueue(stream, [=] {
    std::memmove(memoryAt(to, bytes), memoryAt(from, bytes), bytes);
    return kSuccess;
  });
}
CUresult emulated::cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t bytes,
                                   CUstream stream) {
  return enqueue(stream, [=] {
    std::memset(memoryAt(to, bytes), value, bytes);
    return kSuccess;
  });
}

} // namespace gtjit::detail
