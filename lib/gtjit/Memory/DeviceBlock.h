//===- DeviceBlock.h - Blocks that a device reaches -------------*- C++ -*-===//
//
// Memory of the kinds that the host has not for itself: made, copied where it is, and lent
// to the host where nothing else can be done.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_DEVICEBLOCK_H
#define GTJIT_MEMORY_DEVICEBLOCK_H

#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Memory/Memory.h"
#include "gtjit/Memory/SyncRecord.h"

namespace gtjit::detail {

/// The runtime's device; throws DeviceError if it has none, which tells who asked for it.
const std::shared_ptr<DeviceContext> &deviceOf(const Runtime::State &runtime, SourceLine line,
                                               const std::string &whoAsked = {});

/// A software-managed block of host memory, fresh unless `host` has some, and memory of
/// somebody else's on the device, fresh if there is none. `state` null: a new one.
struct ForeignPair {
  void *host = nullptr; ///< lowest byte
  KeepAlive hostOwner = {};
  CUdeviceptr device = 0; ///< likewise
  KeepAlive deviceOwner = {};
  SyncState state = {};
};
BlockRef pairedBlock(Runtime::State &runtime, ForeignPair memory, std::size_t bytes,
                     std::size_t alignment, SourceLine line);

/// Whether the device alone has the block's values.
bool isOnDevice(const Block &block);
/// Fresh memory of the same kind with the same bytes, copied on the device, where they are.
/// Throws MemoryError, DeviceError.
BlockRef copyOfDeviceBlock(const Block &block, SourceLine line);
/// Two software-managed blocks of as many bytes have the same values on the host; those of `from`
/// are on the device, too. Makes it so for `to`.
void copyOnDevice(const Block &from, const Block &to, SourceLine line);
/// Makes all bytes of a block that the device alone reaches zero.
void clearOnDevice(const Block &block, SourceLine line);

/// Whether others may read and write the block's memory on the device, or that of both, at any
/// time, in no order with the device's work: it is over before a call returns. The
/// application's own work in the stream is in order. In a Use.
bool isSeenByOthers(const Block &block);

/// Where the elements of a block begin on the device, for others. Of a block with a copy after
/// that has got what `event` needs. Not for memory of the host alone.
std::uintptr_t deviceAddressOf(Block &block, SyncEvent event, SourceLine line);
/// Waits until work on the block is over, unless it is in the host application's stream, or the
/// host reaches the block, too.
void waitForWork(const Block &block, SourceLine line);

/// The values of a block that only the device reaches, for the host.
class Staging {
public:
  /// `hasValues`: of all elements; else they are undefined.
  Staging(const Block &block, bool hasValues, SourceLine line);
  std::byte *address() const { return memory.address(); }
  /// Copies the elements of a view, `moved` bytes from where it says, to the device.
  void writeBack(const ArrayView &view, std::int64_t moved, SourceLine line) const;

private:
  void uploadRuns(const ArrayView &view, std::int64_t moved, SourceLine line) const;

  const Block &block;
  Allocation memory;
};

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_DEVICEBLOCK_H
