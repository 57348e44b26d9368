//===- ViewOverlap.cpp - Do two views share elements? ---------------------===//
//
// Views of one storage differ by a translation of coordinates, which is found
// from the distance of their origins. Where that is not the case the ranges of
// addresses decide.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/ViewOverlap.h"

#include <cstdlib>
#include <optional>

namespace gtjit::detail {

static std::int64_t strideOf(const ArrayView &view, Dimension dim) {
  for (std::size_t d = 0; d < view.domain.ndim(); ++d)
    if (view.domain[d].dim == dim)
      return view.strides[d];
  return 0;
}

/// Bytes from the block's base to the point with all coordinates 0.
static std::int64_t originOf(const ArrayView &view) {
  std::int64_t elements = 0;
  for (std::size_t d = 0; d < view.domain.ndim(); ++d)
    elements += view.domain[d].range.lo() * view.strides[d];
  return view.offset - elements * static_cast<std::int64_t>(itemsize(view.dtype));
}

static bool sameShape(const ArrayView &a, const ArrayView &b) {
  if (a.block != b.block || a.dtype != b.dtype || a.domain.ndim() != b.domain.ndim())
    return false;
  for (std::size_t d = 0; d < a.domain.ndim(); ++d) {
    Dimension dim = a.domain[d].dim;
    if (!b.domain.has(dim) || strideOf(b, dim) != a.strides[d])
      return false;
  }
  return true;
}

bool sameAddresses(const ArrayView &a, const ArrayView &b) {
  return sameShape(a, b) && originOf(a) == originOf(b);
}

/// `box` of `from` in the coordinates of `to`; nothing if the views are not
/// translations of each other, or the box does not lie in `to`.
static std::optional<Domain> translated(const ArrayView &from, Domain box, const ArrayView &to) {
  if (!sameShape(from, to))
    return std::nullopt;
  std::int64_t bytes = originOf(from) - originOf(to);
  std::int64_t size = static_cast<std::int64_t>(itemsize(to.dtype));
  if (bytes % size != 0)
    return std::nullopt;
  std::int64_t elements = bytes / size;
  for (unsigned d : to.strideOrder()) {
    std::int64_t stride = to.strides[d];
    if (stride == 0)
      continue;
    // The nearest multiple: origins lie a few points apart in each dimension.
    std::int64_t half = std::abs(stride) / 2;
    std::int64_t steps = (elements + (elements >= 0 ? half : -half)) / stride;
    elements -= steps * stride;
    box = box.translated(to.domain[std::size_t{d}].dim, steps);
  }
  if (elements != 0 || !to.domain.contains(box))
    return std::nullopt;
  return box;
}

/// First and last byte of the elements of `box`, relative to the block.
static std::pair<std::int64_t, std::int64_t> addressRange(const ArrayView &view,
                                                          const Domain &box) {
  std::int64_t first = originOf(view), last = first;
  std::int64_t size = static_cast<std::int64_t>(itemsize(view.dtype));
  for (std::size_t d = 0; d < view.domain.ndim(); ++d) {
    Range range = box.rangeOr(view.domain[d].dim) & view.domain[d].range;
    std::int64_t a = range.lo() * view.strides[d] * size;
    std::int64_t b = (range.hi() - 1) * view.strides[d] * size;
    first += a < b ? a : b;
    last += a < b ? b : a;
  }
  return {first, last + size - 1};
}

bool mayOverlap(const ArrayView &reader, const Domain &read, const ArrayView &target,
                const Domain &written) {
  if (reader.block != target.block || read.empty() || written.empty() || reader.domain.empty())
    return false;
  if (std::optional<Domain> box = translated(reader, read & reader.domain, target))
    return !(*box & written).empty();
  auto [firstRead, lastRead] = addressRange(reader, read);
  auto [firstWritten, lastWritten] = addressRange(target, written);
  return firstRead <= lastWritten && firstWritten <= lastRead;
}

} // namespace gtjit::detail
