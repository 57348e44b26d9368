//===- Leaf.h - Memory in a graph -------------------------------*- C++ -*-===//
//
// The leaf of a storage's version, see Node::leaf. What memory is to a graph is
// asked through Node::memory; the operation has nothing to say.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_LEAF_H
#define GTJIT_GRAPH_OPERATIONS_LEAF_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Types/SpinLock.h"

#include <mutex>

namespace gtjit::detail {

/// The line of the first expression alive that reads a leaf. Others may ask while it changes.
class ReadingLine {
public:
  ReadingLine() = default;
  ReadingLine(const ReadingLine &other) : line(other.get()) {}

  SourceLine get() const {
    std::lock_guard held(lock);
    return line;
  }
  void set(SourceLine reader) {
    std::lock_guard held(lock);
    line = reader;
  }

private:
  mutable SpinLock lock;
  SourceLine line; ///< unknown of leaves that no expression was written on
};

struct LeafNode final : NodeOf<LeafNode> {
  static constexpr std::string_view operationName = "leaf";

  NodeKind kind() const override { return NodeKind::Source; }
  /// Memory stays what it is: the count of references changes alone.
  NodeRef rebuild(const Rebuilding &) const override {
    return NodeRef(const_cast<LeafNode *>(this));
  }

  ReadingLine reader;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_LEAF_H
