//===- Wrap.cpp - Foreign memory as storages ------------------------------===//
//
// wrap: the options say how the memory is laid out.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Storage/Foreign.h"

namespace gtjit {

namespace detail {

static Storage wrapMemory(void *data, Blueprint blueprint, const StorageOptions &options,
                          SourceLine line) {
  if (!options.alignment.given() && !options.alignment_size.given())
    blueprint.alignment = 1; // a preset's is for memory that is made
  std::vector<std::int64_t> extents = extentsOf(blueprint.whole, line);
  std::vector<std::int64_t> strides =
      options.strides.empty() && !extents.empty()
          ? planMemory(blueprint.dtype, extents, blueprint.order, 1, blueprint.alignedIndex, line)
                .strides
          : elementStrides(blueprint.dtype, blueprint.whole, options.strides, line);
  ArrayView view = foreignView(blueprint, data, std::move(strides), options.keepAlive, line);
  checkAlignment(blueprint, view, options, line);
  return storageOf(blueprint, std::move(view), line);
}

} // namespace detail

Storage wrap(void *data, DType type, const Domain &domain, const StorageOptions &options,
             SourceLine line) {
  StorageOptions own = options;
  if (own.preset.empty())
    own.preset = "C"; // not the runtime's preset: nobody made this memory for it
  return detail::wrapMemory(data, detail::blueprintOf(domain, type, own, line), own, line);
}

Storage wrap(void *data, DType type, Shape shape, const StorageOptions &options, SourceLine line) {
  return detail::wrapMemory(
      data, detail::blueprintOf({shape.begin(), shape.size()}, type, options, line), options, line);
}

} // namespace gtjit
