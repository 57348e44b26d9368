//===- Range.h - Half-open ranges of integers -------------------*- C++ -*-===//
//
// Ranges with infinities, the one-dimensional part of a domain.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RANGE_H
#define GTJIT_RANGE_H

#include <cstdint>

namespace gtjit {

/// Bounds of a range that has no lower or upper end.
inline constexpr std::int64_t infinity = INT64_MAX;

/// `a + b`, with infinities kept and finite results that do not fit made
/// infinite.
constexpr std::int64_t saturatingAdd(std::int64_t a, std::int64_t b) {
  if (a == infinity || a == -infinity)
    return a;
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum) || sum == INT64_MIN)
    return b > 0 ? infinity : -infinity;
  return sum;
}

/// The integers lo, lo + 1, ..., hi - 1. Every empty range is [0, 0).
class Range {
public:
  constexpr Range() = default;
  /// `lo >= hi` makes the empty range.
  constexpr Range(std::int64_t lo, std::int64_t hi) : first(lo < hi ? lo : 0), last(lo < hi ? hi : 0) {
    if (first == INT64_MIN)
      first = -infinity;
  }
  /// All integers.
  static constexpr Range all() { return {-infinity, infinity}; }

  constexpr std::int64_t lo() const { return first; }
  constexpr std::int64_t hi() const { return last; }
  constexpr bool empty() const { return first == last; }
  constexpr bool isFinite() const { return first != -infinity && last != infinity; }
  /// Number of integers; throws ValueError if there are infinitely many.
  std::int64_t size() const;
  constexpr bool contains(std::int64_t i) const { return first <= i && i < last; }
  /// True if every integer of `other` is in this range; the empty range is a
  /// subset of every range.
  constexpr bool contains(Range other) const {
    return other.empty() || (first <= other.first && other.last <= last);
  }
  /// The `n`-th integer, from the end if negative; throws IndexOutOfBounds.
  std::int64_t operator[](std::int64_t n) const;
  /// The part from `start` to `stop`, both counted from lo, or from hi if
  /// negative; clipped to the range.
  Range slice(std::int64_t start, std::int64_t stop) const;

  friend constexpr Range operator&(Range a, Range b) {
    return {a.first > b.first ? a.first : b.first, a.last < b.last ? a.last : b.last};
  }
  /// Moves the range; infinite ends stay, the empty range stays empty.
  friend constexpr Range operator+(Range a, std::int64_t offset) {
    return a.empty() ? a : Range(saturatingAdd(a.first, offset), saturatingAdd(a.last, offset));
  }
  friend constexpr Range operator-(Range a, std::int64_t offset) { return a + -offset; }
  friend constexpr bool operator==(Range, Range) = default;

  template <int N> friend constexpr std::int64_t get(Range range) {
    return N == 0 ? range.first : range.last;
  }

private:
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// The smallest range that contains both.
constexpr Range hull(Range a, Range b) {
  if (a.empty() || b.empty())
    return a.empty() ? b : a;
  return {a.lo() < b.lo() ? a.lo() : b.lo(), a.hi() > b.hi() ? a.hi() : b.hi()};
}

/// The source documents' name of Range.
using UnitRange = Range;

} // namespace gtjit

#endif // GTJIT_RANGE_H
