//===- Nested.h - Tuples within tuples ---------------------------*- C++ -*-===//
//
// What functions take and give in tuples, pairs and arrays, nested as one likes: its
// values from left to right, and the same form with fields in their places. Needs no
// <tuple>.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DETAIL_NESTED_H
#define GTJIT_DETAIL_NESTED_H

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace [[gnu::visibility("default")]] gtjit {

class Field;

namespace detail {

/// What `T` nests: one value, if it is no tuple.
template <class T> struct Nested {
  static constexpr std::size_t count = 1;
  using Fields = Field;
  /// The same form with the fields from `next` on.
  template <class F> static F make(const F *&next) { return *next++; }
  /// Calls `each` with every value.
  template <class Each> static void visit(const T &from, const Each &each) { each(from); }
};
template <class List, class... Parts> struct NestedList {
  static constexpr std::size_t count =
      (std::size_t{0} + ... + Nested<std::remove_cvref_t<Parts>>::count);
  template <class Each> static void visit(const List &from, const Each &each) {
    [&]<std::size_t... N>(std::index_sequence<N...>) {
      (Nested<std::remove_cvref_t<Parts>>::visit(get<N>(from), each), ...);
    }(std::make_index_sequence<sizeof...(Parts)>());
  }
};
template <template <class...> class Tuple, class... Parts>
  requires(requires { std::tuple_size<Tuple<Parts...>>::value; })
struct Nested<Tuple<Parts...>> : NestedList<Tuple<Parts...>, Parts...> {
  using Fields = Tuple<typename Nested<std::remove_cvref_t<Parts>>::Fields...>;
  template <class F> static Fields make(const F *&next) {
    return Fields{Nested<std::remove_cvref_t<Parts>>::make(next)...}; // braces: from left to right
  }
};
template <class T, std::size_t Count> struct Nested<std::array<T, Count>> {
  static constexpr std::size_t count = Count * Nested<T>::count;
  using Fields = std::array<typename Nested<T>::Fields, Count>;
  template <class F> static Fields make(const F *&next) {
    Fields fields;
    for (auto &field : fields)
      field = Nested<T>::make(next);
    return fields;
  }
  template <class Each> static void visit(const std::array<T, Count> &from, const Each &each) {
    for (const T &value : from)
      Nested<T>::visit(value, each);
  }
};

/// True if all that `T` nests converts to `Value`.
template <class T, class Value>
inline constexpr bool nests = std::is_convertible_v<const T &, Value>;
template <template <class...> class Tuple, class... Parts, class Value>
  requires(requires { std::tuple_size<Tuple<Parts...>>::value; })
inline constexpr bool nests<Tuple<Parts...>, Value> =
    (nests<std::remove_cvref_t<Parts>, Value> && ...);
template <class T, std::size_t Count, class Value>
inline constexpr bool nests<std::array<T, Count>, Value> = nests<T, Value>;

/// All that is nested in some things, side by side.
template <class Value, class... Things> struct Flat {
  static constexpr std::size_t count = (std::size_t{0} + ... + Nested<Things>::count);
  static_assert(count > 0, "an empty tuple");
  Value values[count];
  explicit Flat(const Things &...things) {
    Value *next = values;
    (Nested<Things>::visit(things, [&](const auto &value) { *next++ = value; }), ...);
  }
};

} // namespace detail
} // namespace gtjit

#endif // GTJIT_DETAIL_NESTED_H
