//===- Domain.h - Sets of points --------------------------------*- C++ -*-===//
//
// A domain is a product of named ranges: where a field is defined, where a
// storage has memory, what an assignment writes.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DOMAIN_H
#define GTJIT_DOMAIN_H

#include "gtjit/Dimension.h"
#include "gtjit/detail/Sequence.h"

#include <concepts>
#include <initializer_list>

namespace [[gnu::visibility("default")]] gtjit {

/// A list of dimensions, for reductions and broadcasts: `I` or `{I, J}`.
class Dims {
public:
  Dims() = default;
  Dims(Dimension dim) : list{dim} {}
  Dims(std::initializer_list<Dimension> dims) : list(dims) {}
  explicit Dims(detail::Items<Dimension> dims) : list(dims) {}
  const Dimension *begin() const { return list.begin(); }
  const Dimension *end() const { return list.end(); }
  std::size_t size() const { return list.size(); }
  bool contains(Dimension dim) const;

private:
  detail::Sequence<Dimension, 4> list;
};

class Domain;
namespace detail {
/// A dimension and the line on which it is written.
struct DimensionAt {
  Dimension dim;
  SourceLine line;
  constexpr DimensionAt(Dimension named, SourceLine here = SourceLine::here())
      : dim(named), line(here) {}
};
/// `a` becomes the points that lie in both, like `&`. Both are in canonical
/// order, and so is the result.
void intersectWith(Domain &a, const Domain &b);
} // namespace detail

/// A product of ranges, one per dimension. A dimension that is not named is
/// not restricted, so the domain with no dimension holds all points and is
/// the identity of `&`. Remembers the order of its dimensions.
class Domain {
public:
  Domain() = default;
  /// Throws ValueError if a dimension is named twice.
  Domain(std::initializer_list<NamedRange> ranges, SourceLine line = SourceLine::here());
  explicit Domain(detail::Items<NamedRange> ranges, SourceLine line = SourceLine::here());
  Domain(NamedRange range) { list.push_back(range); }

  std::size_t ndim() const { return list.size(); }
  const NamedRange *begin() const { return list.begin(); }
  const NamedRange *end() const { return list.end(); }
  /// The `n`-th range in the order of construction; throws IndexError.
  const NamedRange &operator[](detail::PositionAt n) const {
    if (static_cast<std::size_t>(n.position) >= list.size())
      throwNoPosition(n);
    return list[static_cast<std::size_t>(n.position)];
  }
  /// The range of a dimension; throws KeyError if the domain lacks it.
  Range operator[](detail::DimensionAt dim) const;
  /// The range of a dimension, all integers if the domain lacks it.
  Range rangeOr(Dimension dim) const;
  bool has(Dimension dim) const;
  Dims dims() const;

  /// True if it holds no point.
  bool empty() const;
  /// True if every range is finite, also where another one is empty.
  bool isFinite() const;
  /// Number of points, 1 without dimensions; throws ValueError if infinite.
  std::int64_t size(SourceLine line = SourceLine::here()) const;
  /// True if every point of `other` lies in this domain. An empty `other`
  /// always does.
  bool contains(const Domain &other) const;

  /// This domain with `dim`'s range replaced, or appended if it lacks it.
  [[nodiscard]] Domain with(NamedRange range) const &;
  [[nodiscard]] Domain with(NamedRange range) &&;
  /// This domain without `dim`; throws KeyError if it lacks it.
  [[nodiscard]] Domain without(Dimension dim, SourceLine line = SourceLine::here()) const &;
  [[nodiscard]] Domain without(Dimension dim, SourceLine line = SourceLine::here()) &&;
  /// This domain with `range` inserted at `position`; throws ValueError if it
  /// has the dimension and IndexError for a position past the end.
  [[nodiscard]] Domain insert(std::size_t position, NamedRange range,
                              SourceLine line = SourceLine::here()) const;
  /// Moves one dimension's range; no effect if the domain lacks it.
  [[nodiscard]] Domain translated(Dimension dim, std::int64_t offset) const;
  /// The same set with dimensions in canonical order.
  [[nodiscard]] Domain canonical() const;

  /// Intersection; dimensions of either, this one's first.
  friend Domain operator&(const Domain &a, const Domain &b);
  /// The same dimensions, in any order, with the same ranges.
  friend bool operator==(const Domain &a, const Domain &b);
  friend void detail::intersectWith(Domain &a, const Domain &b);

private:
  [[noreturn]] void throwNoPosition(const detail::PositionAt &n) const;

  detail::Sequence<NamedRange, 3> list;
};

// Declared again where they are exported: a friend declaration alone is not.
[[nodiscard]] Domain operator&(const Domain &a, const Domain &b);
[[nodiscard]] bool operator==(const Domain &a, const Domain &b);

/// All remaining dimensions in a relative slice.
struct Ellipsis {};
inline constexpr Ellipsis ellipsis;

/// One entry of a relative slice: an index, a slice `{2, -2}`, or `ellipsis`.
struct RelativeItem {
  Slice slice;
  bool isEllipsis = false;
  constexpr RelativeItem(std::int64_t index) : slice(index) {}
  template <std::integral T> constexpr RelativeItem(T index) : slice(index) {}
  constexpr RelativeItem(Slice part) : slice(part) {}
  constexpr RelativeItem(std::int64_t start, std::int64_t stop, std::int64_t step = 1)
      : slice(start, stop, step) {}
  template <std::integral A, std::integral B>
  constexpr RelativeItem(A start, B stop)
      : slice(static_cast<std::int64_t>(start), static_cast<std::int64_t>(stop)) {}
  constexpr RelativeItem(Ellipsis) : isEllipsis(true) {}
};

/// An absolute selection: indices and ranges of named dimensions,
/// `{I(0, 1), J(3)}`. Dimensions that are not named are kept whole.
class Region {
public:
  struct Item {
    Dimension dim;
    Range range;
    bool isIndex;
    std::int64_t index = 0; ///< as it is written; no range holds the last integer
    Item(NamedIndex at)
        : dim(at.dim), range(at.index, saturatingAdd(at.index, 1)), isIndex(true), index(at.index) {
    }
    Item(NamedRange coordinates) : dim(coordinates.dim), range(coordinates.range), isIndex(false) {}
  };
  Region(std::initializer_list<Item> items, SourceLine line = SourceLine::here())
      : list(items), origin(line) {}
  Region(NamedIndex index, SourceLine line = SourceLine::here())
      : list{Item(index)}, origin(line) {}
  Region(NamedRange range, SourceLine line = SourceLine::here())
      : list{Item(range)}, origin(line) {}
  Region(const Domain &domain, SourceLine line = SourceLine::here());
  explicit Region(detail::Items<Item> items, SourceLine line = SourceLine::here())
      : list(items), origin(line) {}
  /// Where it is written: `[]` cannot tell.
  SourceLine line() const { return origin; }
  const Item *begin() const { return list.begin(); }
  const Item *end() const { return list.end(); }
  std::size_t size() const { return list.size(); }

private:
  detail::Sequence<Item, 3> list;
  SourceLine origin;
};

/// The part of `domain` that a relative slice selects; its entries count from
/// the domain's ends, dimensions without an entry are kept whole. `indices`
/// receives the coordinates of the dimensions taken away. Nothing is clipped.
/// Throws IndexOutOfBounds for a position that is not there, IndexError for too
/// many entries or a second ellipsis, ValueError for a step other than 1.
[[nodiscard]] Domain sliceRelative(const Domain &domain, detail::Items<RelativeItem> items,
                                   detail::Sequence<NamedIndex> &indices,
                                   SourceLine line = SourceLine::here());
/// The part of `domain` that an absolute selection takes, as above, in the
/// order of the domain. An empty range selects nothing, wherever it lies.
/// Throws IndexOutOfBounds for points outside of the domain, IndexError for a
/// dimension that the domain lacks or that is selected twice.
[[nodiscard]] Domain sliceAbsolute(const Domain &domain, const Region &region,
                                   detail::Sequence<NamedIndex> &indices,
                                   SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_DOMAIN_H
