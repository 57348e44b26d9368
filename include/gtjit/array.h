//===- array.h - Arithmetic on storages as arrays ---------------*- C++ -*-===//
//
// NumPy's arithmetic on whole storages: operands are aligned by the name of
// their dimensions and by buffer index, dimensions of one point are broadcast,
// types are promoted as NumPy does, and the result has a halo, layout and
// alignment that follow from the operands'. On the same lazy graph as fields:
//
//     using namespace gtjit::array;
//     Array c = Array(a) + b;         // nothing computed yet
//     Storage result = c.storage();   // one kernel
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_ARRAY_H
#define GTJIT_ARRAY_H

#include "gtjit/Functions.h"

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
struct ArrayState;
void retain(ArrayState *state) noexcept;
void release(ArrayState *state) noexcept;
} // namespace detail

namespace array {

/// A storage, a number, or what was computed from them. Immutable but for `=`
/// and the assigning operators; cheap to copy.
class Array {
public:
  /// No array; every use but assignment throws ValueError.
  Array() = default;
  Array(const Storage &storage, SourceLine line = SourceLine::here());
  template <Number T> Array(T value, SourceLine line = SourceLine::here());
  explicit Array(detail::Ref<detail::ArrayState> shared)
      : state(static_cast<detail::Ref<detail::ArrayState> &&>(shared)) {}

  DType dtype(SourceLine line = SourceLine::here()) const;
  /// In the order of the result's indices.
  Dims dims(SourceLine line = SourceLine::here()) const;
  std::size_t ndim(SourceLine line = SourceLine::here()) const { return dims(line).size(); }
  /// Extents, halo included.
  detail::Sequence<std::int64_t> shape(SourceLine line = SourceLine::here()) const;
  detail::Sequence<HaloWidth> halo(SourceLine line = SourceLine::here()) const;
  detail::Sequence<std::int64_t> domain_shape(SourceLine line = SourceLine::here()) const;
  detail::Sequence<std::int64_t> aligned_index(SourceLine line = SourceLine::here()) const;
  /// In elements.
  std::int64_t alignment(SourceLine line = SourceLine::here()) const;

  /// The values in memory: the storage that this was made from, or a storage
  /// of the inferred halo, layout and alignment, computed at the first call.
  Storage storage(SourceLine line = SourceLine::here()) const;
  explicit operator Storage() const { return storage(); }
  /// The values as a field whose coordinates are buffer indices from 0.
  Field field(SourceLine line = SourceLine::here()) const;
  /// The value of an array without dimensions.
  template <class T> T item(SourceLine line = SourceLine::here()) const {
    return field(line).template item<T>(line);
  }

  /// Writes `value` into this array's own memory. The value is replicated
  /// along dimensions that it lacks or has one point of. Throws ValueError for
  /// a value of more dimensions or other extents, TypeError for a conversion
  /// to a lower kind of type (float to integer, signed to unsigned).
  const Array &assign(const Array &value, SourceLine line = SourceLine::here()) const;

  detail::ArrayState *get() const { return state.get(); }

private:
  static Array ofNumber(bool value, SourceLine line);
  static Array ofNumber(std::int64_t value, SourceLine line);
  static Array ofNumber(std::uint64_t value, SourceLine line);
  static Array ofNumber(double value, SourceLine line);

  detail::Ref<detail::ArrayState> state;
};

template <Number T> Array::Array(T value, SourceLine line) {
  if constexpr (std::same_as<T, bool>)
    *this = ofNumber(value, line);
  else if constexpr (std::floating_point<T>)
    *this = ofNumber(static_cast<double>(value), line);
  else if constexpr (std::signed_integral<T>)
    *this = ofNumber(static_cast<std::int64_t>(value), line);
  else
    *this = ofNumber(static_cast<std::uint64_t>(value), line);
}

/// An operand and the line on which it is written.
struct Operand {
  Array array;
  SourceLine line;
  Operand(const Array &operand, SourceLine here = SourceLine::here())
      : array(operand), line(here) {}
  Operand(const Storage &storage, SourceLine here = SourceLine::here())
      : array(storage, here), line(here) {}
  template <Number T>
  Operand(T value, SourceLine here = SourceLine::here()) : array(value, here), line(here) {}
};

// The functions of docs/Operations.md on arrays: operator+ ... where. Throw
// ValueError for extents that differ, TypeError for types without the
// operation, for instance the difference of bools.
#include "gtjit-generated/ArrayFunctions.inc"

/// In place: the result is written into `a`'s memory, as by assign.
const Array &operator+=(const Array &a, Operand b);
const Array &operator-=(const Array &a, Operand b);
const Array &operator*=(const Array &a, Operand b);
const Array &operator/=(const Array &a, Operand b);
const Array &operator%=(const Array &a, Operand b);
const Array &operator&=(const Array &a, Operand b);
const Array &operator|=(const Array &a, Operand b);
const Array &operator^=(const Array &a, Operand b);

/// The values converted to a type.
[[nodiscard]] Array astype(Operand a, DType type);

/// Which dimensions a reduction takes: names, positions (from the end if
/// negative), or all.
class Axis {
public:
  Axis() = default;
  Axis(const Dims &dims) : names(dims), kind(Kind::Names) {}
  Axis(Dimension dim) : Axis(Dims(dim)) {}
  Axis(int position) : positions{position}, kind(Kind::Positions) {}
  Axis(std::initializer_list<std::int64_t> places) : positions(places), kind(Kind::Positions) {}
  Axis(std::initializer_list<Dimension> dims) : Axis(Dims(dims)) {}
  /// The dimensions of an array; throws ValueError for one that it lacks or
  /// that is named twice.
  Dims of(const Array &array, SourceLine line) const;

private:
  enum class Kind : std::uint8_t { All, Names, Positions };
  Dims names;
  detail::Sequence<std::int64_t> positions;
  Kind kind = Kind::All;
};

/// What reductions take beside axes.
struct ReduceOptions {
  /// The dimensions stay, with one point each.
  bool keepdims = false;
  /// What the values are combined with; none unless given.
  Array initial = {};
};

/// Reductions over the whole array, halo included; the result lacks the
/// dimensions. Sums and products of bools and integers are 64 bits wide; amin
/// and amax are the least and the greatest value: ValueError over no points, if no
/// initial value is given. any and all take numbers, of which all but 0 hold. mean has
/// no initial value.
[[nodiscard]] Array sum(Operand a, const Axis &axis = {}, const ReduceOptions &options = {});
[[nodiscard]] Array prod(Operand a, const Axis &axis = {}, const ReduceOptions &options = {});
[[nodiscard]] Array amin(Operand a, const Axis &axis = {}, const ReduceOptions &options = {});
[[nodiscard]] Array amax(Operand a, const Axis &axis = {}, const ReduceOptions &options = {});
[[nodiscard]] Array any(Operand a, const Axis &axis = {}, const ReduceOptions &options = {});
[[nodiscard]] Array all(Operand a, const Axis &axis = {}, const ReduceOptions &options = {});
[[nodiscard]] Array mean(Operand a, const Axis &axis = {}, const ReduceOptions &options = {});

} // namespace array
} // namespace gtjit

#endif // GTJIT_ARRAY_H
