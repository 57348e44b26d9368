//===- Argument.h - An argument of a traced callable ------------*- C++ -*-===//
//
// A field without values, infinite in its dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_ARGUMENT_H
#define GTJIT_GRAPH_OPERATIONS_ARGUMENT_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

struct ArgumentNode final : NodeOf<ArgumentNode> {
  static constexpr std::string_view operationName = "argument";
  std::uint64_t number = 0; ///< of the callable's parameters

  NodeKind kind() const override { return NodeKind::Source; }
  bool isScalar(bool) const override { return domain.ndim() == 0 && !isComplex(dtype); }
  NodeRef rebuild(const Rebuilding &on) const override { return on.arguments[number]; }
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_ARGUMENT_H
