//===- ReferenceObserver.h - Watching the reference evaluator ---*- C++ -*-===//
//
// For checks and traces: every node's values as they are computed.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_REFERENCEOBSERVER_H
#define GTJIT_EVALUATE_REFERENCEOBSERVER_H

#include "gtjit/Graph/Stores.h"
#include "gtjit/Reference/Grid.h"

#include <span>
#include <vector>

namespace gtjit::reference {

class Observer {
public:
  virtual ~Observer() = default;
  /// Called once for each node of which points are needed, operands before
  /// users, left before right. `values` cover the points that are needed: those
  /// of `boxes`, which have the node's dimensions and are not empty. May throw:
  /// the evaluation ends there, before anything is stored.
  virtual void computed(const detail::Node &node, const Grid &values,
                        std::span<const Domain> boxes) = 0;
};

/// Computes what the stores need and stores nothing. Throws RuntimeError at a call of a
/// function of the host that fails. The caller holds the graph mutex.
void observe(const std::vector<detail::StoreRequest> &stores, Observer &observer);

} // namespace gtjit::reference

#endif // GTJIT_EVALUATE_REFERENCEOBSERVER_H
