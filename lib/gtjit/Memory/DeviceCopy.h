//===- DeviceCopy.h - The values of a block on a device ---------*- C++ -*-===//
//
// A block of the host may have a copy on its runtime's device. Which of the two holds what
// is known here alone: kernels on the device provide themselves with the copy, and whoever
// asks a lease for an address of the host gets what the device has newer first.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_DEVICECOPY_H
#define GTJIT_MEMORY_DEVICECOPY_H

#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Memory/Memory.h"

namespace gtjit::detail {

/// Bytes of the host from the first to the last element of a view.
struct HostSpan {
  std::uintptr_t lo, hi;
};
/// Of a view whose first element is at `first`; it has elements.
HostSpan spanOf(const ArrayView &view, std::uintptr_t first);

/// Whether the elements of a view fill the bytes from its first to its last one.
bool isDense(const ArrayView &view, HostSpan span);

/// Copies the elements of a view, no byte between them, to the host, where the first one is at
/// `first`; on the device the bytes of their span begin at `from`. Waits. In a Use.
void downloadElements(DeviceContext &context, const ArrayView &view, std::uintptr_t first,
                      CUdeviceptr from, SourceLine line);

/// Guarded by the context: all but the constructor is called in a Use of it.
class DeviceCopy {
public:
  DeviceCopy(const std::shared_ptr<DeviceContext> &of, const Block &block, SourceLine line)
      : context(of), memory(of, block.bytes, line) {}
  ~DeviceCopy();

  CUdeviceptr address() const { return memory.address(); }
  /// Makes it hold the block's values.
  void update(const Block &block, SourceLine line);
  /// Kernels have written all bytes of the block, or `part` of what it held, on the device alone.
  void noteWritten(const Block &block, const ArrayView &part);
  /// Kernels stopped half way: what the host has counts, after what it can still be given.
  void abandon(const Block &block) noexcept;
  /// Brings what it has newer to the block.
  void bringToHost(const Block &block);
  /// The host is about to write the block, or has.
  void hostWrites(const Block &block);

  DeviceContext &device() const { return *context; }

private:
  std::shared_ptr<DeviceContext> context;
  DeviceMemory memory;
  bool isCurrent = false;       ///< holds all values of the block
  std::vector<ArrayView> newer; ///< parts of the block that it alone has, without blocks
};

/// The copy of a block, which is made if there is none. In a Use.
DeviceCopy &copyOnDevice(const std::shared_ptr<DeviceContext> &context, Block &block,
                         SourceLine line);

/// In front of and behind an access by the host: brings what the device has newer.
void accessByHost(const Block &block, Access access);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_DEVICECOPY_H
