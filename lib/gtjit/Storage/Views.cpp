//===- Views.cpp - Storages that share memory -----------------------------===//
//
// Views by coordinates and by buffer index, with other coordinates or another
// order of dimensions.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Layout.h"
#include "gtjit/Memory/Memory.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/Views.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Selection.h"

#include <algorithm>

namespace gtjit {

using detail::addHalo;
using detail::derived;
using detail::pin;
using detail::positionOf;
using detail::Ref;
using detail::selectedOf;
using detail::Sequence;
using detail::stateOf;
using detail::StorageState;

namespace {

/// The points start, start + step, ... of a dimension.
struct Points {
  std::int64_t start;
  std::int64_t step;
  std::int64_t count;

  /// How many of them lie below `bound`.
  std::int64_t below(std::int64_t bound) const {
    if (count == 0)
      return 0;
    std::int64_t first = step > 0 ? start : start + (count - 1) * step;
    std::int64_t stride = step > 0 ? step : -step;
    return bound <= first ? 0 : std::min(count, (bound - first + stride - 1) / stride);
  }
};

[[noreturn]] void throwOutOfBounds(std::int64_t index, const NamedRange &range, SourceLine line) {
  throw IndexOutOfBounds(line, "index " + std::to_string(index) + " in " +
                                   std::string(range.dim.name()) + " is out of bounds: it has " +
                                   std::to_string(range.size()) + " points");
}

std::int64_t wrapped(std::int64_t index, const NamedRange &range, SourceLine line) {
  std::int64_t extent = range.size();
  if (index < -extent || index >= extent)
    throwOutOfBounds(index, range, line);
  return index < 0 ? index + extent : index;
}

/// What a slice selects of `extent` points, as Python does.
Points pointsOf(const Slice &slice, const NamedRange &range, SourceLine line) {
  if (slice.step == 0)
    throw ValueError(line, "expected a slice with another step than 0 in " +
                               std::string(range.dim.name()));
  std::int64_t extent = range.size();
  bool forward = slice.step > 0;
  std::int64_t least = forward ? 0 : -1, most = forward ? extent : extent - 1;
  auto clipped = [&](std::int64_t place, std::int64_t otherwise) {
    if (place == Slice::none)
      return otherwise;
    return std::clamp(place < 0 ? saturatingAdd(place, extent) : place, least, most);
  };
  std::int64_t start = clipped(slice.start, forward ? 0 : extent - 1);
  std::int64_t stop = clipped(slice.stop, forward ? extent : -1);
  std::int64_t span = forward ? stop - start : start - stop;
  std::int64_t step = std::clamp<std::int64_t>(slice.step, -unbounded, unbounded);
  std::int64_t stride = forward ? step : -step;
  return {start, step, span <= 0 ? 0 : (span - 1) / stride + 1};
}

/// What is left of a halo: the points that lie in it.
HaloWidth haloOf(const Points &points, HaloWidth halo, std::int64_t extent) {
  HaloWidth width(points.below(halo.lo), points.count - points.below(extent - halo.hi));
  return points.step > 0 ? width : HaloWidth(width.hi, width.lo);
}

/// Narrows one dimension of a view to some of its points.
void narrow(StorageState &state, std::size_t d, const Points &points) {
  detail::ArrayView &view = state.layout;
  NamedRange range = view.domain[d];
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  if (points.count > 0)
    view.offset += points.start * view.strides[d] * item;
  if (points.count > 1)
    view.strides[d] *= points.step;
  std::int64_t first = points.step == 1 ? range.range.lo() + points.start : 0;
  state.ownCoordinates |= points.step != 1;
  view.domain = view.domain.with({range.dim, Range(first, first + points.count)});
}

} // namespace

Storage Storage::view(const Region &region, SourceLine line) const {
  StorageState &mine = stateOf(*this, line);
  Sequence<NamedIndex> taken;
  Domain part = selectedOf([&] { return mine.describe(); },
                           [&] { return sliceAbsolute(mine.layout.domain, region, taken, line); });
  std::unique_lock lock(mine.runtime->graphMutex);
  Ref<StorageState> state = derived(mine);
  pin(*state, taken);
  state->layout = state->layout.restricted(part);
  for (const NamedRange &range : part) {
    std::size_t d = positionOf(mine.layout.domain, range.dim);
    Range all = mine.layout.domain[d].range;
    Points points{range.range.lo() - all.lo(), 1, range.range.size()};
    addHalo(*state, range, haloOf(points, mine.halo[d], all.size()));
  }
  return Storage(std::move(state));
}

static Storage narrowed(StorageState &mine, const std::vector<Slice> &slices, SourceLine line) {
  std::unique_lock lock(mine.runtime->graphMutex);
  Ref<StorageState> state = derived(mine);
  Sequence<NamedIndex> taken;
  for (std::size_t d = 0; d < slices.size(); ++d) {
    NamedRange range = mine.layout.domain[d];
    if (slices[d].isIndex) {
      std::int64_t index = wrapped(slices[d].start, range, line);
      taken.push_back({range.dim, range.range.lo() + index});
      continue;
    }
    Points points = pointsOf(slices[d], range, line);
    narrow(*state, d, points);
    addHalo(*state, state->layout.domain[d], haloOf(points, mine.halo[d], range.size()));
  }
  pin(*state, taken);
  return Storage(std::move(state));
}

Storage Storage::slice(std::initializer_list<RelativeItem> items, SourceLine line) const {
  StorageState &mine = stateOf(*this, line);
  auto select = [&] {
    return narrowed(
        mine, detail::expandSlices(mine.layout.domain, {items.begin(), items.size()}, line), line);
  };
  return selectedOf([&] { return mine.describe(); }, select);
}

Storage detail::sliceAt(const Storage &storage, std::size_t position, const Slice &slice,
                        SourceLine line) {
  StorageState &mine = stateOf(storage, line);
  std::vector<Slice> slices(mine.layout.domain.ndim());
  slices[position] = slice;
  return selectedOf([&] { return mine.describe(); }, [&] { return narrowed(mine, slices, line); });
}

Storage detail::viewFrom(const Storage &storage, const Domain &origin, SourceLine line) {
  StorageState &mine = stateOf(storage, line);
  std::unique_lock lock(mine.runtime->graphMutex);
  Ref<StorageState> state = derived(mine);
  for (std::size_t d = 0; d < mine.layout.domain.ndim(); ++d) {
    NamedRange range = mine.layout.domain[d];
    std::int64_t first = origin.has(range.dim) ? origin[range.dim].lo() : range.range.lo();
    state->ownCoordinates |= first != range.range.lo();
    range.range = Range(first, saturatingAdd(first, range.range.size()));
    checkCoordinates(range, line);
    state->layout.domain = state->layout.domain.with(range);
    addHalo(*state, range, mine.halo[d]);
  }
  state->alignment = mine.alignment;
  state->alignedIndex = mine.alignedIndex;
  return Storage(std::move(state));
}

Storage Storage::rebased(std::initializer_list<NamedIndex> origin, SourceLine line) const {
  Domain domain = this->domain(), places;
  for (const NamedIndex &index : origin) {
    if (!domain.has(index.dim))
      throw IndexError(line, "cannot rebase " + stateOf(*this, line).describe() + " in " +
                                 std::string(index.dim.name()) + ": it has the dimensions " +
                                 detail::toString(domain.dims()));
    detail::checkCoordinate(index, line);
    places = places.with({index.dim, Range(index.index, index.index + 1)});
  }
  return detail::viewFrom(*this, places, line);
}

Storage Storage::transpose(std::initializer_list<std::int64_t> order, SourceLine line) const {
  Dims mine = dims();
  std::vector<Dimension> dims;
  for (std::int64_t place : order) {
    std::int64_t d = place < 0 ? place + static_cast<std::int64_t>(mine.size()) : place;
    if (d < 0 || d >= static_cast<std::int64_t>(mine.size()))
      throw ValueError(line, "expected positions of " + std::to_string(mine.size()) +
                                 " dimensions to transpose, got " + std::to_string(place));
    dims.push_back(mine.begin()[d]);
  }
  if (order.size() == 0)
    dims.assign(std::make_reverse_iterator(mine.end()), std::make_reverse_iterator(mine.begin()));
  return transpose(Dims(std::span<const Dimension>(dims)), line);
}

Storage Storage::transpose(const Dims &order, SourceLine line) const {
  StorageState &mine = stateOf(*this, line);
  const Domain &domain = mine.layout.domain;
  Domain seen;
  for (Dimension dim : order)
    seen = seen.with({dim, domain.rangeOr(dim)});
  if (order.size() != domain.ndim() || !(seen == domain))
    throw ValueError(line, "expected each of " + detail::toString(domain.dims()) +
                               " once to transpose, got " + detail::toString(order));
  std::unique_lock lock(mine.runtime->graphMutex);
  Ref<StorageState> state = derived(mine);
  state->layout.domain = Domain();
  state->layout.strides.clear();
  state->alignment = mine.alignment;
  for (Dimension dim : order) {
    std::size_t d = positionOf(domain, dim);
    state->layout.domain = state->layout.domain.with(domain[d]);
    state->layout.strides.push_back(mine.layout.strides[d]);
    state->compute = state->compute.with({dim, mine.compute[dim]});
    state->halo.push_back(mine.halo[d]);
    state->alignedIndex.push_back(mine.alignedIndex[d]);
  }
  return Storage(std::move(state));
}

} // namespace gtjit
