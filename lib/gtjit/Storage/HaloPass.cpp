//===- HaloPass.cpp - All halos of an array in one pass -------------------===//
//
// The value of a halo point is that of the compute point which its coordinates
// are taken to one by one, in any order, unless it lies in the halo of a
// constant: then that of the last such argument. So a slab in the halo of the
// slow dimension can take compute points first and get its other halos
// afterwards, as every slab does.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/HaloPass.h"

#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/StridedCopy.h"

#include <algorithm>
#include <cstdlib>

namespace gtjit::detail {

using Kind = HaloFill::Kind;

/// Points that a part writes: what it touches stays in the second cache of a core.
static constexpr std::int64_t kPartPoints = 8192;

/// Parts at most: more share no work better.
static constexpr std::int64_t kMostParts = 4096;

HaloPass::Points HaloPass::Points::operator&(Points other) const {
  Points both{std::max(lo, other.lo), std::min(hi, other.hi)};
  return {both.lo, std::max(both.lo, both.hi)};
}

std::int64_t HaloPass::Axis::sourceOf(std::int64_t point, Kind kind) const {
  bool isBelow = point < halo.lo;
  switch (kind) {
  case Kind::Periodic:
    return point + (isBelow ? inner().size() : -inner().size());
  case Kind::Mirror:
    return 2 * (isBelow ? inner().lo : inner().hi) - 1 - point;
  case Kind::Extend:
    return isBelow ? inner().lo : inner().hi - 1;
  case Kind::Constant:
    break;
  }
  return point;
}

HaloPass::HaloPass(std::byte *first, const ArrayView &view, std::span<const HaloWidth> halo)
    : first(first), dtype(view.dtype) {
  auto item = static_cast<std::int64_t>(itemsize(dtype));
  for (std::size_t d = 0; d < halo.size(); ++d)
    axes.push_back({view.strides[d] * item, view.domain[d].range.size(), halo[d]});
}

void HaloPass::add(const HaloFill &fill, std::size_t axis) {
  if (axes[axis].halo.lo + axes[axis].halo.hi == 0)
    return;
  axes[axis].fill = fills.size();
  fills.push_back({fill.kind, axis, elementBytes(fill.value, dtype, fill.line)});
}

/// The points of other axes over which an argument fills its halo: all, but not the halos
/// that a later argument fills. Its own axis has those of its halo below.
HaloPass::Area HaloPass::areaOf(std::size_t fill) const {
  Area area;
  for (const Axis &axis : axes)
    area.push_back(axis.fill == fill                        ? axis.below()
                   : axis.fill != kNone && axis.fill > fill ? axis.inner()
                                                            : axis.all());
  return area;
}

/// The points of other axes that a slab in the slow axis' halo gets at first: what
/// no other argument fills, and of a constant the halos that it overwrites.
HaloPass::Area HaloPass::areaOfSlowHalo() const {
  std::size_t fill = axes[slow].fill;
  Area area = areaOf(fill);
  for (std::size_t d = 0; d < axes.size(); ++d)
    if (axes[d].fill < fill && fills[fill].kind != Kind::Constant)
      area[d] = axes[d].inner();
  return area;
}

static std::int64_t product(const auto &area, std::size_t without) {
  std::int64_t points = 1;
  for (std::size_t d = 0; d < area.size(); ++d)
    points *= d == without ? 1 : area[d].size();
  return points;
}

/// A point of a halo takes as long as some points of a kernel's rows.
bool HaloPass::isSmall(const Runtime::State &runtime) const {
  constexpr std::int64_t kPointsLikeOne = 4;
  return points < runtime.options.smallDomain / kPointsLikeOne;
}

/// Where to cut: by points that are written, so that parts take about as long, and as many for
/// each thread.
void HaloPass::plan(const Runtime::State &runtime) {
  for (std::size_t d = 0; d < axes.size(); ++d)
    if (axes[d].extent > 1 &&
        (axes[slow].extent <= 1 || std::abs(axes[d].stride) > std::abs(axes[slow].stride)))
      slow = d;
  const Axis &cut = axes[slow];
  for (std::size_t n = 0; n < fills.size(); ++n) {
    Area area = areaOf(n);
    const HaloWidth &halo = axes[fills[n].axis].halo;
    area[fills[n].axis] = {0, halo.lo + halo.hi};
    if (n != cut.fill)
      pointsInner += product(area, slow);
  }
  if (cut.fill != kNone)
    pointsOuter = product(areaOfSlowHalo(), slow);
  points = pointsInner * cut.extent + pointsOuter * (cut.halo.lo + cut.halo.hi);
  std::int64_t threads = isSmall(runtime) ? 1 : runtime.executor.load()->threads();
  std::int64_t ofThread = std::max<std::int64_t>(points / kPartPoints / threads, 1);
  parts = std::clamp<std::int64_t>(ofThread * threads, 1, std::min(cut.extent, kMostParts));
}

/// Bytes that the arguments fill one after the other.
std::int64_t HaloPass::bytes() const {
  std::int64_t written = 0;
  for (std::size_t n = 0; n < fills.size(); ++n) {
    const HaloWidth &halo = axes[fills[n].axis].halo;
    written += (halo.lo + halo.hi) * product(areaOf(n), fills[n].axis);
  }
  return written * static_cast<std::int64_t>(itemsize(dtype));
}

void HaloPass::run(Runtime::State &runtime) {
  if (fills.empty())
    return;
  plan(runtime);
  runtime.counters.bytesCopied.fetch_add(bytes(), std::memory_order_relaxed);
  auto body = [](void *context, std::int64_t begin, std::int64_t end) {
    for (std::int64_t part = begin; part < end; ++part)
      static_cast<const HaloPass *>(context)->runPart(part);
  };
  if (parts > 1 && !isSmall(runtime))
    runtime.executor.load()->run(parts, body, this);
  else
    body(this, 0, parts);
}

/// The first slab before which at least so many points are written.
std::int64_t HaloPass::slabAt(std::int64_t before) const {
  const Axis &cut = axes[slow];
  std::int64_t low = 0, high = cut.extent;
  while (low < high) {
    std::int64_t slab = low + (high - low) / 2;
    std::int64_t outer =
        std::min(slab, cut.halo.lo) + std::max<std::int64_t>(0, slab - cut.inner().hi);
    if (pointsInner * slab + pointsOuter * outer >= before)
      high = slab;
    else
      low = slab + 1;
  }
  return low;
}

void HaloPass::runPart(std::int64_t part) const {
  const Axis &cut = axes[slow];
  Points slabs{part == 0 ? 0 : slabAt(points / parts * part),
               part + 1 == parts ? cut.extent : slabAt(points / parts * (part + 1))};
  if (cut.fill != kNone)
    fillSlowHalo(slabs);
  for (std::size_t n = 0; n < fills.size(); ++n) {
    if (n == cut.fill)
      continue;
    Area area = areaOf(n);
    // A later constant is what it leaves in its halo.
    bool isOverwritten =
        cut.fill != kNone && n < cut.fill && fills[cut.fill].kind == Kind::Constant;
    area[slow] = slabs & (isOverwritten ? cut.inner() : cut.all());
    fillSides(n, std::move(area));
  }
}

/// What of the slow axis' halo lies in the slabs, at points of `areaOfSlowHalo`.
void HaloPass::fillSlowHalo(Points slabs) const {
  const Axis &cut = axes[slow];
  Area area = areaOfSlowHalo();
  for (Points side : {cut.below(), cut.above()}) {
    area[slow] = slabs & side;
    fillBox(fills[cut.fill], area, 0);
  }
}

/// The halos below and above, together where they are equally wide: they share lines.
void HaloPass::fillSides(std::size_t fill, Area area) const {
  const Axis &axis = axes[fills[fill].axis];
  if (axis.halo.lo == axis.halo.hi)
    return fillBox(fills[fill], area, axis.above().lo);
  for (Points side : {axis.below(), axis.above()}) {
    area[fills[fill].axis] = side;
    fillBox(fills[fill], area, 0);
  }
}

/// A box in a halo, and if `otherSide` is not 0 the same box from there on.
void HaloPass::fillBox(const Fill &fill, const Area &area, std::int64_t otherSide) const {
  const Axis &own = axes[fill.axis];
  const std::int64_t point = area[fill.axis].lo;
  const std::int64_t step = fill.kind == Kind::Mirror ? -1 : fill.kind == Kind::Extend ? 0 : 1;
  const bool isConstant = fill.kind == Kind::Constant;
  StridedLoops loops;
  std::byte *to = first;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    std::int64_t stride = axes[d].stride;
    to += area[d].lo * stride;
    std::int64_t source = isConstant ? 0 : d == fill.axis ? step * stride : stride;
    loops.push_back({area[d].size(), stride, source});
  }
  std::int64_t from = own.sourceOf(point, fill.kind);
  if (otherSide) {
    std::int64_t moved = own.sourceOf(otherSide, fill.kind) - from;
    loops.push_back({2, (otherSide - point) * own.stride, isConstant ? 0 : moved * own.stride});
  }
  copyStrided(to, isConstant ? fill.element.data : to + (from - point) * own.stride, loops,
              itemsize(dtype));
}

} // namespace gtjit::detail
