//===- DeviceCopy.h - The values of a block on a device ---------*- C++ -*-===//
//
// A block of the host may have a copy on its runtime's device: a software-managed one
// always, one of the host alone while kernels there work on it. Which of the two holds what
// is known here alone: kernels on the device provide themselves with the copy, and whoever
// asks a lease for an address of the host gets what the device has newer first.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_DEVICECOPY_H
#define GTJIT_MEMORY_DEVICECOPY_H

#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/SyncRecord.h"

namespace gtjit::detail {

/// Tells the runtime's timeline of a copy of `bytes` when it has been waited for; empty if there
/// is none.
StreamTimes::Told toldTransfer(Runtime::State &runtime, Transfer direction, std::size_t bytes,
                               SourceLine line);

/// Copies the elements of a view, no byte between them, to the host, where the first one is at
/// `first`; on the runtime's device the bytes of their span begin at `from`. Waits. In a Use.
/// Returns how many bytes came.
std::size_t downloadElements(Runtime::State &runtime, const ArrayView &view, std::uintptr_t first,
                             CUdeviceptr from, SourceLine line);

/// Guarded by the context: all but the constructors is called in a Use of it.
class DeviceCopy {
public:
  /// Fresh memory for what is in this state.
  DeviceCopy(const std::shared_ptr<DeviceContext> &of, const Block &block, SourceLine line,
             Ref<SyncRecord> state)
      : context(of), memory(of, block.bytes, line), place(memory.address()),
        record(std::move(state)) {}
  /// Memory of somebody else's, laid out as the block, whose state is known.
  DeviceCopy(const std::shared_ptr<DeviceContext> &of, CUdeviceptr address, KeepAlive owner,
             Ref<SyncRecord> state)
      : context(of), place(address), owner(std::move(owner)), record(std::move(state)) {}
  ~DeviceCopy();

  CUdeviceptr address() const { return place; }
  SyncState::State state() const { return record->state; }
  /// Brings values to where the event needs them, and goes to its next state. What the device
  /// reads of the host's memory is read before the host writes it. The line is for errors and
  /// logs. If values cannot be brought to the host, that has what it had, from then on.
  void apply(SyncEvent event, const Block &block, SourceLine line);
  /// Waits until the device reads nothing of the host's memory any more.
  void finishUpload(SourceLine line) { context->waitFor(upload, line); }
  /// Kernels have written all elements of `part` on the device, which has the others.
  void noteWritten(const Block &block, const ArrayView &part, SourceLine line);
  /// Kernels stopped half way: what the host has counts, after what it can still be given.
  void abandon(const Block &block, SourceLine line) noexcept;

  const Ref<SyncRecord> &shared() const { return record; }
  /// Another record for the same state.
  void share(Ref<SyncRecord> other);
  DeviceContext &device() const { return *context; }

private:
  void toDevice(const Block &block, SourceLine line);
  void toHost(const Block &block, SourceLine line);
  void fetchNewer(const Block &block, SourceLine line);

  std::shared_ptr<DeviceContext> context;
  DeviceMemory memory; ///< empty for somebody else's
  CUdeviceptr place;
  KeepAlive owner; ///< of somebody else's
  Ref<SyncRecord> record;
  /// Of a state DeviceDirty: parts of the block that the device alone has, without blocks;
  /// all of it if there are none.
  std::vector<ArrayView> newer;
  DeviceContext::Mark upload; ///< behind the last one, until the host must not write
};

/// The copy of a block, which is made if there is none. In a Use.
DeviceCopy &copyOnDevice(const std::shared_ptr<DeviceContext> &context, Block &block,
                         SourceLine line);

/// A buffer goes from one block to another, which takes `record`, the buffer's, along; null
/// before the first. What was there before keeps its state.
void passRecord(DeviceCopy *from, DeviceCopy &to, Ref<SyncRecord> &record);

/// In front of and behind an access to a block with a copy: what it needs is brought.
void accessMemory(const Block &block, SyncEvent event, SourceLine line);
/// Before the address of a block's memory on the host is given away: the device reads nothing of
/// it any more, and of managed memory writes nothing.
void releaseToHost(const Block &block, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_DEVICECOPY_H
