//===- Range.h - Half-open ranges of integers -------------------*- C++ -*-===//
//
// Ranges with infinities, the one-dimensional part of a domain, and what
// selects a part of one by counting from its ends.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RANGE_H
#define GTJIT_RANGE_H

#include "gtjit/SourceLine.h"

#include <compare>
#include <concepts>
#include <cstdint>

namespace [[gnu::visibility("default")]] gtjit {

/// What `unbounded` is: a bound of ranges, but no number that a field could have.
/// Converts to the type of bounds alone: no other holds it.
class Unbounded {
public:
  constexpr Unbounded() = default;
  template <std::same_as<std::int64_t> T> constexpr operator T() const {
    return below ? -INT64_MAX : INT64_MAX;
  }
  constexpr Unbounded operator-() const { return Unbounded(!below); }
  template <std::signed_integral T> friend constexpr bool operator==(Unbounded a, T b) {
    return static_cast<std::int64_t>(a) == b;
  }
  template <std::signed_integral T>
  friend constexpr std::strong_ordering operator<=>(Unbounded a, T b) {
    return static_cast<std::int64_t>(a) <=> std::int64_t{b};
  }
  friend constexpr bool operator==(Unbounded, Unbounded) = default;

private:
  explicit constexpr Unbounded(bool negative) : below(negative) {}
  bool below = false;
};
/// In place of an end that a range does not have: I(0, unbounded), I(-unbounded, 0).
inline constexpr Unbounded unbounded;

/// `a + b`; an unbounded `a` stays, a sum that does not fit becomes unbounded.
[[nodiscard]] constexpr std::int64_t saturatingAdd(std::int64_t a, std::int64_t b) {
  if (a == unbounded || a == -unbounded)
    return a;
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum) || sum == INT64_MIN)
    return b > 0 ? unbounded : -unbounded;
  return sum;
}

/// `-a`, for every `a`.
[[nodiscard]] constexpr std::int64_t saturatingNegate(std::int64_t a) {
  return a == INT64_MIN ? unbounded : -a;
}

/// One entry of a relative slice: start and end counted from the start of a
/// range, or from its end if negative. A missing end is `none`.
struct Slice {
  static constexpr std::int64_t none = INT64_MIN;
  std::int64_t start = none;
  std::int64_t stop = none;
  std::int64_t step = 1;
  /// Takes one point, and with it the dimension away.
  bool isIndex = false;

  constexpr Slice() = default;
  constexpr Slice(std::int64_t index) : start(index), isIndex(true) {}
  template <std::integral T>
  constexpr Slice(T index) : start(static_cast<std::int64_t>(index)), isIndex(true) {}
  constexpr Slice(std::int64_t from, std::int64_t to, std::int64_t by = 1)
      : start(from), stop(to), step(by) {}
};

namespace detail {
/// A position and the line on which it is written: `[]` cannot have a default
/// argument.
struct PositionAt {
  std::int64_t position;
  SourceLine line;
  template <std::integral T>
  constexpr PositionAt(T at, SourceLine here = SourceLine::here())
      : position(static_cast<std::int64_t>(at)), line(here) {}
};
/// A slice and its line.
struct SliceAt {
  Slice slice;
  SourceLine line;
  template <std::same_as<Slice> T>
  constexpr SliceAt(T part, SourceLine here = SourceLine::here()) : slice(part), line(here) {}
  constexpr SliceAt(std::int64_t start, std::int64_t stop, std::int64_t step = 1,
                    SourceLine here = SourceLine::here())
      : slice(start, stop, step), line(here) {}
};
} // namespace detail

/// The integers lo, lo + 1, ..., hi - 1. Every empty range is [0, 0).
class Range {
public:
  constexpr Range() = default;
  /// `lo >= hi` makes the empty range.
  constexpr Range(std::int64_t lo, std::int64_t hi) {
    if (lo == INT64_MIN)
      lo = -unbounded;
    if (lo < hi)
      first = lo, last = hi;
  }
  /// The integers 0, ..., size - 1; none if `size` is negative.
  constexpr Range(std::int64_t size) : Range(0, size) {}
  /// All integers.
  static constexpr Range all() { return {-unbounded, unbounded}; }
  /// All integers from `lo`, or below `hi`.
  static constexpr Range from(std::int64_t lo) { return {lo, unbounded}; }
  static constexpr Range below(std::int64_t hi) { return {-unbounded, hi}; }

  constexpr std::int64_t lo() const { return first; }
  constexpr std::int64_t hi() const { return last; }
  constexpr bool empty() const { return first == last; }
  constexpr bool isFinite() const { return first != -unbounded && last != unbounded; }
  /// Number of integers; throws ValueError if it is infinite or above 2^63.
  std::int64_t size(SourceLine line = SourceLine::here()) const;
  constexpr bool contains(std::int64_t i) const { return first <= i && i < last; }
  /// True if every integer of `other` is in this range; the empty range is a
  /// subset of every range.
  constexpr bool contains(Range other) const {
    return other.empty() || (first <= other.first && other.last <= last);
  }
  /// The `n`-th integer, from the end if negative; throws IndexOutOfBounds.
  std::int64_t operator[](detail::PositionAt n) const;
  /// The part that a slice takes, clipped to the range. Throws ValueError for
  /// a step other than 1, IndexOutOfBounds for counting from an infinite end.
  Range operator[](const detail::SliceAt &slice) const;

  [[nodiscard]] friend constexpr Range operator&(Range a, Range b) {
    return {a.first > b.first ? a.first : b.first, a.last < b.last ? a.last : b.last};
  }
  /// Moves the range; infinite ends stay, the empty range stays empty.
  [[nodiscard]] friend constexpr Range operator+(Range a, std::int64_t offset) {
    return a.empty() ? a : Range(saturatingAdd(a.first, offset), saturatingAdd(a.last, offset));
  }
  [[nodiscard]] friend constexpr Range operator-(Range a, std::int64_t offset) {
    return a + saturatingNegate(offset);
  }
  [[nodiscard]] friend constexpr bool operator==(Range, Range) = default;

private:
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// The smallest range that contains both.
[[nodiscard]] constexpr Range hull(Range a, Range b) {
  if (a.empty() || b.empty())
    return a.empty() ? b : a;
  return {a.lo() < b.lo() ? a.lo() : b.lo(), a.hi() > b.hi() ? a.hi() : b.hi()};
}

/// The source documents' name of Range.
using UnitRange = Range;

} // namespace gtjit

#endif // GTJIT_RANGE_H
