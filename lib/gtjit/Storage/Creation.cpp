//===- Creation.cpp - Making storages -------------------------------------===//
//
// empty, zeros, ones, full, like: options become a layout, a layout becomes
// memory.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Storage/Constant.h"
#include "gtjit/Storage/Memory.h"
#include "gtjit/Storage/StridedCopy.h"

#include <cstring>

namespace gtjit {

namespace detail {

static Storage allocate(const Blueprint &blueprint, DType type, SourceLine line) {
  std::vector<std::int64_t> extents = extentsOf(blueprint.whole, line);
  MemoryPlan plan =
      planMemory(type, extents, blueprint.order, blueprint.alignment, blueprint.alignedIndex, line);
  ArrayView view;
  view.block = allocateBlock(*blueprint.runtime, plan.bytes, line, plan.alignment);
  view.dtype = type;
  view.domain = blueprint.whole;
  view.strides = std::move(plan.strides);
  view.offset = plan.offset;
  return storageOf(blueprint, std::move(view), line);
}

/// Writes one element to all points.
static void fill(const Storage &storage, const ElementBytes &element) {
  ArrayView view = storage.get()->view();
  if (element.isZero()) {
    if (!view.block->zeroed)
      std::memset(view.block->base, 0, view.block->bytes);
    return;
  }
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  std::vector<StridedLoop> loops;
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    loops.push_back({view.domain[d].range.size(), view.strides[d] * item, 0});
  copyStrided(view.first(), element.data, std::move(loops), itemsize(view.dtype));
}

static Storage filled(const Blueprint &blueprint, FillValue value, DType type, SourceLine line) {
  ElementBytes element = elementBytes(value, type, line);
  Storage storage = allocate(blueprint, type, line);
  fill(storage, element);
  return storage;
}

} // namespace detail

using detail::blueprintOf;

Storage empty(const Domain &domain, DType type, const StorageOptions &options, SourceLine line) {
  return detail::allocate(blueprintOf(domain, type, options, "cpu", line), type, line);
}

Storage empty(Shape shape, DType type, const StorageOptions &options, SourceLine line) {
  return detail::allocate(blueprintOf(shape, type, options, line), type, line);
}

Storage full(const Domain &domain, FillValue value, DType type, const StorageOptions &options,
             SourceLine line) {
  return detail::filled(blueprintOf(domain, type, options, "cpu", line), value, type, line);
}

Storage full(Shape shape, FillValue value, DType type, const StorageOptions &options,
             SourceLine line) {
  return detail::filled(blueprintOf(shape, type, options, line), value, type, line);
}

Storage zeros(const Domain &domain, DType type, const StorageOptions &options, SourceLine line) {
  return full(domain, 0, type, options, line);
}

Storage zeros(Shape shape, DType type, const StorageOptions &options, SourceLine line) {
  return full(shape, 0, type, options, line);
}

Storage ones(const Domain &domain, DType type, const StorageOptions &options, SourceLine line) {
  return full(domain, 1, type, options, line);
}

Storage ones(Shape shape, DType type, const StorageOptions &options, SourceLine line) {
  return full(shape, 1, type, options, line);
}

Storage like(const Storage &storage, SourceLine line) {
  detail::StorageState &state = detail::stateOf(storage, line);
  detail::Blueprint blueprint;
  blueprint.runtime = state.runtime;
  blueprint.whole = state.layout.domain;
  blueprint.compute = state.compute;
  blueprint.halo = state.halo;
  blueprint.order = state.layout.strideOrder();
  blueprint.alignment = state.alignment;
  blueprint.alignedIndex = state.alignedIndex;
  return detail::allocate(blueprint, state.layout.dtype, line);
}

} // namespace gtjit
