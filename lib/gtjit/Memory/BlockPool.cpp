//===- BlockPool.cpp - Reuse of freed memory ------------------------------===//
//
// Size classes, the waiting list, and the system calls below them.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/BlockPool.h"

#include <algorithm>
#include <bit>
#include <new>
#include <sys/mman.h>

namespace gtjit::detail {

namespace {

constexpr std::size_t kAlignment = 64;
/// From this size on memory is mapped, below it comes from the C++ heap.
constexpr std::size_t kMapped = std::size_t(256) << 10;
constexpr std::size_t kHugePage = std::size_t(2) << 20;
/// Mapped memory starts a multiple of kStagger after a page, so that arrays
/// of one size differ in the low 12 bits of their addresses, which is what
/// store-to-load disambiguation compares.
constexpr std::size_t kStagger = 17 * kAlignment;
constexpr unsigned kStaggers = 15;
constexpr std::size_t kStaggerRoom = std::size_t(16) << 10;
/// What is mapped at once, for what is less than half of it: as much as there is already, within
/// these bounds. A pool with less has no huge pages that are used in part.
constexpr std::size_t kLeastChunk = 2 * kHugePage, kMostChunk = std::size_t(64) << 20;
/// What may wait although the program never used as much.
constexpr std::size_t kSmallPool = std::size_t(64) << 20;
/// Allocations after which the most that was in use is measured anew.
constexpr unsigned kWindow = 1024;

std::size_t staggerOf(std::size_t index) { return index % kStaggers * kStagger; }

/// The start of the mapping that staggered memory lies in.
std::byte *mappingOf(std::byte *address) {
  std::byte *page = address - reinterpret_cast<std::uintptr_t>(address) % kStaggerRoom;
  return page;
}

std::size_t mappedBytes(std::size_t bytes) {
  return (bytes + kStaggerRoom + kStaggerRoom - 1) / kStaggerRoom * kStaggerRoom;
}

/// Gives mapped memory back. Of a huge page that others have a part of the system would keep all,
/// were it not told first that the part's values are not needed.
void unmap(std::span<std::byte> memory) noexcept {
  if (memory.empty())
    return;
  std::byte *start = memory.data(), *end = start + memory.size();
  std::size_t before = reinterpret_cast<std::uintptr_t>(start) % kHugePage;
  std::size_t behind = reinterpret_cast<std::uintptr_t>(end) % kHugePage;
  if (before)
    madvise(start, std::min(memory.size(), kHugePage - before), MADV_FREE);
  if (behind && behind < memory.size())
    madvise(end - behind, behind, MADV_FREE);
  munmap(start, memory.size());
}

/// Maps memory from a multiple of `unit` on; null if there is none.
std::byte *mapAligned(std::size_t bytes, std::size_t unit) {
  std::size_t wanted = bytes + unit;
  void *raw = mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED)
    return nullptr;
  auto *start = static_cast<std::byte *>(raw);
  std::size_t before = (unit - reinterpret_cast<std::uintptr_t>(start) % unit) % unit;
  if (before)
    munmap(start, before);
  if (wanted > before + bytes)
    munmap(start + before + bytes, wanted - before - bytes);
  if (unit == kHugePage)
    madvise(start + before, bytes, MADV_HUGEPAGE); // advice: failure costs speed alone
  return start + before;
}

void freeMemory(std::byte *address, std::size_t bytes) noexcept {
  if (bytes < kMapped)
    ::operator delete(address, std::align_val_t(kAlignment));
  else
    unmap({mappingOf(address), mappedBytes(bytes)});
}

} // namespace

BlockPool::~BlockPool() {
  trim(0);
  unmap(chunk);
}

std::size_t BlockPool::sizeClass(std::size_t bytes) {
  constexpr std::size_t largest = std::size_t(1) << 62;
  if (bytes > largest)
    return 0;
  std::size_t step = std::max(kAlignment, std::bit_floor(std::max<std::size_t>(bytes, 1)) / 8);
  return std::max(kAlignment, (bytes + step - 1) / step * step);
}

void BlockPool::giveUp(std::byte *address, std::size_t bytes) noexcept {
  source ? source->deallocate(address, bytes) : freeMemory(address, bytes);
}

/// Memory that nothing lies in yet, in huge pages that others lie in as well: of a few hundred
/// KiB, and at the end of larger ones, there is no whole one.
std::byte *BlockPool::map(std::size_t bytes) {
  std::size_t held = givenSum + waitingSum, size = std::min(kMostChunk, std::bit_floor(held));
  if (bytes > chunk.size() && size >= kLeastChunk && bytes < size / 2)
    if (std::byte *start = mapAligned(size, kHugePage)) {
      unmap(chunk);
      chunk = {start, size};
    }
  if (bytes <= chunk.size()) {
    std::byte *start = chunk.data();
    chunk = chunk.subspan(bytes);
    return start;
  }
  std::byte *start = bytes >= kHugePage ? mapAligned(bytes, kHugePage) : nullptr;
  if (!start)
    start = mapAligned(bytes, kStaggerRoom);
  if (start || chunk.empty())
    return start;
  unmap(chunk);
  chunk = {};
  return mapAligned(bytes, kStaggerRoom);
}

PoolMemory BlockPool::fresh(std::size_t bytes) {
  if (source)
    return {static_cast<std::byte *>(source->allocate(bytes)), bytes, false, false};
  if (bytes < kMapped) {
    void *memory = ::operator new(bytes, std::align_val_t(kAlignment), std::nothrow);
    return {static_cast<std::byte *>(memory), bytes, false, false};
  }
  std::byte *mapping = map(mappedBytes(bytes));
  if (!mapping)
    return {};
  return {mapping + staggerOf(mappings++), bytes, false, true};
}

PoolMemory BlockPool::allocate(std::size_t bytes) {
  if (host) {
    auto *memory = static_cast<std::byte *>(host->allocate(bytes));
    return {memory, bytes, false, false};
  }
  std::size_t rounded = sizeClass(bytes);
  if (rounded == 0)
    return {};
  std::lock_guard lock(mutex);
  auto found = bySize.find(rounded);
  if (found != bySize.end() && !found->second.empty()) {
    auto entry = found->second.back(); // the last freed is the warmest
    found->second.pop_back();
    PoolMemory memory{entry->address, rounded, true, false};
    waiting.erase(entry);
    waitingSum -= rounded;
    countGiven(rounded);
    return memory;
  }
  PoolMemory memory = fresh(rounded);
  if (!memory.address && waitingSum > 0) {
    trimLocked(0);
    memory = fresh(rounded);
  }
  if (memory.address)
    countGiven(rounded);
  return memory;
}

void BlockPool::countGiven(std::size_t bytes) {
  givenSum += bytes;
  windowPeak = std::max(windowPeak, givenSum);
  if (++windowCount == kWindow) {
    lastPeak = windowPeak;
    windowPeak = givenSum;
    windowCount = 0;
  }
}

void BlockPool::deallocate(std::byte *address, std::size_t bytes) noexcept {
  if (host) {
    host->deallocate(address, bytes);
    return;
  }
  std::lock_guard lock(mutex);
  givenSum -= bytes;
  try {
    waiting.push_back({address, bytes});
    bySize[bytes].push_back(std::prev(waiting.end()));
  } catch (...) { // no memory for the bookkeeping: nothing waits
    if (!waiting.empty() && waiting.back().address == address)
      waiting.pop_back();
    giveUp(address, bytes);
    return;
  }
  waitingSum += bytes;
  // A loop that frees and takes keeps all its memory; a program that shrank
  // gives it up after two windows.
  std::size_t peak = std::max(windowPeak, lastPeak);
  trimLocked(std::max(kSmallPool, peak > givenSum ? peak - givenSum : 0));
}

void BlockPool::trim(std::size_t keep) noexcept {
  std::lock_guard lock(mutex);
  trimLocked(keep);
}

void BlockPool::trimLocked(std::size_t keep) noexcept {
  while (waitingSum > keep) {
    Waiting oldest = waiting.front();
    auto &same = bySize[oldest.bytes];
    same.erase(std::find(same.begin(), same.end(), waiting.begin()));
    waiting.pop_front();
    waitingSum -= oldest.bytes;
    giveUp(oldest.address, oldest.bytes);
  }
}

std::size_t BlockPool::waitingBytes() const {
  std::lock_guard lock(mutex);
  return waitingSum;
}

} // namespace gtjit::detail
