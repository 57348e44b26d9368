//===- MemRef.h - Arrays as functions get them ------------------*- C++ -*-===//
//
// What a function on whole arrays is called with, and what it says of itself.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMREF_H
#define GTJIT_MEMREF_H

#include "gtjit/DType.h"
#include "gtjit/Dimension.h"
#include "gtjit/detail/Sequence.h"

#include <cstdint>
#include <initializer_list>

namespace [[gnu::visibility("default")]] gtjit {

/// An array in the host's memory, of named dimensions in the order in which the function has
/// declared them. `gtjitMemRef` of the C API is the same. Lives as long as the call.
struct MemRef {
  void *data;                  ///< the element at the first coordinates
  const std::int64_t *sizes;   ///< points of each dimension
  const std::int64_t *strides; ///< of each dimension, in elements
  const std::int64_t *origins; ///< first coordinate of each dimension: -1 with a halo of one point
  std::int32_t rank;           ///< how many dimensions there are
  std::int32_t type;           ///< a DType

  /// The element at these positions, counted from 0, of an array of T.
  template <class T, class... Position> T &at(Position... position) const {
    const std::int64_t positions[] = {static_cast<std::int64_t>(position)..., 0};
    std::int64_t offset = 0;
    for (std::int32_t d = 0; d < rank; ++d)
      offset += positions[d] * strides[d];
    return static_cast<T *>(data)[offset];
  }
};

/// A function on whole arrays: one MemRef for each array that it has declared, in this order.
/// Returns 0, or why it has failed.
using ArrayFunction = int(const MemRef *arrays);

/// What a function does with an array.
enum class ArrayUse : std::uint8_t {
  Read,
  Write, ///< all elements, whatever they were
  Update ///< it reads and writes: the values that it is given become its result
};

/// An array that a function takes or gives, see `reads`, `writes` and `updates`.
struct ArrayParameter {
  ArrayUse use;
  DType dtype;
  /// In the order in which the function gets them; without bounds the range is that of the
  /// operands.
  detail::Sequence<NamedRange> dims;
  /// Its elements lie one behind the other, the last dimension fastest. Memory that is otherwise
  /// is copied.
  bool isDense = false;
};

namespace detail {
/// A dimension, or a range of one.
struct ArrayDimension {
  NamedRange range;
  ArrayDimension(Dimension dim) : range(dim(Range::all())) {}
  ArrayDimension(NamedRange given) : range(given) {}
};

template <ArrayUse way> struct ArrayOf : ArrayParameter {
  static constexpr ArrayUse useOfAll = way;
  ArrayOf(DType type, std::initializer_list<ArrayDimension> list) : ArrayParameter{way, type, {}} {
    for (const ArrayDimension &each : list)
      dims.push_back(each.range);
  }
  /// The same without gaps, as many libraries want it: the last dimension is the fastest.
  [[nodiscard]] ArrayOf dense() const {
    ArrayOf result = *this;
    result.isDense = true;
    return result;
  }
};
} // namespace detail

/// An operand: `reads(F64, {I, J})`. Ranges that are written out, `{I(0, 8), J}`, it must have.
[[nodiscard]] inline auto reads(DType type, std::initializer_list<detail::ArrayDimension> dims) {
  return detail::ArrayOf<ArrayUse::Read>(type, dims);
}
/// A result: `writes(F64, {I, M(0, 5)})`. Ranges that are not written out are those that the
/// operands have in these dimensions.
[[nodiscard]] inline auto writes(DType type, std::initializer_list<detail::ArrayDimension> dims) {
  return detail::ArrayOf<ArrayUse::Write>(type, dims);
}
/// An operand whose elements the function changes: they are a result then.
[[nodiscard]] inline auto updates(DType type, std::initializer_list<detail::ArrayDimension> dims) {
  return detail::ArrayOf<ArrayUse::Update>(type, dims);
}

} // namespace gtjit

#endif // GTJIT_MEMREF_H
