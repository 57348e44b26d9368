//===- WorkingMemory.cpp - Parts of the workspace -------------------------===//
//
// A list of free parts in the order of their addresses: the first that is large
// enough is cut, and parts that touch are joined.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/WorkingMemory.h"

#include <algorithm>
#include <cstdint>
#include <new>

namespace gtjit::detail {

static constexpr std::size_t kLine = 64;
static constexpr std::size_t kPage = 4096;
/// Between parts of whole pages, so that temporaries of one size differ in the low 12 bits
/// of their addresses.
static constexpr std::size_t kStagger = 17 * kLine;

/// What a part of `bytes` takes; 0 if that has no representation.
static std::size_t partOf(std::size_t bytes) {
  if (bytes > SIZE_MAX - kPage)
    return 0;
  std::size_t whole = std::max(kLine, (bytes + kLine - 1) / kLine * kLine);
  return whole % kPage == 0 ? whole + kStagger : whole;
}

WorkingMemory::WorkingMemory(Workspace given) {
  std::size_t skipped = (kLine - reinterpret_cast<std::uintptr_t>(given.memory) % kLine) % kLine;
  if (!given.memory || given.bytes < skipped + kLine)
    return;
  auto *start = static_cast<std::byte *>(given.memory) + skipped;
  first = ::new (start) Free{(given.bytes - skipped) / kLine * kLine, nullptr};
}

std::byte *WorkingMemory::take(std::size_t bytes) noexcept {
  std::size_t wanted = partOf(bytes);
  std::lock_guard lock(mutex);
  for (Free **link = &first; *link && wanted; link = &(*link)->next) {
    Free &found = **link;
    if (found.bytes < wanted)
      continue;
    auto *address = reinterpret_cast<std::byte *>(&found);
    if (found.bytes == wanted)
      *link = found.next;
    else
      *link = ::new (address + wanted) Free{found.bytes - wanted, found.next};
    return address;
  }
  return nullptr;
}

void WorkingMemory::giveBack(std::byte *address, std::size_t bytes) noexcept {
  auto endOf = [](Free *part) { return reinterpret_cast<std::byte *>(part) + part->bytes; };
  auto joinNext = [&](Free *part) {
    if (endOf(part) == reinterpret_cast<std::byte *>(part->next))
      *part = {part->bytes + part->next->bytes, part->next->next};
  };
  std::lock_guard lock(mutex);
  Free *before = nullptr, *after = first;
  while (after && reinterpret_cast<std::byte *>(after) < address) {
    before = after;
    after = after->next;
  }
  auto *part = ::new (address) Free{partOf(bytes), after};
  (before ? before->next : first) = part;
  joinNext(part);
  if (before)
    joinNext(before);
}

void WorkingMemory::grow(std::size_t bytes) noexcept {
  std::lock_guard lock(mutex);
  taken += bytes;
  most = std::max(most, taken);
}

void WorkingMemory::shrink(std::size_t bytes) noexcept {
  std::lock_guard lock(mutex);
  taken -= bytes;
}

std::int64_t WorkingMemory::mostBytes() const noexcept {
  std::lock_guard lock(mutex);
  return static_cast<std::int64_t>(most);
}

} // namespace gtjit::detail
