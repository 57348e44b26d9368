//===- Connectivity.h - Tables of neighbours --------------------*- C++ -*-===//
//
// What a mesh is made of: tables that hold, for each element of one kind, the
// indices of its neighbours of another, and what can be moved by them. Reductions
// over neighbours are here, too.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CONNECTIVITY_H
#define GTJIT_CONNECTIVITY_H

#include "gtjit/Field.h"
#include "gtjit/Storage.h"

namespace [[gnu::visibility("default")]] gtjit {

/// The index that stands for a missing neighbour in a table.
struct Skip {
  std::int64_t index = -1;
};

/// A function from the points of a table to coordinates of one dimension: `to` is
/// what the indices count. A table of neighbours has a local dimension that numbers
/// them. Cheap to copy; sees the indices that the table held when it was made.
class Connectivity {
public:
  /// `table`: i32 or i64, a storage or a field; what is computed is evaluated.
  /// Throws DTypeError.
  Connectivity(const Field &table, Dimension to, SourceLine line = SourceLine::here())
      : Connectivity(table, to, false, {}, line) {}
  Connectivity(const Field &table, Dimension to, Skip skip, SourceLine line = SourceLine::here())
      : Connectivity(table, to, true, skip, line) {}

  /// The indices.
  const Field &table() const { return indices; }
  /// The dimension whose coordinates they are.
  Dimension codomain() const { return dim; }
  /// Whether neighbours may be missing, and what stands for them then.
  bool hasSkip() const { return skips; }
  Skip skip() const { return missing; }
  Domain domain(SourceLine line = SourceLine::here()) const { return indices.domain(line); }
  Dims dims(SourceLine line = SourceLine::here()) const { return indices.dims(line); }
  /// The dimension that numbers neighbours; throws ValueError unless there is one.
  Dimension local(SourceLine line = SourceLine::here()) const;

  /// One neighbour of each point: the table without its local dimension, at `n`.
  [[nodiscard]] Connectivity operator[](detail::PositionAt n) const;
  /// Neighbours as a part of what was gathered: f(C2E)[C2E[Range(0, 2)]], and one of
  /// them: f(C2E)[C2E(0)].
  template <std::same_as<Range> Neighbors>
  [[nodiscard]] NamedRange operator[](Neighbors range) const {
    return local()(range);
  }
  [[nodiscard]] NamedIndex operator()(std::int64_t n, SourceLine line = SourceLine::here()) const {
    return local(line)(n);
  }
  /// The same table with another local dimension.
  [[nodiscard]] Connectivity withLocal(Dimension local, SourceLine line = SourceLine::here()) const;

  /// The smallest box of the table's points that holds all whose indices are in
  /// `image`. Throws NonContiguousDomain if others are in it too, or there is none.
  [[nodiscard]] Domain inverse_image(Range image, SourceLine line = SourceLine::here()) const;
  /// Throws ValueError for a range of another dimension than codomain().
  [[nodiscard]] Domain inverse_image(const NamedRange &image,
                                     SourceLine line = SourceLine::here()) const;

private:
  friend class IndexMap;
  Connectivity() : dim(gtjit::dims::i) {}
  Connectivity(const Field &table, Dimension to, bool hasSkip, Skip skip, SourceLine line);

  Field indices;
  Dimension dim;
  bool skips = false;
  Skip missing;
};

/// Another local dimension for the same neighbours, so that they can be gathered
/// once more: equal for equal arguments.
[[nodiscard]] Dimension wrapDim(Dimension local, int level, SourceLine line = SourceLine::here());

/// Between which numbers offsets lie, both included.
struct OffsetBounds {
  std::int64_t least;
  std::int64_t greatest;
};
/// A shift that is different at each point: the value at i is that at
/// i + constant + offsets(i).
struct DynamicShift {
  Dimension dim;
  Field offsets;
  bool isBounded = false;
  OffsetBounds bounds{}; ///< of the offsets alone
  std::int64_t constant = 0;
};
/// `offsets`: integers, with the dimension; evaluated when the field is shifted, so
/// that it is known where the result is defined.
[[nodiscard]] inline DynamicShift as_offset(Dimension dim, const Field &offsets) {
  return {dim, offsets};
}
/// The same where all offsets lie within bounds: `as_offset(I, n, {-2, 2})`. The result
/// is defined where every such shift is; the offsets are computed where they are used.
/// An offset beyond is an IndexOutOfBounds of whatever evaluates the result, before
/// anything is stored.
[[nodiscard]] inline DynamicShift as_offset(Dimension dim, const Field &offsets,
                                            OffsetBounds bounds) {
  return {dim, offsets, true, bounds};
}
/// Terms in any order, integer fields and numbers: `u(I + 1 - n)` is the value at
/// i + 1 - n(i). As `as_offset` without bounds: sums of fields are evaluated. Throw DTypeError
/// for fields of other types, ValueError where a field is added to a shift with bounds.
[[nodiscard]] DynamicShift operator+(Dimension dim, Arg offsets);
[[nodiscard]] DynamicShift operator-(Dimension dim, Arg offsets);
[[nodiscard]] DynamicShift operator+(Arg offsets, Dimension dim);
[[nodiscard]] DynamicShift operator+(Shift shift, Arg offsets);
[[nodiscard]] DynamicShift operator-(Shift shift, Arg offsets);
[[nodiscard]] DynamicShift operator+(const DynamicShift &shift, Arg offsets);
[[nodiscard]] DynamicShift operator-(const DynamicShift &shift, Arg offsets);
[[nodiscard]] DynamicShift operator+(const DynamicShift &shift, std::int64_t more);
[[nodiscard]] DynamicShift operator-(const DynamicShift &shift, std::int64_t less);
template <detail::Fraction T> void operator+(const DynamicShift &, T) = delete; // by integers alone
template <detail::Fraction T> void operator-(const DynamicShift &, T) = delete; // by integers alone

struct FieldIndex {
  Dimension dim;
  bool isNumber;
  Field indices;       ///< of integers
  std::int64_t number; ///< in their place
  SourceLine line;

  FieldIndex(Dimension of, const Field &at, SourceLine here = SourceLine::here())
      : dim(of), isNumber(false), indices(at), number(0), line(here) {}
  FieldIndex(NamedIndex index, SourceLine here = SourceLine::here())
      : dim(index.dim), isNumber(true), number(index.index), line(here) {}
};
/// Some of them, at least one that is a field: `{I(i), J(j), K(3)}`.
struct FieldIndices {
  detail::Sequence<FieldIndex, 3> list;
  FieldIndices(std::initializer_list<FieldIndex> indices) : list(indices) {}
};
inline FieldIndex Dimension::operator()(const Field &indices, SourceLine line) const {
  return {*this, indices, line};
}

/// The points half way between those of a dimension, its staggered twin: its point h
/// lies at h - 1/2. Throws ValueError for a dimension that is one.
[[nodiscard]] Dimension half(Dimension dim, SourceLine line = SourceLine::here());

/// One step of a chain f(E2V, K + 1), and the line on which it is written.
class IndexMap {
public:
  IndexMap(const Connectivity &table, SourceLine here = SourceLine::here())
      : connectivity(table), shift(table.codomain() + 0), isShift(false), line(here) {}
  IndexMap(Shift by, SourceLine here = SourceLine::here()) : shift(by), isShift(true), line(here) {}
  /// A step that knows its line.
  IndexMap(const IndexMap &step, SourceLine) : IndexMap(step) {}

  Connectivity connectivity;
  Shift shift;
  bool isShift; ///< which of the two it is
  SourceLine line;
};

template <std::convertible_to<IndexMap>... More>
Field Field::operator()(const IndexMap &first, const IndexMap &second, const More &...more) const {
  const IndexMap maps[] = {first, second, IndexMap(more, first.line)...};
  const IndexMap *all[sizeof...(More) + 2];
  for (std::size_t n = 0; n < sizeof...(More) + 2; ++n)
    all[n] = &maps[n];
  return inTurn(all, sizeof...(More) + 2);
}

/// Neighbours one after the other, by shifts or by tables: u({I + 1, I - 1, J + 1, J - 1}),
/// u({E2V[0], E2V[1]}).
class NeighborList {
public:
  NeighborList(const Field &field, detail::Items<Shift> shifts, SourceLine line);
  NeighborList(const Field &field, detail::Items<HalfShift> shifts, SourceLine line);
  NeighborList(const Field &field, detail::Items<Connectivity> tables, SourceLine line);
  const Field *begin() const { return fields.begin(); }
  const Field *end() const { return fields.end(); }
  std::size_t size() const { return fields.size(); }

private:
  detail::Sequence<Field, 4> fields;
};

template <class Own>
NeighborList detail::ReadAsField<Own>::operator()(std::initializer_list<Shift> shifts,
                                                  SourceLine line) const {
  return field(line)(shifts, line);
}

template <class Own>
NeighborList detail::ReadAsField<Own>::operator()(std::initializer_list<HalfShift> shifts,
                                                  SourceLine line) const {
  return field(line)(shifts, line);
}
template <class Own>
NeighborList detail::ReadAsField<Own>::operator()(std::initializer_list<Connectivity> tables,
                                                  SourceLine line) const {
  return field(line)(tables, line);
}
template <class Own>
Field detail::ReadAsField<Own>::operator()(const HalfShift &shift, SourceLine line) const {
  return field(line)(shift, line);
}
template <class Own> Field detail::ReadAsField<Own>::operator()(const FieldIndex &index) const {
  return field(index.line)(index);
}
template <class Own>
template <class>
Field detail::ReadAsField<Own>::at(const FieldIndices &indices) const {
  return field(indices.list[0].line).at(indices);
}

/// Sum over the neighbours, in the order of the table; over none of them 0. Of bools
/// and integers as `sum`. Over `axis`, which must be a local dimension, or the only
/// local dimension that there is; throws ValueError.
[[nodiscard]] Field neighbor_sum(Arg field);
[[nodiscard]] Field neighbor_sum(Arg field, Dimension axis);
/// Greatest and least of the neighbours, NaN if one is; over none of them what is
/// less, and greater, than all others: an infinity, or the type's end.
[[nodiscard]] Field max_over(Arg field);
[[nodiscard]] Field max_over(Arg field, Dimension axis);
[[nodiscard]] Field min_over(Arg field);
[[nodiscard]] Field min_over(Arg field, Dimension axis);
/// Sum divided by the number of neighbours that are there, in the types of `mean`;
/// NaN over none of them.
[[nodiscard]] Field mean_over(Arg field);
[[nodiscard]] Field mean_over(Arg field, Dimension axis);
/// Whether a bool holds for one neighbour, or for all of them.
[[nodiscard]] Field any_over(Arg field);
[[nodiscard]] Field any_over(Arg field, Dimension axis);
[[nodiscard]] Field all_over(Arg field);
[[nodiscard]] Field all_over(Arg field, Dimension axis);

/// The same over a list of neighbours, in its order.
[[nodiscard]] Field neighbor_sum(const NeighborList &neighbors,
                                 SourceLine line = SourceLine::here());
[[nodiscard]] Field max_over(const NeighborList &neighbors, SourceLine line = SourceLine::here());
[[nodiscard]] Field min_over(const NeighborList &neighbors, SourceLine line = SourceLine::here());
[[nodiscard]] Field mean_over(const NeighborList &neighbors, SourceLine line = SourceLine::here());
[[nodiscard]] Field any_over(const NeighborList &neighbors, SourceLine line = SourceLine::here());
[[nodiscard]] Field all_over(const NeighborList &neighbors, SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_CONNECTIVITY_H
