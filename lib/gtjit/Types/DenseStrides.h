//===- DenseStrides.h - From extents to strides -----------------*- C++ -*-===//
//
// The one place where extents are multiplied: strides and sizes of memory, and
// numbers of points. Knows nothing of memory itself.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_DENSESTRIDES_H
#define GTJIT_TYPES_DENSESTRIDES_H

#include "gtjit/DType.h"
#include "gtjit/Domain.h"
#include "gtjit/SourceLine.h"
#include "gtjit/detail/Sequence.h"

#include <cstdint>
#include <optional>
#include <span>

namespace gtjit::detail {

/// Of each dimension, in elements.
using Strides = Sequence<std::int64_t, 3>;

/// Bytes that no memory has: sizes beyond are refused before they overflow.
inline constexpr std::int64_t kMostBytes = std::int64_t{1} << 60;

/// The product of numbers that are not negative, INT64_MAX if it is larger.
inline std::int64_t saturatingProduct(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

/// The points of a domain along its finite ranges, INT64_MAX if there are more.
std::int64_t finitePoints(const Domain &domain);

/// Writes the strides, in elements, of dense memory with these extents, and
/// returns its elements; nothing if they need more than kMostBytes. An extent
/// of 0 counts as 1. `slowToFast`: positions in `extents`; empty: their order.
/// The extent of the fastest is rounded up to a multiple of `rowMultiple`.
std::optional<std::int64_t> denseStrides(DType type, std::span<const std::int64_t> extents,
                                         std::span<const unsigned> slowToFast,
                                         std::int64_t rowMultiple, std::int64_t *strides);

/// Throws MemoryError: "cannot allocate 3 x 4 elements of f64".
[[noreturn]] void throwTooLarge(DType type, std::span<const std::int64_t> extents, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_DENSESTRIDES_H
