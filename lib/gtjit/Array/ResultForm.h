//===- ResultForm.h - The form of a result ----------------------*- C++ -*-===//
//
// Dimensions, extents, halo, layout and alignment of what is computed from
// arrays, and their fields made to fit each other.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_ARRAY_RESULTFORM_H
#define GTJIT_ARRAY_RESULTFORM_H

#include "gtjit/Array/ArrayState.h"

namespace gtjit::detail {

/// The form of a pointwise result. Numbers have no say.
/// * dimensions: the operands' if all have the same in the same order, else
///   their union with I, J, K first, in this order;
/// * extents: equal or 1 in each dimension, else ValueError;
/// * halo: the widest on each side among the operands that are not broadcast,
///   cut to the extent;
/// * aligned index: the greatest; alignment: the least common multiple;
/// * layout: that of the first operand; dimensions that it lacks are faster
///   than its own where it is in C order, else slower.
ArrayForm resultForm(std::span<array::Operand *const> operands, std::string_view operation);

/// The operand's values for a result of this form: dimensions of one point
/// are taken away where the result has more.
Field fitted(const array::Operand &operand, const ArrayForm &form);

/// The form without some dimensions.
ArrayForm without(const ArrayForm &form, const Dims &dims);

} // namespace gtjit::detail

#endif // GTJIT_ARRAY_RESULTFORM_H
