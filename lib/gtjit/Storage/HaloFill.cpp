//===- HaloFill.cpp - Filling halos ---------------------------------------===//
//
// fillHalo: for each argument two boxes below and above the compute range,
// copied from it. Boxes cover the halos that are already filled.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/StridedCopy.h"
#include "gtjit/Storage/Constant.h"
#include "gtjit/Types/DomainText.h"

namespace gtjit::detail {

namespace {

using Kind = HaloFill::Kind;

void checkFill(const StorageState &state, std::span<const HaloFill> fills, std::size_t n) {
  const HaloFill &fill = fills[n];
  SourceLine line = fill.line;
  std::string dim(fill.dim.name());
  if (!state.compute.has(fill.dim))
    throw ValueError(line, "cannot fill the halo of " + state.describe() + " in " + dim +
                               ": it has no such dimension");
  for (std::size_t m = 0; m < n; ++m)
    if (fills[m].dim == fill.dim)
      throw ValueError(line, "the halo of " + state.describe() + " is filled twice in " + dim);
  elementBytes(fill.value, state.layout.dtype, line); // the check that it can be one
  Range whole = state.layout.domain[fill.dim], inner = state.compute[fill.dim];
  std::int64_t extent = inner.size();
  HaloWidth width;
  for (std::size_t d = 0; d < state.halo.size(); ++d)
    if (state.layout.domain[d].dim == fill.dim)
      width = state.halo[d];
  std::int64_t widest = std::max(width.lo, width.hi);
  std::int64_t needed = fill.kind == Kind::Constant ? 0 : fill.kind == Kind::Extend ? 1 : widest;
  if (widest > 0 && !whole.empty() && extent < needed)
    throw ValueError(line, "cannot fill the halo (" + std::to_string(width.lo) + "," +
                               std::to_string(width.hi) + ") of " + state.describe() + " in " +
                               dim + " from " + std::to_string(extent) +
                               " points: " + std::to_string(needed) + " are needed");
}

/// The points that a fill of `fills[n]` covers in the other dimensions: all,
/// but not the halos that a later argument fills.
Domain otherDimensions(const StorageState &state, std::span<const HaloFill> fills, std::size_t n) {
  Domain area = state.layout.domain;
  for (const HaloFill &later : fills.subspan(n + 1))
    area = area.with({later.dim, state.compute[later.dim]});
  return area;
}

/// One side's halo `part` in `area`, and where its values come from.
std::int64_t fillSide(const Lease &lease, const Domain &area, const HaloFill &fill, Range part,
                      Range inner, bool below) {
  Domain box = area.with({fill.dim, part});
  if (box.empty())
    return 0;
  const ArrayView &view = lease.view();
  std::byte *to = lease.base() + view.restricted(box).offset;
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  ElementBytes element = elementBytes(fill.value, view.dtype, fill.line);
  const std::byte *from = element.data;
  std::int64_t origin = 0; // coordinate that the first point of `part` reads
  std::int64_t step = fill.kind == Kind::Mirror ? -1 : fill.kind == Kind::Extend ? 0 : 1;
  if (fill.kind == Kind::Periodic)
    origin = part.lo() + (below ? inner.size() : -inner.size());
  else if (fill.kind == Kind::Mirror)
    origin = 2 * (below ? inner.lo() : inner.hi()) - 1 - part.lo();
  else if (fill.kind == Kind::Extend)
    origin = below ? inner.lo() : inner.hi() - 1;

  std::vector<StridedLoop> loops;
  std::int64_t shift = 0;
  for (std::size_t d = 0; d < view.strides.size(); ++d) {
    std::int64_t stride = view.strides[d] * item;
    bool filled = view.domain[d].dim == fill.dim;
    if (filled)
      shift = (origin - part.lo()) * stride;
    std::int64_t source = fill.kind == Kind::Constant ? 0 : filled ? step * stride : stride;
    loops.push_back({box[d].range.size(), stride, source});
  }
  if (fill.kind != Kind::Constant)
    from = to + shift;
  return copyStrided(to, from, std::move(loops), itemsize(view.dtype));
}

} // namespace

void fillHalo(const Storage &storage, Items<HaloFill> fills) {
  SourceLine line = fills[0].line;
  StorageState &state = stateOf(storage, line);
  for (std::size_t n = 0; n < fills.size(); ++n)
    checkFill(state, fills, n);
  prepareWrite(state, state.layout.domain, /*keep=*/true, line);
  Lease lease = state.buffer->acquire(Device::Host, Access::Write, state.layout);
  const ArrayView &view = lease.view();
  std::int64_t bytes = 0;
  for (std::size_t n = 0; n < fills.size(); ++n) {
    Domain area = otherDimensions(state, fills, n);
    Range whole = view.domain[fills[n].dim], inner = state.compute[fills[n].dim];
    std::size_t d = 0;
    while (view.domain[d].dim != fills[n].dim)
      ++d;
    Range below(whole.lo(), whole.lo() + state.halo[d].lo);
    Range above(whole.hi() - state.halo[d].hi, whole.hi());
    bytes += fillSide(lease, area, fills[n], below, inner, true);
    bytes += fillSide(lease, area, fills[n], above, inner, false);
  }
  state.runtime->counters.bytesCopied.fetch_add(bytes, std::memory_order_relaxed);
}

} // namespace gtjit::detail
