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
#include <span>
#include <type_traits>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
/// Holds the memory of a host view and tells it that the view is alive.
struct HostAccess;
void retain(HostAccess *access) noexcept;
void release(HostAccess *access) noexcept;
/// From here on the memory is never moved.
void pin(HostAccess *access) noexcept;

/// What a host view is made of; strides in elements.
struct HostMemory {
  void *first;
  Sequence<std::int64_t> shape;
  Sequence<std::int64_t> strides;
  Ref<HostAccess> access;
};
} // namespace detail

/// Values of a storage, indexed from 0 per dimension. Keeps the memory alive.
/// A reading view (of `const T`) keeps seeing the values it was made for: a
/// write to the storage goes to other memory while it lives. A writing view
/// holds the memory in place while it lives. A view of foreign memory, or of a
/// storage whose address was taken by data(), looks into that memory and sees
/// later writes.
template <class T> class HostView {
public:
  explicit HostView(detail::HostMemory memory)
      : first(static_cast<T *>(memory.first)),
        extents(static_cast<detail::Sequence<std::int64_t> &&>(memory.shape)),
        steps(static_cast<detail::Sequence<std::int64_t> &&>(memory.strides)),
        access(static_cast<detail::Ref<detail::HostAccess> &&>(memory.access)) {}

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
  /// Address of the first element. Of a writing view it pins the memory for
  /// good: it is never moved again, so the address outlives the view as long
  /// as the storage lives.
  T *data() const {
    if constexpr (!std::is_const_v<T>)
      detail::pin(access.get());
    return first;
  }
  std::size_t ndim() const { return extents.size(); }
  const detail::Sequence<std::int64_t> &shape() const { return extents; }
  /// In elements.
  const detail::Sequence<std::int64_t> &strides() const { return steps; }

private:
  T *first;
  detail::Sequence<std::int64_t> extents;
  detail::Sequence<std::int64_t> steps;
  detail::Ref<detail::HostAccess> access;
};

} // namespace gtjit

#endif // GTJIT_HOSTVIEW_H
