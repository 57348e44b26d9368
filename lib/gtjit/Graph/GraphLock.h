//===- GraphLock.h - Guarding what changes in a graph -----------*- C++ -*-===//
//
// Node values, leaf views and storages' leaves change under the mutex of the
// runtime that the nodes belong to.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_GRAPHLOCK_H
#define GTJIT_GRAPH_GRAPHLOCK_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Memory/RuntimeState.h"

#include <mutex>

namespace gtjit::detail {

/// Holds a graph mutex.
using GraphLock = std::unique_lock<std::recursive_mutex>;

/// Locks the graph that a node belongs to; nodes made of numbers alone never
/// change and need no lock.
inline GraphLock lockGraph(const Node &node) {
  if (!node.runtime)
    return {};
  return std::unique_lock(node.runtime->graphMutex);
}

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_GRAPHLOCK_H
