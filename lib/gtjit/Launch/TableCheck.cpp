//===- TableCheck.cpp - The values of tables ------------------------------===//

#include "gtjit/Launch/TableCheck.h"

#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

namespace gtjit::detail {

/// A value as a coordinate.
template <std::integral T> static std::int64_t coordinateOf(T value) {
  if constexpr (std::is_same_v<T, std::uint64_t>)
    return static_cast<std::int64_t>(std::min<std::uint64_t>(value, INT64_MAX));
  else
    return static_cast<std::int64_t>(value);
}

template <std::integral T>
static gtabi::Bounds rangeOf(const ArrayView &table, const std::byte *first) {
  std::size_t rank = table.strides.size();
  std::int64_t least = INT64_MAX, most = INT64_MIN;
  std::vector<std::int64_t> index(rank, 0);
  for (std::size_t d = rank + 1; d > 0;) {
    std::int64_t value = coordinateOf(loadValue<T>(first));
    least = std::min(least, value);
    most = std::max(most, value);
    for (d = rank; d > 0; --d) { // the next element
      std::int64_t size = table.domain[d - 1].range.size(),
                   step = table.strides[d - 1] * static_cast<std::int64_t>(sizeof(T));
      first += step;
      if (++index[d - 1] < size)
        break;
      first -= size * step;
      index[d - 1] = 0;
    }
  }
  return {least, most == INT64_MAX ? most : most + 1};
}

gtabi::Bounds rangeOfValues(const ArrayView &table, const std::byte *first) {
  for (const NamedRange &range : table.domain)
    if (range.range.empty())
      return {0, 0};
  return withType(table.dtype, [&]<class T>(T *) -> gtabi::Bounds {
    if constexpr (std::integral<T>)
      return rangeOf<T>(table, first);
    else
      return {INT64_MIN, INT64_MAX}; // no coordinates
  });
}

void checkTable(const ArrayView &table, const std::byte *first, gtabi::Bounds wanted,
                SourceLine line) {
  gtabi::Bounds values = rangeOfValues(table, first);
  if (values.lo < values.hi && (values.lo < wanted.lo || values.hi > wanted.hi))
    throw IndexOutOfBounds(line, "a table has values in " + toString(Range(values.lo, values.hi)) +
                                     ", expected them in " + toString(Range(wanted.lo, wanted.hi)));
}

} // namespace gtjit::detail
