//===- DenseStrides.cpp - From extents to strides -------------------------===//

#include "gtjit/Types/DenseStrides.h"

#include "gtjit/Error.h"

#include <algorithm>
#include <string>

namespace gtjit::detail {

std::int64_t finitePoints(const Domain &domain) {
  std::int64_t points = 1;
  for (const NamedRange &range : domain)
    points = range.range.isFinite() ? saturatingProduct(points, range.range.size()) : points;
  return points;
}

std::optional<std::int64_t> denseStrides(DType type, std::span<const std::int64_t> extents,
                                         std::span<const unsigned> slowToFast,
                                         std::int64_t rowMultiple, std::int64_t *strides) {
  std::int64_t most = kMostBytes / static_cast<std::int64_t>(itemsize(type));
  std::int64_t elements = 1;
  if (rowMultiple > most)
    return std::nullopt;
  for (std::size_t n = extents.size(); n-- > 0;) {
    std::size_t d = slowToFast.empty() ? n : slowToFast[n];
    strides[d] = elements;
    std::int64_t extent = std::max<std::int64_t>(extents[d], 1);
    if (extent > most)
      return std::nullopt;
    if (n + 1 == extents.size() && rowMultiple > 1)
      extent = (extent + rowMultiple - 1) / rowMultiple * rowMultiple;
    if (__builtin_mul_overflow(elements, extent, &elements) || elements > most)
      return std::nullopt;
  }
  return elements;
}

void throwTooLarge(DType type, std::span<const std::int64_t> extents, SourceLine line) {
  std::string text;
  for (std::int64_t extent : extents)
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  throw MemoryError(line, "cannot allocate " + text + " elements of " + std::string(name(type)));
}

} // namespace gtjit::detail
