//===- DeviceCopy.cpp - The values of a block on a device -----------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/DeviceCopy.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/StridedCopy.h"
#include "gtjit/Types/Timeline.h"

#include <algorithm>

namespace gtjit::detail {

/// Parts that are kept apart; with more of them all are brought to the host.
static constexpr std::size_t kMostParts = 16;

StreamTimes::Told toldTransfer(Runtime::State &runtime, Transfer direction, std::size_t bytes,
                               SourceLine line) {
  if (!runtime.timeline)
    return {};
  const char *name = direction == Transfer::ToDevice ? "copy to device" : "copy from device";
  return [&runtime, event = TimelineEvent{name, line, static_cast<std::int64_t>(bytes)}](auto start,
                                                                                         auto end) {
    runtime.timeline->add(Actor::Device, event, start, end, runtime.device.get());
  };
}

/// Copies bytes to the host and waits for them.
static void fetch(Runtime::State &runtime, void *to, CUdeviceptr from, std::size_t bytes,
                  SourceLine line) {
  {
    DeviceContext::Timing timing(*runtime.device,
                                 toldTransfer(runtime, Transfer::ToHost, bytes, line));
    runtime.device->download(to, from, bytes, line);
  }
  runtime.device->wait(line);
}

std::size_t downloadElements(Runtime::State &runtime, const ArrayView &view, std::uintptr_t first,
                             CUdeviceptr from, SourceLine line) {
  HostSpan span = spanOf(view, first);
  auto *target = reinterpret_cast<std::byte *>(span.lo);
  if (isDense(view, span)) {
    fetch(runtime, target, from, span.hi - span.lo, line);
    return span.hi - span.lo;
  }
  std::vector<std::byte> bytes(span.hi - span.lo);
  fetch(runtime, bytes.data(), from, bytes.size(), line);
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  StridedLoops loops;
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    loops.push_back({view.domain[d].range.size(), view.strides[d] * item, view.strides[d] * item});
  std::size_t toFirst = first - span.lo;
  copyStrided(target + toFirst, bytes.data() + toFirst, loops, itemsize(view.dtype));
  return bytes.size();
}

DeviceCopy::~DeviceCopy() {
  try {
    DeviceContext::Use use(*context, {});
    context->settle(upload); // the host's memory goes, too
    memory = DeviceMemory();
  } catch (const Error &) {
    // A context that is no more has no memory.
  }
}

void DeviceCopy::toDevice(const Block &block, SourceLine line) {
  {
    DeviceContext::Timing timing(
        *context, toldTransfer(*block.runtime, Transfer::ToDevice, block.bytes, line));
    context->upload(address(), reinterpret_cast<const void *>(block.address()), block.bytes, line);
  }
  // Whoever has the address may write the block when the call is over.
  if (block.isPinned() || !context->set(upload))
    context->wait(line);
  noteTransfer(*block.runtime, Transfer::ToDevice, block.bytes, line);
}

void DeviceCopy::toHost(const Block &block, SourceLine line) {
  try {
    fetchNewer(block, line);
  } catch (const DeviceError &) {
    newer.clear();
    record->state = SYNC_HOST_DIRTY;
    throw;
  }
}

void DeviceCopy::fetchNewer(const Block &block, SourceLine line) {
  std::size_t bytes = 0;
  if (newer.empty()) {
    fetch(*block.runtime, reinterpret_cast<void *>(block.address()), address(), block.bytes, line);
    bytes = block.bytes;
  }
  while (!newer.empty()) {
    const ArrayView &part = newer.back();
    std::uintptr_t first = block.address() + static_cast<std::uintptr_t>(part.offset);
    CUdeviceptr from = address() + (spanOf(part, first).lo - block.address());
    bytes += downloadElements(*block.runtime, part, first, from, line);
    newer.pop_back();
  }
  noteTransfer(*block.runtime, Transfer::ToHost, bytes, line);
}

void DeviceCopy::apply(SyncEvent event, const Block &block, SourceLine line) {
  if (event == SyncEvent::HostWrite || event == SyncEvent::HostOverwrite)
    finishUpload(line);
  Transition step = transitionOf(event, state());
  if (step.transfer == Transfer::ToDevice)
    toDevice(block, line);
  else if (step.transfer == Transfer::ToHost)
    toHost(block, line);
  if (step.loses)
    noteLoss(*block.runtime, state() == SYNC_HOST_DIRTY ? "host" : "device", block.bytes, line);
  if (step.next != SYNC_DEVICE_DIRTY || state() != SYNC_DEVICE_DIRTY)
    newer.clear();
  record->state = step.next;
}

void DeviceCopy::noteWritten(const Block &block, const ArrayView &part, SourceLine line) {
  if (state() == SYNC_DEVICE_DIRTY && newer.empty())
    return; // all of it is newer
  auto isSame = [&](const ArrayView &known) {
    return known.offset == part.offset && known.strides == part.strides &&
           known.domain == part.domain;
  };
  bool isKnown = std::any_of(newer.begin(), newer.end(), isSame);
  if (newer.size() == kMostParts && !isKnown)
    toHost(block, line);
  record->state = SYNC_DEVICE_DIRTY;
  if (isKnown)
    return;
  newer.push_back(part);
  newer.back().block = BlockRef();
}

void DeviceCopy::abandon(const Block &block, SourceLine line) noexcept {
  try {
    if (state() == SYNC_DEVICE_DIRTY)
      toHost(block, line);
  } catch (const Error &) {
    newer.clear();
  }
  record->state = SYNC_HOST_DIRTY;
}

void DeviceCopy::share(Ref<SyncRecord> other) {
  other->state = state();
  record = std::move(other);
}

DeviceCopy &copyOnDevice(const std::shared_ptr<DeviceContext> &context, Block &block,
                         SourceLine line) {
  if (!block.onDevice.load())
    block.onDevice.store(new DeviceCopy(context, block, line, SyncState(SYNC_HOST_DIRTY).shared()),
                         std::memory_order_release);
  return *block.onDevice.load();
}

void accessMemory(const Block &block, SyncEvent event, SourceLine line) {
  DeviceCopy &copy = *block.onDevice;
  DeviceContext::Use use(copy.device(), line);
  copy.apply(event, block, line);
}

void releaseToHost(const Block &block, SourceLine line) {
  if (!block.runtime->device || block.kind == StorageKind::GPU)
    return;
  DeviceContext::Use use(*block.runtime->device, line);
  if (DeviceCopy *copy = block.onDevice.load(std::memory_order_acquire))
    copy->finishUpload(line);
  else if (block.kind == StorageKind::CudaManagedGPU)
    block.runtime->device->wait(line);
}

void passRecord(DeviceCopy *from, DeviceCopy &to, Ref<SyncRecord> &record) {
  DeviceContext::Use use(to.device(), {});
  if (!record)
    record = to.shared();
  if (from && from->shared() == record && !(to.shared() == record))
    from->share(Ref<SyncRecord>(new SyncRecord));
  if (!(to.shared() == record))
    to.share(record);
}

} // namespace gtjit::detail
