//===- Wrap.cpp - Foreign memory as storages ------------------------------===//
//
// Checks of addresses and strides that somebody else chose.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Types/DomainText.h"

namespace gtjit {

namespace detail {

namespace {

/// Strides in elements, from bytes.
std::vector<std::int64_t> elementStrides(const Blueprint &blueprint, DType type,
                                         const Sequence<std::int64_t> &bytes, SourceLine line) {
  auto item = static_cast<std::int64_t>(itemsize(type));
  if (bytes.size() != blueprint.whole.ndim())
    throw ValueError(line, "expected strides for " + std::to_string(blueprint.whole.ndim()) +
                               " dimensions, got " + std::to_string(bytes.size()));
  std::vector<std::int64_t> strides;
  for (std::size_t d = 0; d < bytes.size(); ++d) {
    if (bytes[d] % item != 0)
      throw LayoutError(line, "expected strides that are multiples of " + std::to_string(item) +
                                  " bytes, got " + std::to_string(bytes[d]) + " in " +
                                  std::string(blueprint.whole[d].dim.name()));
    strides.push_back(bytes[d] / item);
  }
  return strides;
}

/// Elements before and after the first one that belong to the storage.
struct Span {
  std::int64_t before = 0;
  std::int64_t after = 0; ///< including the first
};

Span spanOf(const std::vector<std::int64_t> &extents, const std::vector<std::int64_t> &strides,
            SourceLine line) {
  Span span{0, 1};
  for (std::size_t d = 0; d < extents.size(); ++d) {
    std::int64_t reach = 0;
    if (extents[d] == 0)
      return {0, 0};
    if (__builtin_mul_overflow(extents[d] - 1, strides[d], &reach) ||
        __builtin_add_overflow(reach < 0 ? span.before : span.after, reach,
                               reach < 0 ? &span.before : &span.after))
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

/// Foreign memory is as it is: an alignment that is asked for is checked.
void checkAlignment(const Blueprint &blueprint, const ArrayView &view, SourceLine line) {
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  auto address = reinterpret_cast<std::uintptr_t>(view.first());
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    address += static_cast<std::uintptr_t>(blueprint.alignedIndex[d] * view.strides[d] * item);
  if (address % static_cast<std::uintptr_t>(blueprint.alignment * item) != 0)
    throw LayoutError(line, "expected foreign memory whose aligned point lies at a multiple of " +
                                std::to_string(blueprint.alignment) + " elements");
}

Storage wrapMemory(void *data, DType type, Blueprint blueprint, const StorageOptions &options,
                   SourceLine line) {
  blueprint.alignment = std::max<std::int64_t>(1, options.alignment);
  std::vector<std::int64_t> extents = extentsOf(blueprint.whole, line);
  std::vector<std::int64_t> strides =
      options.strides.empty() && !extents.empty()
          ? planMemory(type, extents, blueprint.order, 1, blueprint.alignedIndex, line).strides
          : elementStrides(blueprint, type, options.strides, line);
  auto item = static_cast<std::int64_t>(itemsize(type));
  Span span = spanOf(extents, strides, line);
  checkAddress(data, type, span, line);
  ArrayView view;
  view.block =
      foreignBlock(*blueprint.runtime, static_cast<std::byte *>(data) + span.before * item,
                   static_cast<std::size_t>((span.after - span.before) * item), options.keepAlive);
  view.dtype = type;
  view.domain = blueprint.whole;
  view.strides = std::move(strides);
  view.offset = -span.before * item;
  checkAlignment(blueprint, view, line);
  return storageOf(blueprint, std::move(view), line);
}

} // namespace
} // namespace detail

Storage wrap(void *data, DType type, const Domain &domain, const StorageOptions &options,
             SourceLine line) {
  return detail::wrapMemory(data, type, detail::blueprintOf(domain, type, options, "C", line),
                            options, line);
}

Storage wrap(void *data, DType type, Shape shape, const StorageOptions &options, SourceLine line) {
  return detail::wrapMemory(data, type, detail::blueprintOf(shape, type, options, line), options,
                            line);
}

} // namespace gtjit
