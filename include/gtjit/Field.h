//===- Field.h - Lazy functions of named dimensions -------------*- C++ -*-===//
//
// A field is a function from an index space to values, built by operators and
// evaluated when its values are needed. Shifts, slices and the handle are
// here; operators and functions on fields are in Functions.h.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_FIELD_H
#define GTJIT_FIELD_H

#include "gtjit/DType.h"
#include "gtjit/Domain.h"
#include "gtjit/SourceLine.h"
#include "gtjit/detail/Ref.h"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace [[gnu::visibility("default")]] gtjit {

class Storage;
class StorageRegion;
class ReorderedField;
class Connectivity;
class IndexMap;
class NeighborList;
struct DynamicShift;
struct FieldIndex;
struct FieldIndices;
struct HalfShift;
class FieldPart;

namespace detail {
struct Node;
void retain(Node *node) noexcept;
void release(Node *node) noexcept;
using NodeRef = Ref<Node>;

/// Value of a C++ number as a field without dimensions. Its type is weak: it
/// takes the type of what it meets.
NodeRef makeScalar(bool value, SourceLine line);
NodeRef makeScalar(std::int64_t value, SourceLine line);
NodeRef makeScalar(std::uint64_t value, SourceLine line);
NodeRef makeScalar(double value, SourceLine line);
NodeRef makeLeaf(const Storage &storage, SourceLine line);
/// The same; null for an empty storage, so that the operation can say which operand that is.
NodeRef makeOperand(const Storage &storage, SourceLine line);
NodeRef makeLeaf(const StorageRegion &region, SourceLine line);
} // namespace detail

/// All of a field or storage, halo included.
struct Whole {};
/// The compute domain of a field or storage.
struct Interior {};
inline constexpr Whole whole;
inline constexpr Interior interior;

namespace detail {
/// A part and the line on which it is written: `[]` cannot have a default
/// argument.
template <class Part> struct AtLine {
  SourceLine line;
  AtLine(Part, SourceLine here = SourceLine::here()) : line(here) {}
};
} // namespace detail

template <class T>
concept Number = std::integral<T> || std::floating_point<T> || TwoByteFloat<T>;

/// A field: type, dimensions and domain are known at once, values when asked
/// for. Immutable and cheap to copy; `=` rebinds the handle. A field sees the
/// values that storages had when the expression was written. Has no truth
/// value: `if (f)` and `f && g` do not compile.
class Field {
public:
  /// No field; every use but assignment throws ValueError.
  Field() = default;
  template <Number T> Field(T value, SourceLine line = SourceLine::here()) {
    if constexpr (std::same_as<T, bool>)
      node = detail::makeScalar(value, line);
    else if constexpr (std::integral<T>)
      node = detail::makeScalar(
          static_cast<std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>>(
              value),
          line);
    else
      node = detail::makeScalar(static_cast<double>(value), line);
  }
  Field(const Storage &storage, SourceLine line = SourceLine::here())
      : node(detail::makeLeaf(storage, line)) {}
  Field(const StorageRegion &region, SourceLine line = SourceLine::here())
      : node(detail::makeLeaf(region, line)) {}
  explicit Field(detail::NodeRef result) : node(static_cast<detail::NodeRef &&>(result)) {}

  Field(const Field &) = default;
  Field(Field &&) = default;
  /// Rebinds the handle; on a temporary it would have no effect and does not
  /// compile.
  Field &operator=(const Field &) & = default;
  Field &operator=(Field &&) & = default;
  Field &operator=(const Field &) && = delete; // a part of a Storage is written: v[interior] = f

  DType dtype(SourceLine line = SourceLine::here()) const;
  /// Dimensions in canonical order.
  Dims dims(SourceLine line = SourceLine::here()) const;
  std::size_t ndim(SourceLine line = SourceLine::here()) const;
  /// Where the values are defined, halo included.
  Domain domain(SourceLine line = SourceLine::here()) const;
  /// The part of domain() that belongs to the grid.
  Domain compute_domain(SourceLine line = SourceLine::here()) const;
  /// The domain of the storage or evaluated field before slicing.
  Domain extended_domain(SourceLine line = SourceLine::here()) const;
  /// Minus the start of every range of domain(); throws ValueError for an
  /// infinite one.
  detail::Sequence<std::int64_t> origin(SourceLine line = SourceLine::here()) const;

  /// The field shifted: at i the value at i + offset. Several shifts apply
  /// one after the other, any number of them, or a list that is made at run
  /// time. Throws ValueError for a dimension that the field lacks.
  [[nodiscard]] Field operator()(Shift shift, SourceLine line = SourceLine::here()) const & {
    return shifted({&shift, 1}, line);
  }
  [[nodiscard]] Field operator()(Shift shift, SourceLine line = SourceLine::here()) && {
    return static_cast<Field &&>(*this).shifted({&shift, 1}, line);
  }
  template <std::same_as<Shift>... More>
  [[nodiscard]] Field operator()(detail::ShiftAt first, Shift second, More... more) const & {
    const Shift all[] = {first.shift, second, more...};
    return shifted(all, first.line);
  }
  template <std::same_as<Shift>... More>
  [[nodiscard]] Field operator()(detail::ShiftAt first, Shift second, More... more) && {
    const Shift all[] = {first.shift, second, more...};
    return static_cast<Field &&>(*this).shifted(all, first.line);
  }
  [[nodiscard]] Field operator()(detail::Items<Shift> shifts,
                                 SourceLine line = SourceLine::here()) const {
    return shifted(shifts, line);
  }
  /// The field at each of some neighbours, for reductions over them.
  [[nodiscard]] NeighborList operator()(std::initializer_list<Shift> shifts,
                                        SourceLine line = SourceLine::here()) const;

  /// The field at the indices of a table: at e the value at table(e). The table's
  /// dimensions replace the one whose coordinates it holds. Defined where all indices
  /// are in the domain (see Connectivity::inverse_image). Several maps and shifts
  /// apply one after the other. Throws ValueError, NonContiguousDomain.
  [[nodiscard]] Field operator()(const Connectivity &table,
                                 SourceLine line = SourceLine::here()) const;
  [[nodiscard]] Field remap(const Connectivity &table, SourceLine line = SourceLine::here()) const;
  template <std::convertible_to<IndexMap>... More>
  [[nodiscard]] Field operator()(const IndexMap &first, const IndexMap &second,
                                 const More &...more) const;
  /// The same with a local dimension of another name, for neighbours of neighbours.
  [[nodiscard]] Field remap(const Connectivity &table, Dimension newLocal,
                            SourceLine line = SourceLine::here()) const;
  /// Several dimensions replaced at once: tables, or shifts.
  [[nodiscard]] Field premap(std::initializer_list<Connectivity> tables,
                             SourceLine line = SourceLine::here()) const;
  [[nodiscard]] Field premap(std::initializer_list<Shift> shifts,
                             SourceLine line = SourceLine::here()) const;
  /// From a staggered dimension to its twin, or back: see half().
  [[nodiscard]] Field operator()(const HalfShift &shift,
                                 SourceLine line = SourceLine::here()) const;
  [[nodiscard]] NeighborList operator()(std::initializer_list<HalfShift> shifts,
                                        SourceLine line = SourceLine::here()) const;
  [[nodiscard]] NeighborList operator()(std::initializer_list<Connectivity> tables,
                                        SourceLine line = SourceLine::here()) const;
  /// At i the value at i + offsets(i).
  [[nodiscard]] Field operator()(const DynamicShift &shift,
                                 SourceLine line = SourceLine::here()) const;

  /// The field at coordinates that are computed where they are used: `u(K(n))` has at each
  /// point the value of u at its n, and n's dimensions in place of K; `u.at({I(i), J(j)})`
  /// replaces several at once, `u.at({I(i), J(3)})` takes one away. Defined where the indices
  /// are. An index outside of the domain is an IndexOutOfBounds of whatever evaluates the result
  /// where it is needed, before anything is stored. Throws DTypeError unless indices are integers,
  /// ValueError for a dimension that the field lacks, that is replaced twice or has no end.
  [[nodiscard]] Field operator()(const FieldIndex &index) const;
  template <std::same_as<FieldIndex> Index> [[nodiscard]] Field at(const Index &index) const {
    return (*this)(index);
  }
  template <class = void> // points, {I(1), J(2)}, are a Region
  [[nodiscard]] Field at(const FieldIndices &indices) const {
    return atIndices(indices);
  }
  template <std::same_as<FieldIndex> Index>
  void operator[](const Index &) const = delete; // u(K(n)), u.at({I(i), J(j)})

  /// The field at one coordinate, u(I[1]); the dimension goes. As u[I(1)].
  [[nodiscard]] Field operator()(NamedIndex index, SourceLine line = SourceLine::here()) const {
    return (*this)[Region(index, line)];
  }

  /// The part in an absolute region, with coordinates kept; an index takes
  /// its dimension away. Throws IndexOutOfBounds, IndexError.
  [[nodiscard]] Field operator[](const Region &region) const;
  [[nodiscard]] FieldPart at(const Region &region, SourceLine line = SourceLine::here()) const;
  /// The field without its halo, on its compute domain; in a callable, on that of
  /// the fields that a call gives. And all of it.
  [[nodiscard]] Field operator[](detail::AtLine<Interior> part) const;
  [[nodiscard]] Field operator[](detail::AtLine<Whole>) const { return *this; }
  /// The part that is counted from the domain's ends: rel({{2, -2}, 0}).
  [[nodiscard]] FieldPart rel(std::initializer_list<RelativeItem> items,
                              SourceLine line = SourceLine::here()) const;

  template <std::integral First, class... More>
  void operator()(First, const More &...) const = delete;       // f(I + 1, J - 1), f[{I(3), J(4)}]
  template <std::integral N> void operator[](N) const = delete; // f[{I(3), J(4)}]
  void operator[](Shift) const = delete;                        // f(I + 1)

  /// The field for slices whose entries are counted in this order of its
  /// dimensions: f.at_dims({K, I}).rel({{2, -2}, 0}). Dimensions that are not
  /// named are kept whole. Throws IndexError for one that the field lacks or
  /// that is named twice.
  [[nodiscard]] ReorderedField at_dims(const Dims &dims,
                                       SourceLine line = SourceLine::here()) const;

  /// The same field under a name for messages and generated code.
  [[nodiscard]] Field named(std::string_view name, SourceLine line = SourceLine::here()) const &;
  [[nodiscard]] Field named(std::string_view name, SourceLine line = SourceLine::here()) &&;
  /// The same values, kept in memory, or computed again wherever they are read, whatever the cost
  /// model would choose; what reads this field sees that, what reads the other one does not. For
  /// results of operations at a point (of several results the mark is the call's); what else a
  /// field is, it stays. explain() tells "prescribed", and where a bound of a kernel comes first.
  [[nodiscard]] Field compute_root(SourceLine line = SourceLine::here()) const;
  [[nodiscard]] Field compute_inline(SourceLine line = SourceLine::here()) const;
  /// The value of a field without dimensions, converted to T; evaluates it.
  /// Throws ValueError if the field has dimensions.
  template <class T> T item(SourceLine line = SourceLine::here()) const;
  /// Evaluates the field, if need be, and returns its values over domain().
  Storage storage(SourceLine line = SourceLine::here()) const;

  detail::Node *get() const { return node.get(); }
  const detail::NodeRef &ref() const & { return node; }
  detail::NodeRef &&ref() && { return static_cast<detail::NodeRef &&>(node); }

private:
  Field shifted(detail::Items<Shift> shifts, SourceLine line) const &;
  Field shifted(detail::Items<Shift> shifts, SourceLine line) &&;
  Field inTurn(const IndexMap *const *maps, std::size_t count) const;
  Field atIndices(const FieldIndices &indices) const;

  detail::NodeRef node;
};

/// A field with an order of dimensions to slice in.
class ReorderedField {
public:
  ReorderedField(Field operand, Dims order)
      : field(static_cast<Field &&>(operand)), dims(static_cast<Dims &&>(order)) {}
  /// As Field::rel, entry n for dimension n.
  [[nodiscard]] FieldPart rel(std::initializer_list<RelativeItem> items,
                              SourceLine line = SourceLine::here()) const;

private:
  Field field;
  Dims dims;
};

/// An operand of an operation and the line on which it is written. Operations
/// take it by value and take the field out of it, so that a temporary does not
/// hold a field longer than the expression that it is part of.
class Arg {
public:
  Arg(const Field &operand, SourceLine here = SourceLine::here()) : field(operand), line(here) {}
  Arg(Field &&operand, SourceLine here = SourceLine::here())
      : field(static_cast<Field &&>(operand)), line(here) {}
  Arg(const Storage &storage, SourceLine here = SourceLine::here())
      : field(detail::makeOperand(storage, here)), line(here) {}
  Arg(const StorageRegion &region, SourceLine here = SourceLine::here())
      : field(region, here), line(here) {}
  template <Number T>
  Arg(T value, SourceLine here = SourceLine::here()) : field(value, here), line(here) {}

  Field field;
  SourceLine line;
};

/// A part of a field, which knows the whole.
class FieldPart : public Field {
public:
  /// The whole field with other values in this part: x.at(I(1, 3)).set(10). The
  /// value, a number or a field that is defined there, is broadcast; x stays what
  /// it is. Throws DomainError for a value that is not defined there, ValueError
  /// for one with a dimension that the field lacks, DTypeError for one that the
  /// field's type does not hold.
  [[nodiscard]] Field set(Arg value) const;

private:
  friend class Field;
  friend class ReorderedField;
  using Regions = detail::Sequence<Region::Item, 3>;
  using Slices = detail::Sequence<RelativeItem, 3>;
  FieldPart(detail::NodeRef part, const Field &field, Regions selected)
      : Field(static_cast<detail::NodeRef &&>(part)), all(field),
        region(static_cast<Regions &&>(selected)) {}
  FieldPart(detail::NodeRef part, const Field &field, Slices selected)
      : Field(static_cast<detail::NodeRef &&>(part)), all(field),
        slices(static_cast<Slices &&>(selected)) {}

  Field all;
  Regions region; ///< what was selected by coordinates,
  Slices slices;  ///< or counted from the ends
};

} // namespace gtjit

#endif // GTJIT_FIELD_H
