//===- Evaluated.h - What an operation is evaluated on ----------*- C++ -*-===//
//
// The values of an operation's inputs and the points where its own are needed.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_EVALUATED_H
#define GTJIT_REFERENCE_EVALUATED_H

#include "gtjit/Reference/Grid.h"

namespace gtjit::detail {
struct ImportedFunction; // Kernel/Imports.h
} // namespace gtjit::detail

namespace gtjit::reference {

/// A point at which a function of the host has reported that it has no result.
struct FailedCall {
  const detail::ImportedFunction *function = nullptr;
  int status = 0;
  Domain points;                   ///< over which it was called
  std::vector<std::int64_t> point; ///< one of them
  SourceLine line;                 ///< of the call
};

struct Evaluated {
  /// The first result of each input; its others lie behind it. They cover what
  /// Node::reads tells.
  std::span<const Grid *const> inputs;
  const Domain &points; ///< in the dimensions of the node; not empty
  FailedCall &failed;   ///< the first one so far; without a function if there was none
};

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_EVALUATED_H
