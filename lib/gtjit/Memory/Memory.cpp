//===- Memory.cpp - Blocks, buffers and views of them ---------------------===//
//
// Life of blocks and buffers, and addresses in views.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/Memory.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/DeviceCopy.h"
#include "gtjit/Memory/Layout.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>

namespace gtjit::detail {

void retain(Block *block) noexcept { block->references.fetch_add(1, std::memory_order_relaxed); }

/// The host application's stream may still work on memory that is about to be given back to it.
static void finishForOwner(const Block &block) {
  DeviceContext *device = block.runtime ? block.runtime->device.get() : nullptr;
  if (!device || block.kind == StorageKind::CPU || !block.isPinned())
    return;
  try {
    DeviceContext::Use use(*device, {});
    if (device->usesHostStream()) // else who used it has waited
      device->settle();
  } catch (const Error &) {
    // A context that is no more does nothing.
  }
}

Block::~Block() {
  finishForOwner(*this);
  delete onDevice.load();
}

void release(Block *block) noexcept {
  if (block->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  Runtime::State *runtime = block->runtime;
  delete block;
  release(runtime);
}

void retain(Buffer *buffer) noexcept { buffer->references.fetch_add(1, std::memory_order_relaxed); }

void release(Buffer *buffer) noexcept {
  if (buffer->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete buffer;
}

BlockRef allocateBlock(Runtime::State &runtime, std::size_t bytes, SourceLine line,
                       std::size_t alignment, Purpose purpose) {
  Allocation memory(runtime, bytes, line, alignment, purpose);
  bool isZeroed = memory.isZeroed();
  BlockRef block(new Block(std::move(memory)));
  block->runtime = &runtime;
  retain(&runtime);
  block->bytes = bytes;
  block->alignment = alignment;
  block->zeroed = isZeroed;
  return block;
}

BlockRef foreignBlock(Runtime::State &runtime, void *base, std::size_t bytes, KeepAlive owner) {
  auto *block = new Block(base);
  block->runtime = &runtime;
  retain(&runtime);
  block->bytes = bytes;
  block->alignment = 1;
  block->foreign = true;
  block->pinned = true;
  block->owner = std::move(owner);
  return BlockRef(block);
}

ArrayView Buffer::view(const ArrayView &part) const {
  ArrayView view = part;
  std::lock_guard lock(mutex);
  view.block = block;
  return view;
}

void Buffer::setBlock(BlockRef memory) {
  if (memory)
    ++memory->buffers;
  std::lock_guard lock(mutex);
  if (block)
    --block->buffers;
  if (memory && memory->kind == StorageKind::SoftwareManagedGPU)
    passRecord(block ? block->onDevice.load() : nullptr, *memory->onDevice, sync);
  block = std::move(memory);
}

std::int64_t ArrayView::offsetOf(const std::int64_t *coordinates) const {
  std::int64_t elements = 0;
  for (std::size_t d = 0; d < strides.size(); ++d)
    elements += (coordinates[d] - domain[d].range.lo()) * strides[d];
  return offset + elements * static_cast<std::int64_t>(itemsize(dtype));
}

std::int64_t ArrayView::bytesTo(const Domain &part) const {
  std::int64_t elements = 0;
  for (std::size_t d = 0; d < strides.size(); ++d) {
    Range range = part.rangeOr(domain[d].dim) & domain[d].range;
    if (!range.empty())
      elements += (range.lo() - domain[d].range.lo()) * strides[d];
  }
  return elements * static_cast<std::int64_t>(itemsize(dtype));
}

ArrayView ArrayView::restricted(const Domain &part) const {
  ArrayView view = *this;
  for (const NamedRange &range : domain)
    view.domain = std::move(view.domain).with({range.dim, part.rangeOr(range.dim) & range.range});
  view.offset += bytesTo(part);
  return view;
}

ArrayView ArrayView::pinnedAt(std::size_t position, std::int64_t coordinate) const {
  ArrayView view = *this;
  std::int64_t elements = (coordinate - domain[position].range.lo()) * strides[position];
  view.offset += elements * static_cast<std::int64_t>(itemsize(dtype));
  view.domain = domain.without(domain[position].dim);
  view.strides.erase(position);
  return view;
}

Sequence<unsigned, 4> ArrayView::strideOrder() const {
  auto extentOf = [&](std::size_t d) { // infinite only where there is no memory
    Range range = domain[d].range;
    return range.isFinite() ? range.size() : 1;
  };
  auto isFaster = [&](unsigned a, unsigned b) {
    std::int64_t left = std::abs(strides[a]), right = std::abs(strides[b]);
    return left < right || (left == right && extentOf(a) < extentOf(b));
  };
  Sequence<unsigned, 4> order;
  for (unsigned d = 0; d < strides.size(); ++d) { // stable, and few: by insertion
    order.push_back(d);
    unsigned place = d;
    for (; place > 0 && isFaster(order[place - 1], d); --place)
      order[place] = order[place - 1];
    order[place] = d;
  }
  return order;
}

ArrayView allocateView(Runtime::State &runtime, DType type, const Domain &domain,
                       const std::vector<Dimension> &slowToFast, std::int64_t aligned,
                       SourceLine line, StorageKind kind) {
  std::vector<std::int64_t> extents = extentsOf(domain, line);
  Order order;
  for (Dimension dim : slowToFast)
    for (unsigned d = 0; d < extents.size(); ++d)
      if (domain[d].dim == dim)
        order.push_back(d);
  std::vector<std::int64_t> alignedIndex(extents.size());
  if (!order.empty())
    alignedIndex[order.back()] =
        std::max<std::int64_t>(0, aligned - domain[order.back()].range.lo());
  std::int64_t alignment = 64 / static_cast<std::int64_t>(itemsize(type));
  MemoryPlan plan = planMemory(type, extents, order, alignment, alignedIndex, line);
  BlockRef block = allocateBlock(runtime, kind, plan.bytes, line, plan.alignment);
  block->elements = domain.size();
  return {block, type, domain, plan.strides, plan.offset};
}

} // namespace gtjit::detail
