//===- Call.h - A function of the host at every point -----------*- C++ -*-===//
//
// An operation at a point whose code is somebody else's.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_CALL_H
#define GTJIT_GRAPH_OPERATIONS_CALL_H

#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Kernel/Imports.h"

namespace gtjit::detail {
struct FailedPoints;
struct Operand; // Graph/Build.h

/// A call on fields, or, while the body of a scan runs, on its values. A function of several
/// results is read through ResultNodes, and so is one whose status is a result.
struct CallNode final : NodeOf<CallNode> {
  static constexpr std::string_view operationName = "call";
  const ImportedFunction *function;
  bool handled; ///< its status is the last result, and none fails an evaluation
  Placing placing = Placing::Chosen;

  /// Without inputs and what other operands than the first have to say.
  CallNode(const ImportedFunction &called, bool handled, const Node &first)
      : NodeOf(Where{first}), function(&called), handled(handled) {}
  const Prototype &prototype() const { return function->prototype; }
  DType typeOf(unsigned result) const {
    return result < prototype().results.size() ? prototype().results[result] : statusType;
  }

  NodeKind kind() const override {
    return resultCount() == 1 ? NodeKind::Computed : NodeKind::Several;
  }
  unsigned resultCount() const override {
    return static_cast<unsigned>(prototype().results.size()) + handled;
  }
  /// Not where it matters how often it is called: kernels compute scalars once a tile.
  bool isScalar(bool inputsAreScalars) const override {
    return inputsAreScalars && resultCount() == 1 && !prototype().effects && !prototype().reports();
  }
  std::optional<SourceLine> callOf(const ImportedFunction &other) const override {
    return function == &other ? std::optional(line) : std::nullopt;
  }
  bool mayCallFunctions() const override { return true; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view spelling() const override { return function->symbol; }
  NodeRef rebuild(const Rebuilding &on) const override;
};

/// Throws ValueError unless there are as many as the function takes.
void checkOperandCount(const ImportedFunction &function, std::span<const Operand> operands);
/// Operand `n`, whose node it takes, as the type that the function takes. Throws DTypeError.
NodeRef operandOfCall(const ImportedFunction &function, std::size_t n, Operand &operand);

/// Calls a function at `points`, in order. Behind its results there is one for its status if its
/// failures are handled; else `failed` lists them.
void computeCalls(const ImportedFunction &function,
                  std::span<const reference::Grid *const> operands,
                  std::span<const reference::Grid> results, const Domain &points, SourceLine line,
                  FailedPoints &failed);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_CALL_H
