//===- Creation.cpp - Making storages -------------------------------------===//
//
// empty, zeros, ones, full and those like another storage: options become a
// blueprint, a blueprint becomes memory, a number its elements.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/StridedCopy.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Storage/Constant.h"

#include <cstring>

namespace gtjit {

namespace detail {

/// Writes one element to all points.
static void fill(const Storage &storage, const ElementBytes &element, SourceLine line) {
  Lease lease(storage.get()->view(), Access::Overwrite, Holder::Work, line);
  const ArrayView &view = lease.view();
  if (view.block->kind == StorageKind::GPU && element.isZero())
    return clearOnDevice(*view.block, line);
  if (element.isZero()) {
    std::byte *memory = lease.base();
    if (!view.block->zeroed)
      std::memset(memory, 0, view.block->bytes);
    return;
  }
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  StridedLoops loops;
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    loops.push_back({view.domain[d].range.size(), view.strides[d] * item, 0});
  copyStrided(lease.first(), element.data, std::move(loops), itemsize(view.dtype));
}

static Storage filled(const Blueprint &blueprint, FillValue value, SourceLine line) {
  ElementBytes element = elementBytes(value, blueprint.dtype, line);
  Storage storage = allocate(blueprint, line);
  fill(storage, element, line);
  return storage;
}

/// A storage that is made has memory of its own.
static void refuseDeviceData(const StorageOptions &options, SourceLine line) {
  if (options.device_data)
    throw ValueError(line, "device_data is memory that wrap() takes, not that of a storage that is "
                           "made and filled");
}

static Blueprint blueprintLike(const Storage &storage, const StorageOptions &options,
                               SourceLine line) {
  if (!options.shape.empty())
    throw TypeError(line, "the shape of a storage like another one cannot be given");
  refuseDeviceData(options, line);
  return blueprintOf(factsOf(stateOf(storage, line)), options, line);
}

static Blueprint blueprintOfShape(Shape shape, ElementTypeName type, const StorageOptions &options,
                                  SourceLine line) {
  if (!options.shape.empty())
    throw TypeError(line, "the shape is given twice, by an argument and by the options");
  refuseDeviceData(options, line);
  return blueprintOf(Integers(shape), type, options, line);
}

static Blueprint blueprintOfDomain(const Domain &domain, ElementTypeName type,
                                   const StorageOptions &options, SourceLine line) {
  refuseDeviceData(options, line);
  return blueprintOf(domain, type, options, line);
}

/// Of a storage that nothing but the options describes.
static Blueprint blueprintOfOptions(const StorageOptions &options, SourceLine line) {
  bool isPoint = options.dims.given() && options.dims.size() == 0;
  if (options.shape.empty() && !isPoint)
    throw ValueError(line, "the parameters of the storage are underdetermined: expected a shape");
  refuseDeviceData(options, line);
  return blueprintOf(options.shape, {}, options, line);
}

} // namespace detail

Storage empty(const Domain &domain, ElementTypeName type, const StorageOptions &options,
              SourceLine line) {
  return detail::allocate(detail::blueprintOfDomain(domain, type, options, line), line);
}

Storage empty(Shape shape, ElementTypeName type, const StorageOptions &options, SourceLine line) {
  return detail::allocate(detail::blueprintOfShape(shape, type, options, line), line);
}

Storage full(const Domain &domain, FillValue value, ElementTypeName type,
             const StorageOptions &options, SourceLine line) {
  return detail::filled(detail::blueprintOfDomain(domain, type, options, line), value, line);
}

Storage full(Shape shape, FillValue value, ElementTypeName type, const StorageOptions &options,
             SourceLine line) {
  return detail::filled(detail::blueprintOfShape(shape, type, options, line), value, line);
}

Storage zeros(const Domain &domain, ElementTypeName type, const StorageOptions &options,
              SourceLine line) {
  return full(domain, 0, type, options, line);
}

Storage zeros(Shape shape, ElementTypeName type, const StorageOptions &options, SourceLine line) {
  return full(shape, 0, type, options, line);
}

Storage ones(const Domain &domain, ElementTypeName type, const StorageOptions &options,
             SourceLine line) {
  return full(domain, 1, type, options, line);
}

Storage ones(Shape shape, ElementTypeName type, const StorageOptions &options, SourceLine line) {
  return full(shape, 1, type, options, line);
}

Storage empty_like(const Storage &storage, const StorageOptions &options, SourceLine line) {
  return detail::allocate(detail::blueprintLike(storage, options, line), line);
}

Storage full_like(const Storage &storage, FillValue value, const StorageOptions &options,
                  SourceLine line) {
  return detail::filled(detail::blueprintLike(storage, options, line), value, line);
}

Storage zeros_like(const Storage &storage, const StorageOptions &options, SourceLine line) {
  return full_like(storage, 0, options, line);
}

Storage ones_like(const Storage &storage, const StorageOptions &options, SourceLine line) {
  return full_like(storage, 1, options, line);
}

Storage storage(const StorageOptions &options, SourceLine line) {
  return detail::allocate(detail::blueprintOfOptions(options, line), line);
}

Storage storage(FillValue value, const StorageOptions &options, SourceLine line) {
  return detail::filled(detail::blueprintOfOptions(options, line), value, line);
}

} // namespace gtjit
