//===- BoundedReads.h - Fields read within bounds only ----------*- C++ -*-===//
//
// A pending graph once more, where nothing is read beside a field, whatever indices and
// offsets are: one that is beyond its bounds reads at the nearest of them. The given graph
// stays as it is.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_BOUNDEDREADS_H
#define GTJIT_EVALUATE_BOUNDEDREADS_H

#include "gtjit/Graph/Rewrite.h"

namespace gtjit::detail {

/// What several nodes have in common stays in common. Under the graph mutex; no walk recurses.
class BoundedReads {
public:
  /// The node with the same values at all points where none beyond bounds has any part in them;
  /// itself if it reads nothing by index.
  NodeRef of(const NodeRef &node);

private:
  NodeRef made(const NodeRef &node) const;

  RewrittenNodes done;
};

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_BOUNDEDREADS_H
