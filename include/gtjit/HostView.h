//===- HostView.h - Values of a storage on the host -------------*- C++ -*-===//
//
// A small strided span: what Storage::read and Storage::write return.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_HOSTVIEW_H
#define GTJIT_HOSTVIEW_H

#include "gtjit/Range.h"
#include "gtjit/detail/Ref.h"
#include "gtjit/detail/Sequence.h"

#include <cstdint>
#include <type_traits>

/// 1: host views check their indices; 0: they do not. Unless told, debug builds do.
#ifndef GTJIT_CHECK_BOUNDS
#ifdef NDEBUG
#define GTJIT_CHECK_BOUNDS 0
#else
#define GTJIT_CHECK_BOUNDS 1
#endif
#endif

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

/// Throws the error of an index that is not in a view of these extents.
[[noreturn]] void throwViewIndex(Items<std::int64_t> extents, Items<std::int64_t> index,
                                 SourceLine line);
inline void checkViewIndex(Items<std::int64_t> extents, Items<std::int64_t> index,
                           SourceLine line) {
  bool inside = index.size() == extents.size();
  for (std::size_t d = 0; inside && d < index.size(); ++d)
    inside = index[d] >= 0 && index[d] < extents[d];
  if (!inside)
    throwViewIndex(extents, index, line);
}
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

  /// The value at one index per dimension. Where indices are checked, throws
  /// IndexError for another number of them and IndexOutOfBounds for one below 0
  /// or beyond the extent.
  template <bool checked = GTJIT_CHECK_BOUNDS, std::integral... Index>
  T &operator()(detail::PositionAt i, Index... more) const {
    if constexpr (checked) {
      const std::int64_t index[] = {i.position, static_cast<std::int64_t>(more)...};
      detail::checkViewIndex(extents, index, i.line);
    }
    std::int64_t offset = i.position * steps[0];
    std::size_t d = 1;
    ((offset += static_cast<std::int64_t>(more) * steps[d++]), ...);
    return first[offset];
  }
  /// The value of a storage without dimensions.
  T &operator()() const { return *first; }
  /// The value at an index given as a list, one entry per dimension; checked
  /// as above.
  template <bool checked = GTJIT_CHECK_BOUNDS>
  T &at(detail::Items<std::int64_t> index, SourceLine line = SourceLine::here()) const {
    if constexpr (checked)
      detail::checkViewIndex(extents, index, line);
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < index.size(); ++d)
      offset += index[d] * steps[d];
    return first[offset];
  }
  template <std::integral N> void operator[](N) const = delete; // values(i, j)
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
