//===- Flight.h - Nodes that a thread evaluates -----------------*- C++ -*-===//
//
// Each node is evaluated once, however many threads want its values.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_FLIGHT_H
#define GTJIT_EVALUATE_FLIGHT_H

#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Node.h"
#include "gtjit/Memory/RuntimeState.h"

#include <algorithm>
#include <mutex>

namespace gtjit::detail {

/// Nodes that this thread evaluates; others wait until it ends.
class Flight {
public:
  explicit Flight(Runtime::State &runtime) : runtime(runtime) {}
  Flight(const Flight &) = delete;
  ~Flight() {
    std::lock_guard lock(runtime.graphMutex);
    for (const NodeRef &node : mine)
      std::erase(runtime.inFlight, node.get());
    runtime.landed.notify_all();
  }

  /// Takes the nodes that are not evaluated, after waiting for those that
  /// another thread has taken. `lock` is held before and after.
  const std::vector<NodeRef> &take(const std::vector<NodeRef> &nodes, GraphLock &lock) {
    runtime.landed.wait(lock, [&] {
      return std::none_of(nodes.begin(), nodes.end(),
                          [&](const NodeRef &node) { return isTaken(*node); });
    });
    for (const NodeRef &node : nodes)
      if (!node->value.load(std::memory_order_acquire) && !isTaken(*node)) {
        mine.push_back(node); // first: what is in flight and not here never lands
        runtime.inFlight.push_back(node.get());
      }
    return mine;
  }

private:
  bool isTaken(const Node &node) const {
    return std::find(runtime.inFlight.begin(), runtime.inFlight.end(), &node) !=
           runtime.inFlight.end();
  }
  Runtime::State &runtime;
  std::vector<NodeRef> mine;
};

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_FLIGHT_H
