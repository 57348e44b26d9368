//===- Sequence.h - A small array without <vector> --------------*- C++ -*-===//
//
// The container of the public headers: they include no standard container, so
// that a user's file compiles fast.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DETAIL_SEQUENCE_H
#define GTJIT_DETAIL_SEQUENCE_H

#include "gtjit/detail/Items.h"

#include <cstddef>
#include <initializer_list>
#include <new>

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// Room for `Count` objects inside a sequence.
template <class T, std::size_t Count> struct InlineRoom {
  alignas(T) std::byte bytes[Count * sizeof(T)];
};
template <class T> struct InlineRoom<T, 0> {};

/// An array of copyable `T` that grows at its end; the first `Inline` items
/// take no memory of their own. Values, not references.
template <class T, std::size_t Inline = 0> class Sequence {
public:
  Sequence() : items(inlineItems()) {}
  Sequence(std::initializer_list<T> list) : Sequence(Items<T>(list.begin(), list.size())) {}
  explicit Sequence(Items<T> list) : Sequence() {
    reserve(list.size());
    for (const T &item : list)
      ::new (static_cast<void *>(this->items + count++)) T(item);
  }
  Sequence(const Sequence &other) : Sequence() { copy(other); }
  Sequence(Sequence &&other) noexcept : Sequence() { take(other); }
  Sequence &operator=(const Sequence &other) {
    if (this != &other) {
      clear();
      copy(other);
    }
    return *this;
  }
  Sequence &operator=(Sequence &&other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~Sequence() { release(); }

  T *begin() { return items; }
  T *end() { return items + count; }
  const T *begin() const { return items; }
  const T *data() const { return items; }
  const T *end() const { return items + count; }
  std::size_t size() const { return count; }
  bool empty() const { return count == 0; }
  T &operator[](std::size_t i) { return items[i]; }
  const T &operator[](std::size_t i) const { return items[i]; }
  T &back() { return items[count - 1]; }
  const T &back() const { return items[count - 1]; }

  void reserve(std::size_t wanted) {
    if (wanted <= room)
      return;
    T *moved = static_cast<T *>(::operator new(wanted * sizeof(T)));
    moveItems(items, moved);
    if (items != inlineItems())
      ::operator delete(items);
    items = moved;
    room = wanted;
  }
  void push_back(T item) { append(static_cast<T &&>(item)); }
  /// Appends an item made of `parts`, none of which is in this sequence.
  template <class... Parts> T &append(Parts &&...parts) {
    if (count == room)
      reserve(room ? 2 * room : 4);
    T *made = ::new (static_cast<void *>(items + count)) T(static_cast<Parts &&>(parts)...);
    ++count;
    return *made;
  }
  /// Becomes `wanted` times the item.
  void assign(std::size_t wanted, T item) {
    clear();
    reserve(wanted);
    while (count < wanted)
      append(item);
  }
  /// Puts an item, which is not in this sequence, in front of item `i`.
  void insert(std::size_t i, T item) {
    append(static_cast<T &&>(item));
    for (std::size_t n = count - 1; n > i; --n) {
      T moved(static_cast<T &&>(items[n]));
      items[n] = static_cast<T &&>(items[n - 1]);
      items[n - 1] = static_cast<T &&>(moved);
    }
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
    Sequence mine(static_cast<Sequence &&>(*this));
    *this = static_cast<Sequence &&>(other);
    other = static_cast<Sequence &&>(mine);
  }
  operator std::span<const T>() const { return {items, count}; }
  friend bool operator==(const Sequence &a, const Sequence &b) {
    bool equal = a.count == b.count;
    for (std::size_t i = 0; equal && i < a.count; ++i)
      equal = a.items[i] == b.items[i];
    return equal;
  }

private:
  T *inlineItems() { return Inline ? reinterpret_cast<T *>(&local) : nullptr; }
  /// Copies the other's items; this sequence holds none.
  void copy(const Sequence &other) {
    if constexpr (Inline != 0 && __is_trivially_copyable(T)) {
      if (other.count <= Inline && room == Inline) { // of known size, so without a loop
        __builtin_memcpy(items, other.items, Inline * sizeof(T));
        count = other.count;
        return;
      }
    }
    reserve(other.count);
    for (const T &item : other)
      ::new (static_cast<void *>(items + count++)) T(item);
  }
  void moveItems(T *from, T *to) {
    if constexpr (Inline != 0 && __is_trivially_copyable(T)) {
      if (count <= Inline) {
        __builtin_memcpy(to, from, Inline * sizeof(T));
        return;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      ::new (static_cast<void *>(to + i)) T(static_cast<T &&>(from[i]));
      from[i].~T();
    }
  }
  /// Takes the other's items; this sequence holds none and no memory.
  void take(Sequence &other) noexcept {
    count = other.count;
    if (other.items == other.inlineItems()) {
      moveItems(other.items, items);
    } else {
      items = other.items;
      room = other.room;
      other.items = other.inlineItems();
      other.room = Inline;
    }
    other.count = 0;
  }
  void release() {
    clear();
    if (items != inlineItems())
      ::operator delete(items);
    items = inlineItems();
    room = Inline;
  }

  T *items;
  std::size_t count = 0;
  std::size_t room = Inline;
  [[no_unique_address]] InlineRoom<T, Inline> local;
};

} // namespace detail
} // namespace gtjit

#endif // GTJIT_DETAIL_SEQUENCE_H
