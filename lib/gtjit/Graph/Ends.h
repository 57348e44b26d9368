//===- Ends.h - Fields without ends -----------------------------*- C++ -*-===//
//
// A field that is a number beyond some coordinate has no end there. What needs
// all of its points takes those of its grid.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_ENDS_H
#define GTJIT_GRAPH_ENDS_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

/// The part of a node that ends where its compute domain does, in those of `dims`
/// and on those sides where its domain has no end; the node itself if it has ends,
/// if its compute domain has none either, or if it is symbolic.
NodeRef withEnds(const NodeRef &node, const Dims &dims);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_ENDS_H
