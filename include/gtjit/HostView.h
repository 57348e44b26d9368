//===- HostView.h - Values of a storage on the host -------------*- C++ -*-===//
//
// A small strided span: what Storage::read and Storage::write return.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_HOSTVIEW_H
#define GTJIT_HOSTVIEW_H

#include "gtjit/detail/Ref.h"
#include "gtjit/detail/Sequence.h"

#include <cstdint>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
struct Block;
void retain(Block *block) noexcept;
void release(Block *block) noexcept;
} // namespace detail

/// Values of a storage, indexed from 0 per dimension. Keeps the memory alive;
/// a reading view keeps seeing the values it was made for.
template <class T> class HostView {
public:
  HostView(T *first, detail::Sequence<std::int64_t> shape, detail::Sequence<std::int64_t> strides,
           detail::Ref<detail::Block> memory)
      : first(first), extents(static_cast<detail::Sequence<std::int64_t> &&>(shape)),
        steps(static_cast<detail::Sequence<std::int64_t> &&>(strides)),
        memory(static_cast<detail::Ref<detail::Block> &&>(memory)) {}

  /// The value at one index per dimension; not checked.
  template <class... Index> T &operator()(Index... index) const {
    std::int64_t offset = 0;
    std::size_t d = 0;
    ((offset += static_cast<std::int64_t>(index) * steps[d++]), ...);
    return first[offset];
  }
  /// The value at an index given as a list, one entry per dimension.
  T &at(std::span<const std::int64_t> index) const {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < index.size(); ++d)
      offset += index[d] * steps[d];
    return first[offset];
  }
  T *data() const { return first; }
  std::size_t ndim() const { return extents.size(); }
  const detail::Sequence<std::int64_t> &shape() const { return extents; }
  /// In elements.
  const detail::Sequence<std::int64_t> &strides() const { return steps; }

private:
  T *first;
  detail::Sequence<std::int64_t> extents;
  detail::Sequence<std::int64_t> steps;
  detail::Ref<detail::Block> memory;
};

} // namespace gtjit

#endif // GTJIT_HOSTVIEW_H
