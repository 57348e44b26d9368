//===- Evaluated.h - What an operation is evaluated on ----------*- C++ -*-===//
//
// The values of an operation's inputs and the points where its own are needed.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_EVALUATED_H
#define GTJIT_REFERENCE_EVALUATED_H

#include "gtjit/Reference/Grid.h"

namespace gtjit::detail {
struct FailedPoints; // Types/FailedPoints.h
} // namespace gtjit::detail

namespace gtjit::reference {

struct Evaluated {
  /// The first result of each input; its others lie behind it. They cover what
  /// Node::reads tells.
  std::span<const Grid *const> inputs;
  const Domain &points;         ///< in the dimensions of the node; not empty
  detail::FailedPoints &failed; ///< where functions of the host had no result
};

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_EVALUATED_H
