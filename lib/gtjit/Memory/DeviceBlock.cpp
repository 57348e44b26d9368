//===- DeviceBlock.cpp - Blocks that a device reaches ---------------------===//
//
// Making, copying and lending of memory of a device.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/DeviceBlock.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/DeviceCopy.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/Timeline.h"

namespace gtjit::detail {

/// Memory that a block keeps, given back in a Use.
class Kept {
public:
  Kept(std::shared_ptr<DeviceContext> of, std::size_t bytes, SourceLine line,
       DeviceMemory::Kind kind)
      : context(std::move(of)), memory(context, bytes, line, kind) {}
  Kept(const Kept &) = delete;
  ~Kept() {
    try {
      DeviceContext::Use use(*context, {});
      memory = DeviceMemory();
    } catch (const Error &) {
      // A context that is no more has no memory.
    }
  }
  CUdeviceptr address() const { return memory.address(); }

private:
  std::shared_ptr<DeviceContext> context;
  DeviceMemory memory;
};

const std::shared_ptr<DeviceContext> &deviceOf(const Runtime::State &runtime, SourceLine line,
                                               const std::string &whoAsked) {
  if (!runtime.device)
    throw DeviceError(line, "there is no device 'gpu'" + whoAsked +
                                ": the runtime has none (RuntimeOptions::device, GTJIT_DEVICE)");
  return runtime.device;
}

/// A block at an address of the device.
static BlockRef keptBlock(Runtime::State &runtime, StorageKind kind, std::size_t bytes,
                          SourceLine line) {
  const std::shared_ptr<DeviceContext> &context = deviceOf(runtime, line);
  DeviceContext::Use use(*context, line);
  auto memory =
      std::make_shared<Kept>(context, bytes, line,
                             kind == StorageKind::CudaManagedGPU ? DeviceMemory::Kind::Managed
                                                                 : DeviceMemory::Kind::Device);
  void *address = reinterpret_cast<void *>(memory->address());
  BlockRef block = foreignBlock(runtime, address, bytes, KeepAlive(std::move(memory)));
  block->kind = kind;
  block->alignment = DeviceContext::kAlignment;
  block->foreign = false;
  block->pinned = false;
  return block;
}

BlockRef pairedBlock(Runtime::State &runtime, ForeignPair memory, std::size_t bytes,
                     std::size_t alignment, SourceLine line) {
  const std::shared_ptr<DeviceContext> &context = deviceOf(runtime, line);
  bool isOfOthers = memory.host || memory.device;
  BlockRef block = memory.host
                       ? foreignBlock(runtime, memory.host, bytes, std::move(memory.hostOwner))
                       : allocateBlock(runtime, bytes, line, alignment, Purpose::Transfers);
  block->kind = StorageKind::SoftwareManagedGPU;
  block->pinned = isOfOthers;
  SyncState::State initial = !memory.host     ? SYNC_DEVICE_DIRTY
                             : !memory.device ? SYNC_HOST_DIRTY
                                              : SYNC_CLEAN;
  SyncState state = memory.state ? memory.state : SyncState(isOfOthers ? initial : SYNC_CLEAN);
  DeviceContext::Use use(*context, line);
  block->onDevice = memory.device ? new DeviceCopy(context, memory.device,
                                                   std::move(memory.deviceOwner), state.shared())
                                  : new DeviceCopy(context, *block, line, state.shared());
  return block;
}

BlockRef allocateBlock(Runtime::State &runtime, StorageKind kind, std::size_t bytes,
                       SourceLine line, std::size_t alignment) {
  TimelineSpan span(runtime.timeline.get(), "allocate", line);
  span.setBytes(static_cast<std::int64_t>(bytes));
  switch (kind) {
  case StorageKind::CPU:
    break;
  case StorageKind::SoftwareManagedGPU:
    return pairedBlock(runtime, {}, bytes, alignment, line);
  case StorageKind::CudaManagedGPU:
  case StorageKind::GPU:
    return keptBlock(runtime, kind, bytes, line);
  }
  return allocateBlock(runtime, bytes, line, alignment);
}

bool isSeenByOthers(const Block &block) {
  if (block.kind == StorageKind::CudaManagedGPU)
    return block.isPinned() || block.hostReaders.load() > 0;
  return block.kind != StorageKind::CPU && block.isPinned() &&
         !block.runtime->device->usesHostStream();
}

/// Waits for what was asked for on a block if others may go on with it. In a Use.
static void waitForOthers(const Block &block, SourceLine line) {
  if (isSeenByOthers(block))
    block.runtime->device->wait(line);
}

bool isOnDevice(const Block &block) {
  const DeviceCopy *copy = block.onDevice.load(std::memory_order_acquire);
  return block.kind == StorageKind::GPU || (copy && copy->state() == SYNC_DEVICE_DIRTY);
}

BlockRef copyOfDeviceBlock(const Block &block, SourceLine line) {
  Runtime::State &runtime = *block.runtime;
  DeviceContext &context = *deviceOf(runtime, line);
  BlockRef fresh = allocateBlock(runtime, block.kind, block.bytes, line,
                                 std::max<std::size_t>(block.alignment, 64));
  fresh->elements = block.elements;
  DeviceContext::Use use(context, line);
  if (block.kind == StorageKind::GPU) {
    context.copy(fresh->address(), block.address(), block.bytes, line);
  } else {
    DeviceCopy &copy = copyOnDevice(runtime.device, *fresh, line);
    context.copy(copy.address(), block.onDevice.load()->address(), block.bytes, line);
    copy.apply(SyncEvent::DeviceOverwrite, *fresh, line);
  }
  waitForOthers(block, line);
  runtime.counters.bytesCopied += static_cast<std::int64_t>(block.bytes);
  return fresh;
}

void copyOnDevice(const Block &from, const Block &to, SourceLine line) {
  DeviceCopy &target = *to.onDevice.load();
  DeviceContext::Use use(target.device(), line);
  target.device().copy(target.address(), from.onDevice.load()->address(), from.bytes, line);
  waitForOthers(from, line);
  target.apply(SyncEvent::SetSynchronized, to, line);
}

void clearOnDevice(const Block &block, SourceLine line) {
  DeviceContext &context = *deviceOf(*block.runtime, line);
  DeviceContext::Use use(context, line);
  context.clear(block.address(), block.bytes, line);
  waitForOthers(block, line);
}

std::uintptr_t deviceAddressOf(Block &block, SyncEvent event, SourceLine line) {
  DeviceContext &context = *deviceOf(*block.runtime, line);
  DeviceContext::Use use(context, line);
  DeviceCopy *copy = block.onDevice.load(std::memory_order_acquire);
  if (copy)
    copy->apply(event, block, line);
  return copy ? copy->address() : block.address();
}

void waitForWork(const Block &block, SourceLine line) {
  DeviceContext &context = *deviceOf(*block.runtime, line);
  DeviceContext::Use use(context, line);
  if (block.kind == StorageKind::CudaManagedGPU || !context.usesHostStream())
    context.wait(line);
}

Staging::Staging(const Block &of, bool hasValues, SourceLine line)
    : block(of), memory(*of.runtime, of.bytes, line, 64, Purpose::Transfers) {
  if (!hasValues)
    return;
  DeviceContext &context = *block.runtime->device;
  DeviceContext::Use use(context, line);
  {
    DeviceContext::Timing timing(context,
                                 toldTransfer(*block.runtime, Transfer::ToHost, block.bytes, line));
    context.download(memory.address(), block.address(), block.bytes, line);
  }
  context.wait(line);
  noteTransfer(*block.runtime, Transfer::ToHost, block.bytes, line);
}

void Staging::writeBack(const ArrayView &view, std::int64_t moved, SourceLine line) const {
  DeviceContext &context = *block.runtime->device;
  DeviceContext::Use use(context, line);
  if (view.domain.empty())
    return;
  std::size_t bytes = static_cast<std::size_t>(view.domain.size()) * itemsize(view.dtype);
  {
    DeviceContext::Timing timing(context,
                                 toldTransfer(*block.runtime, Transfer::ToDevice, bytes, line));
    uploadRuns(view, moved, line);
  }
  context.wait(line);
  noteTransfer(*block.runtime, Transfer::ToDevice, bytes, line);
}

void Staging::uploadRuns(const ArrayView &view, std::int64_t moved, SourceLine line) const {
  DeviceContext &context = *block.runtime->device;
  // Runs of elements without gaps; what lies between them may be others' by now.
  Sequence<unsigned, 4> order = view.strideOrder();
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  std::int64_t run = 1;
  while (!order.empty() && view.strides[order.back()] == run) {
    run *= view.domain[std::size_t{order.back()}].range.size();
    order.erase(order.size() - 1);
  }
  std::vector<std::int64_t> point(order.size());
  while (true) {
    std::int64_t offset = view.offset + moved;
    for (std::size_t n = 0; n < order.size(); ++n)
      offset += point[n] * view.strides[order[n]] * item;
    context.upload(block.address() + static_cast<std::uint64_t>(offset), memory.address() + offset,
                   static_cast<std::size_t>(run * item), line);
    std::size_t n = 0;
    while (n < order.size() && ++point[n] == view.domain[std::size_t{order[n]}].range.size())
      point[n++] = 0;
    if (n == order.size())
      return;
  }
}

} // namespace gtjit::detail
