//===- InputCheck.h - Values that tell what is read -------------*- C++ -*-===//
//
// Kernels look at no index. Where indices are computed by the kernel that uses them,
// an evaluation first runs kernels that compute them alone and tell whether one is bad.
// So nothing that is to be written has changed when an error is thrown.
//
// They look wherever kernels compute, so that none reads beside its memory. Only a bad
// index at a point that the stores need is an error.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_INPUTCHECK_H
#define GTJIT_EVALUATE_INPUTCHECK_H

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/GraphLock.h"

namespace gtjit::detail {

/// Inputs that are looked at together.
struct InputCheck {
  struct Input {
    NodeRef reader;     ///< see Node::allowedValues
    std::size_t number; ///< of the input
    NodeRef values;
    Domain box;                     ///< of the values: what kernels compute
    const ImportedFunction *effect; ///< with effects, that they call; or null
  };
  std::vector<Input> inputs; ///< as they come in the program
  bool isNeeded = false;     ///< see Node::isChecked: the same inputs, whatever calls show of some

  /// Whether none is bad, whatever is read: it is known once it is known what is stored.
  bool isPassed() const;
  /// Whether one of them is bad: a bool without dimensions.
  NodeRef refused() const;
};

/// What an evaluation of the program looks at, in order: to compute the values of one
/// check, those before it must have passed. Throws ValueError for values that change from
/// one evaluation to the next, those of functions with effects. Under the graph mutex.
std::vector<InputCheck> inputChecks(const FlatGraph &program);

/// Throws what Node::check throws for the first bad value that the stores need: of the reader that
/// comes first in the program, of its first such input, at the first point. Where kernels would
/// read by others, the stores get values that are the same at all points that they need, of which
/// kernels read within bounds. `work`: the program's; it is told what has passed if all did. `lock`
/// holds the graph mutex, and lets go of it meanwhile, but where nothing had to be looked at: that
/// gives true.
bool checkInputs(Runtime::State &runtime, FlatGraph &program, Evaluation &work, GraphLock &lock);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_INPUTCHECK_H
