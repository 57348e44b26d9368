//===- Dimension.h - Named dimensions, indices and ranges -------*- C++ -*-===//
//
// The names of axes (I, J, K and the user's own), and what is written with
// them: a point `I(3)`, a range `I(0, 10)`, a shift `I + 1`.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DIMENSION_H
#define GTJIT_DIMENSION_H

#include "gtjit/Range.h"

#include <cstdint>
#include <string_view>

#pragma push_macro("I")
#undef I

namespace [[gnu::visibility("default")]] gtjit {

/// What a dimension is for; also its place in the canonical order of the
/// dimensions of a result: horizontal, local, vertical, then by name.
enum class DimensionKind : std::uint8_t { Horizontal, Local, Vertical };

namespace detail {
/// Name and kind with static lifetime; compared by content.
struct DimensionTag {
  std::string_view name;
  DimensionKind kind;
};
inline constexpr DimensionTag tagI{"I", DimensionKind::Horizontal};
inline constexpr DimensionTag tagJ{"J", DimensionKind::Horizontal};
inline constexpr DimensionTag tagK{"K", DimensionKind::Vertical};
} // namespace detail

class Dimension;

/// One coordinate in one dimension, `I(3)`. Negative values are coordinates.
struct NamedIndex;
/// A half-open range in one dimension, `I(0, 10)`.
struct NamedRange;
/// A constant offset in one dimension, `I + 1`.
struct Shift;
/// A shift to or from a staggered dimension, `K - 0.5`.
struct HalfShift;
/// Coordinates in one dimension that a field holds, `K(n)`.
struct FieldIndex;
class Field;

/// A dimension: a name and a kind. Cheap to copy; equal if both are equal.
class Dimension {
public:
  /// The dimension called `name`: a predefined one (I, J, K) if there is one
  /// of that name, else horizontal. Names are identifiers; throws ValueError.
  explicit Dimension(std::string_view name, SourceLine line = SourceLine::here());
  /// The dimension of that name and kind; throws ValueError for a bad name.
  Dimension(std::string_view name, DimensionKind kind, SourceLine line = SourceLine::here());
  explicit constexpr Dimension(const detail::DimensionTag *identityTag) : tag(identityTag) {}

  constexpr std::string_view name() const { return tag->name; }
  constexpr DimensionKind kind() const { return tag->kind; }
  /// Where name and kind are kept; the same dimension may have several.
  constexpr const detail::DimensionTag *identity() const { return tag; }

  constexpr NamedIndex operator()(std::int64_t index) const;
  constexpr NamedRange operator()(std::int64_t lo, std::int64_t hi) const;
  constexpr NamedRange operator()(Range range) const;
  /// All coordinates from `lo`, or below `hi`: in a selection, those that the
  /// domain has.
  constexpr NamedRange from(std::int64_t lo) const;
  constexpr NamedRange below(std::int64_t hi) const;
  constexpr NamedIndex operator[](std::int64_t index) const;
  /// Coordinates that a field of integers holds for each point: see Field::at.
  FieldIndex operator()(const Field &indices, SourceLine line = SourceLine::here()) const;
  constexpr NamedRange operator[](Range range) const;
  /// This dimension restricted to [lo, hi), as a sequence of coordinates.
  constexpr NamedRange bounded(std::int64_t lo, std::int64_t hi) const;

  friend constexpr bool operator==(Dimension a, Dimension b) {
    return a.tag == b.tag || (a.tag->kind == b.tag->kind && a.tag->name == b.tag->name);
  }
  /// Canonical order: by kind, then by name.
  friend constexpr bool operator<(Dimension a, Dimension b) {
    return a.kind() != b.kind() ? a.kind() < b.kind() : a.name() < b.name();
  }

private:
  const detail::DimensionTag *tag;
};

struct NamedIndex {
  Dimension dim;
  std::int64_t index;
  friend constexpr bool operator==(const NamedIndex &, const NamedIndex &) = default;
};

struct NamedRange {
  Dimension dim;
  Range range;

  /// Number of coordinates; throws ValueError if infinite.
  std::int64_t size(SourceLine line = SourceLine::here()) const { return range.size(line); }
  /// The `n`-th coordinate, from the end if negative; throws IndexOutOfBounds.
  std::int64_t operator[](detail::PositionAt n) const { return range[n]; }
  constexpr bool contains(std::int64_t index) const { return range.contains(index); }
  constexpr bool contains(NamedIndex index) const {
    return index.dim == dim && range.contains(index.index);
  }
  /// True if `other` is of the same dimension and lies within.
  constexpr bool contains(const NamedRange &other) const {
    return other.dim == dim && range.contains(other.range);
  }
  friend constexpr bool operator==(const NamedRange &, const NamedRange &) = default;
};

struct Shift {
  Dimension dim;
  std::int64_t offset;
  /// The range whose shifted points lie in `image`: (I + 1) of [0, 10) is [-1, 9).
  constexpr Range inverseImage(Range image) const { return image - offset; }
  friend constexpr bool operator==(const Shift &, const Shift &) = default;
};

/// A shift to or from a staggered dimension (see half()), `half(K) + 0.5`, `K - 0.5`:
/// what is at the points of `dim` is taken from its twin, that far away.
struct HalfShift {
  Dimension dim;
  double offset; ///< an odd number of halves
};

constexpr NamedIndex Dimension::operator()(std::int64_t index) const { return {*this, index}; }
constexpr NamedRange Dimension::operator()(std::int64_t lo, std::int64_t hi) const {
  return {*this, Range(lo, hi)};
}
constexpr NamedRange Dimension::operator()(Range range) const { return {*this, range}; }
constexpr NamedRange Dimension::from(std::int64_t lo) const { return {*this, Range::from(lo)}; }
constexpr NamedRange Dimension::below(std::int64_t hi) const { return {*this, Range::below(hi)}; }
constexpr NamedIndex Dimension::operator[](std::int64_t index) const { return {*this, index}; }
constexpr NamedRange Dimension::operator[](Range range) const { return {*this, range}; }

constexpr NamedRange Dimension::bounded(std::int64_t lo, std::int64_t hi) const {
  return {*this, Range(lo, hi)};
}

/// What makes shifts in a dimension: `FieldOffset(I)[1]` is `I + 1`.
struct FieldOffset {
  Dimension dim;
  explicit constexpr FieldOffset(Dimension of) : dim(of) {}
  constexpr Shift operator[](std::int64_t offset) const { return {dim, offset}; }
};

/// A dimension with a range: what `I.bounded(0, 10)` makes.
using BoundedDimension = NamedRange;

namespace detail {
/// A point and the line on which it is written.
struct IndexAt {
  NamedIndex point;
  SourceLine line;
  constexpr IndexAt(NamedIndex at, SourceLine here = SourceLine::here()) : point(at), line(here) {}
};
/// The first of several shifts and the line on which it is written.
struct ShiftAt {
  Shift shift;
  SourceLine line;
  constexpr ShiftAt(Shift first, SourceLine here = SourceLine::here()) : shift(first), line(here) {}
};
} // namespace detail

/// The half-open range between two points, `K(-2) >> K(20)`; throws IndexError
/// for points of two dimensions.
NamedRange operator>>(NamedIndex first, detail::IndexAt last);

constexpr Shift operator+(Dimension dim, std::int64_t offset) { return {dim, offset}; }
constexpr Shift operator-(Dimension dim, std::int64_t offset) {
  return {dim, saturatingNegate(offset)};
}
// Terms come in any order: 1 + I, I + n - 1.
constexpr Shift operator+(std::int64_t offset, Dimension dim) { return {dim, offset}; }
constexpr Shift operator+(Shift shift, std::int64_t more) {
  return {shift.dim, saturatingAdd(shift.offset, more)};
}
constexpr Shift operator-(Shift shift, std::int64_t less) {
  return {shift.dim, saturatingAdd(shift.offset, saturatingNegate(less))};
}

namespace detail {
/// What C++ would make an integer of, without a word.
template <class T>
concept Fraction = std::convertible_to<T, double> && !std::integral<T> && !__is_enum(T);
} // namespace detail

template <detail::Fraction Number> HalfShift operator+(Dimension dim, Number offset) {
  return {dim, static_cast<double>(offset)};
}
template <detail::Fraction Number> HalfShift operator-(Dimension dim, Number offset) {
  return {dim, -static_cast<double>(offset)};
}

// What must not compile; compilers show the line with its comment.

template <detail::Fraction T> void operator+(const Shift &, T) = delete; // halves: K + 1.5
template <detail::Fraction T> void operator-(const Shift &, T) = delete; // halves: K - 1.5
template <detail::Fraction T> void operator+(T, Dimension) = delete;     // halves: K + 0.5

// One argument in [].
template <class T> void operator,(const NamedIndex &, const T &) = delete; // v[{I(0), J(2, 9)}]
template <class T> void operator,(const NamedRange &, const T &) = delete; // v[{I(0, 1), J(2, 9)}]
template <class T> void operator,(const Shift &, const T &) = delete;      // u(I + 1, J - 1)
template <class T> void operator,(const Dimension &, const T &) = delete;

inline constexpr Dimension I{&detail::tagI};
inline constexpr Dimension J{&detail::tagJ};
inline constexpr Dimension K{&detail::tagK};

/// The predefined dimensions for code in which the names I, J, K are taken.
namespace dims {
inline constexpr Dimension i = gtjit::I;
inline constexpr Dimension j = gtjit::J;
inline constexpr Dimension k = gtjit::K;
} // namespace dims

} // namespace gtjit

#pragma pop_macro("I")

#endif // GTJIT_DIMENSION_H
