//===- DeviceHeap.cpp - Memory of an emulated device ----------------------===//
//
// See the header. Allocations follow each other with a gap between them, so that an access
// beyond one meets nothing; addresses come again only when all have been used.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/DeviceHeap.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace gtjit::detail {

static constexpr std::size_t kRange = std::size_t(1) << 40; ///< bytes of addresses
static constexpr std::uint64_t kAlignment = 256, kGap = 4096;
static constexpr int kFresh = 0xA5;

DeviceHeap::DeviceHeap() {
  range = ::mmap(nullptr, kRange, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    throw std::bad_alloc();
  begin = next = reinterpret_cast<std::uintptr_t>(range);
  end = begin + kRange;
}

DeviceHeap::~DeviceHeap() { ::munmap(range, kRange); }

static std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// Moves `next` on to where so many bytes are free.
bool DeviceHeap::findRoom(std::uint64_t room) {
  auto piece = pieces.upper_bound(next);
  if (piece != pieces.begin() && std::prev(piece)->first >= begin)
    next = std::max(next, aligned(std::prev(piece)->first + std::prev(piece)->second.size + kGap));
  for (; piece != pieces.end() && piece->first < end && next + room > piece->first; ++piece)
    next = aligned(piece->first + piece->second.size + kGap);
  return next + room <= end;
}

std::uint64_t DeviceHeap::allocate(std::size_t size, bool isManaged) {
  if (size > kRange / 2)
    return 0;
  std::unique_ptr<std::byte[]> bytes(new (std::nothrow) std::byte[size]);
  if (!bytes)
    return 0;
  std::memset(bytes.get(), kFresh, size);
  if (isManaged) {
    auto address = reinterpret_cast<std::uintptr_t>(bytes.get());
    pieces[address] = {size, std::move(bytes)};
    return address;
  }
  std::uint64_t room = aligned(size + kGap);
  if (!findRoom(room)) {
    next = begin;
    if (!findRoom(room))
      return 0;
  }
  std::uint64_t address = next;
  next += room;
  pieces[address] = {size, std::move(bytes)};
  return address;
}

bool DeviceHeap::free(std::uint64_t address) { return pieces.erase(address) == 1; }

DeviceHeap::Piece DeviceHeap::find(std::uint64_t address) const {
  auto behind = pieces.upper_bound(address);
  if (behind == pieces.begin())
    return {};
  const auto &[first, entry] = *std::prev(behind);
  if (address - first >= entry.size)
    return {};
  return {first, entry.size, entry.bytes.get()};
}

} // namespace gtjit::detail
