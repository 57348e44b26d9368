//===- PassedCheck.h - Values that were looked at ---------------*- C++ -*-===//
//
// What an evaluation did to know that its kernels read within bounds, for those that come
// after it and go by a plan.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_PASSEDCHECK_H
#define GTJIT_EVALUATE_PASSEDCHECK_H

#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Launch/Plan.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace gtjit::detail {

/// Inputs whose values are good, see Node::allowedValues.
struct PassedCheck {
  struct Input {
    NodeRef reader;
    std::size_t number; ///< of the input
    Range allowed;
    Domain box; ///< in which values were looked at
  };
  std::vector<Input> inputs;
  /// One store to a flag, which has run; none: bounds of values told, or other checks do.
  std::optional<FlatGraph> program;
};

/// Where each node of a program is in its order.
using NodePlaces = std::unordered_map<const Node *, unsigned>;
NodePlaces placesOf(const FlatGraph &program);

/// A check for a plan of `program`, which has all that the check reads; nothing if it has not.
/// `check` is used up. Under the graph mutex.
std::optional<PlannedCheck> plannedCheck(const FlatGraph &program, const NodePlaces &places,
                                         FlatGraph &check,
                                         std::shared_ptr<const CompiledProgram> compiled);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_PASSEDCHECK_H
