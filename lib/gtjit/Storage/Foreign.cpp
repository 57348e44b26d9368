//===- Foreign.cpp - Memory that somebody else laid out -------------------===//
//
// Checks of addresses and strides.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/Foreign.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Types/DenseStrides.h"
#include "gtjit/Types/DomainText.h"

namespace gtjit::detail {

Strides elementStrides(DType type, const Domain &whole, std::span<const std::int64_t> bytes,
                       SourceLine line) {
  auto item = static_cast<std::int64_t>(itemsize(type));
  if (bytes.size() != whole.ndim())
    throw ValueError(line, "expected strides for " + std::to_string(whole.ndim()) +
                               " dimensions, got " + std::to_string(bytes.size()));
  Strides strides;
  for (std::size_t d = 0; d < bytes.size(); ++d) {
    if (bytes[d] % item != 0)
      throw LayoutError(line, "expected strides that are multiples of " + std::to_string(item) +
                                  " bytes, got " + std::to_string(bytes[d]) + " in " +
                                  std::string(whole[d].dim.name()));
    strides.push_back(bytes[d] / item);
  }
  return strides;
}

namespace {

/// Elements before and after the first one that belong to the storage.
struct Span {
  std::int64_t before = 0;
  std::int64_t after = 0; ///< including the first
};

Span spanOf(const std::vector<std::int64_t> &extents, const Strides &strides, DType type,
            SourceLine line) {
  constexpr std::int64_t half = kMostBytes / 2;
  const std::int64_t most = half / static_cast<std::int64_t>(itemsize(type));
  Span span{0, 1};
  for (std::size_t d = 0; d < extents.size(); ++d) {
    std::int64_t reach = 0;
    if (extents[d] == 0)
      return {0, 0};
    if (__builtin_mul_overflow(extents[d] - 1, strides[d], &reach) ||
        __builtin_add_overflow(reach < 0 ? span.before : span.after, reach,
                               reach < 0 ? &span.before : &span.after) ||
        span.before < -most || span.after > most)
      throw MemoryError(line, "the strides of foreign memory reach beyond the address space");
  }
  return span;
}

void checkAddress(void *data, DType type, const Span &span, SourceLine line) {
  if (!data && span.after != 0)
    throw ValueError(line, "expected the address of foreign memory, got null");
  if (reinterpret_cast<std::uintptr_t>(data) % itemsize(type) != 0)
    throw LayoutError(line, "expected foreign memory at a multiple of " +
                                std::to_string(itemsize(type)) + " bytes for " +
                                std::string(name(type)));
}

} // namespace

/// The block, whose first element lies `before` bytes from its start.
static BlockRef foreignBlockOf(const Blueprint &blueprint, ForeignMemory memory,
                               std::int64_t before, std::size_t bytes, SourceLine line) {
  Runtime::State &runtime = *blueprint.runtime;
  auto start = [&](void *first) -> void * {
    return first ? static_cast<std::byte *>(first) - before : nullptr;
  };
  void *only = memory.host ? memory.host : memory.device;
  switch (blueprint.kind) {
  case StorageKind::CPU:
    if (memory.device)
      throw ValueError(line, "expected memory of the host for a storage without a device, got "
                             "memory of a device; copy it");
    break;
  case StorageKind::SoftwareManagedGPU:
    return pairedBlock(runtime,
                       {start(memory.host), std::move(memory.hostOwner),
                        reinterpret_cast<CUdeviceptr>(start(memory.device)),
                        std::move(memory.deviceOwner), memory.state},
                       bytes, DeviceContext::kAlignment, line);
  case StorageKind::CudaManagedGPU:
    if (memory.host && memory.device && memory.host != memory.device)
      throw ValueError(line, "expected one address for memory that CUDA keeps in step, got two");
    break;
  case StorageKind::GPU:
    if (!memory.device && bytes)
      throw ValueError(line, "expected memory of the device for a storage that has no other, got "
                             "memory of the host; copy it");
    only = memory.device;
  }
  BlockRef block =
      foreignBlock(runtime, start(only), bytes,
                   memory.host ? std::move(memory.hostOwner) : std::move(memory.deviceOwner));
  block->kind = blueprint.kind;
  return block;
}

ArrayView foreignView(const Blueprint &blueprint, ForeignMemory memory, Strides strides,
                      SourceLine line) {
  auto item = static_cast<std::int64_t>(itemsize(blueprint.dtype));
  Span span = spanOf(extentsOf(blueprint.whole, line), strides, blueprint.dtype, line);
  if (memory.host || !memory.device)
    checkAddress(memory.host, blueprint.dtype, span, line);
  if (memory.device)
    checkAddress(memory.device, blueprint.dtype, span, line);
  ArrayView view;
  auto bytes = static_cast<std::size_t>((span.after - span.before) * item);
  view.block = foreignBlockOf(blueprint, std::move(memory), -span.before * item, bytes, line);
  view.dtype = blueprint.dtype;
  view.domain = blueprint.whole;
  view.strides = std::move(strides);
  view.offset = -span.before * item;
  if (!overlapsItself(view))
    view.block->elements = view.domain.size();
  return view;
}

void checkAlignment(const Blueprint &blueprint, const ArrayView &view,
                    const StorageOptions &options, SourceLine line) {
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  bool inBytes = options.alignment_size.given() && !options.alignment.given();
  std::int64_t boundary = blueprint.alignment * (inBytes ? 1 : item);
  std::uintptr_t address = view.address();
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    address += static_cast<std::uintptr_t>(blueprint.alignedIndex[d] * view.strides[d] * item);
  if (address % static_cast<std::uintptr_t>(boundary) != 0)
    throw LayoutError(line, "expected foreign memory whose aligned point lies at a multiple of " +
                                std::to_string(blueprint.alignment) +
                                (inBytes ? " bytes" : " elements"));
}

} // namespace gtjit::detail
