//===- Overlap.cpp - Do views share elements? -----------------------------===//
//
// Elements lie at sums of distance * stride. Whether a sum falls between two
// bounds is searched for from the largest stride down: what smaller strides
// reach together leaves few distances to try, one where each stride is larger
// than all that smaller ones reach, as in every array that is a part of a
// dense one.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/Overlap.h"

#include "gtjit/Error.h"

#include <algorithm>
#include <cstdlib>

namespace gtjit::detail {

namespace {

/// Distances from `least` to `most`, `stride` bytes each.
struct Axis {
  std::int64_t stride; ///< positive
  std::int64_t least;
  std::int64_t most;
};

std::int64_t floorDiv(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0); }

/// Searches for distances whose sum lies between two bounds; gives up, and says
/// yes, after a number of steps.
class Search {
public:
  Search(Sequence<Axis, 8> unsorted, std::int64_t lower, std::int64_t upper)
      : axes(std::move(unsorted)), lower(lower), upper(upper) {
    std::sort(axes.begin(), axes.end(),
              [](const Axis &a, const Axis &b) { return a.stride > b.stride; });
    reach.push_back({0, 0});
    for (std::size_t n = axes.size(); n-- > 0;)
      reach.push_back({reach.back().least + axes[n].least * axes[n].stride,
                       reach.back().most + axes[n].most * axes[n].stride});
  }

  /// True if axes from number `n` on take `sum` to between the bounds. `moved`:
  /// false if a distance other than 0 is wanted and there is none so far; then
  /// each distance has its mirror image.
  bool finds(std::size_t n, std::int64_t sum, bool moved) {
    Reach rest = reach[axes.size() - n];
    if (sum + rest.most < lower || sum + rest.least > upper)
      return false;
    if (n == axes.size())
      return moved;
    if (++steps > kSteps)
      return true;
    const Axis &axis = axes[n];
    Reach below = reach[axes.size() - n - 1];
    std::int64_t least = -floorDiv(-(lower - sum - below.most), axis.stride);
    std::int64_t most = floorDiv(upper - sum - below.least, axis.stride);
    least = std::max(least, moved ? axis.least : 0);
    most = std::min(most, axis.most);
    for (std::int64_t d = least; d <= most; ++d)
      if (finds(n + 1, sum + d * axis.stride, moved || d != 0))
        return true;
    return false;
  }

private:
  struct Reach {
    std::int64_t least;
    std::int64_t most;
  };
  static constexpr int kSteps = 100000;
  Sequence<Axis, 8> axes;
  Sequence<Reach, 9> reach; ///< of the last axes: of none, of one, ...
  std::int64_t lower, upper;
  int steps = 0;
};

/// Adds distances to those of the same stride, since they go together.
void addAxis(Sequence<Axis, 8> &axes, std::int64_t stride, std::int64_t farthest) {
  Axis added{std::abs(stride), std::min<std::int64_t>(farthest, 0),
             std::max<std::int64_t>(farthest, 0)};
  if (stride < 0)
    added = {added.stride, -added.most, -added.least};
  for (Axis &axis : axes)
    if (axis.stride == added.stride) {
      axis.least += added.least;
      axis.most += added.most;
      return;
    }
  if (added.stride != 0 && farthest != 0)
    axes.push_back(added);
}

/// The points of a part that a view has in the dimension at `d`.
Range rangeIn(const ArrayView &view, const Domain &part, std::size_t d) {
  return part.rangeOr(view.domain[d].dim) & view.domain[d].range;
}

/// Bytes from a view's first point to that of a part, which is not empty.
std::int64_t distanceTo(const ArrayView &view, const Domain &part) {
  std::int64_t elements = 0;
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    elements += (rangeIn(view, part, d).lo() - view.domain[d].range.lo()) * view.strides[d];
  return elements * static_cast<std::int64_t>(itemsize(view.dtype));
}

std::int64_t firstAddress(const Footprint &place) {
  return static_cast<std::int64_t>(place.block.address()) + place.offset +
         distanceTo(place.view, place.part);
}

bool isEmpty(const ArrayView &view, const Domain &part) {
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    if (rangeIn(view, part, d).empty())
      return true;
  return part.empty();
}

/// Adds the axes of a part, in bytes; `sign`: -1 for what is subtracted.
void addAxes(Sequence<Axis, 8> &axes, const ArrayView &view, const Domain &part, int sign) {
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    addAxis(axes, view.strides[d] * item, sign * (rangeIn(view, part, d).size() - 1));
}

} // namespace

HostSpan spanOf(const ArrayView &view, std::uintptr_t first) {
  HostSpan span{first, first + itemsize(view.dtype)};
  for (std::size_t d = 0; d < view.strides.size(); ++d) {
    std::int64_t length = (view.domain[d].range.size() - 1) * view.strides[d] *
                          static_cast<std::int64_t>(itemsize(view.dtype));
    span.lo += static_cast<std::uintptr_t>(std::min<std::int64_t>(length, 0));
    span.hi += static_cast<std::uintptr_t>(std::max<std::int64_t>(length, 0));
  }
  return span;
}

bool isDense(const ArrayView &view, HostSpan span) {
  std::uint64_t bytes = itemsize(view.dtype);
  for (const NamedRange &range : view.domain)
    bytes *= static_cast<std::uint64_t>(range.range.size());
  return bytes == span.hi - span.lo;
}

/// Whether each stride is as large as all that the next smaller one reaches, dimensions slow to
/// fast or fast to slow: as in most views, of which none overlaps itself.
static bool isNested(const ArrayView &view, bool isSlowFirst) {
  std::int64_t reached = 1;
  for (std::size_t n = 0; n < view.strides.size(); ++n) {
    std::size_t d = isSlowFirst ? view.strides.size() - 1 - n : n;
    std::int64_t stride = std::abs(view.strides[d]);
    if (stride < reached ||
        __builtin_mul_overflow(stride, std::max<std::int64_t>(1, view.domain[d].range.size()),
                               &reached))
      return false;
  }
  return true;
}

bool overlapsItself(const ArrayView &view) {
  if (isNested(view, true) || isNested(view, false))
    return false;
  Sequence<Axis, 8> axes;
  for (std::size_t d = 0; d < view.strides.size(); ++d) {
    std::int64_t extent = view.domain[d].range.size(), stride = std::abs(view.strides[d]);
    if (extent == 0)
      return false;
    if (extent == 1)
      continue;
    for (const Axis &axis : axes)
      if (axis.stride == stride)
        return true;
    if (stride == 0)
      return true;
    axes.push_back({stride, 1 - extent, extent - 1});
  }
  return Search(std::move(axes), 0, 0).finds(0, 0, false);
}

bool mayOverlap(const Footprint &a, const Footprint &b) {
  if (!shareMemory(a.block, b.block) || isEmpty(a.view, a.part) || isEmpty(b.view, b.part))
    return false;
  Sequence<Axis, 8> axes;
  addAxes(axes, a.view, a.part, 1);
  addAxes(axes, b.view, b.part, -1);
  auto before = static_cast<std::int64_t>(itemsize(a.view.dtype)) - 1;
  auto after = static_cast<std::int64_t>(itemsize(b.view.dtype)) - 1;
  std::int64_t distance = firstAddress(a) - firstAddress(b);
  return Search(std::move(axes), -before, after).finds(0, distance, true);
}

/// Whether the point with coordinate 0 in every dimension is or would be at one place of their
/// block. Views of which a dimension starts farther from the other's than memory reaches, in points
/// or bytes, count as not: what joins them needs no look at overflow.
static bool haveOneOrigin(const ArrayView &a, const ArrayView &b) {
  constexpr std::int64_t far = std::int64_t(1) << 52;
  auto isFar = [](std::int64_t distance) { return distance < -far || distance > far; };
  std::int64_t bytes = b.offset - a.offset;
  for (std::size_t d = 0; d < a.strides.size(); ++d) {
    std::int64_t points, elements;
    if (__builtin_sub_overflow(b.domain[d].range.lo(), a.domain[d].range.lo(), &points) ||
        isFar(points) || __builtin_mul_overflow(points, a.strides[d], &elements) || isFar(elements))
      return false;
    bytes -= elements * static_cast<std::int64_t>(itemsize(a.dtype));
  }
  return bytes == 0;
}

ArrayView hullOf(const ArrayView &a, const ArrayView &b) {
  ArrayView both = a;
  for (std::size_t d = 0; d < a.strides.size(); ++d) {
    Range own = a.domain[d].range, all = hull(own, b.domain[d].range);
    both.domain = both.domain.with(a.domain[d].dim(all));
    both.offset +=
        (all.lo() - own.lo()) * a.strides[d] * static_cast<std::int64_t>(itemsize(a.dtype));
  }
  return both;
}

/// Whether points that have other coordinates are other elements, in both views together.
static bool tellElements(const ArrayView &a, const ArrayView &b) {
  return a.domain == b.domain || !overlapsItself(hullOf(a, b));
}

bool isSameArray(const ArrayView &a, const ArrayView &b) {
  if (!(a.block == b.block) || a.dtype != b.dtype || !(a.strides == b.strides))
    return false;
  for (std::size_t d = 0; d < a.strides.size(); ++d)
    if (!(a.domain[d].dim == b.domain[d].dim))
      return false;
  return haveOneOrigin(a, b) && tellElements(a, b);
}

} // namespace gtjit::detail
