//===- Storage.cpp - Properties of storages -------------------------------===//
//
// What a storage handle tells without touching its elements.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage.h"
#include "gtjit/Graph/Node.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Axes.h"
#include "gtjit/Memory/Memory.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/HaloWidths.h"

namespace gtjit {

using detail::Sequence;
using detail::stateOf;
using detail::StorageState;

DType Storage::dtype(SourceLine line) const { return stateOf(*this, line).layout.dtype; }
std::size_t Storage::ndim(SourceLine line) const {
  return stateOf(*this, line).layout.domain.ndim();
}
Dims Storage::dims(SourceLine line) const { return stateOf(*this, line).layout.domain.dims(); }
Domain Storage::domain(SourceLine line) const { return stateOf(*this, line).layout.domain; }
std::int64_t Storage::alignment(SourceLine line) const { return stateOf(*this, line).alignment; }

/// Halo, compute domain and name change under the runtime's graph mutex.
static std::unique_lock<std::recursive_mutex> lockGraph(StorageState &state) {
  return std::unique_lock(state.runtime->graphMutex);
}

Domain Storage::compute_domain(SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  auto lock = lockGraph(state);
  return state.compute;
}

Sequence<std::int64_t> Storage::shape(SourceLine line) const {
  Sequence<std::int64_t> extents;
  for (const NamedRange &range : stateOf(*this, line).layout.domain)
    extents.push_back(range.size());
  return extents;
}

Sequence<std::int64_t> Storage::strides(SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  Sequence<std::int64_t> bytes;
  for (std::int64_t stride : state.layout.strides)
    bytes.push_back(stride * static_cast<std::int64_t>(itemsize(state.layout.dtype)));
  return bytes;
}

Sequence<HaloWidth> Storage::halo(SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  auto lock = lockGraph(state);
  return Sequence<HaloWidth>(std::span<const HaloWidth>(state.halo));
}

void Storage::setHalo(const Halo &halo, SourceLine line) {
  StorageState &state = stateOf(*this, line);
  std::vector<HaloWidth> widths = detail::haloWidths(halo, state.layout.domain, line);
  Domain compute = detail::withoutHalo(state.layout.domain, widths, line);
  detail::forgetLeaf(state);
  auto lock = lockGraph(state);
  state.halo = std::move(widths);
  state.compute = std::move(compute);
  state.shapeNumber = detail::nextShapeNumber();
}

Sequence<std::int64_t> Storage::domain_shape(SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  auto lock = lockGraph(state);
  Sequence<std::int64_t> extents;
  for (std::size_t d = 0; d < state.halo.size(); ++d)
    extents.push_back(state.layout.domain[d].size() - state.halo[d].lo - state.halo[d].hi);
  return extents;
}

Storage Storage::domain_view(SourceLine line) const {
  return view(Region(compute_domain(line)), line);
}

Sequence<std::int64_t> Storage::aligned_index(SourceLine line) const {
  return Sequence<std::int64_t>(std::span<const std::int64_t>(stateOf(*this, line).alignedIndex));
}

std::int64_t Storage::nbytes(SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  return state.layout.domain.size() * static_cast<std::int64_t>(itemsize(state.layout.dtype));
}

Text Storage::axes(SourceLine line) const { return Text(detail::axesText(dims(line))); }

/// True if the elements follow each other in this order of dimensions.
static bool isDense(const StorageState &state, bool lastFastest) {
  const detail::ArrayView &view = state.layout;
  std::int64_t expected = 1;
  for (std::size_t n = 0; n < view.strides.size(); ++n) {
    std::size_t d = lastFastest ? view.strides.size() - 1 - n : n;
    std::int64_t extent = view.domain[d].size();
    if (extent == 0)
      return true;
    if (extent > 1 && view.strides[d] != expected)
      return false;
    expected *= extent;
  }
  return true;
}

StorageFlags Storage::flags(SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  using enum detail::WriteAccess;
  if (kind(line) == StorageKind::GPU)
    return {.writeable = false, .aligned = false, .onHost = false};
  return {.c_contiguous = isDense(state, true),
          .f_contiguous = isDense(state, false),
          .owndata = !state.view().block->foreign,
          .writeable = state.access == Any ||
                       (state.access == Overlap && !detail::overlapsItself(state.layout))};
}

StorageKind Storage::kind(SourceLine line) const { return stateOf(*this, line).view().block->kind; }
std::string_view Storage::device(SourceLine line) const {
  return kind(line) == StorageKind::CPU ? std::string_view() : "gpu";
}

int Storage::handler_priority(SourceLine line) const {
  StorageKind own = kind(line);
  bool isManaged = own == StorageKind::SoftwareManagedGPU || own == StorageKind::CudaManagedGPU;
  return isManaged ? 11 : 10;
}

void detail::requireKind(const Storage &storage, StorageKind kind, SourceLine line) {
  static constexpr const char *names[] = {"CPUStorage", "SoftwareManagedGPUStorage",
                                          "CudaManagedGPUStorage", "GPUStorage"};
  auto nameOf = [&](StorageKind one) { return names[static_cast<std::size_t>(one)]; };
  if (storage.kind(line) != kind)
    throw TypeError(line, std::string("expected a ") + nameOf(kind) + ", got the " +
                              nameOf(storage.kind(line)) + " " + stateOf(storage, line).describe());
}

Storage Storage::named(std::string_view name, SourceLine line) const {
  StorageState &state = stateOf(*this, line);
  detail::forgetLeaf(state);
  auto lock = lockGraph(state);
  state.name = name;
  return *this;
}

std::string_view Storage::name(SourceLine line) const { return stateOf(*this, line).name; }

} // namespace gtjit
