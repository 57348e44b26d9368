//===- DeviceCopy.cpp - The values of a block on a device -----------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/DeviceCopy.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/StridedCopy.h"

#include <algorithm>

namespace gtjit::detail {

/// Parts that are kept apart; with more of them all are brought to the host.
static constexpr std::size_t kMostParts = 16;

HostSpan spanOf(const ArrayView &view, std::uintptr_t first) {
  HostSpan span{first, first + itemsize(view.dtype)};
  for (std::size_t d = 0; d < view.strides.size(); ++d) {
    std::int64_t length = (view.domain[d].range.size() - 1) * view.strides[d] *
                          static_cast<std::int64_t>(itemsize(view.dtype));
    span.lo += static_cast<std::uintptr_t>(std::min<std::int64_t>(length, 0));
    span.hi += static_cast<std::uintptr_t>(std::max<std::int64_t>(length, 0));
  }
  return span;
}

bool isDense(const ArrayView &view, HostSpan span) {
  std::uint64_t bytes = itemsize(view.dtype);
  for (const NamedRange &range : view.domain)
    bytes *= static_cast<std::uint64_t>(range.range.size());
  return bytes == span.hi - span.lo;
}

void downloadElements(DeviceContext &context, const ArrayView &view, std::uintptr_t first,
                      CUdeviceptr from, SourceLine line) {
  HostSpan span = spanOf(view, first);
  context.bytesOut += static_cast<std::int64_t>(span.hi - span.lo);
  auto *target = reinterpret_cast<std::byte *>(span.lo);
  if (isDense(view, span)) {
    context.download(target, from, span.hi - span.lo, line);
    return context.wait(line);
  }
  std::vector<std::byte> bytes(span.hi - span.lo);
  context.download(bytes.data(), from, bytes.size(), line);
  context.wait(line);
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  StridedLoops loops;
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    loops.push_back({view.domain[d].range.size(), view.strides[d] * item, view.strides[d] * item});
  std::size_t toFirst = first - span.lo;
  copyStrided(target + toFirst, bytes.data() + toFirst, loops, itemsize(view.dtype));
}

DeviceCopy::~DeviceCopy() {
  try {
    DeviceContext::Use use(*context, {});
    memory = DeviceMemory();
  } catch (const Error &) {
    // A context that is no more has no memory.
  }
}

void DeviceCopy::update(const Block &block, SourceLine line) {
  if (isCurrent)
    return;
  bringToHost(block); // what could not be brought when the host wrote
  context->upload(address(), reinterpret_cast<const void *>(block.address()), block.bytes, line);
  context->bytesIn += static_cast<std::int64_t>(block.bytes);
  context->wait(line); // the host may write the block when the call is over
  isCurrent = true;
}

void DeviceCopy::noteWritten(const Block &block, const ArrayView &part) {
  isCurrent = true;
  auto isSame = [&](const ArrayView &known) {
    return known.offset == part.offset && known.strides == part.strides &&
           known.domain == part.domain;
  };
  if (std::any_of(newer.begin(), newer.end(), isSame))
    return;
  if (newer.size() == kMostParts)
    bringToHost(block);
  newer.push_back(part);
  newer.back().block = BlockRef();
}

void DeviceCopy::abandon(const Block &block) noexcept {
  isCurrent = false;
  try {
    bringToHost(block);
  } catch (const Error &) {
    newer.clear();
  }
}

void DeviceCopy::bringToHost(const Block &block) {
  while (!newer.empty()) {
    const ArrayView &part = newer.back();
    std::uintptr_t first = block.address() + static_cast<std::uintptr_t>(part.offset);
    downloadElements(*context, part, first, address() + (spanOf(part, first).lo - block.address()),
                     {});
    newer.pop_back();
  }
}

void DeviceCopy::hostWrites(const Block &block) {
  isCurrent = false;
  bringToHost(block);
}

DeviceCopy &copyOnDevice(const std::shared_ptr<DeviceContext> &context, Block &block,
                         SourceLine line) {
  if (!block.onDevice.load())
    block.onDevice.store(new DeviceCopy(context, block, line), std::memory_order_release);
  return *block.onDevice.load();
}

void accessByHost(const Block &block, Access access) {
  DeviceCopy &copy = *block.onDevice;
  DeviceContext::Use use(copy.device(), {});
  if (access == Access::Write)
    copy.hostWrites(block);
  else
    copy.bringToHost(block);
}

} // namespace gtjit::detail
