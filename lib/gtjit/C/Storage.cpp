//===- Storage.cpp - Storages of the C API --------------------------------===//

#include "gtjit/C/NewStorage.h"

#include <string>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

size_t gtjitItemSize(gtjitDType type) {
  return isType(type) ? itemsize(static_cast<DType>(type)) : 0;
}

/// Foreign memory, of which `Memory` tells whether it may be written.
template <class Memory>
static gtjitCode wrapMemory(gtjitRuntime runtime, Memory *data, gtjitDType type,
                            const gtjitAxis *axes, std::size_t axisCount, const Owner &owner,
                            gtjitLine line, gtjitStorage *storage) {
  auto wrap = [&](Description &wanted, SourceLine here) {
    return runtime->runtime.wrap(data, checkedType(type, here), wanted.domain,
                                 std::move(wanted.options), here);
  };
  return newStorage(runtime, axes, axisCount, owner, line, storage, wrap);
}

gtjitCode gtjitWrap(gtjitRuntime runtime, void *data, gtjitDType type, const gtjitAxis *axes,
                    size_t axisCount, gtjitReleaseFunction release, void *owner, gtjitLine line,
                    gtjitStorage *storage) {
  return wrapMemory(runtime, data, type, axes, axisCount, {release, owner}, line, storage);
}

gtjitCode gtjitWrapReadOnly(gtjitRuntime runtime, const void *data, gtjitDType type,
                            const gtjitAxis *axes, size_t axisCount, gtjitReleaseFunction release,
                            void *owner, gtjitLine line, gtjitStorage *storage) {
  return wrapMemory(runtime, data, type, axes, axisCount, {release, owner}, line, storage);
}

gtjitCode gtjitZeros(gtjitRuntime runtime, gtjitDType type, const gtjitAxis *axes, size_t axisCount,
                     gtjitLine line, gtjitStorage *storage) {
  auto fill = [&](Description &wanted, SourceLine here) {
    return zerosOf(runtime, type, wanted, here);
  };
  return newStorage(runtime, axes, axisCount, {}, line, storage, fill);
}

gtjitStorage gtjitStorageRetain(gtjitStorage storage) { return retained(storage); }
void gtjitStorageRelease(gtjitStorage storage) { released(storage); }

gtjitDType gtjitStorageType(gtjitStorage storage) {
  return storage ? static_cast<gtjitDType>(storage->storage.dtype({})) : GTJIT_NO_TYPE;
}

size_t gtjitStorageAxisCount(gtjitStorage storage) {
  return storage ? storage->storage.ndim({}) : 0;
}

gtjitCode gtjitStorageAxis(gtjitStorage storage, size_t n, gtjitAxis *axis) {
  return guarded([&] {
    requirePointer(storage, "a storage", {});
    requirePointer(axis, "a place for the axis", {});
    const Storage &shown = storage->storage;
    std::size_t count = shown.ndim({});
    if (n >= count)
      throw IndexError({}, "expected an axis below " + std::to_string(count) + ", got " +
                               std::to_string(n));
    NamedRange range = shown.compute_domain({})[n];
    HaloWidth halo = shown.halo({})[n];
    // Names of dimensions are static and end with a zero.
    *axis = {.name = range.dim.name().data(),
             .kind = static_cast<gtjitDimensionKind>(static_cast<int>(range.dim.kind()) + 1),
             .start = range.range.lo(),
             .extent = range.size(),
             .haloLow = halo.lo,
             .haloHigh = halo.hi,
             .stride = shown.strides({})[n]};
  });
}

gtjitCode gtjitStorageData(gtjitStorage storage, gtjitLine line, void **data) {
  return guarded([&] {
    requirePointer(storage, "a storage", sourceLine(line));
    requirePointer(data, "a place for the address", sourceLine(line));
    *data = storage->storage.data(sourceLine(line));
  });
}

gtjitCode gtjitStorageTouch(gtjitStorage storage, gtjitLine line) {
  return guarded([&] {
    requirePointer(storage, "a storage", sourceLine(line));
    storage->storage.touch(sourceLine(line));
  });
}

gtjitCode gtjitStorageName(gtjitStorage storage, const char *name) {
  return guarded([&] {
    requirePointer(storage, "a storage", {});
    requirePointer(name, "a name", {});
    storage->storage = storage->storage.named(name, {});
  });
}

gtjitCode gtjitStorageNontemporal(gtjitStorage storage, gtjitLine line) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(storage, "a storage", here);
    storage->storage = as_storage(storage->storage, {.nontemporal = true}, here);
  });
}

void gtjitStorageSwap(gtjitStorage a, gtjitStorage b) {
  if (!a || !b)
    return;
  std::swap(a->host, b->host);
  std::swap(a->storage, b->storage);
}

gtjitCode gtjitFillHalo(gtjitStorage storage, const gtjitHaloFill *fills, size_t count,
                        gtjitLine line) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(storage, "a storage", here);
    requirePointer(fills, "what to fill the halo with", here);
    std::vector<HaloFill> wanted;
    for (std::size_t n = 0; n < count; ++n) {
      requirePointer(fills[n].dimension, "a dimension of every fill", here);
      if (fills[n].kind < GTJIT_PERIODIC || fills[n].kind > GTJIT_EXTEND)
        throw ValueError(here, "expected a kind of halo fill, got number " +
                                   std::to_string(fills[n].kind));
      wanted.push_back({static_cast<HaloFill::Kind>(fills[n].kind),
                        Dimension(fills[n].dimension, here), FillValue(fills[n].value), here});
    }
    fillHalo(storage->storage, wanted);
  });
}
