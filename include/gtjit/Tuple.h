//===- Tuple.h - Tuples of fields -------------------------------*- C++ -*-===//
//
// Operations that go element by element over tuples, nested ones too:
// std::tuple, std::pair, std::array. What `where`, `concat_where` and `astype` give
// is a std::tuple, of pairs and arrays too. Not part of gtjit.h, which needs no <tuple>.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TUPLE_H
#define GTJIT_TUPLE_H

#include "gtjit/Concat.h"
#include "gtjit/Functions.h"

#include <array>
#include <tuple>
#include <utility>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
template <class T>
concept TupleLike = requires { std::tuple_size<T>::value; };

template <class A, class B> constexpr bool matches() {
  if constexpr (!TupleLike<A> || !TupleLike<B>)
    return !TupleLike<A> && !TupleLike<B>;
  else if constexpr (std::tuple_size_v<A> != std::tuple_size_v<B>)
    return false;
  else
    return []<std::size_t... N>(std::index_sequence<N...>) {
      return (matches<std::tuple_element_t<N, A>, std::tuple_element_t<N, B>>() && ...);
    }(std::make_index_sequence<std::tuple_size_v<A>>());
}

/// The same tuple, with what `apply` makes of the elements at each place.
template <class Apply, class First, class... More>
auto mapTuple(Apply apply, SourceLine line, const First &first, const More &...more) {
  if constexpr (TupleLike<First>) {
    auto element = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
      return mapTuple(apply, line, std::get<N>(first), std::get<N>(more)...);
    };
    return [&]<std::size_t... N>(std::index_sequence<N...>) {
      return std::make_tuple(element(std::integral_constant<std::size_t, N>())...);
    }(std::make_index_sequence<std::tuple_size_v<First>>());
  } else {
    return apply(Arg(first, line), Arg(more, line)...);
  }
}

void viewElements(const Arg &field, Dimension dim, Field *elements, std::size_t size);
} // namespace detail

/// Two tuples of the same form: equal lengths, and tuples where the other has them.
template <class A, class B>
concept MatchingTuples = detail::TupleLike<A> && detail::matches<A, B>();

/// where(mask, (a, b), (c, d)) is (where(mask, a, c), where(mask, b, d)).
template <class A, class B>
  requires MatchingTuples<A, B>
[[nodiscard]] auto where(Arg mask, const A &a, const B &b) {
  return detail::mapTuple(
      [&](Arg x, Arg y) {
        return where(Arg(mask), static_cast<Arg &&>(x), static_cast<Arg &&>(y));
      },
      mask.line, a, b);
}

template <class A, class B>
  requires MatchingTuples<A, B>
[[nodiscard]] auto concat_where(const Condition &condition, const A &a, const B &b,
                                SourceLine line = SourceLine::here()) {
  return detail::mapTuple(
      [&](Arg x, Arg y) {
        return concat_where(condition, static_cast<Arg &&>(x), static_cast<Arg &&>(y));
      },
      line, a, b);
}

template <detail::TupleLike A>
[[nodiscard]] auto astype(const A &fields, DType type, SourceLine line = SourceLine::here()) {
  return detail::mapTuple([&](Arg x) { return astype(static_cast<Arg &&>(x), type); }, line,
                          fields);
}

/// A field whose last dimension counts the elements of a tuple: element n is the
/// field at the n-th coordinate of `dim`, without a copy. Throws ValueError unless
/// the field has `Size` points there.
template <std::size_t Size>
[[nodiscard]] std::array<Field, Size> tuple_view(const Arg &field, Dimension dim) {
  std::array<Field, Size> elements;
  detail::viewElements(field, dim, elements.data(), Size);
  return elements;
}
/// The same with several dimensions, each a tuple of tuples.
template <std::size_t Size, std::size_t Next, std::size_t... More, class... Dims>
[[nodiscard]] auto tuple_view(const Arg &field, Dimension dim, Dimension next, Dims... more) {
  std::array<Field, Size> elements = tuple_view<Size>(field, dim);
  std::array<decltype(tuple_view<Next, More...>(field, next, more...)), Size> nested;
  for (std::size_t n = 0; n < Size; ++n)
    nested[n] = tuple_view<Next, More...>(Arg(elements[n], field.line), next, more...);
  return nested;
}

} // namespace gtjit

#endif // GTJIT_TUPLE_H
