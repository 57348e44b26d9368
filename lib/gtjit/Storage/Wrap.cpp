//===- Wrap.cpp - Foreign memory as storages ------------------------------===//
//
// wrap: the options say how the memory is laid out.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/Foreign.h"

#include <utility>

namespace gtjit {

namespace detail {

static Storage wrapMemory(void *data, WriteAccess access, Blueprint blueprint,
                          const StorageOptions &options, SourceLine line) {
  if (!options.alignment.given() && !options.alignment_size.given())
    blueprint.alignment = 1; // a preset's is for memory that is made
  std::vector<std::int64_t> extents = extentsOf(blueprint.whole, line);
  Strides strides =
      options.strides.empty() && !extents.empty()
          ? planMemory(blueprint.dtype, extents, blueprint.order, 1, blueprint.alignedIndex, line)
                .strides
          : elementStrides(blueprint.dtype, blueprint.whole, options.strides, line);
  ForeignMemory memory{.host = data,
                       .hostOwner = options.keepAlive,
                       .device = options.device_data,
                       .deviceOwner = options.keepAlive,
                       .state = options.sync_state};
  if (blueprint.kind == StorageKind::GPU)
    memory.device = std::exchange(memory.host, nullptr);
  ArrayView view = foreignView(blueprint, std::move(memory), std::move(strides), line);
  checkAlignment(blueprint, view, options, line);
  Storage storage = storageOf(blueprint, std::move(view), line);
  if (access == WriteAccess::ReadOnly)
    storage.get()->access = access;
  return storage;
}

/// Foreign memory with the domain of its compute points.
static Storage wrapDomain(void *data, WriteAccess access, DType type, const Domain &domain,
                          const StorageOptions &options, SourceLine line) {
  StorageOptions own = options;
  if (own.preset.empty())
    own.preset = "C"; // not the runtime's preset: nobody made this memory for it
  return wrapMemory(data, access, blueprintOf(domain, type, own, line), own, line);
}

/// Foreign memory with its extents.
static Storage wrapShape(void *data, WriteAccess access, DType type, Shape shape,
                         const StorageOptions &options, SourceLine line) {
  Blueprint blueprint = blueprintOf(Integers(shape), type, options, line);
  return wrapMemory(data, access, std::move(blueprint), options, line);
}

} // namespace detail

using enum detail::WriteAccess;

Storage wrap(void *data, DType type, const Domain &domain, const StorageOptions &options,
             SourceLine line) {
  return detail::wrapDomain(data, Any, type, domain, options, line);
}
Storage wrap(void *data, DType type, Shape shape, const StorageOptions &options, SourceLine line) {
  return detail::wrapShape(data, Any, type, shape, options, line);
}

// Constants stay what they are: nothing writes a storage that is read-only.
Storage wrap(const void *data, DType type, const Domain &domain, const StorageOptions &options,
             SourceLine line) {
  return detail::wrapDomain(const_cast<void *>(data), ReadOnly, type, domain, options, line);
}
Storage wrap(const void *data, DType type, Shape shape, const StorageOptions &options,
             SourceLine line) {
  return detail::wrapShape(const_cast<void *>(data), ReadOnly, type, shape, options, line);
}

/// The options for memory of one runtime.
static StorageOptions &optionsFor(Runtime &runtime, StorageOptions &options, SourceLine line) {
  if (options.runtime && &options.runtime->get() != &runtime.get())
    throw ValueError(line, "wrap: the options name another runtime");
  options.runtime = &runtime;
  return options;
}

Storage Runtime::wrap(void *data, DType type, const Domain &domain, StorageOptions options,
                      SourceLine line) {
  return gtjit::wrap(data, type, domain, optionsFor(*this, options, line), line);
}

Storage Runtime::wrap(const void *data, DType type, const Domain &domain, StorageOptions options,
                      SourceLine line) {
  return gtjit::wrap(data, type, domain, optionsFor(*this, options, line), line);
}

} // namespace gtjit
