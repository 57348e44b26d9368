//===- TableCheck.cpp - The values of tables ------------------------------===//

#include "gtjit/Launch/TableCheck.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

namespace gtjit::detail {

template <class T> static std::int64_t valueAt(const std::byte *address) {
  T value;
  std::memcpy(&value, address, sizeof(value));
  if constexpr (std::is_same_v<T, std::uint64_t>)
    return static_cast<std::int64_t>(std::min<std::uint64_t>(value, INT64_MAX));
  else
    return static_cast<std::int64_t>(value);
}

using ReadValue = std::int64_t (*)(const std::byte *);

static ReadValue readerOf(DType type) {
  switch (type) {
  case DType::I8:
    return valueAt<std::int8_t>;
  case DType::I16:
    return valueAt<std::int16_t>;
  case DType::I32:
    return valueAt<std::int32_t>;
  case DType::U8:
    return valueAt<std::uint8_t>;
  case DType::U16:
    return valueAt<std::uint16_t>;
  case DType::U32:
    return valueAt<std::uint32_t>;
  case DType::U64:
    return valueAt<std::uint64_t>;
  default:
    return valueAt<std::int64_t>;
  }
}

gtabi::Bounds rangeOfValues(const ArrayView &table, const std::byte *first) {
  std::size_t rank = table.strides.size();
  auto bytes = static_cast<std::int64_t>(itemsize(table.dtype));
  for (std::size_t d = 0; d < rank; ++d)
    if (table.domain[d].range.empty())
      return {0, 0};
  ReadValue read = readerOf(table.dtype);
  std::int64_t least = INT64_MAX, most = INT64_MIN;
  std::vector<std::int64_t> index(rank, 0);
  for (std::size_t d = rank + 1; d > 0;) {
    std::int64_t value = read(first);
    least = std::min(least, value);
    most = std::max(most, value);
    for (d = rank; d > 0; --d) { // the next element
      std::int64_t size = table.domain[d - 1].range.size(), step = table.strides[d - 1] * bytes;
      first += step;
      if (++index[d - 1] < size)
        break;
      first -= size * step;
      index[d - 1] = 0;
    }
  }
  return {least, most == INT64_MAX ? most : most + 1};
}

} // namespace gtjit::detail
