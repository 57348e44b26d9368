//===- Evaluate.h - Running stores ------------------------------*- C++ -*-===//
//
// The engine's centre: assignments come in, memory is written. Decides
// between copy-on-write, snapshot and writing in place, finds or compiles the
// kernels, binds them to memory and runs them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_EVALUATE_H
#define GTJIT_RUNTIME_EVALUATE_H

#include "Graph/Node.h"

namespace gtjit::detail {

/// One assignment to a part of a storage.
struct Assignment {
  Storage target;
  Domain region;   ///< in the target's dimensions
  NodeRef value;
  SourceLine line;
};
/// Checks all assignments, then makes them at once: values first, writes after.
void assign(std::vector<Assignment> assignments);

/// Evaluates nodes over their whole domains together; afterwards each has its
/// `value`. Throws ValueError for an infinite domain.
void force(const std::vector<NodeRef> &nodes, SourceLine line);

/// Runs stores whose targets overlap no input, except at the same point, by
/// kernels or, if the runtime says so, by the reference evaluator.
void runStores(Runtime::State &runtime, std::vector<StoreRequest> stores);

} // namespace gtjit::detail

namespace gtjit::reference {
/// The point-by-point evaluator: the same contract as runStores.
void runStores(const std::vector<detail::StoreRequest> &stores);
} // namespace gtjit::reference

#endif // GTJIT_RUNTIME_EVALUATE_H
