//===- Roll.h - A field moved around its domain -----------------*- C++ -*-===//
//
// NumPy's roll: what leaves the domain at one end comes back at the other.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_ROLL_H
#define GTJIT_GRAPH_OPERATIONS_ROLL_H

#include "gtjit/Graph/Build.h"

namespace gtjit::detail {

/// At a point is what the field has `by.offset` points before, counted around its
/// domain. Throws ValueError for a dimension that the field lacks, or one without ends.
NodeRef buildRoll(const NodeRef &field, Shift by, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_ROLL_H
