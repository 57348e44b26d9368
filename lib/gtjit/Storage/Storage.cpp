//===- Storage.cpp - Properties and views of storages ---------------------===//
//
// What a storage handle tells without touching its elements.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage.h"
#include "gtjit/Graph/Node.h"

#include "gtjit/Error.h"
#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Storage/HaloWidths.h"
#include "gtjit/Storage/Memory.h"

#include <algorithm>

namespace gtjit {

using detail::Sequence;
using detail::stateOf;
using detail::StorageState;

static StorageState &checked(const Storage &storage) { return stateOf(storage, SourceLine{}); }

DType Storage::dtype() const { return checked(*this).layout.dtype; }
std::size_t Storage::ndim() const { return checked(*this).layout.domain.ndim(); }
Dims Storage::dims() const { return checked(*this).layout.domain.dims(); }
Domain Storage::domain() const { return checked(*this).layout.domain; }
std::int64_t Storage::alignment() const { return checked(*this).alignment; }

/// Halo, compute domain and name change under the runtime's graph mutex.
static std::unique_lock<std::recursive_mutex> lockGraph(StorageState &state) {
  return std::unique_lock(state.runtime->graphMutex);
}

Domain Storage::compute_domain() const {
  StorageState &state = checked(*this);
  auto lock = lockGraph(state);
  return state.compute;
}

Sequence<std::int64_t> Storage::shape() const {
  Sequence<std::int64_t> extents;
  for (const NamedRange &range : checked(*this).layout.domain)
    extents.push_back(range.size());
  return extents;
}

Sequence<std::int64_t> Storage::strides() const {
  StorageState &state = checked(*this);
  Sequence<std::int64_t> bytes;
  for (std::int64_t stride : state.layout.strides)
    bytes.push_back(stride * static_cast<std::int64_t>(itemsize(state.layout.dtype)));
  return bytes;
}

Sequence<HaloWidth> Storage::halo() const {
  StorageState &state = checked(*this);
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
}

Sequence<std::int64_t> Storage::domain_shape() const {
  StorageState &state = checked(*this);
  auto lock = lockGraph(state);
  Sequence<std::int64_t> extents;
  for (std::size_t d = 0; d < state.halo.size(); ++d)
    extents.push_back(state.layout.domain[d].size() - state.halo[d].lo - state.halo[d].hi);
  return extents;
}

Storage Storage::domain_view() const { return view(Region(compute_domain())); }

Sequence<std::int64_t> Storage::aligned_index() const {
  return Sequence<std::int64_t>(std::span<const std::int64_t>(checked(*this).alignedIndex));
}

std::int64_t Storage::nbytes() const {
  StorageState &state = checked(*this);
  return state.layout.domain.size() * static_cast<std::int64_t>(itemsize(state.layout.dtype));
}

Storage Storage::named(std::string_view name) const {
  StorageState &state = checked(*this);
  detail::forgetLeaf(state);
  auto lock = lockGraph(state);
  state.name = name;
  return *this;
}

std::string_view Storage::name() const { return checked(*this).name; }

/// What is left of the halo in one dimension of a view.
static HaloWidth haloOfPart(Range whole, HaloWidth halo, Range part) {
  if (part.empty())
    return {};
  std::int64_t before = part.lo() - whole.lo(), after = whole.hi() - part.hi();
  HaloWidth left(std::max<std::int64_t>(0, halo.lo - before),
                 std::max<std::int64_t>(0, halo.hi - after));
  // A part within the halo alone is all halo, on one side.
  left.lo = std::min(left.lo, part.size());
  left.hi = std::min(left.hi, part.size() - left.lo);
  return left;
}

Storage Storage::view(const Region &region, SourceLine line) const {
  StorageState &mine = stateOf(*this, line);
  Sequence<NamedIndex> taken;
  Domain part = sliceAbsolute(mine.layout.domain, region, taken, line);
  auto lock = lockGraph(mine);
  detail::Ref<StorageState> state(new StorageState);
  state->runtime = mine.runtime;
  detail::retain(mine.runtime);
  state->buffer = mine.buffer;
  state->layout = mine.layout;
  for (const NamedIndex &index : taken) {
    std::size_t d = 0;
    while (state->layout.domain[d].dim != index.dim)
      ++d;
    state->layout = state->layout.pinnedAt(d, index.index);
  }
  state->layout = state->layout.restricted(part);
  for (const NamedRange &range : part) {
    std::size_t d = 0;
    while (mine.layout.domain[d].dim != range.dim)
      ++d;
    HaloWidth width = haloOfPart(mine.layout.domain[d].range, mine.halo[d], range.range);
    Range inner(range.range.lo() + width.lo, range.range.hi() - width.hi);
    state->halo.push_back(width);
    state->alignedIndex.push_back(width.lo);
    state->compute = state->compute.with({range.dim, inner});
  }
  state->taken = mine.taken;
  state->taken.insert(state->taken.end(), taken.begin(), taken.end());
  state->name = mine.name;
  state->line = mine.line;
  return Storage(std::move(state));
}

} // namespace gtjit
