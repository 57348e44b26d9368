//===- DeviceAccess.cpp - Addresses of memory, and its state --------------===//
//
// Raw memory on the host and on the device, and what users say who write through it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Storage/DeviceAccess.h"

#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/DeviceCopy.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"

namespace gtjit {

using namespace detail;

/// The storage's memory, which is never moved from now on. Who needs old values gets them.
static ArrayView pinned(StorageState &state, SourceLine line) {
  if (!state.view().block->pinned)
    prepareWrite(state, state.layout.domain, /*keep=*/true, line);
  ArrayView view = state.view();
  view.block->pinned = true;
  return view;
}

/// Takes `lease`, which reads `all`, when no work of other threads writes there: what is copied
/// between host and device meanwhile has the values before it or behind it. This thread may be
/// in the middle of work that writes there, and gets what is there.
static void takeBesideWriters(LeaseGroup &lease, const ArrayView &all) {
  Runtime::State &runtime = *all.block->runtime;
  GraphLock lock(runtime.graphMutex);
  for (;;) {
    LeaseTable::Found found = runtime.leases->find({all, *all.block, all.offset, Domain()});
    if (!found.writers.any || found.writers.own)
      return lease.take();
    lock.unlock();
    runtime.leases->waitAfter(found.returns);
    lock.lock();
  }
}

/// Calls `act` with the block of a storage that is pinned, and holds its values where they may be
/// copied from one side to the other.
template <class Act> static auto beside(StorageState &state, SourceLine line, Act act) {
  ArrayView all = state.buffer->view();
  LeaseGroup lease(*state.runtime, Holder::Work, line);
  lease.add(all, Access::Read);
  if (all.block->kind == StorageKind::SoftwareManagedGPU)
    takeBesideWriters(lease, all);
  return act(*all.block);
}

void *Storage::data(SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  ArrayView view = pinned(state, line);
  if (view.block->kind == StorageKind::GPU)
    return nullptr;
  beside(state, line, [&](Block &block) { releaseToHost(block, line); });
  return state.buffer->acquire(Access::Read, state.layout, Holder::View, line).first();
}

void *detail::deviceAddress(const Storage &storage, SourceLine line) {
  if (storage.kind(line) == StorageKind::CPU)
    return nullptr;
  StorageState &state = stateOf(storage, line);
  ArrayView view = pinned(state, line);
  std::uintptr_t start = beside(state, line, [&](Block &block) {
    return deviceAddressOf(block, SyncEvent::DeviceRead, line);
  });
  return reinterpret_cast<void *>(start + static_cast<std::uintptr_t>(view.offset));
}

void *Storage::device_data(SourceLine line) const {
  void *address = deviceAddress(*this, line);
  if (kind(line) != StorageKind::CPU)
    waitForWork(*stateOf(*this, line).view().block, line);
  return address;
}

/// Throws NoSuchBufferError for a storage of the other side alone.
static ArrayData arrayAt(const Storage &storage, void *data, StorageKind other, SourceLine line) {
  StorageState &state = stateOf(storage, line);
  if (storage.kind(line) == other)
    throw NoSuchBufferError(line, state.describe() + " has no memory on the " +
                                      (other == StorageKind::GPU ? "host" : "device"));
  return ArrayData(data, state.layout.dtype, storage.shape(line), storage.strides(line),
                   state.access == WriteAccess::ReadOnly);
}

ArrayData Storage::host_view(SourceLine line) const {
  return arrayAt(*this, data(line), StorageKind::GPU, line);
}

ArrayData Storage::device_view(SourceLine line) const {
  return arrayAt(*this, device_data(line), StorageKind::CPU, line).onDevice();
}

ArrayData Storage::to_ndarray(SourceLine line) const {
  return gpu(line) ? device_view(line) : host_view(line);
}

/// What moves values of the whole block, which no other work may have under way. Has no effect but
/// on software-managed memory.
static void move(const Storage &storage, SyncEvent event, SourceLine line) {
  StorageState &state = stateOf(storage, line);
  Runtime::State &runtime = *state.runtime;
  GraphLock lock(runtime.graphMutex);
  for (;;) {
    ArrayView all = state.buffer->view(); // in the block that it has when there is nobody else
    if (all.block->kind != StorageKind::SoftwareManagedGPU)
      return;
    LeaseTable::Found found = runtime.leases->find({all, *all.block, all.offset, Domain()});
    if (found.readers.own || found.writers.own)
      throw RuntimeError(line, "cannot move the values of " + state.describe() +
                                   ": this thread is in the middle of work on its memory");
    LeaseGroup lease(runtime, Holder::Work, line);
    lease.add(all, Access::Write);
    if (lease.tryTake()) {
      lock.unlock();
      return accessMemory(*all.block, event, line);
    }
    lock.unlock();
    runtime.leases->waitAfter(found.returns);
    lock.lock();
  }
}

/// Tells of what is there already. Has no effect but on software-managed memory.
static void apply(const Storage &storage, SyncEvent event, SourceLine line) {
  ArrayView view = stateOf(storage, line).view();
  if (view.block->kind == StorageKind::SoftwareManagedGPU)
    accessMemory(*view.block, event, line);
}

void Storage::touch(SourceLine line) { set_host_modified(line); }

void Storage::set_host_modified(SourceLine line) {
  stateOf(*this, line).buffer->touch();
  apply(*this, SyncEvent::SetHostModified, line);
}

void Storage::set_device_modified(SourceLine line) {
  stateOf(*this, line).buffer->touch();
  apply(*this, SyncEvent::SetDeviceModified, line);
}

void Storage::set_synchronized(SourceLine line) { apply(*this, SyncEvent::SetSynchronized, line); }

void Storage::host_to_device(CopyOptions options, SourceLine line) {
  move(*this, options.force ? SyncEvent::HostToDeviceForced : SyncEvent::HostToDevice, line);
}

void Storage::device_to_host(CopyOptions options, SourceLine line) {
  move(*this, options.force ? SyncEvent::DeviceToHostForced : SyncEvent::DeviceToHost, line);
}

void Storage::synchronize(SourceLine line) { move(*this, SyncEvent::Synchronize, line); }

SyncState detail::syncStateOf(const Storage &storage, SourceLine line) {
  return SyncState(stateOf(storage, line).view().block->onDevice.load()->shared());
}

} // namespace gtjit
