//===- ImageBounds.cpp - The ranges of an image ---------------------------===//
//
// Parts stand before what is made of them, so one pass over the table does.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Kernel/ImageBounds.h"

#include "gtjit/Range.h"

namespace gtjit::detail {

using gtabi::Bounds;
using gtabi::BoundsKind;

/// What of `a` lies below `b`, or above it.
static Bounds beside(Bounds a, Bounds b, bool isBelow) {
  if (isEmpty(b))
    return isBelow ? a : Bounds{0, 0};
  return isBelow ? Bounds{a.lo, std::min(a.hi, b.lo)} : Bounds{std::max(a.lo, b.hi), a.hi};
}

static Bounds join(BoundsKind kind, Bounds a, Bounds b) {
  if (kind == BoundsKind::Hull)
    return hull(a, b);
  if (kind == BoundsKind::Intersection)
    return intersection(a, b);
  if (kind == BoundsKind::When)
    return isEmpty(b) ? Bounds{0, 0} : a;
  return beside(a, b, kind == BoundsKind::Below);
}

void evaluateBounds(const ImageView &image, const Bounds *ranges, Bounds *values) {
  std::span<const gtabi::BoundsInfo> infos = image.bounds();
  for (std::size_t n = 0; n < infos.size(); ++n) {
    const gtabi::BoundsInfo &info = infos[n];
    Bounds result{0, 0};
    if (info.kind == BoundsKind::Range) {
      result = ranges[info.range];
    } else {
      std::span<const std::uint32_t> parts = image.boundsUses(info.parts);
      result = values[parts.front()];
      for (std::uint32_t part : parts.subspan(1))
        result = join(info.kind, result, values[part]);
    }
    if (!isEmpty(result))
      result = {saturatingAdd(result.lo, info.lower), saturatingAdd(result.hi, info.upper)};
    values[n] = isEmpty(result) ? Bounds{0, 0} : result;
  }
}

std::uint32_t rangeOf(const ImageView &image, std::uint32_t bounds) {
  const gtabi::BoundsInfo *info = &image.bounds()[bounds];
  while (info->kind != BoundsKind::Range)
    info = &image.bounds()[image.boundsUses(info->parts).front()];
  return info->range;
}

} // namespace gtjit::detail
