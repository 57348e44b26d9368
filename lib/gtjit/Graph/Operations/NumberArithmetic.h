//===- NumberArithmetic.h - Arithmetic of numbers ---------------*- C++ -*-===//
//
// Operations on numbers alone are computed when they are written, so that their
// value is known where it must fit into the type of a field.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_NUMBERARITHMETIC_H
#define GTJIT_GRAPH_OPERATIONS_NUMBERARITHMETIC_H

#include "gtjit/Graph/Operations/Point.h"

namespace gtjit::reference {

/// The value of a point operation whose inputs are all numbers, in its type: the
/// low bytes.
std::uint64_t numberOf(const detail::PointNode &operation);

} // namespace gtjit::reference

#endif // GTJIT_GRAPH_OPERATIONS_NUMBERARITHMETIC_H
