//===- Condition.h - Sets of points by their coordinates --------*- C++ -*-===//
//
// What is written with dimensions and numbers: `I < 1`, `(I == 0) | (J > 7)`.
// A condition is a set of points, decided by coordinates alone and not by values:
// where which part of a concatenation is, known before anything runs.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CONDITION_H
#define GTJIT_CONDITION_H

#include "gtjit/Domain.h"

#pragma push_macro("I")
#undef I

namespace [[gnu::visibility("default")]] gtjit {

/// A set of points in some dimensions, not restricted in all others: disjoint
/// boxes in a normal form, so that equal sets in the same dimensions are equal.
/// Has no truth value: `0 < I < 10` does not compile.
class Condition {
public:
  /// The points of a range, a coordinate or a domain.
  Condition(NamedRange range) : Condition(Domain(range)) {}
  Condition(NamedIndex index) : Condition(index.dim(index.index, saturatingAdd(index.index, 1))) {}
  Condition(const Domain &box);
  explicit operator bool() const = delete;

  /// The dimensions that it names, the one that is the slowest in memory made
  /// from a domain first.
  const Dims &dims() const { return named; }
  /// Disjoint boxes that have all of dims(), none of them empty: cut at the
  /// bounds of the first dimension, then at those of the next, and joined where
  /// neighbours are equal.
  detail::Items<Domain> boxes() const { return list; }

  /// Points of both, of one of them at least, of none.
  friend Condition operator&(const Condition &a, const Condition &b);
  friend Condition operator|(const Condition &a, const Condition &b);
  friend Condition operator~(const Condition &a);
  /// The same points, named in the same dimensions.
  friend bool operator==(const Condition &a, const Condition &b);

private:
  Condition() = default;
  static Condition combined(const Condition &a, const Condition &b, bool (*holds)(bool, bool));

  Dims named;
  detail::Sequence<Domain> list;
};

// Declared again where they are exported: a friend declaration alone is not.
[[nodiscard]] Condition operator&(const Condition &a, const Condition &b);
[[nodiscard]] Condition operator|(const Condition &a, const Condition &b);
[[nodiscard]] Condition operator~(const Condition &a);
[[nodiscard]] bool operator==(const Condition &a, const Condition &b);
/// As for bool fields.
[[nodiscard]] inline Condition operator!(const Condition &a) { return ~a; }

namespace detail {
template <class T>
concept CoordinateNumber = std::integral<T> && !std::same_as<T, bool>;
} // namespace detail

/// The points whose coordinate in a dimension is so.
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator<(Dimension dim, T bound) {
  return Condition(dim.below(static_cast<std::int64_t>(bound)));
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator>=(Dimension dim, T bound) {
  return Condition(dim.from(static_cast<std::int64_t>(bound)));
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator<=(Dimension dim, T bound) {
  return dim < saturatingAdd(static_cast<std::int64_t>(bound), 1);
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator>(Dimension dim, T bound) {
  return dim >= saturatingAdd(static_cast<std::int64_t>(bound), 1);
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator==(Dimension dim, T at) {
  return Condition(dim(static_cast<std::int64_t>(at)));
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator!=(Dimension dim, T at) {
  return ~(dim == at);
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator<(T bound, Dimension dim) {
  return dim > bound;
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator<=(T bound, Dimension dim) {
  return dim >= bound;
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator>(T bound, Dimension dim) {
  return dim < bound;
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator>=(T bound, Dimension dim) {
  return dim <= bound;
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator==(T at, Dimension dim) {
  return dim == at;
}
template <detail::CoordinateNumber T> [[nodiscard]] Condition operator!=(T at, Dimension dim) {
  return dim != at;
}

} // namespace gtjit

#pragma pop_macro("I")

#endif // GTJIT_CONDITION_H
