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

/// The field converted to `type`: float to integer truncates and saturates,
/// NaN gives 0; integers wrap; to bool: different from zero.
Field astype(Arg field, DType type);
/// The same field with all of its pending float values in one type, whatever
/// the types of the memory that it reads: `v[interior] = withPrecision(step(u),
/// F64)` with f32 storages computes in f64 and rounds once, when it stores.
/// Float memory is converted when it is read, conversions between float types
/// are left out, integers that become floats become `type`; numbers count with
/// the value that was written. What has been evaluated is memory. Throws
/// DTypeError for a type that is no float.
Field withPrecision(Arg field, DType type);
/// The field extended to `dims`, infinite in the dimensions that it lacks.
/// Throws ValueError if `dims` lacks one of the field's dimensions.
Field broadcast(Arg field, const Dims &dims);

/// Sum over `dims` of the field's domain, or over all dimensions. Integers
/// and bools are summed as i64. Defined bit for bit by docs/Semantics.md.
/// Throws ValueError for an infinite range or a dimension that is not there.
Field sum(Arg field);
Field sum(Arg field, const Dims &dims);
/// Least value; NaN if there is one. Over no points: infinity, or the type's
/// largest value.
Field min(Arg field);
Field min(Arg field, const Dims &dims);
/// Greatest value; NaN if there is one. Over no points: -infinity, or the
/// type's least value.
Field max(Arg field);
Field max(Arg field, const Dims &dims);

/// Evaluates the fields over their domains together, in as few passes over
/// memory as possible. The values stay in the handles; later expressions read
/// them. Throws ValueError for an infinite domain.
Storage eval(Arg field);
std::array<Storage, 2> eval(Arg a, Arg b);
std::array<Storage, 3> eval(Arg a, Arg b, Arg c);
std::array<Storage, 4> eval(Arg a, Arg b, Arg c, Arg d);

} // namespace gtjit

#endif // GTJIT_FUNCTIONS_H
