//===- Sequence.h - A small array without <vector> --------------*- C++ -*-===//
//
// The container of the public headers: they include no standard container, so
// that a user's file compiles fast.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DETAIL_SEQUENCE_H
#define GTJIT_DETAIL_SEQUENCE_H

#include <cstddef>
#include <initializer_list>
#include <span>

namespace gtjit::detail {

/// An array of copyable `T` that grows at its end. Values, not references.
template <class T> class Sequence {
public:
  Sequence() = default;
  Sequence(std::initializer_list<T> items) : Sequence(std::span<const T>(items.begin(), items.size())) {}
  explicit Sequence(std::span<const T> items) {
    reserve(items.size());
    for (const T &item : items)
      push_back(item);
  }
  Sequence(const Sequence &other) : Sequence(std::span<const T>(other.begin(), other.size())) {}
  Sequence(Sequence &&other) noexcept { swap(other); }
  Sequence &operator=(Sequence other) noexcept {
    swap(other);
    return *this;
  }
  ~Sequence() {
    clear();
    ::operator delete(items);
  }

  T *begin() { return items; }
  T *end() { return items + count; }
  const T *begin() const { return items; }
  const T *end() const { return items + count; }
  std::size_t size() const { return count; }
  bool empty() const { return count == 0; }
  T &operator[](std::size_t i) { return items[i]; }
  const T &operator[](std::size_t i) const { return items[i]; }
  T &back() { return items[count - 1]; }

  void reserve(std::size_t wanted) {
    if (wanted <= room)
      return;
    T *moved = static_cast<T *>(::operator new(wanted * sizeof(T)));
    for (std::size_t i = 0; i < count; ++i) {
      ::new (static_cast<void *>(moved + i)) T(static_cast<T &&>(items[i]));
      items[i].~T();
    }
    ::operator delete(items);
    items = moved;
    room = wanted;
  }
  void push_back(T item) {
    if (count == room)
      reserve(room ? 2 * room : 4);
    ::new (static_cast<void *>(items + count)) T(static_cast<T &&>(item));
    ++count;
  }
  void erase(std::size_t i) {
    for (; i + 1 < count; ++i)
      items[i] = static_cast<T &&>(items[i + 1]);
    items[--count].~T();
  }
  void clear() {
    while (count)
      items[--count].~T();
  }
  void swap(Sequence &other) noexcept {
    T *otherItems = other.items;
    std::size_t otherCount = other.count, otherRoom = other.room;
    other.items = items, other.count = count, other.room = room;
    items = otherItems, count = otherCount, room = otherRoom;
  }
  operator std::span<const T>() const { return {items, count}; }

private:
  T *items = nullptr;
  std::size_t count = 0;
  std::size_t room = 0;
};

} // namespace gtjit::detail

#endif // GTJIT_DETAIL_SEQUENCE_H
