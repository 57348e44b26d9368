//===- PointTrace.h - How the value at a point came about -------*- C++ -*-===//
//
// One value and all intermediate values behind it, by the reference evaluator.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_POINTTRACE_H
#define GTJIT_EVALUATE_POINTTRACE_H

#include "gtjit/Graph/Node.h"

#include <string>
#include <vector>

namespace gtjit::detail {

/// A value behind the one asked for. Shifts, slices and broadcasts are no
/// steps; their coordinates are applied.
struct TraceStep {
  const Node *node;                ///< memory, number, coordinate, or what computed it
  const Node *named;               ///< the node whose name it was read by; may be `node`
  SourceLine line;                 ///< of the operation; of memory and numbers: where first read
  std::vector<std::int64_t> point; ///< coordinates in the node's dimensions
  std::vector<unsigned> operands;  ///< numbers of steps; empty for memory, numbers, reductions
  std::string value;               ///< as valueText
};

/// A trace; the graph must outlive it.
struct PointTrace {
  static constexpr std::size_t kMostSteps = 1000;
  std::vector<TraceStep> steps; ///< operands before users; the last is the value asked for
  std::byte bytes[16];          ///< the value asked for, in memory

  /// One line a step but for numbers, the last kMostSteps of them.
  std::string text() const;
};

/// The trace of `node` at `point`, which lies in its domain, one coordinate a
/// dimension. The caller holds the graph mutex.
PointTrace traceValue(const NodeRef &node, std::vector<std::int64_t> point);

/// What a step is called: "'u' at I=4, J=3", "the number 2", "the result of +".
std::string stepName(const TraceStep &step);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_POINTTRACE_H
