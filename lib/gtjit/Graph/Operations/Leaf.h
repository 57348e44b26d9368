//===- Leaf.h - Memory in a graph -------------------------------*- C++ -*-===//
//
// The leaf of a storage's version, see Node::leaf. What memory is to a graph is
// asked through Node::memory; the operation has nothing to say.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_LEAF_H
#define GTJIT_GRAPH_OPERATIONS_LEAF_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

struct LeafNode final : NodeOf<LeafNode> {
  static constexpr std::string_view operationName = "leaf";

  NodeKind kind() const override { return NodeKind::Source; }
  /// Memory stays what it is: the count of references changes alone.
  NodeRef rebuild(const Rebuilding &) const override {
    return NodeRef(const_cast<LeafNode *>(this));
  }
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_LEAF_H
