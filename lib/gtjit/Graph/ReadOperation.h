//===- ReadOperation.h - Nodes from text ------------------------*- C++ -*-===//
//
// What operations of the gt dialect say, made by the builders that users'
// expressions go through, with the types and the order that the text gives, and
// nothing that the engine would choose by itself.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_READOPERATION_H
#define GTJIT_GRAPH_READOPERATION_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Types/WrittenOperation.h"

namespace gtjit::detail {

/// The results of an operation of the field level or of a callable, but gt.load and
/// gt.store. Throws ValueError for an operation that there is not or that has other
/// operands, TypeError if the result is not of the type; and what expressions throw.
std::vector<NodeRef> readOperation(const WrittenOperation &operation,
                                   std::span<const NodeRef> operands);

/// Of an operation of this name.
UnknownRange unknownRangeOf(std::string_view operation);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_READOPERATION_H
