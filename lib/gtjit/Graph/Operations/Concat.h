//===- Concat.h - A field put together from parts ---------------*- C++ -*-===//
//
// Which operand a point takes its value from is decided by the point's
// coordinates: operands on disjoint boxes that fill a box together.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_CONCAT_H
#define GTJIT_GRAPH_OPERATIONS_CONCAT_H

#include "gtjit/Condition.h"
#include "gtjit/Graph/Build.h"

namespace gtjit::detail {

/// A box and the operand that gives the values there.
struct ConcatPiece {
  unsigned operand;
  Domain region; ///< in the dimensions that are cut, all of them
};

/// The first operand where the condition holds, the second elsewhere. Each needs
/// values on its own points alone; where a range of points has no end, the result
/// has none. Dimensions that are not cut are intersected. Throws ValueError for a
/// condition without dimensions, KeyError for a dimension that no operand has,
/// NonContiguousDomain for parts that are no box together.
NodeRef buildConcatWhere(const Condition &condition, std::span<Operand> branches, SourceLine line);
/// Fields on disjoint domains, each on all of its own. Throws ValueError for
/// fields that overlap and NonContiguousDomain as above.
NodeRef buildConcat(std::span<Operand> fields, SourceLine line);
/// `field` with the values of `value` where `part` is defined in `dims`: a slice
/// of the field. Throws DomainError if the value is not defined there and
/// ValueError if it has a dimension that the field lacks.
NodeRef buildSet(const Operand &field, const NodeRef &part, std::vector<Dimension> dims,
                 const Operand &value);
/// Operands on given boxes, as text says it.
NodeRef buildPieces(std::vector<Operand> operands, std::vector<ConcatPiece> pieces,
                    SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_CONCAT_H
