//===- Functions.h - Operators and functions on fields ----------*- C++ -*-===//
//
// Operations at a point, reductions and evaluation. Operands are fields,
// storages and numbers; dimensions are matched by name, a missing dimension
// is broadcast, and the result's domain is the intersection of the operands'.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_FUNCTIONS_H
#define GTJIT_FUNCTIONS_H

#include "gtjit/Field.h"
#include "gtjit/Storage.h"

#include <array>
#include <initializer_list>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
/// Operations of the table, numbered in its order.
enum class PointOp : std::uint16_t;
} // namespace detail

// The functions of the table: operator+ ... where(condition, a, b); by their
// meaning in docs/Operations.md.
#include "gtjit-generated/PointFunctions.inc"

/// `a += b` is `a = a + b`, and so on. The handle `a` of a field gets another
/// field, and no memory is written; a part of a storage, `v[interior] += f`, is
/// written. Storages themselves have none.
#define GTJIT_COMPOUND_ASSIGNMENT(COMPOUND, OPERATOR)                                              \
  inline Field &operator COMPOUND(Field &a, Arg b) {                                               \
    SourceLine line = b.line;                                                                      \
    return a = Arg(a, line) OPERATOR static_cast<Arg &&>(b);                                       \
  }                                                                                                \
  inline const StorageRegion &operator COMPOUND(const StorageRegion &a, Arg b) {                   \
    SourceLine line = b.line;                                                                      \
    return a = Arg(Arg(a, line) OPERATOR static_cast<Arg &&>(b), line);                            \
  }
GTJIT_COMPOUND_ASSIGNMENT(+=, +)
GTJIT_COMPOUND_ASSIGNMENT(-=, -)
GTJIT_COMPOUND_ASSIGNMENT(*=, *)
GTJIT_COMPOUND_ASSIGNMENT(/=, /)
GTJIT_COMPOUND_ASSIGNMENT(%=, %)
GTJIT_COMPOUND_ASSIGNMENT(&=, &)
GTJIT_COMPOUND_ASSIGNMENT(|=, |)
GTJIT_COMPOUND_ASSIGNMENT(^=, ^)
#undef GTJIT_COMPOUND_ASSIGNMENT
template <std::same_as<Storage> S> void operator+=(S &, const Arg &) = delete; // v[interior] += f
template <std::same_as<Storage> S> void operator-=(S &, const Arg &) = delete; // v[interior] -= f
template <std::same_as<Storage> S> void operator*=(S &, const Arg &) = delete; // v[interior] *= f
template <std::same_as<Storage> S> void operator/=(S &, const Arg &) = delete; // v[interior] /= f
void operator&&(const Arg &, const Arg &) = delete;                            // f & g
void operator||(const Arg &, const Arg &) = delete;                            // f | g

/// The field converted to `type`: float to integer truncates and saturates,
/// NaN gives 0; integers wrap; to bool: different from zero.
[[nodiscard]] Field astype(Arg field, DType type);
/// The same field with all of its pending float values in one type, whatever
/// the types of the memory that it reads: `v[interior] = withPrecision(step(u),
/// F64)` with f32 storages computes in f64 and rounds once, when it stores.
/// Float memory is converted when it is read, conversions between float types
/// are left out, integers that become floats become `type`; numbers count with
/// the value that was written. What has been evaluated is memory. Throws
/// DTypeError for a type that is no float.
[[nodiscard]] Field withPrecision(Arg field, DType type);
/// The field extended to `dims`, infinite in the dimensions that it lacks.
/// Throws ValueError if `dims` lacks one of the field's dimensions.
[[nodiscard]] Field broadcast(Arg field, const Dims &dims);

/// The coordinate in a dimension at every point, as i64; infinite.
[[nodiscard]] Field index(Dimension dim, SourceLine line = SourceLine::here());
/// The same as floats, for grids whose points are `spacing` apart and whose point
/// 0 lies at `origin`: origin + spacing * index, as f64.
[[nodiscard]] Field coordinate(Dimension dim, double origin = 0.0, double spacing = 1.0,
                               SourceLine line = SourceLine::here());
/// min(max(field, low), high): NaN stays, `high` wins if low > high.
[[nodiscard]] Field clip(Arg field, Arg low, Arg high);

// Reductions over `dims` of the field's domain, or over all dimensions; defined
// bit for bit by docs/Semantics.md. They throw ValueError for an infinite range
// or a dimension that is not there, DTypeError for a type that they do not
// reduce.

/// Sum. Bools and signed integers are summed as i64, unsigned ones as u64, f16
/// and bf16 as f32 that is rounded at the end.
[[nodiscard]] Field sum(Arg field);
[[nodiscard]] Field sum(Arg field, const Dims &dims);
/// Product, in the types of sum; 1 over no points.
[[nodiscard]] Field prod(Arg field);
[[nodiscard]] Field prod(Arg field, const Dims &dims);
/// The sum divided by the number of points; f64 for integers and bools. NaN
/// over no points.
[[nodiscard]] Field mean(Arg field);
[[nodiscard]] Field mean(Arg field, const Dims &dims);
/// Whether any of the bools is true; false over no points.
[[nodiscard]] Field any(Arg field);
[[nodiscard]] Field any(Arg field, const Dims &dims);
/// Whether all of the bools are true; true over no points.
[[nodiscard]] Field all(Arg field);
[[nodiscard]] Field all(Arg field, const Dims &dims);
/// Least value; NaN if there is one. Over no points: infinity, or the type's
/// largest value.
[[nodiscard]] Field min(Arg field);
[[nodiscard]] Field min(Arg field, const Dims &dims);
/// Greatest value; NaN if there is one. Over no points: -infinity, or the
/// type's least value.
[[nodiscard]] Field max(Arg field);
[[nodiscard]] Field max(Arg field, const Dims &dims);

namespace detail {
void findExtreme(Arg &field, bool least, detail::Items<Dimension> dims, Field *coordinates);
detail::Sequence<Field> findExtreme(Arg &field, bool least);
} // namespace detail

/// The coordinate of the first least value along a dimension, as i64; that of
/// the first NaN if there is one. Throws ValueError if there are no points.
[[nodiscard]] Field argmin(Arg field, Dimension dim);
/// The coordinates of the first least value over several dimensions, of which
/// the first is the slowest: `auto [i, j] = argmin(u, I, J)`.
template <std::same_as<Dimension>... More>
[[nodiscard]] std::array<Field, sizeof...(More) + 2> argmin(Arg field, Dimension first,
                                                            Dimension second, More... more) {
  const Dimension dims[] = {first, second, more...};
  std::array<Field, sizeof...(More) + 2> coordinates;
  detail::findExtreme(field, true, dims, coordinates.data());
  return coordinates;
}
/// The coordinates over all dimensions, in canonical order.
[[nodiscard]] detail::Sequence<Field> argmin(Arg field);
/// As argmin, of the greatest value.
[[nodiscard]] Field argmax(Arg field, Dimension dim);
template <std::same_as<Dimension>... More>
[[nodiscard]] std::array<Field, sizeof...(More) + 2> argmax(Arg field, Dimension first,
                                                            Dimension second, More... more) {
  const Dimension dims[] = {first, second, more...};
  std::array<Field, sizeof...(More) + 2> coordinates;
  detail::findExtreme(field, false, dims, coordinates.data());
  return coordinates;
}
[[nodiscard]] detail::Sequence<Field> argmax(Arg field);

/// Evaluates the fields over their domains together, in as few passes over
/// memory as possible. The values stay in the handles; later expressions read
/// them. Throws ValueError for an infinite domain.
Storage eval(Arg field);
std::array<Storage, 2> eval(Arg a, Arg b);
std::array<Storage, 3> eval(Arg a, Arg b, Arg c);
std::array<Storage, 4> eval(Arg a, Arg b, Arg c, Arg d);
/// Any number of them: `eval({a, b, c, d, e})`, or the fields of an array.
detail::Sequence<Storage> eval(std::initializer_list<Arg> fields);
detail::Sequence<Storage> eval(detail::Items<Field> fields, SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_FUNCTIONS_H
