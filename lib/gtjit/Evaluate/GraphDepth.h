//===- GraphDepth.h - How many operations a field may wait with -*- C++ -*-===//
//
// A loop that writes fields and asks for no value would grow without bound.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_GRAPHDEPTH_H
#define GTJIT_EVALUATE_GRAPHDEPTH_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Memory/RuntimeState.h"

#include <vector>

namespace gtjit::detail {

/// Evaluates the results of one operation, unless they are of a traced callable or infinite.
void evaluateDeep(const std::vector<NodeRef> &results);

/// Whether more operations in a row wait for the node than RuntimeOptions::graphDepth.
inline bool isDeep(const Node &node) {
  return node.runtime &&
         node.depth.load(std::memory_order_relaxed) > node.runtime->options.graphDepth;
}

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_GRAPHDEPTH_H
