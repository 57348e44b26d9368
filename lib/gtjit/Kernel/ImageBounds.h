//===- ImageBounds.h - The ranges of an image -------------------*- C++ -*-===//
//
// What an image's bounds are for the ranges of one call. Knows nothing of
// kernels and memory.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_IMAGEBOUNDS_H
#define GTJIT_KERNEL_IMAGEBOUNDS_H

#include "gtjit/Kernel/ImageView.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

/// Writes the coordinates of each of the image's bounds, in the order of their
/// table, for the ranges of a call, one for each that the program has. What is
/// empty becomes [0, 0); bounds beyond all coordinates, their ends.
void evaluateBounds(const ImageView &image, const gtabi::Bounds *ranges, gtabi::Bounds *values);

/// A range argument that is of the same dimension as bounds number `bounds`.
std::uint32_t rangeOf(const ImageView &image, std::uint32_t bounds);

inline bool isEmpty(gtabi::Bounds bounds) { return bounds.lo >= bounds.hi; }

/// The least range with all of both; an empty one adds nothing.
inline gtabi::Bounds hull(gtabi::Bounds a, gtabi::Bounds b) {
  if (isEmpty(a) || isEmpty(b))
    return isEmpty(a) ? b : a;
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

inline gtabi::Bounds intersection(gtabi::Bounds a, gtabi::Bounds b) {
  return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
}

inline std::int64_t extentOf(gtabi::Bounds bounds) {
  return std::max<std::int64_t>(0, bounds.hi - bounds.lo);
}

/// Points of a kernel's loops, and of the range that it reduces, together.
inline std::int64_t pointsOf(const gtabi::KernelInfo &kernel, const gtabi::Bounds *bounds) {
  std::int64_t points = 1;
  for (std::uint32_t n = 0; n < kernel.loopDims + kernel.hasFold; ++n)
    points = saturatingProduct(points, extentOf(bounds[n]));
  return points;
}

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_IMAGEBOUNDS_H
