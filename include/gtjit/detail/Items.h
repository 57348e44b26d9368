//===- Items.h - Items that lie side by side ---------------------*- C++ -*-===//
//
// How public functions take lists. Not std::span: where a constructor takes one, the
// compiler looks whether each class that is copied is a contiguous range, and clang
// spends half a second a file on that.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DETAIL_ITEMS_H
#define GTJIT_DETAIL_ITEMS_H

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// True for vectors, arrays, spans and sequences of `T`.
template <class List, class T>
concept ListOf = requires(const List &list) {
  requires std::same_as<std::remove_cvref_t<decltype(*list.data())>, T>;
  { list.size() } -> std::convertible_to<std::size_t>;
};

/// Items of somebody, to be read during a call.
template <class T> class Items {
public:
  constexpr Items() = default;
  constexpr Items(const T *start, std::size_t size) : first(start), count(size) {}
  constexpr Items(std::initializer_list<T> list) : Items(list.begin(), list.size()) {}
  template <std::size_t Count>
  constexpr Items(const T (&array)[Count]) : first(array), count(Count) {}
  template <ListOf<T> List> constexpr Items(const List &list) : Items(list.data(), list.size()) {}

  constexpr const T *begin() const { return first; }
  constexpr const T *end() const { return first + count; }
  constexpr const T *data() const { return first; }
  constexpr std::size_t size() const { return count; }
  constexpr bool empty() const { return count == 0; }
  constexpr const T &operator[](std::size_t n) const { return first[n]; }
  constexpr operator std::span<const T>() const { return {first, count}; }

private:
  const T *first = nullptr;
  std::size_t count = 0;
};

} // namespace detail
} // namespace gtjit

#endif // GTJIT_DETAIL_ITEMS_H
