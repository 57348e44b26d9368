//===- Storage.cpp - Storages of the C API --------------------------------===//

#include "gtjit/C/Handles.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

static_assert(GTJIT_BOOL == static_cast<int>(DType::Bool));
static_assert(GTJIT_I8 == static_cast<int>(DType::I8));
static_assert(GTJIT_U8 == static_cast<int>(DType::U8));
static_assert(GTJIT_F16 == static_cast<int>(DType::F16));
static_assert(GTJIT_F64 == static_cast<int>(DType::F64));
static_assert(GTJIT_C128 == static_cast<int>(DType::C128));

static bool isType(gtjitDType type) { return type >= GTJIT_BOOL && type <= GTJIT_C128; }

static DType checkedType(gtjitDType type, SourceLine line) {
  if (!isType(type))
    throw TypeError(line, "expected an element type, got number " + std::to_string(type));
  return static_cast<DType>(type);
}

namespace {
/// Axes as the C++ API takes them.
struct Description {
  Domain domain;
  StorageOptions options;
};
} // namespace

static Dimension dimensionOf(const gtjitAxis &axis, SourceLine line) {
  switch (axis.kind) {
  case GTJIT_BY_NAME:
    return Dimension(axis.name, line);
  case GTJIT_HORIZONTAL:
    return Dimension(axis.name, DimensionKind::Horizontal, line);
  case GTJIT_LOCAL:
    return Dimension(axis.name, DimensionKind::Local, line);
  case GTJIT_VERTICAL:
    return Dimension(axis.name, DimensionKind::Vertical, line);
  }
  throw ValueError(line, "expected a kind of dimension, got number " + std::to_string(axis.kind));
}

/// The compute points of an axis. Throws ValueError unless the coordinates of
/// all its points fit 64 bits; the engine itself takes up to 2^62. It also refuses
/// halos below 0.
static NamedRange rangeOf(const gtjitAxis &axis, Dimension dim, SourceLine line) {
  std::string name(axis.name);
  if (axis.extent < 0)
    throw ValueError(line, "expected an extent from 0 in " + name + ", got " +
                               std::to_string(axis.extent));
  std::int64_t end = 0, first = 0, last = 0;
  if (__builtin_add_overflow(axis.start, axis.extent, &end) ||
      __builtin_sub_overflow(axis.start, std::max<std::int64_t>(axis.haloLow, 0), &first) ||
      __builtin_add_overflow(end, std::max<std::int64_t>(axis.haloHigh, 0), &last) ||
      first <= -unbounded || last == unbounded)
    throw ValueError(line, "expected coordinates from -2^62 to 2^62 in " + name + ", got " +
                               std::to_string(axis.extent) + " points from " +
                               std::to_string(axis.start) + " with a halo of (" +
                               std::to_string(axis.haloLow) + "," + std::to_string(axis.haloHigh) +
                               ")");
  return dim(axis.start, end);
}

static Description readAxes(const gtjitAxis *axes, std::size_t count, SourceLine line) {
  if (count)
    requirePointer(axes, "axes", line);
  std::vector<NamedRange> ranges;
  std::vector<Halo::Entry> halo;
  Description result;
  for (std::size_t n = 0; n < count; ++n) {
    const gtjitAxis &axis = axes[n];
    requirePointer(axis.name, "a name of every axis", line);
    Dimension dim = dimensionOf(axis, line);
    ranges.push_back(rangeOf(axis, dim, line));
    result.options.strides.push_back(axis.stride);
    halo.emplace_back(dim, HaloWidth(axis.haloLow, axis.haloHigh));
  }
  result.options.halo = Halo(halo);
  result.domain = Domain(ranges, line);
  return result;
}

size_t gtjitItemSize(gtjitDType type) {
  return isType(type) ? itemsize(static_cast<DType>(type)) : 0;
}

/// Foreign memory, of which `Memory` tells whether it may be written.
template <class Memory>
static gtjitCode wrapMemory(gtjitRuntime runtime, Memory *data, gtjitDType type,
                            const gtjitAxis *axes, std::size_t axisCount,
                            gtjitReleaseFunction release, void *owner, gtjitLine line,
                            gtjitStorage *storage) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    std::shared_ptr<void> kept;
    if (release)
      kept.reset(owner, release);
    requirePointer(storage, "a place for the storage", here);
    requirePointer(runtime, "a runtime", here);
    Description wanted = readAxes(axes, axisCount, here);
    if (release)
      wanted.options.keepAlive = std::move(kept);
    Storage made = runtime->runtime.wrap(data, checkedType(type, here), wanted.domain,
                                         std::move(wanted.options), here);
    *storage = new gtjitStorageObject{runtime->host, std::move(made)};
  });
}

gtjitCode gtjitWrap(gtjitRuntime runtime, void *data, gtjitDType type, const gtjitAxis *axes,
                    size_t axisCount, gtjitReleaseFunction release, void *owner, gtjitLine line,
                    gtjitStorage *storage) {
  return wrapMemory(runtime, data, type, axes, axisCount, release, owner, line, storage);
}

gtjitCode gtjitWrapReadOnly(gtjitRuntime runtime, const void *data, gtjitDType type,
                            const gtjitAxis *axes, size_t axisCount, gtjitReleaseFunction release,
                            void *owner, gtjitLine line, gtjitStorage *storage) {
  return wrapMemory(runtime, data, type, axes, axisCount, release, owner, line, storage);
}

gtjitCode gtjitZeros(gtjitRuntime runtime, gtjitDType type, const gtjitAxis *axes, size_t axisCount,
                     gtjitLine line, gtjitStorage *storage) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(storage, "a place for the storage", here);
    requirePointer(runtime, "a runtime", here);
    Description wanted = readAxes(axes, axisCount, here);
    wanted.options.strides.clear();
    wanted.options.runtime = &runtime->runtime;
    Storage made = zeros(wanted.domain, checkedType(type, here), wanted.options, here);
    *storage = new gtjitStorageObject{runtime->host, std::move(made)};
  });
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
