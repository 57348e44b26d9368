//===- Foreign.cpp - Memory that somebody else laid out -------------------===//
//
// Checks of addresses and strides.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/Foreign.h"

#include "gtjit/Error.h"
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

ArrayView foreignView(const Blueprint &blueprint, void *data, Strides strides,
                      const KeepAlive &owner, SourceLine line) {
  auto item = static_cast<std::int64_t>(itemsize(blueprint.dtype));
  Span span = spanOf(extentsOf(blueprint.whole, line), strides, blueprint.dtype, line);
  checkAddress(data, blueprint.dtype, span, line);
  ArrayView view;
  view.block = foreignBlock(*blueprint.runtime, static_cast<std::byte *>(data) + span.before * item,
                            static_cast<std::size_t>((span.after - span.before) * item), owner);
  view.dtype = blueprint.dtype;
  view.domain = blueprint.whole;
  view.strides = std::move(strides);
  view.offset = -span.before * item;
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
