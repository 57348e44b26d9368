//===- DeviceHeap.h - Memory of an emulated device --------------*- C++ -*-===//
//
// Addresses of the device lie where the host has no access: whoever takes one for an
// address of the host's faults. The bytes are elsewhere. Fresh memory holds a pattern.
// Managed memory, which both may use, is at its own address.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_DEVICEHEAP_H
#define GTJIT_DEVICE_EMULATED_DEVICEHEAP_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace gtjit::detail {

/// Not thread-safe.
class DeviceHeap {
public:
  DeviceHeap();
  ~DeviceHeap();
  DeviceHeap(const DeviceHeap &) = delete;

  /// An allocation, or nothing: `size` is 0.
  struct Piece {
    std::uint64_t address = 0;
    std::size_t size = 0;
    std::byte *bytes = nullptr;

    bool holds(std::uint64_t first, std::size_t count) const {
      return first - address <= size && count <= size - (first - address);
    }
    std::byte *at(std::uint64_t place) const { return bytes + (place - address); }
  };

  /// The address of `size` bytes; 0 if there are none.
  std::uint64_t allocate(std::size_t size, bool isManaged = false);
  /// False if nothing was allocated at this address.
  bool free(std::uint64_t address);
  /// The allocation that an address lies in.
  Piece find(std::uint64_t address) const;
  /// How many allocations there are.
  std::size_t count() const { return pieces.size(); }

  /// Frees all.
  void clear() { pieces.clear(); }

private:
  bool findRoom(std::uint64_t room);

  struct Entry {
    std::size_t size;
    std::unique_ptr<std::byte[]> bytes;
  };
  std::map<std::uint64_t, Entry> pieces; ///< by address
  void *range = nullptr;                 ///< without access
  std::uint64_t begin = 0, end = 0, next = 0;
};

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_EMULATED_DEVICEHEAP_H
