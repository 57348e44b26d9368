//===- Call.h - A function of the host at every point -----------*- C++ -*-===//
//
// An operation at a point whose code is somebody else's.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_CALL_H
#define GTJIT_GRAPH_OPERATIONS_CALL_H

#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Kernel/Imports.h"

namespace gtjit::reference {
struct FailedCall;
} // namespace gtjit::reference

namespace gtjit::detail {

/// A call on fields, or, while the body of a scan runs, on its values.
struct CallNode final : NodeOf<CallNode> {
  static constexpr std::string_view operationName = "call";
  const ImportedFunction *function;
  Placing placing = Placing::Chosen;

  /// Without inputs and what other operands than the first have to say.
  CallNode(const ImportedFunction &function, const Node &first)
      : NodeOf(Where{first}), function(&function) {}
  const Prototype &prototype() const { return function->prototype; }

  NodeKind kind() const override { return NodeKind::Computed; }
  /// Not where it matters how often it is called: kernels compute scalars once a tile.
  bool isScalar(bool inputsAreScalars) const override {
    return inputsAreScalars && !prototype().hasEffects && !prototype().reportsStatus;
  }
  std::optional<SourceLine> callOf(const ImportedFunction &other) const override {
    return function == &other ? std::optional(line) : std::nullopt;
  }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view spelling() const override { return function->symbol; }
  NodeRef rebuild(const Rebuilding &on) const override;
};

/// What its text says of how it is called: " status effects".
std::string callFlags(const Prototype &prototype);

/// Calls a function at `points`, in order.
void computeCalls(const ImportedFunction &function,
                  std::span<const reference::Grid *const> operands, const reference::Grid &result,
                  const Domain &points, SourceLine line, reference::FailedCall &failed);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_CALL_H
